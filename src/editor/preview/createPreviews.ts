import type { Memento } from "vscode";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { once } from "../../core/util/once.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { ArtifactPreviewDependencies, ArtifactPreviews } from "./artifactPreviews.ts";

type DocumentParts = "documents" | "drafts" | "onDidComment" | "savesJudged";

interface PreviewParts extends Omit<ArtifactPreviewDependencies, DocumentParts | "memory"> {
  readonly workspaceState: Memento;
  readonly documents: () => Promise<Pick<ArtifactPreviewDependencies, DocumentParts>>;
  /** Looks for changes of what is on screen. */
  readonly freshness: { watchPages(pages: () => ArtifactPreviews["inSight"]): void };
}

/** Artifacts and drafts to be read. What `store` gets is made with the first of them. */
export function createPreviews(parts: PreviewParts, store: DisposableStore) {
  // Loaded when it is asked for, with its reader of HTML: few people look at previews.
  let made: ArtifactPreviews | undefined;
  const load = once(async () => {
    const [{ ArtifactPreviews }, documents] = await Promise.all([import("./artifactPreviews.ts"), parts.documents()]);
    const previews = store.add(new ArtifactPreviews({ ...parts, ...documents, memory: parts.workspaceState }));
    parts.freshness.watchPages(() => previews.inSight);
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
