import type { Explorer } from "../../core/tree/explorer/explorer.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { DeletedCopies, deletedFiles } from "./deletedCopies.ts";

/** Makes the commands that delete artifacts, and those for the copies of deleted ones. */
export function createDeletion(services: Services, explorer: Explorer) {
  const copies = new DeletedCopies(services.storage);
  // The deleter is loaded when it is asked for: few people delete anything.
  const deleter = async () => new (await import("./artifactDeleter.ts")).ArtifactDeleter(services, explorer, copies);
  return {
    copies,
    files: deletedFiles(copies),
    commands: {
      [commandIds.deleteArtifact]: async (artifacts, { isByIds }) => (await deleter()).delete(artifacts, isByIds),
      [commandIds.showDeletedArtifacts]: async ({ connectionId }) =>
        (await import("./deletedArtifacts.ts")).showDeleted(connectionId, copies),
    } satisfies Partial<Commands>,
  };
}
