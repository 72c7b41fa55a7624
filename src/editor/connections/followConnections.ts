import type { Connection } from "../../core/model/connection.ts";
import { type Remembered, summaryOf } from "../../core/remembered.ts";
import { type Disposable, DisposableStore } from "../../core/util/disposable.ts";
import type { AccessKeys } from "./accessKeys.ts";
import type { ConnectionRegistry } from "./connectionRegistry.ts";

export interface FollowParts {
  readonly keys: Pick<AccessKeys, "onDidChange" | "read">;
  readonly registry: Pick<ConnectionRegistry, "find" | "onDidReadArtifact">;
  readonly remembered: Pick<Remembered, "seen">;
  readonly catalogs: { clear(connectionId: string): Promise<void> };
  readonly logFailure: (what: string, error: unknown) => void;
}

/** Keeps what is known of connections right: names after a change of the key, artifacts after each reading. */
export function followConnections({ keys, registry, remembered, catalogs, logFailure }: FollowParts): Disposable {
  const store = new DisposableStore();
  // Another key may be another person's, who sees other things. Without a key nothing could be asked again.
  const forgetNames = async (connection: Connection | undefined) => {
    if (connection && (await keys.read(connection)) !== undefined) {
      await catalogs.clear(connection.id);
    }
  };
  store.add(
    keys.onDidChange(({ connectionId }) => {
      forgetNames(registry.find(connectionId)).catch((error: unknown) =>
        logFailure("Forgetting the names of a connection", error),
      );
    }),
  );
  store.add(
    registry.onDidReadArtifact(({ connectionId, artifact }) => {
      remembered
        .seen(connectionId, summaryOf(artifact))
        .catch((error: unknown) => logFailure("Remembering an artifact that was read", error));
    }),
  );
  return store;
}
