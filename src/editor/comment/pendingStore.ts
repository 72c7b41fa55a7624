import { Uri } from "vscode";
import { isPendingState, type PendingStore } from "../../core/comment/pendingComments.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import type { DocumentKey } from "../../core/workingCopy/kindTypes.ts";
import type { WindowServices } from "../services/services.ts";
import { InheritedFiles } from "../storage/inheritedFiles.ts";

/** Keeps the comments that wait for a save as files, one for each document and window. */
export function pendingStore({ registry, ownFolder, hosts, logFailure }: WindowServices): PendingStore {
  const all = new Map<string, InheritedFiles>();
  const at = <V>(document: DocumentKey, ask: (files: InheritedFiles, name: string) => V): V => {
    const { authority, path } = Uri.parse(document);
    const folder = Uri.joinPath(ownFolder, authority, "pending-comments");
    const onFailure = (error: unknown) => logFailure("Keeping a comment for a save", error);
    const files = getOrMake(all, authority, () => new InheritedFiles(folder, hosts, onFailure));
    // Encoded, the path names one file: its slashes make no folders.
    return ask(files, encodeURIComponent(path));
  };
  return {
    addressOf: (document) => registry.find(Uri.parse(document).authority)?.url ?? "",
    take: async (document) => (await at(document, (files, name) => files.take(name))).filter(isPendingState),
    isTaken: (document) => at(document, (files, name) => files.isTaken(name)),
    write: (document, state) => at(document, (files, name) => files.write(name, state)),
    remove: (document) => at(document, (files, name) => files.remove(name)),
  };
}
