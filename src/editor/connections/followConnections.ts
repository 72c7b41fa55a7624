import type { Connection } from "../../core/model/connection.ts";
import type { Disposable } from "../../core/util/disposable.ts";
import type { AccessKeys } from "./accessKeys.ts";
import type { ConnectionRegistry } from "./connectionRegistry.ts";

export interface FollowParts {
  readonly keys: Pick<AccessKeys, "onDidChange" | "read">;
  readonly registry: Pick<ConnectionRegistry, "find">;
  readonly known: { clear(connectionId: string): Promise<void> };
  readonly logFailure: (what: string, error: unknown) => void;
}

/** Forgets what is known of a connection whose key is another one now. */
export function followConnections({ keys, registry, known, logFailure }: FollowParts): Disposable {
  // Another key may be another person's, who sees other things. Without a key nothing could be asked again.
  const forget = async (connection: Connection | undefined) => {
    if (connection && (await keys.read(connection)) !== undefined) {
      await known.clear(connection.id);
    }
  };
  return keys.onDidChange(({ connectionId }) => {
    forget(registry.find(connectionId)).catch((error: unknown) =>
      logFailure("Forgetting what is known of a connection", error),
    );
  });
}
