import type { Memento } from "vscode";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { once } from "../../core/util/once.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { ArtifactPreviews, FollowedDocuments } from "./artifactPreviews.ts";

/**
 * Makes the pages of artifacts and drafts. `freshness` looks for changes of what is on screen. `store` gets what is
 * made with the first page.
 */
export function createPreviews(
  services: Services,
  workspaceState: Memento,
  freshness: { watchPages(pages: () => ArtifactPreviews["inSight"]): void },
  documents: () => Promise<FollowedDocuments>,
  store: DisposableStore,
) {
  // The pages are loaded when they are asked for, with their reader of HTML: few people look at pages.
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
    /** Gives the document of what the active page shows; undefined where no page is active. */
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
