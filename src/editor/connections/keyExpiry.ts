import { env } from "vscode";
import { expiresSoon, isDayPast } from "../../core/connection/keyExpiry.ts";
import { setAccessKeyButton } from "../../core/labels/buttons.ts";
import type { Connection } from "../../core/model/connection.ts";
import { keyExpires } from "../../core/sentences/connectionCommands.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { warn } from "../dialog/present.ts";
import type { AccessKeys } from "./accessKeys.ts";
import type { ConnectionRegistry } from "./connectionRegistry.ts";

const { signal } = new AbortController();

/**
 * Tells of a key that expires within a week, with a way to set another. The service is asked at most once a day for
 * each key. One that does not answer has no such route, or other worries: nothing is told.
 */
export async function tellExpiry(
  connection: Connection,
  keys: AccessKeys,
  registry: ConnectionRegistry,
  setAccessKey: (connectionId: string) => Promise<unknown>,
): Promise<void> {
  const askedAtMs = keys.expiryAskedAtMs(connection);
  if (askedAtMs !== undefined && !isDayPast(askedAtMs, Date.now())) {
    return;
  }
  await keys.noteExpiryAsked(connection, Date.now());
  const expiresAtMs = await readExpiry(connection, registry);
  if (expiresAtMs === undefined || !expiresSoon(expiresAtMs, Date.now())) {
    return;
  }
  const message = keyExpires(connection, expiresAtMs, Date.now(), env.language);
  if ((await warn(message, setAccessKeyButton)) === setAccessKeyButton) {
    await setAccessKey(connection.id);
  }
}

async function readExpiry(connection: Connection, registry: ConnectionRegistry): Promise<number | undefined> {
  try {
    return await (await registry.service(connection.id)).background.readKeyExpiry(signal);
  } catch (error) {
    if (isServiceError(error)) {
      return undefined;
    }
    throw error;
  }
}
