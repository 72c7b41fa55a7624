import type { Memento } from "vscode";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { once } from "../../core/util/once.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { ArtifactPreviews, FollowedDocuments } from "./artifactPreviews.ts";

/**
 * Artifacts and drafts to be read. `freshness` looks for changes of what is on screen. What `store` gets is made with
 * the first of them.
 */
export function createPreviews(
  services: Services,
  workspaceState: Memento,
  freshness: { watchPages(pages: () => ArtifactPreviews["inSight"]): void },
  documents: () => Promise<FollowedDocuments>,
  store: DisposableStore,
) {
  // Loaded when it is asked for, with its reader of HTML: few people look at previews.
  let made: ArtifactPreviews | undefined;
  const load = once(async () => {
    const [{ ArtifactPreviews }, followed] = await Promise.all([import("./artifactPreviews.ts"), documents()]);
    const previews = store.add(new ArtifactPreviews(services, followed, workspaceState));
    freshness.watchPages(() => previews.inSight);
    made = previews;
    return previews;
  });
  return {
    load,
    /** The document of what the active page shows; undefined where no page is active. */
    document: () => made?.activeDocument,
    forget: async (connectionId: string) => (await load()).forget(connectionId),
    commands: {
      [commandIds.preview]: async (target) => {
        const previews = await load();
        await ("draft" in target ? previews.showDraft(target.draft) : previews.showArtifact(target));
      },
      [commandIds.showOlder]: async (artifact) => (await load()).showOlder(artifact),
    } satisfies Partial<Commands>,
  };
}
