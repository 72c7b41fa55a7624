import { type Uri, window, workspace } from "vscode";
import type { PendingComments } from "../../core/comment/pendingComments.ts";
import type { OverwriteGuard } from "../../core/overwrite/overwriteGuard.ts";
import {
  commentAdded,
  commentAddedMeanwhile,
  commentDiscarded,
  commentIsElsewhere,
  meantByComment,
  newComment,
  openCommentFirst,
  openingComment,
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
import { CommentCopies, type CommentCopiesParts } from "./commentCopies.ts";
import { type CommentDocument, CommentDocuments } from "./commentDocuments.ts";
import { showPlaceholders } from "./commentPlaceholder.ts";
import { commentSaveWords } from "./commentSaveWords.ts";
import { registerMentions } from "./mentions.ts";
import { saveWithComment, watchSaves } from "./saveWithComment.ts";

interface CommentParts extends WindowServices {
  /** Of artifacts. */
  readonly documents: ArtifactDocuments;
  /** The comments that wait for a save. */
  readonly pending: PendingComments;
  /** Looks after each comment whether it undid a change unseen. */
  readonly guard: OverwriteGuard;
}

/** Comments that are being written, and the command that begins one. */
export function createComments(parts: CommentParts, store: DisposableStore) {
  const commented = store.add(new Emitter<ArtifactTarget & { readonly on: string | undefined }>());
  const onDidComment: CommentCopiesParts["onDidComment"] = (target, version) => {
    if (version.put) {
      parts.guard.note(target.connectionId, version.put);
    }
    parts.documents.noteComment(target, version);
    commented.fire({ ...target, on: version.to?.lastModified });
  };
  const documents = store.add(new CommentDocuments(new CommentCopies({ ...parts, onDidComment })));
  tellOfComments(documents, parts.logFailure, store);
  watchSaves(parts, store);
  store.add(registerMentions(documents, parts.known));
  store.add(showPlaceholders(documents));
  return {
    documents,
    /** A comment was added to an artifact; `on` is its Last-Modified since then, where the service told it. */
    onDidComment: commented.event,
    /** What a failure means where `uri` is a comment, beside what is said of it anyhow. */
    meantBy: (error: unknown, uri: Uri) => (documents.at(uri) ? meantByComment(error) : undefined),
    files: textFiles(documents.editor, ({ artifactId }) => newComment(artifactId), commentSaveWords),
    commands: {
      [commandIds.addComment]: async ({ connectionId, artifactId }) => {
        const uri = uriOf(parts.registry.get(connectionId).id, { kind: "comment", artifactId });
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
      [commandIds.saveWithComment]: (uri, { comment }) => saveWithComment(parts, uri, comment),
    } satisfies Partial<Commands>,
  };
}

/** Says what became of comments, and closes those that are done. */
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
