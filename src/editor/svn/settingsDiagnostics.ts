import type * as vscode from "vscode";
import {
  accessFileProblems,
  settingsProblemSentence,
  unsettledBeginning,
  unsettledSentence,
  useMineFor,
  useTheirsFor,
} from "../../core/sentences/svn.ts";
import { checkAccessFile } from "../../core/svn/accessFile.ts";
import { notificationPath, type PartKey, partsOf, withParts } from "../../core/svn/settings.ts";
import type { ReadText } from "../../core/svn/settingsReader.ts";
import { parseDraft, parseSettings } from "../../core/svn/settingsText.ts";
import type { Span } from "../../core/util/span.ts";
import { conflictCode, registerConflictChoices } from "../conflict/conflictChoices.ts";
import { diagnostic } from "../text/marks.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { TextDiagnostics } from "../text/textDiagnostics.ts";
import type { SettingsDocument, SettingsDocuments } from "./settingsDocuments.ts";

/**
 * Marks what is wrong with texts of settings, drafts and access files: what cannot be sent, and what is in conflict.
 */
export function markSettings(documents: SettingsDocuments): vscode.Disposable {
  return new TextDiagnostics("artifactDesk.svn", {
    onDidSettle: documents.editor.onDidSettle,
    has: (uri) => isDraft(uri) || documents.at(uri) !== undefined,
    diagnose: (text) => diagnose(text, documents.at(text.uri)),
  });
}

function isDraft(uri: vscode.Uri): boolean {
  return resourceOf(uri)?.resource.kind === "svnDraft";
}

function diagnose(text: vscode.TextDocument, document: SettingsDocument | undefined): readonly vscode.Diagnostic[] {
  const source = text.getText();
  if (document?.form.name === "accessFile") {
    const found = checkAccessFile(source).map((problem) =>
      diagnostic(rangeOf(text, problem), accessFileProblems[problem.code], problem.severity, problem.code),
    );
    return [...found, ...marks(document, text)];
  }
  const read = document ? parseSettings(source) : parseDraft(source);
  // Only the first syntax problem is marked: one stray quote makes a dozen, and the rest follow from it.
  const first = read.problems.find(({ code }) => code === "syntax");
  const found = read.problems
    .filter((problem) => problem.code !== "syntax" || problem === first)
    .map((problem) =>
      diagnostic(rangeOf(text, problem), settingsProblemSentence(problem), problem.severity, problem.code),
    );
  return [...found, ...(document ? marks(document, text, read) : [])];
}

/** Shows the choices of parts that wait for a decision. */
export function registerSettingsFixes(documents: SettingsDocuments): vscode.Disposable {
  return registerConflictChoices(
    "artifactDesk.svn.chooseMine",
    documents.editor,
    ({ copy, key: document, form }, text) => {
      const source = text.getText();
      const mine = form.read(source);
      const parsed = form.name === "accessFile" ? undefined : parseSettings(source);
      return (mine ? copy.unsettled(document, mine) : []).map(({ key, theirs }) => {
        const { offset } = placeOf(key, parsed);
        const beginning = unsettledBeginning(key);
        return {
          key,
          useMine: useMineFor(key),
          useTheirs: useTheirsFor(key),
          isMarkedBy: ({ message }) => message.startsWith(beginning),
          offset,
          valueOffset: offset,
          mine: () => source,
          theirs: () => {
            const parts = new Map(partsOf(mine ?? {}));
            if (theirs === undefined) {
              parts.delete(key);
            } else {
              parts.set(key, theirs);
            }
            return form.print(withParts(mine ?? {}, parts));
          },
        };
      });
    },
  );
}

function marks(document: SettingsDocument, text: vscode.TextDocument, parsed?: ReadText): vscode.Diagnostic[] {
  const mine = document.form.read(text.getText());
  return (mine ? document.copy.unsettled(document.key, mine) : []).map((part) =>
    diagnostic(rangeOf(text, placeOf(part.key, parsed)), unsettledSentence(part), "error", conflictCode),
  );
}

/** Gives the places where the parts of a text are marked that wait for a decision. */
export function unsettledPlaces(document: SettingsDocument, source: string): readonly number[] {
  const mine = document.form.read(source);
  const parsed = document.form.name === "accessFile" ? undefined : parseSettings(source);
  return (mine ? document.copy.unsettled(document.key, mine) : []).map(({ key }) => placeOf(key, parsed).offset);
}

/** Gives the place of a part's mark: the text's begin where mine has removed it, an access file's first line. */
function placeOf(key: PartKey, parsed: ReadText | undefined): Span {
  const place = parsed?.places.get(key);
  if (place) {
    return place;
  }
  const first = [...(parsed?.places ?? [])].find(([each]) => notificationPath(each) !== undefined)?.[1];
  return { offset: first?.offset ?? 0, length: 1 };
}
