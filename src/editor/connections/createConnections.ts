import { notAdded } from "../../core/sentences/connectionCommands.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { explain, tellError } from "../dialog/present.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { ConnectionManager, type ManagerDependencies } from "./connectionManager.ts";
import { askSuggestion } from "./connectionQuestions.ts";
import { KeyExpiry } from "./keyExpiry.ts";
import type { SuggestedConnections } from "./suggestedConnections.ts";

interface ConnectionParts extends ManagerDependencies, Pick<Services, "logFailure"> {
  readonly suggestions: Pick<SuggestedConnections, "beside">;
  readonly known: { clear(connectionId: string): Promise<void> };
  /** As in `KeyExpiry`. */
  readonly askExpiryAfterMs?: number;
}

/** Adds and removes connections and replaces their keys: by commands, and when a service refuses one. */
export function createConnections(parts: ConnectionParts, store: DisposableStore) {
  const manager = new ConnectionManager(parts);
  parts.registry.offerReplacementBy((connection) => manager.offerReplacement(connection));
  const { registry, keys, askExpiryAfterMs } = parts;
  store.add(
    new KeyExpiry({
      registry,
      keys,
      askAfterMs: askExpiryAfterMs,
      setAccessKey: (connectionId) => manager.setAccessKey(connectionId),
      onFailure: (error) => parts.logFailure("Asking how long a key is good", error),
    }),
  );
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
  const commands = {
    [commandIds.addConnection]: async ({ given, suggestion }) => {
      if (!given) {
        const chosen = suggestion ?? (await askSuggestion(parts.suggestions.beside(registry.connections)));
        return chosen && (await forgotten(manager.add(chosen === "another" ? undefined : chosen)));
      }
      try {
        return await forgotten(manager.addGiven(given));
      } catch (error) {
        // Told to the person as well as to the caller: it may have been called from a place that shows nothing.
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
