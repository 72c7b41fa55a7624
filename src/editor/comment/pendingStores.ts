import { Uri } from "vscode";
import { type PendingState, pendingForm } from "../../core/comment/pendingComments.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { DraftFolder } from "../../core/windows/draftFolder.ts";
import type { DraftStore } from "../../core/windows/draftStore.ts";
import type { DocumentKey } from "../../core/workingCopy/kindTypes.ts";
import type { WindowServices } from "../services/services.ts";

/** Where the comments are kept that wait for a save, each by its document. */
export function pendingStores({
  registry,
  ownFolder,
  leases,
  logFailure,
}: WindowServices): (document: DocumentKey) => DraftStore<PendingState> {
  const folders = new Map<string, DraftFolder<PendingState>>();
  return (document) => {
    const { authority, path } = Uri.parse(document);
    const folder = Uri.joinPath(ownFolder, authority, "pending-comments").fsPath;
    const onFailure = (error: unknown) => logFailure(`Keeping a comment for a save of ${document}`, error);
    const addressOf = () => registry.find(authority)?.url;
    return getOrMake(
      folders,
      authority,
      () => new DraftFolder(folder, leases, pendingForm, addressOf, onFailure),
    ).store(
      // A file, and no folder.
      encodeURIComponent(path),
    );
  };
}
