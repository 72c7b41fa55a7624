import { isJsonObject } from "../../core/model/json.ts";
import {
  askWhichToGiveKey,
  askWhichToRemove,
  malformedConnection,
  notAdded,
} from "../../core/sentences/connectionCommands.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { explain, HumanError, tellError } from "../dialog/present.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { connectionIdIn } from "../targets/connectionTarget.ts";
import { ConnectionManager, type ManagerDependencies } from "./connectionManager.ts";

interface ConnectionParts extends ManagerDependencies, Pick<Services, "logFailure" | "pickConnection"> {
  readonly known: { clear(connectionId: string): Promise<void> };
}

/** Adds and removes connections and replaces their keys: by commands, and when a service refuses one. */
export function createConnections({ pickConnection, ...parts }: ConnectionParts, store: DisposableStore) {
  const manager = new ConnectionManager(parts);
  parts.registry.offerReplacementBy((connection) => manager.offerReplacement(connection));
  let forgetting = Promise.resolve();
  store.add(
    parts.keys.onDidChange(({ connectionId }) => {
      const own = forgetWithAnotherKey(parts, connectionId).catch((error: unknown) =>
        parts.logFailure("Forgetting what is known of a connection", error),
      );
      forgetting = forgetting.then(() => own);
    }),
  );
  /** Whoever goes on after a key was stored is served nothing of what another one was told. */
  const forgotten = async <T>(storing: Promise<T>): Promise<T> => {
    const stored = await storing;
    await forgetting;
    return stored;
  };
  const connectionOf = async (target: unknown, question: string) =>
    connectionIdIn(target) ?? (await pickConnection(question))?.id;
  const commands = {
    [commandIds.addConnection]: async (given) => {
      if (given === undefined || given === null) {
        return await forgotten(manager.add());
      }
      if (!isNewConnection(given)) {
        throw new HumanError(malformedConnection);
      }
      try {
        return await forgotten(manager.addGiven(given));
      } catch (error) {
        // Told to the person as well as to the caller: it may have been called from a place that shows nothing.
        void tellError((await explain(error, notAdded)).message);
        throw error;
      }
    },
    [commandIds.setAccessKey]: async (target) => {
      const connectionId = await connectionOf(target, askWhichToGiveKey);
      if (connectionId !== undefined) {
        await forgotten(manager.setAccessKey(connectionId));
      }
    },
    [commandIds.removeConnection]: async (target) => {
      const connectionId = await connectionOf(target, askWhichToRemove);
      if (connectionId !== undefined) {
        await manager.remove(connectionId, typeof target === "string");
      }
    },
  } satisfies Partial<CommandSignatures>;
  return { commands };
}

/** Another key may be another person's, who sees other things. Without a key nothing could be asked again. */
async function forgetWithAnotherKey(
  { keys, registry, known }: Pick<ConnectionParts, "keys" | "registry" | "known">,
  connectionId: string,
): Promise<void> {
  const connection = registry.find(connectionId);
  if (connection && (await keys.read(connection)) !== undefined) {
    await known.clear(connectionId);
  }
}

/** Whether a caller, who may give anything, gave a connection; its id is told about where it is read. */
function isNewConnection(given: unknown): boolean {
  const { url, label, accessKey } = isJsonObject(given) ? given : {};
  return typeof url === "string" && [label ?? "", accessKey ?? ""].every((text) => typeof text === "string");
}
