import { Uri } from "vscode";
import { historyOf } from "../../core/comment/commentHistory.ts";
import { type CommentedVersion, commentCopy } from "../../core/comment/commentKind.ts";
import { CommentRecord, type CommentState, commentForm } from "../../core/comment/commentRecord.ts";
import type { CommentService, CommentTypes } from "../../core/comment/commentTypes.ts";
import { safeListener } from "../../core/util/event.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { DraftFolder } from "../../core/windows/draftFolder.ts";
import { WorkingCopies } from "../../core/workingCopy/workingCopies.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { requireAddress, serviceAt } from "../services/serviceAt.ts";
import type { WindowServices } from "../services/services.ts";
import { openText } from "../text/openText.ts";
import { uriOf } from "../text/resourceUri.ts";

/** Hears that a comment was added to an artifact. */
type OnDidComment = (target: ArtifactTarget, version: CommentedVersion) => void;

/** Holds what is kept of the comments of one connection, and what is known of those that are open. */
interface KeptComments {
  readonly files: DraftFolder<CommentState>;
  readonly records: Map<number, CommentRecord>;
}

/** Holds the comments that are being written in this window, one for each artifact. */
export class CommentCopies extends WorkingCopies<CommentTypes, ReturnType<typeof connect>> {
  constructor(services: WindowServices, onDidComment: OnDidComment) {
    const { registry, ownFolder, leases, onDidRemoveConnection, onDidMoveConnection, logFailure } = services;
    const addressOf = (connectionId: string) => registry.find(connectionId)?.url;
    // There is one entry for all addresses of a connection, so that a late write is not taken for a comment that was
    // begun since.
    const kept = new Map<string, KeptComments>();
    const keptOf = (connectionId: string) =>
      getOrMake(kept, connectionId, () => {
        const folder = Uri.joinPath(ownFolder, connectionId, "comments").fsPath;
        const onFailure = (error: unknown) => logFailure(`Keeping a comment of ${connectionId}`, error);
        const files = new DraftFolder(folder, leases, commentForm, () => addressOf(connectionId), onFailure);
        return { files, records: new Map() };
      });
    onDidRemoveConnection((connectionId) => kept.get(connectionId)?.files.noteRemoval());
    onDidMoveConnection((connectionId) => {
      for (const record of kept.get(connectionId)?.records.values() ?? []) {
        void record.keepAgain();
      }
    });
    super(addressOf, (connectionId, address) =>
      connect(connectionId, address, keptOf(connectionId), services, onDidComment),
    );
  }

  /** Removes what is kept of a connection. What is known of comments that are open stays: they may have been sent. */
  override forget(connectionId: string): Promise<void> {
    return this.of(connectionId).removeAll();
  }
}

function connect(
  connectionId: string,
  address: string,
  { files, records }: KeptComments,
  services: WindowServices,
  onDidComment: OnDidComment,
) {
  const { known, registry, logFailure } = services;
  const client = serviceAt(services, connectionId, address);
  const service: CommentService = {
    readArtifact: async (artifactId, signal) => {
      requireAddress(registry, connectionId, address);
      return await known.of(connectionId).readings.read(artifactId, signal);
    },
    updateArtifact: async (...args) => (await client()).updateArtifact(...args),
    ...historyOf(client),
  };
  const onTellingFailure = (error: unknown) => logFailure(`Telling of a comment of ${connectionId}`, error);
  const storeOf = (artifactId: number) => files.store(`${artifactId}`);
  const recordOf = (artifactId: number) =>
    getOrMake(records, artifactId, () => {
      const uri = uriOf(connectionId, { kind: "comment", artifactId });
      return new CommentRecord(storeOf(artifactId), () => {
        const text = openText(uri);
        return text !== undefined && isUnsaved(text);
      });
    });
  return {
    recordOf,
    store: {
      remove: async (artifactId: number) => {
        const record = recordOf(artifactId);
        // A comment that is opened from now on is another one, which this window begins.
        records.set(artifactId, new CommentRecord(storeOf(artifactId)));
        await record.remove();
      },
    },
    make: (artifactId: number) =>
      commentCopy(
        artifactId,
        service,
        recordOf(artifactId),
        safeListener(
          (version: CommentedVersion) => onDidComment({ connectionId, artifactId }, version),
          onTellingFailure,
        ),
      ),
    removeAll: () => files.remove(),
  };
}
