import { type Uri, window, workspace } from "vscode";
import { notArrived } from "../../core/comment/boxWords.ts";
import type { CommentedVersion } from "../../core/comment/commentKind.ts";
import type { WaitingWords } from "../../core/comment/commentOfSave.ts";
import type { PendingComments } from "../../core/comment/pendingComments.ts";
import {
  commentAdded,
  commentAddedMeanwhile,
  commentDiscarded,
  commentIsElsewhere,
  meantByComment,
  newComment,
  openCommentFirst,
  openingComment,
  savedBesideComment,
  sendingComment,
} from "../../core/sentences/comments.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { Emitter } from "../../core/util/event.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { withProgress } from "../dialog/cancellation.ts";
import { HumanError, inform, tellBriefly, warn } from "../dialog/present.ts";
import { offerToSendThere } from "../dialog/sendThere.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { textFiles } from "../files/textFiles.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { WindowServices } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { openText, tabsOf } from "../text/openText.ts";
import { uriOf } from "../text/resourceUri.ts";
import { saveText } from "../text/saveText.ts";
import { showDocument } from "../text/showDocument.ts";
import { CommentCopies } from "./commentCopies.ts";
import { type CommentDocument, CommentDocuments } from "./commentDocuments.ts";
import { showPlaceholders } from "./commentPlaceholder.ts";
import { commentSaveWords } from "./commentSaveWords.ts";
import { registerMentions } from "./mentions.ts";
import { offerAsComment, saveWithComment, watchSaves } from "./saveWithComment.ts";

interface AddedComment {
  /** The artifact's Last-Modified since the comment was added, where the service told it. */
  readonly on: string | undefined;
  /** The PUT that added the comment, where this window knows of one. */
  readonly put: CommentedVersion["put"];
}

/** Makes the documents of comments, and the commands that begin a comment, send it, or save an artifact with one. */
export function createComments(
  services: WindowServices,
  artifacts: ArtifactDocuments,
  pending: PendingComments,
  store: DisposableStore,
) {
  const commented = store.add(new Emitter<ArtifactTarget & AddedComment>());
  const copies = new CommentCopies(services, (target, version) => {
    artifacts.noteComment(target, version);
    commented.fire({ ...target, on: version.to?.lastModified, put: version.put });
  });
  const documents = store.add(new CommentDocuments(copies, (...write) => artifacts.writeAlone(...write)));
  tellOfComments(documents, services.logFailure, store);
  watchSaves(artifacts, pending, services.logFailure, store);
  store.add(registerMentions(documents, services.known));
  store.add(showPlaceholders(documents));
  return {
    /** Tells of a comment that was meant for a save of an artifact, and offers it as a comment of its own. */
    tellUnsaid: async (target: ArtifactTarget, leaving: WaitingWords) => {
      const unsent = await notArrived(leaving, (...asked) => artifacts.hasSaid(target, ...asked));
      await (unsent && offerAsComment(target, savedBesideComment(target.artifactId, unsent.isInDoubt), unsent.words));
    },
    documents,
    /** Fires when a comment was added to an artifact. */
    onDidComment: commented.event,
    /** Gives what a failure means where `uri` is a comment, beside what is told of any failure. */
    meantBy: (error: unknown, uri: Uri) => (documents.at(uri) ? meantByComment(error) : undefined),
    files: textFiles(documents.editor, ({ artifactId }) => newComment(artifactId), commentSaveWords),
    commands: {
      [commandIds.addComment]: async ({ connectionId, artifactId }) => {
        const uri = uriOf(services.registry.get(connectionId).id, { kind: "comment", artifactId });
        if (documents.isLeaving(uri)) {
          await withProgress(sendingComment(artifactId), (signal) => documents.whenLeft(uri, signal));
        }
        if (await withProgress(openingComment(artifactId), (signal) => documents.wasAddedBefore(uri, signal))) {
          tellBriefly(commentAdded(artifactId));
        }
        await showDocument(uri, { preview: false }, newComment(artifactId));
      },
      [commandIds.sendComment]: async (uri) => {
        if (!documents.at(uri)) {
          throw new HumanError(openCommentFirst);
        }
        await saveText(await workspace.openTextDocument(uri));
      },
      [commandIds.saveWithComment]: (uri, { comment }) => saveWithComment(artifacts, pending, uri, comment),
    } satisfies Partial<Commands>,
  };
}

/** Tells what became of comments, and closes those that are done. */
function tellOfComments(
  documents: CommentDocuments,
  logFailure: WindowServices["logFailure"],
  store: DisposableStore,
): void {
  const close = (document: CommentDocument) =>
    void window.tabGroups
      .close(tabsOf(document.uri).map(({ tab }) => tab))
      .then(() => documents.leave(document))
      .then(undefined, (error: unknown) => logFailure(`Closing the comment on #${document.artifactId}`, error));
  store.add(
    documents.onDidSend(({ document, text }) => {
      const { artifactId } = document;
      if (isUnsaved(text)) {
        void inform(commentAddedMeanwhile(artifactId));
        return;
      }
      tellBriefly(commentAdded(artifactId));
      close(document);
    }),
  );
  store.add(
    documents.onDidDiscard((document) => {
      tellBriefly(commentDiscarded(document.artifactId));
      close(document);
    }),
  );
  store.add(documents.onDidFindElsewhere(({ artifactId }) => void warn(commentIsElsewhere(artifactId))));
  store.add(
    documents.onDidFindOtherAddress((document) => {
      const save = async () => {
        const text = openText(document.uri);
        await (text && saveText(text));
      };
      offerToSendThere(newComment(document.artifactId), documents.recordOf(document), save).catch((error: unknown) =>
        logFailure("Sending a comment to another address", error),
      );
    }),
  );
}
