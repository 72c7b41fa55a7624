import * as vscode from "vscode";
import { artifactScheme } from "../../core/model/uri.ts";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { DocumentEditor } from "../documents/documentEditor.ts";
import type { GuardedDocument } from "../documents/guardedDocument.ts";
import { quickFixOf } from "../text/quickFix.ts";
import { replacement } from "../text/replaceText.ts";

/** The code of the diagnostics that mark parts both sides changed; quick fixes go by it. */
export const conflictCode = "conflict";

/** A part that waits for a decision, as it is marked in a text. */
interface MarkedPart<T extends KindTypes> {
  readonly key: T["key"];
  /** The titles of its quick fixes. */
  readonly useMine: string;
  readonly useTheirs: string;
  isMarkedBy(mark: vscode.Diagnostic): boolean;
  /** The text with mine. */
  readonly mine: string;
  /** The text with theirs; undefined where theirs has no such part any more. */
  readonly theirs: string | undefined;
}

/** The quick fixes of parts that wait for a decision: «Use Mine» keeps the text, «Use Theirs» puts theirs in. */
export function registerConflictFixes<T extends KindTypes, D extends GuardedDocument<T>>(
  chooseMineCommand: string,
  documents: DocumentEditor<T, D>,
  markedParts: (document: D, text: vscode.TextDocument) => readonly MarkedPart<T>[],
): vscode.Disposable {
  const fixes = (text: vscode.TextDocument, marks: readonly vscode.Diagnostic[]): vscode.CodeAction[] => {
    const document = marks.length > 0 ? documents.at(text.uri) : undefined;
    return (document ? markedParts(document, text) : []).flatMap((part) => {
      const mark = marks.find(part.isMarkedBy);
      if (!mark) {
        return [];
      }
      const keep = fix(text, part.useMine, mark, part.mine);
      keep.command = { command: chooseMineCommand, title: keep.title, arguments: [text.uri, part.key] };
      return part.theirs === undefined ? [keep] : [keep, fix(text, part.useTheirs, mark, part.theirs)];
    });
  };
  return vscode.Disposable.from(
    vscode.languages.registerCodeActionsProvider(
      { scheme: artifactScheme },
      {
        provideCodeActions: (text, _range, { diagnostics }) =>
          fixes(
            text,
            diagnostics.filter(({ code }) => code === conflictCode),
          ),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    vscode.commands.registerCommand(chooseMineCommand, async (uri: vscode.Uri, key: T["key"]) => {
      const document = documents.at(uri);
      await document?.copy.chooseMine(document.key, key);
      documents.settled(uri);
    }),
  );
}

function fix(text: vscode.TextDocument, title: string, mark: vscode.Diagnostic, after: string): vscode.CodeAction {
  const action = quickFixOf(title, [mark]);
  const edit = replacement(text, after);
  if (edit.size > 0) {
    action.edit = edit;
  }
  return action;
}
