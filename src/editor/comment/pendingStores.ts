import { Uri } from "vscode";
import { bothOf, type PendingState, type PendingStores, pendingForm } from "../../core/comment/pendingComments.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { DraftFolder } from "../../core/windows/draftFolder.ts";
import type { DocumentKey } from "../../core/workingCopy/kindTypes.ts";
import type { WindowServices } from "../services/services.ts";
import { OwnFiles } from "../storage/ownFiles.ts";

/** Makes the stores of the comments that wait for a save, one store for each document. */
export function pendingStores({ registry, ownFolder, hosts, leases, logFailure }: WindowServices): PendingStores {
  const folders = new Map<string, DraftFolder<PendingState>>();
  const ownFiles = new Map<string, OwnFiles>();
  const placeOf = (document: DocumentKey) => {
    const { authority, path } = Uri.parse(document);
    const folder = Uri.joinPath(ownFolder, authority, "pending-comments");
    const onFailure = (error: unknown) => logFailure(`Keeping a comment for a save of ${document}`, error);
    // Encoded, the path names one file: its slashes make no folders.
    return { authority, folder, onFailure, name: encodeURIComponent(path) };
  };
  const wordsOf = ({ authority, folder, onFailure }: ReturnType<typeof placeOf>) =>
    getOrMake(ownFiles, authority, () => new OwnFiles(Uri.joinPath(folder, "apart"), hosts, 1, onFailure));
  return {
    of: (document) => {
      const { authority, folder, onFailure, name } = placeOf(document);
      const addressOf = () => registry.find(authority)?.url;
      const make = () => new DraftFolder(folder.fsPath, leases, pendingForm, addressOf, onFailure);
      return getOrMake(folders, authority, make).store(name);
    },
    apart: {
      read: async (document) => {
        const place = placeOf(document);
        const left = await wordsOf(place).readEach(place.name);
        return left.filter((words) => typeof words === "string").reduce<string | undefined>(bothOf, undefined);
      },
      write: (document, words) => {
        const place = placeOf(document);
        return wordsOf(place).write(place.name, words);
      },
      remove: (document) => {
        const place = placeOf(document);
        return wordsOf(place).remove(place.name);
      },
    },
  };
}
