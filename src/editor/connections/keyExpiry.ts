import { env } from "vscode";
import { expiresSoon, isDayPast } from "../../core/connection/accessKey.ts";
import { setAccessKeyButton } from "../../core/labels/buttons.ts";
import type { Connection } from "../../core/model/connection.ts";
import { keyExpires } from "../../core/sentences/connectionCommands.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { after } from "../../core/util/after.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { warn } from "../dialog/present.ts";
import type { AccessKeys } from "./accessKeys.ts";
import type { ConnectionRegistry } from "./connectionRegistry.ts";

/** A service is asked after this time: its first requests are those that the person waits for. */
const usualWaitMs = 5000;
const { signal } = new AbortController();

/**
 * Tells of keys that expire within a week, with a way to set another. A service is asked after the first use of its
 * connection in this window, and at most once a day for each key. Nothing is told where the service gives no answer.
 */
export class KeyExpiry extends DisposableOwner {
  readonly #registry: ConnectionRegistry;
  readonly #keys: AccessKeys;
  readonly #setAccessKey: (connectionId: string) => Promise<unknown>;
  readonly #onFailure: (error: unknown) => void;
  readonly #askAfterMs: number;
  /** The connections that were used in this window since their keys were stored. */
  readonly #used = new Set<string>();

  /** `askAfterMs` tells how long after the first use of a connection its service is asked. */
  constructor(
    registry: ConnectionRegistry,
    keys: AccessKeys,
    setAccessKey: (connectionId: string) => Promise<unknown>,
    onFailure: (error: unknown) => void,
    askAfterMs = usualWaitMs,
  ) {
    super();
    this.#registry = registry;
    this.#keys = keys;
    this.#setAccessKey = setAccessKey;
    this.#onFailure = onFailure;
    this.#askAfterMs = askAfterMs;
    this.disposables.add(registry.onDidUseKey((connection) => this.#noteUse(connection)));
    this.disposables.add(keys.onDidChange(({ connectionId }) => this.#used.delete(connectionId)));
  }

  #noteUse(connection: Connection): void {
    if (!this.#used.has(connection.id)) {
      this.#used.add(connection.id);
      const ask = () => this.#ask(connection).catch(this.#onFailure);
      this.disposables.add(after(this.#askAfterMs, ask));
    }
  }

  async #ask(connection: Connection): Promise<void> {
    const askedAtMs = this.#keys.expiryAskedAtMs(connection);
    const isAsked = askedAtMs !== undefined && !isDayPast(askedAtMs, Date.now());
    if (isAsked || this.#registry.find(connection.id)?.url !== connection.url) {
      return;
    }
    if (!(await this.#keys.noteExpiryAsked(connection, Date.now()))) {
      return;
    }
    const expiresAtMs = await readExpiry(connection, this.#registry);
    if (expiresAtMs === undefined || !expiresSoon(expiresAtMs, Date.now())) {
      return;
    }
    const message = keyExpires(connection, expiresAtMs, Date.now(), env.language);
    if ((await warn(message, setAccessKeyButton)) === setAccessKeyButton) {
      await this.#setAccessKey(connection.id);
    }
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
