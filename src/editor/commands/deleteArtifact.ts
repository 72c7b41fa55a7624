import { Disposable } from "vscode";
import { commandIds } from "../../contributions.ts";
import type { ArtifactDeleter } from "../deletion/artifactDeleter.ts";
import type { Log } from "../log.ts";
import { registerCommand } from "../registerCommand.ts";

/** Deleting artifacts, and the copies of those that were deleted. */
export function registerDeleteCommands({
  deleter,
  log,
}: {
  readonly deleter: () => Promise<ArtifactDeleter>;
  readonly log: Log;
}): Disposable {
  return Disposable.from(
    registerCommand(commandIds.deleteArtifact, log, async (target, artifactId) =>
      (await deleter()).delete(target, artifactId),
    ),
    registerCommand(commandIds.showDeletedArtifacts, log, async (target) => (await deleter()).showDeleted(target)),
  );
}
