import { type CommandSignatures, commandIds } from "../../contributions.ts";
import type { DeleterSurroundings } from "./artifactDeleter.ts";

/** Deleting artifacts, and the copies of those that were deleted. */
export function deletionCommands(parts: DeleterSurroundings) {
  // Loaded when it is asked for: few people delete anything.
  const deleter = async () => new (await import("./artifactDeleter.ts")).ArtifactDeleter(parts);
  return {
    [commandIds.deleteArtifact]: async (target, artifactId) => (await deleter()).delete(target, artifactId),
    [commandIds.showDeletedArtifacts]: async (target) => (await deleter()).showDeleted(target),
  } satisfies Partial<CommandSignatures>;
}
