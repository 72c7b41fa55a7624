import { commands, ProgressLocation, window } from "vscode";
import type { PendingComments } from "../../core/comment/pendingComments.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import {
  commentAdded,
  commentAddedMeanwhile,
  commentIsElsewhere,
  newComment,
  sendingComment,
} from "../../core/sentences/comments.ts";
import { chooseOrOpenArtifact } from "../../core/sentences/targets.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { withCancellableProgress } from "../dialog/cancellation.ts";
import { HumanError, inform, warn } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { createSaveReporter } from "../documents/saveReporter.ts";
import { textFiles } from "../files/textFiles.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { artifactTargetOf } from "../targets/artifactTarget.ts";
import { documentIn } from "../targets/documentTarget.ts";
import { uriOf } from "../text/resourceUri.ts";
import { tabsOf } from "../text/tabsOf.ts";
import { CommentCopies, type CommentCopiesParts } from "./commentCopies.ts";
import { CommentDocuments } from "./commentDocuments.ts";
import { commentSaveWords } from "./commentSaveWords.ts";
import { registerMentions } from "./mentions.ts";
import { saveWithComment, watchSaves } from "./saveWithComment.ts";

interface CommentParts extends CommentCopiesParts {
  /** Of artifacts. */
  readonly documents: ArtifactDocuments;
  readonly known: Pick<KnownConnections, "find">;
  /** The comments that wait for a save. */
  readonly pending: PendingComments;
  /** Throws a HumanError where there is no such connection. */
  readonly registry: { get(connectionId: string): { readonly id: string } };
}

/** How long the status bar tells that a comment was added. */
const shownForMs = 5000;

/** Comments that are being written, and the command that begins one. */
export function createComments(parts: CommentParts, store: DisposableStore) {
  const documents = store.add(new CommentDocuments(new CommentCopies(parts)));
  store.add(
    documents.onDidSend(({ document, text }) => {
      const { artifactId, uri } = document;
      if (isUnsaved(text)) {
        void inform(commentAddedMeanwhile(artifactId));
        return;
      }
      window.setStatusBarMessage(commentAdded(artifactId), shownForMs);
      window.tabGroups
        .close(tabsOf(uri).map(({ tab }) => tab))
        .then(() => documents.leave(document))
        .then(undefined, (error: unknown) => parts.logFailure(`Closing the comment on #${artifactId}`, error));
    }),
  );
  store.add(documents.onDidFindElsewhere(({ artifactId }) => void warn(commentIsElsewhere(artifactId))));
  watchSaves(parts, store);
  store.add(registerMentions(documents, parts.known));
  const report = createSaveReporter(commentSaveWords, () => {});
  return {
    documents,
    files: textFiles(documents, ({ artifactId }) => newComment(artifactId), report),
    commands: {
      [commandIds.addComment]: async (target, artifactId) => {
        const artifact = artifactTargetOf(target, artifactId);
        if (!artifact) {
          throw new HumanError(chooseOrOpenArtifact);
        }
        const connectionId = parts.registry.get(artifact.connectionId).id;
        const uri = uriOf(connectionId, { kind: "comment", artifactId: artifact.artifactId });
        if (documents.isLeaving(uri)) {
          await withCancellableProgress(
            { location: ProgressLocation.Window, title: sendingComment(artifact.artifactId) },
            (signal) => documents.whenLeft(uri, signal),
          );
        }
        await commands.executeCommand("vscode.open", uri, { preview: false }, newComment(artifact.artifactId));
      },
      [commandIds.saveWithComment]: (resource, comment) =>
        saveWithComment(parts, documentIn(resource, "artifact", "field"), comment),
    } satisfies Partial<CommandSignatures>,
  };
}
