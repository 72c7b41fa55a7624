import type { DisposableStore } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { neededArtifact } from "../targets/artifactTarget.ts";
import type { ArtifactDocuments } from "./artifactDocuments.ts";
import { switchFormat } from "./formatSwitcher.ts";
import { type RecentDocumentsOptions, registerRecentDocuments } from "./recentDocuments.ts";

interface DocumentParts extends RecentDocumentsOptions {
  readonly documents: ArtifactDocuments;
}

/** Remembers what is opened, and shows a document in its other format. */
export function registerDocuments(parts: DocumentParts, store: DisposableStore) {
  store.add(registerRecentDocuments(parts));
  return {
    [commandIds.switchFormat]: (resource) => switchFormat(parts.documents, resource),
    [commandIds.saveArtifact]: async (target, artifactId) => {
      for (const { text } of parts.documents.of(neededArtifact(target, artifactId))) {
        if (isUnsaved(text)) {
          // One that is refused tells so by itself.
          await text.save();
        }
      }
    },
  } satisfies Partial<CommandSignatures>;
}
