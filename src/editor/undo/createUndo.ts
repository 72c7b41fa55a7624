import { Uri } from "vscode";
import { LastSaves } from "../../core/undo/lastSaves.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { SharedFiles } from "../storage/sharedFiles.ts";
import type { Commands } from "../targets/commandTable.ts";
import { undoLastSave } from "./undoing.ts";

/** Raised when the shape of what is kept changes: what an older version wrote is then not taken up. */
const formatVersion = 1;

/** Keeps what the last saves changed on the disk, which all windows share. */
export function createLastSaves(
  registry: Services["registry"],
  storage: Uri,
  logFailure: Services["logFailure"],
): LastSaves {
  return new LastSaves(
    (connectionId) => registry.find(connectionId)?.url,
    (connectionId) =>
      new SharedFiles(Uri.joinPath(storage, "last-saves", connectionId), formatVersion, (error) =>
        logFailure(`What a save of ${connectionId} has changed could not be kept`, error),
      ),
  );
}

export function undoCommands(documents: ArtifactDocuments, lastSaves: LastSaves) {
  return {
    [commandIds.undoLastSave]: (artifact, { document }) => undoLastSave(documents, lastSaves, artifact, document),
  } satisfies Partial<Commands>;
}
