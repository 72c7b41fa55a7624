import type { DisposableStore } from "../../core/util/disposable.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import type { ArtifactDocuments } from "./artifactDocuments.ts";
import { switchFormat } from "./formatSwitcher.ts";
import { type RecentDocumentsOptions, registerRecentDocuments } from "./recentDocuments.ts";

export interface DocumentParts extends RecentDocumentsOptions {
  readonly documents: ArtifactDocuments;
}

/** Remembers what is opened, and shows a document in its other format. */
export function registerDocuments(parts: DocumentParts, store: DisposableStore) {
  store.add(registerRecentDocuments(parts));
  return {
    [commandIds.switchFormat]: (resource) => switchFormat(parts.documents, resource),
  } satisfies Partial<CommandSignatures>;
}
