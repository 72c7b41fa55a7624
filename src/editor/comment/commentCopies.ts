import { Uri } from "vscode";
import { historyOf } from "../../core/comment/commentHistory.ts";
import { type CommentedVersion, commentCopy } from "../../core/comment/commentKind.ts";
import { CommentRecord, type CommentState, commentForm } from "../../core/comment/commentRecord.ts";
import type { CommentService, CommentTypes } from "../../core/comment/commentTypes.ts";
import { safeListener } from "../../core/util/event.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { DraftFolder } from "../../core/windows/draftFolder.ts";
import { type CopiesOfConnection, WorkingCopies } from "../../core/workingCopy/workingCopies.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { requireAddress, serviceAt } from "../services/serviceAt.ts";
import type { WindowServices } from "../services/services.ts";

export interface CommentCopiesParts extends WindowServices {
  /** A comment was added to an artifact. */
  readonly onDidComment: (target: ArtifactTarget, version: CommentedVersion) => void;
}

interface ConnectionParts extends CopiesOfConnection<CommentTypes> {
  recordOf(artifactId: number): CommentRecord;
}

/** The comments that are being written in this window, one for each artifact. */
export class CommentCopies extends WorkingCopies<CommentTypes, ConnectionParts> {
  constructor(parts: CommentCopiesParts) {
    const { registry, ownFolder, leases, onDidRemoveConnection, logFailure } = parts;
    const addressOf = (connectionId: string) => registry.find(connectionId)?.url;
    // One for all addresses of a connection, so that what is written late is told from what was begun since.
    const folders = new Map<string, DraftFolder<CommentState>>();
    onDidRemoveConnection((connectionId) => folders.get(connectionId)?.noteRemoval());
    const folderOf = (connectionId: string) =>
      getOrMake(folders, connectionId, () => {
        const folder = Uri.joinPath(ownFolder, connectionId, "comments").fsPath;
        const onFailure = (error: unknown) => logFailure(`Keeping a comment of ${connectionId}`, error);
        return new DraftFolder(folder, leases, commentForm, () => addressOf(connectionId), onFailure);
      });
    super({
      addressOf,
      connect: (connectionId, address) => connect(connectionId, address, folderOf(connectionId), parts),
    });
  }

  /** Removes what is kept of a connection. What is known of comments that are open stays: they may have been sent. */
  override forget(connectionId: string): Promise<void> {
    return this.of(connectionId).removeAll();
  }
}

function connect(
  connectionId: string,
  address: string,
  kept: DraftFolder<CommentState>,
  parts: CommentCopiesParts,
): ConnectionParts {
  const { onDidComment, known, registry, logFailure } = parts;
  const client = serviceAt(parts, connectionId, address);
  const service: CommentService = {
    readArtifact: async (artifactId, signal) => {
      requireAddress(registry, connectionId, address);
      return await known.of(connectionId).readings.read(artifactId, signal);
    },
    updateArtifact: async (...args) => (await client()).updateArtifact(...args),
    ...historyOf(client),
  };
  const onTellingFailure = (error: unknown) => logFailure(`Telling of a comment of ${connectionId}`, error);
  const records = new Map<number, CommentRecord>();
  const recordOf = (artifactId: number) =>
    getOrMake(records, artifactId, () => new CommentRecord(kept.store(`${artifactId}`)));
  return {
    recordOf,
    store: {
      remove: async (artifactId) => {
        const record = recordOf(artifactId);
        // One that is opened from now on is another comment.
        records.delete(artifactId);
        await record.remove();
      },
    },
    make: (artifactId) =>
      commentCopy(
        artifactId,
        service,
        recordOf(artifactId),
        safeListener(
          (version: CommentedVersion) => onDidComment({ connectionId, artifactId }, version),
          onTellingFailure,
        ),
      ),
    removeAll: () => kept.remove(),
  };
}
