import type { DisposableStore } from "../../core/util/disposable.ts";
import { Decorations } from "./decorations.ts";
import { Freshness, type FreshnessParts } from "./freshness.ts";
import { ServerChanges } from "./serverChanges.ts";

/** Changes on the service that were not seen here, and marks for them. `watch` begins to look for such changes. */
export function createFreshness(store: DisposableStore) {
  const changes = store.add(new ServerChanges());
  const marks = store.add(new Decorations(changes));
  return {
    ...{ changes, marks },
    watch: (parts: Omit<FreshnessParts, "changes">) => store.add(new Freshness({ ...parts, changes })),
  };
}
