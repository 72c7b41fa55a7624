import { commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { DeleterDependencies } from "./artifactDeleter.ts";
import { DeletedCopies, deletedFiles } from "./deletedCopies.ts";

type DeletionParts = Omit<DeleterDependencies, "copies">;

/** Deleting artifacts, and the copies of those that were deleted. */
export function createDeletion(parts: DeletionParts) {
  const copies = new DeletedCopies(parts.storage);
  // Loaded when it is asked for: few people delete anything.
  const deleter = async () => new (await import("./artifactDeleter.ts")).ArtifactDeleter({ ...parts, copies });
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
