import * as vscode from "vscode";
import { compareButton, keepMineButton, mergeButton, takeTheirsButton } from "../../core/labels/buttons.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { inConflict, mergedChoose, serverChange, textIsKept } from "../../core/sentences/freshness.ts";
import { commandIds } from "../manifest/contributions.ts";
import { GatheredEvent } from "../text/gatheredEvent.ts";
import { codeLens } from "../text/marks.ts";
import { resourceOf } from "../text/resourceUri.ts";
import type { ServerChanges } from "./serverChanges.ts";
import { subjectOf } from "./subject.ts";
import type { UnsavedDocuments } from "./unsavedDocuments.ts";

/**
 * Shows at the top of an artifact's unsaved document what happened to it on the service, and offers ways to deal with
 * that before a save.
 */
export function registerChangeLenses(changes: ServerChanges, unsaved: UnsavedDocuments): vscode.Disposable {
  const changed = new GatheredEvent();
  return vscode.Disposable.from(
    changed,
    changes.onDidChange(() => changed.fire()),
    unsaved.onDidChange(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(
      { scheme: artifactScheme, pattern: "**/artifacts/**" },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: ({ uri, lineCount }) => {
          const line = isWhole(uri) ? Math.min(1, lineCount - 1) : 0;
          return lensesOf(changes, unsaved, uri, new vscode.Range(line, 0, line, 0));
        },
      },
    ),
  );
}

/**
 * Tells whether the document is a whole artifact. The actions of the artifact stand above its first line
 * (`createFields.ts`), and must not move.
 */
function isWhole(uri: vscode.Uri): boolean {
  return resourceOf(uri)?.resource.kind === "artifact";
}

function lensesOf(
  changes: ServerChanges,
  unsaved: UnsavedDocuments,
  uri: vscode.Uri,
  at: vscode.Range,
): vscode.CodeLens[] {
  const note = (icon: string, words: string) => codeLens(at, words, { icon });
  const lens = (words: string, command: string) => codeLens(at, words, { command, args: [uri] });
  const subject = subjectOf(uri);
  if (subject?.artifactId === undefined) {
    return [];
  }
  const change = changes.of(subject.connectionId, subject.artifactId);
  const changed = change && serverChange(change, vscode.env.language);
  if (changed && change.kind === "deleted") {
    return [note("trash", textIsKept(changed))];
  }
  if (!unsaved.has(uri)) {
    return [];
  }
  // The ways keep their places in all three states, so that a second click at one never hits another. Merge is replaced
  // by words once it is done; they stand before the way that drops the text.
  const compare = lens(compareButton, commandIds.compareWithServer);
  const merge = lens(mergeButton, commandIds.mergeConflict);
  const keepMine = lens(keepMineButton, commandIds.keepMine);
  const takeTheirs = lens(takeTheirsButton, commandIds.takeTheirs);
  if (unsaved.isMerged(uri)) {
    return [compare, note("warning", mergedChoose), keepMine, takeTheirs];
  }
  if (unsaved.of(subject).some(({ group }) => group === "conflicts")) {
    return [compare, merge, keepMine, note("warning", inConflict), takeTheirs];
  }
  return changed ? [compare, merge, note("cloud", changed)] : [];
}
