import { commands, type TextDocument, Uri, window, workspace } from "vscode";
import type { AskedComment } from "../../core/comment/askedComment.ts";
import { commentProblem } from "../../core/comment/commentProblem.ts";
import { alsoSaying, bothOf } from "../../core/comment/joinedWords.ts";
import type { PendingComments } from "../../core/comment/pendingComments.ts";
import {
  addAsCommentButton,
  commentNotWithSave,
  commentPrompt,
  commentRefused,
  commentRequired,
  emptyComment,
  historyUnread,
  nothingToSave,
  openArtifactToSave,
  savedWithComment,
  savedWithoutComment,
  saveWithCommentButton,
  saveWithCommentTitle,
  saveWithoutCommentButton,
  sayWhy,
} from "../../core/sentences/comments.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import { askText } from "../dialog/askText.ts";
import { HumanError, inform, tellBriefly, warn } from "../dialog/present.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments, UnsentComment } from "../documents/artifactDocuments.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { openText } from "../text/openText.ts";
import { replaceText } from "../text/replaceText.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";
import { saveText } from "../text/saveText.ts";

/** Saves run one after another for each document: no comment takes the place of one whose save is under way. */
const saves = new WriteQueues<string>();

/** Saves a document together with a comment, and asks for the comment where none is given. */
export async function saveWithComment(
  documents: ArtifactDocuments,
  pending: PendingComments,
  uri: Uri,
  given: string | undefined,
): Promise<void> {
  const document = documents.at(uri);
  if (!document) {
    throw new HumanError(openArtifactToSave);
  }
  const text = openText(document.uri);
  if (!text || !isUnsaved(text)) {
    void inform(nothingToSave(document.artifactId));
    return;
  }
  await pending.asking(document.key, async (asked) => {
    const comment = given ?? (await askComment(pending, document, asked));
    const problem = comment === undefined ? undefined : commentProblem(comment);
    if (problem) {
      throw new HumanError(commentRefused(problem, document.artifactId));
    }
    if (comment !== undefined) {
      await saves.run(document.key, async () => {
        if (!isUnsaved(text)) {
          void inform(nothingToSave(document.artifactId));
          return;
        }
        const { due } = await pending.get(document.key);
        const words = given === undefined ? asked.answer(comment, due) : alsoSaying(due, given);
        await (words !== undefined && pending.give(document.key, words));
        // VS Code tells what keeps the text from being saved; the comment then goes with the next save that succeeds.
        await saveText(text);
      });
    }
  });
}

/** Gives what the person answers; undefined where they give up. */
async function askComment(
  pending: PendingComments,
  { key, artifactId }: ArtifactDocument,
  asked: AskedComment,
): Promise<string | undefined> {
  const offered = bothOf(asked.due, asked.offered);
  let typed = offered ?? "";
  const answer = await askText({
    title: `${saveWithCommentTitle}: #${artifactId}`,
    prompt: commentPrompt,
    placeholder: sayWhy,
    ...(offered !== undefined && { value: offered }),
    remark: (text) => {
      if (text !== typed) {
        typed = text;
        pending.note(key, asked.without(text) ?? "");
      }
      return undefined;
    },
    validate: (text) => {
      const problem = commentProblem(text);
      return problem?.kind === "empty" ? emptyComment : problem && commentRefused(problem, artifactId);
    },
  });
  return answer?.kind === "text" ? answer.text : undefined;
}

/** Offers a save with a comment where the service wants one, and keeps in order what is left of comments. */
export function watchSaves(
  documents: ArtifactDocuments,
  pending: PendingComments,
  logFailure: Services["logFailure"],
  store: DisposableStore,
): void {
  const run = (what: string, work: Promise<unknown>) => void work.catch((error: unknown) => logFailure(what, error));
  store.add(documents.onDidDemandComment((document) => run("Offering a comment", offer(document))));
  store.add(documents.onDidMissHistory((document) => run("Offering a save", offerWithoutComment(pending, document))));
  store.add(documents.onDidLeaveComment((unsent) => run("Telling of a comment", tell(unsent))));
  // VS Code opens a restored text before it shows the text as unsaved.
  const takeUp = (text: TextDocument) => {
    if (documents.at(text.uri)) {
      run("Taking up a comment", pending.takeUp(text.uri.toString()));
    }
  };
  workspace.textDocuments.forEach(takeUp);
  store.add(workspace.onDidOpenTextDocument(takeUp));
  store.add(
    workspace.onDidChangeTextDocument(({ document }) => {
      // The person reverted the text or took theirs: the comment has no save any more to go with.
      if (!isUnsaved(document)) {
        run("Withdrawing a comment", pending.withdraw(document.uri.toString()));
      }
    }),
  );
  store.add(
    workspace.onDidCloseTextDocument(({ uri, isClosed }) => {
      if (isClosed) {
        run("Removing a comment", pending.remove(uri.toString()));
      }
    }),
  );
}

/** Tells that the comment which waited for a save of the document `key` went with one. */
export function tellSaidWith(key: string): void {
  const { resource } = resourceOf(Uri.parse(key)) ?? {};
  if (resource && "artifactId" in resource) {
    tellBriefly(savedWithComment(resource.artifactId));
  }
}

async function offer({ uri, artifactId }: ArtifactDocument): Promise<void> {
  if (await warn(commentRequired(artifactId), saveWithCommentButton)) {
    await commands.executeCommand(commandIds.saveWithComment, uri);
  }
}

async function offerWithoutComment(
  pending: PendingComments,
  { uri, key, artifactId }: ArtifactDocument,
): Promise<void> {
  if (await warn(historyUnread(artifactId), saveWithoutCommentButton)) {
    await saves.run(key, async () => {
      await pending.withdraw(key);
      const text = openText(uri);
      await (text && saveText(text));
    });
  }
}

async function tell({ document, body, why }: UnsentComment): Promise<void> {
  const { artifactId } = document;
  if (why !== "nothingStored") {
    await warn(commentNotWithSave(artifactId, why));
    return;
  }
  await offerAsComment(document, savedWithoutComment(artifactId), body);
}

/** Says `told` about a comment that was not sent, and offers to open a comment on the artifact that says `body`. */
export async function offerAsComment(
  { connectionId, artifactId }: ArtifactTarget,
  told: string,
  body: string,
): Promise<void> {
  if (await inform(told, addAsCommentButton)) {
    await commands.executeCommand(commandIds.addComment, connectionId, artifactId);
    const comment = await workspace.openTextDocument(uriOf(connectionId, { kind: "comment", artifactId }));
    await replaceText(comment, (text) => (text.trim() === "" ? body : `${text.trimEnd()}\n\n${body}`));
    await window.showTextDocument(comment, { preview: false });
  }
}
