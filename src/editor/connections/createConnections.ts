import type { Keeper } from "../../core/connection/forgetAll.ts";
import type { SuggestedConnection } from "../../core/connection/suggestions.ts";
import type { Connection } from "../../core/model/connection.ts";
import { notAdded } from "../../core/sentences/connectionCommands.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import type { LogLines } from "../diagnosis/log.ts";
import { explain, tellError } from "../dialog/present.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { AccessKeys } from "./accessKeys.ts";
import { ConnectionManager } from "./connectionManager.ts";
import { askSuggestion } from "./connectionQuestions.ts";
import type { ConnectionRegistry } from "./connectionRegistry.ts";
import { KeyExpiry } from "./keyExpiry.ts";

interface ConnectionParts {
  readonly registry: ConnectionRegistry;
  readonly keys: AccessKeys;
  readonly log: LogLines;
  /** All that stores something of a connection. */
  readonly keepers: readonly Keeper[];
  readonly suggestions: { beside(connections: readonly Connection[]): readonly SuggestedConnection[] };
  readonly known: { clear(connectionId: string): Promise<void> };
  /** The time that is handed to `KeyExpiry`. */
  readonly askExpiryAfterMs?: number;
}

/** Adds and removes connections and replaces their keys: by commands, and when a service refuses one. */
export function createConnections(parts: ConnectionParts, store: DisposableStore) {
  const { registry, keys, log, keepers, suggestions, known, askExpiryAfterMs } = parts;
  const manager = new ConnectionManager(registry, keys, log, keepers);
  registry.offerReplacementBy((connection) => manager.offerReplacement(connection));
  store.add(
    new KeyExpiry(
      registry,
      keys,
      (connectionId) => manager.setAccessKey(connectionId),
      (error) => log.failure("Asking how long a key is good", error),
      askExpiryAfterMs,
    ),
  );
  // Another key may be another person's, who sees other things. Without a key nothing could be read again.
  const forgetWithAnotherKey = async (connectionId: string) => {
    const connection = registry.find(connectionId);
    if (connection && (await keys.read(connection)) !== undefined) {
      await known.clear(connectionId);
    }
  };
  let forgetting = Promise.resolve();
  store.add(
    keys.onDidChange(({ connectionId }) => {
      const own = forgetWithAnotherKey(connectionId).catch((error: unknown) =>
        log.failure("Forgetting what is known of a connection", error),
      );
      forgetting = forgetting.then(() => own);
    }),
  );
  /** Waits until what was read with the old key is forgotten: nobody sees it with the new key. */
  const forgotten = async <T>(storing: Promise<T>): Promise<T> => {
    const stored = await storing;
    await forgetting;
    return stored;
  };
  const commands = {
    [commandIds.addConnection]: async ({ given, suggestion }) => {
      if (!given) {
        const chosen = suggestion ?? (await askSuggestion(suggestions.beside(registry.connections)));
        return chosen && (await forgotten(manager.add(chosen === "another" ? undefined : chosen)));
      }
      try {
        return await forgotten(manager.addGiven(given));
      } catch (error) {
        // The person is told as well as the caller: a caller may show nothing.
        void tellError((await explain(error, notAdded)).message);
        throw error;
      }
    },
    [commandIds.setAccessKey]: async ({ connectionId }) => forgotten(manager.setAccessKey(connectionId)),
    [commandIds.renameConnection]: ({ connectionId }, { label }) => manager.rename(connectionId, label),
    [commandIds.removeConnection]: ({ connectionId }, { isCertain }) => manager.remove(connectionId, isCertain),
  } satisfies Partial<Commands>;
  return { commands };
}
