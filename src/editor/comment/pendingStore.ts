import { Uri } from "vscode";
import { isPendingState, type PendingStore } from "../../core/comment/pendingComments.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import type { DocumentKey } from "../../core/workingCopy/kindTypes.ts";
import type { WindowServices } from "../services/services.ts";
import { InheritedFiles } from "../storage/inheritedFiles.ts";

/** Keeps the comments that wait for a save as files, one for each document and window. */
export function pendingStore({ registry, ownFolder, hosts, logFailure }: WindowServices): PendingStore {
  const all = new Map<string, InheritedFiles>();
  const placeOf = (document: DocumentKey) => {
    const { authority, path } = Uri.parse(document);
    const folder = Uri.joinPath(ownFolder, authority, "pending-comments");
    const onFailure = (error: unknown) => logFailure("Keeping a comment for a save", error);
    const files = getOrMake(all, authority, () => new InheritedFiles(folder, hosts, onFailure));
    // Encoded, the path names one file: its slashes make no folders.
    return { files, name: encodeURIComponent(path) };
  };
  return {
    addressOf: (document) => registry.find(Uri.parse(document).authority)?.url ?? "",
    take: async (document) => {
      const { files, name } = placeOf(document);
      return (await files.take(name)).filter(isPendingState);
    },
    isTaken: (document) => {
      const { files, name } = placeOf(document);
      return files.isTaken(name);
    },
    write: (document, state) => {
      const { files, name } = placeOf(document);
      return files.write(name, state);
    },
    remove: (document) => {
      const { files, name } = placeOf(document);
      return files.remove(name);
    },
  };
}
