import * as vscode from "vscode";
import { completeMention, lostMentions, typedMention } from "../../core/comment/mentions.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { mentionsNobody } from "../../core/sentences/comments.ts";
import { askedAt, completionItems } from "../language/completions.ts";
import { diagnostic } from "../text/marks.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { TextDiagnostics } from "../text/textDiagnostics.ts";
import type { CommentDocuments } from "./commentDocuments.ts";

const commentSelector = { scheme: artifactScheme, pattern: "**/artifacts/*/comment.md" };

/** Offers people behind `@` in comments, by their logins, and marks mentions of nobody. */
export function registerMentions(documents: CommentDocuments, known: KnownConnections): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(
      commentSelector,
      {
        provideCompletionItems: async (text, position, token) => {
          const { connectionId = "", artifactId = 0 } = documents.at(text.uri) ?? {};
          const connection = known.find(connectionId);
          const asked = askedAt(text, position);
          const typed = typedMention(text.lineAt(position).text.slice(0, position.character));
          return connection && typed !== undefined
            ? await completionItems(asked, token, (signal) =>
                completeMention(typed, asked.offset, connection.peopleMet(artifactId), connection.candidates, signal),
              )
            : undefined;
        },
      },
      "@",
    ),
    new TextDiagnostics("artifactDesk.comments", {
      onDidSettle: documents.editor.onDidSettle,
      has: (uri) => documents.at(uri) !== undefined,
      diagnose: (text) =>
        lostMentions(text.getText()).map((lost) =>
          diagnostic(rangeOf(text, lost), mentionsNobody(lost.login), "warning", "mentionsNobody"),
        ),
    }),
  );
}
