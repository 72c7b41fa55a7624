import * as vscode from "vscode";
import { saveButton } from "../../core/labels/buttons.ts";
import { FixEffort } from "../../core/language/fix.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { allChosen, textNotChanged } from "../../core/sentences/conflicts.ts";
import { useMineHere, useTheirsHere } from "../../core/sentences/quickFixes.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import { inform } from "../dialog/present.ts";
import type { DocumentEditor } from "../documents/documentEditor.ts";
import type { GuardedDocument } from "../documents/guardedDocument.ts";
import { GatheredEvent } from "../text/gatheredEvent.ts";
import { codeLens, quickFixOf } from "../text/marks.ts";
import { openText } from "../text/openText.ts";
import { revealPlace } from "../text/rangeOf.ts";
import { replacement, replaceText } from "../text/replaceText.ts";
import { saveText } from "../text/saveText.ts";

/** The code of the diagnostics that mark parts which both sides changed; quick fixes are found by it. */
export const conflictCode = "conflict";

/** A part that waits for a decision, as it is marked in a text. */
interface MarkedPart<T extends KindTypes> {
  readonly key: T["key"];
  /** The titles of its quick fixes. */
  readonly useMine: string;
  readonly useTheirs: string;
  /** It is true where the lines of both stand between the marks of a merge. */
  readonly isOfMarks?: true | undefined;
  /** The place of the part and its value in the text, in UTF-16 units. */
  readonly offset: number;
  readonly valueOffset: number;
  isMarkedBy(mark: vscode.Diagnostic): boolean;
  /**
   * Gives the text with mine, made only when it is wanted: there may be a thousand parts, and each takes time. It is
   * undefined where nobody can tell mine.
   */
  readonly mine: (() => string) | undefined;
  /** Gives the text with theirs; it is undefined where theirs has no such part any more, or nobody can tell it. */
  readonly theirs: (() => string) | undefined;
}

/**
 * Shows the choices of parts that wait for a decision, above each and as quick fixes: «Use Mine» keeps the text,
 * «Use Theirs» puts theirs in. A choice above a part leads on to the next part, and after the last one to a save.
 */
export function registerConflictChoices<T extends KindTypes, D extends GuardedDocument<T>>(
  chooseMineCommand: string,
  documents: DocumentEditor<T, D>,
  markedParts: (document: D, text: vscode.TextDocument) => readonly MarkedPart<T>[],
): vscode.Disposable {
  const choices = new ConflictChoices(chooseMineCommand, documents, markedParts);
  const selector = { scheme: artifactScheme };
  const changed = new GatheredEvent();
  return vscode.Disposable.from(
    changed,
    documents.onDidSettle(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (text) => choices.lenses(text),
    }),
    vscode.languages.registerCodeActionsProvider(
      selector,
      { provideCodeActions: (text, _range, { diagnostics }) => choices.fixes(text, diagnostics) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    vscode.commands.registerCommand(chooseMineCommand, (uri: vscode.Uri, key: T["key"], isOfMarks?: true) =>
      choices.keepMine(uri, key, isOfMarks),
    ),
    vscode.commands.registerCommand(hereCommand(chooseMineCommand), (uri: vscode.Uri, key: T["key"], side: Side) =>
      choices.choose(uri, key, side),
    ),
  );
}

/** Gives the command of a choice above a part: it changes the text, while a quick fix has an edit of its own. */
function hereCommand(chooseMineCommand: string): string {
  return `${chooseMineCommand}.here`;
}

class ConflictChoices<T extends KindTypes, D extends GuardedDocument<T>> {
  readonly #chooseMineCommand: string;
  readonly #documents: DocumentEditor<T, D>;
  readonly #markedParts: (document: D, text: vscode.TextDocument) => readonly MarkedPart<T>[];

  constructor(
    chooseMineCommand: string,
    documents: DocumentEditor<T, D>,
    markedParts: (document: D, text: vscode.TextDocument) => readonly MarkedPart<T>[],
  ) {
    this.#chooseMineCommand = chooseMineCommand;
    this.#documents = documents;
    this.#markedParts = markedParts;
  }

  fixes(text: vscode.TextDocument, diagnostics: readonly vscode.Diagnostic[]): vscode.CodeAction[] {
    const marks = diagnostics.filter(({ code }) => code === conflictCode);
    const document = marks.length > 0 ? this.#documents.at(text.uri) : undefined;
    const before = text.getText();
    const effort = new FixEffort();
    return (document ? this.#markedParts(document, text) : []).flatMap((part) => {
      const mark = marks.find(part.isMarkedBy);
      if (!mark || !part.mine || !effort.edits(before)) {
        return [];
      }
      const keep = fix(text, part.useMine, mark, part.mine());
      keep.command = {
        command: this.#chooseMineCommand,
        title: keep.title,
        arguments: [text.uri, part.key, part.isOfMarks],
      };
      return part.theirs ? [keep, fix(text, part.useTheirs, mark, part.theirs())] : [keep];
    });
  }

  lenses(text: vscode.TextDocument): vscode.CodeLens[] {
    const document = this.#documents.at(text.uri);
    return (document ? this.#markedParts(document, text) : []).flatMap(({ key, offset, mine, theirs }) => {
      const at = text.positionAt(offset);
      const command = hereCommand(this.#chooseMineCommand);
      const lens = (words: string, side: Side) =>
        codeLens(new vscode.Range(at, at), words, { command, args: [text.uri, key, side] });
      return [...(mine ? [lens(useMineHere, "mine")] : []), ...(theirs ? [lens(useTheirsHere, "theirs")] : [])];
    });
  }

  /** Notes that the person wants mine for a part; `isOfMarks` tells whether it stood between the marks of a merge. */
  keepMine(uri: vscode.Uri, key: T["key"], isOfMarks?: true): void {
    const [document, text] = [this.#documents.at(uri), openText(uri)];
    const mine = text && document?.mineIn(text.getText());
    if (document && mine !== undefined) {
      document.copy.chooseMine(document.key, mine, key, isOfMarks);
    }
    this.#documents.settled(uri);
  }

  /** Puts one side of a part into the text, and goes on to the next part that waits. */
  async choose(uri: vscode.Uri, key: T["key"], side: Side): Promise<void> {
    const document = this.#documents.at(uri);
    const text = openText(uri);
    const part = document && text && this.#markedParts(document, text).find((each) => each.key === key);
    const chosen = part?.[side]?.();
    if (!document || !text || !part || chosen === undefined) {
      return;
    }
    const before = text.getText();
    // Where something was typed in that very moment it stays, and nothing is chosen: the person can choose again.
    if (!(await replaceText(text, (now) => (now === before ? chosen : now)))) {
      void inform(textNotChanged);
      return;
    }
    if (side === "mine") {
      this.keepMine(uri, key, part.isOfMarks);
    } else {
      this.#documents.settled(uri);
    }
    const left = this.#markedParts(document, text);
    const next = left.find(({ offset }) => offset >= part.offset) ?? left[0];
    if (next) {
      revealPlace(text, next.valueOffset);
    } else {
      offerSave(text, allChosen, isUnsaved(text));
    }
  }
}

type Side = "mine" | "theirs";

/** Tells what came of a merge or choice, and offers to save the text where that can be done now. */
export function offerSave(text: vscode.TextDocument, words: string, isReady: boolean): void {
  void inform(words, ...(isReady ? [saveButton] : [])).then(async (answer) => {
    if (answer !== undefined && !text.isClosed) {
      // A save that is refused tells the person so itself.
      await saveText(text);
    }
  });
}

function fix(text: vscode.TextDocument, title: string, mark: vscode.Diagnostic, after: string): vscode.CodeAction {
  const action = quickFixOf(title, [mark]);
  const edit = replacement(text, after);
  if (edit.size > 0) {
    action.edit = edit;
  }
  return action;
}
