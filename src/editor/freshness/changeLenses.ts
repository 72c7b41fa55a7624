import * as vscode from "vscode";
import { compareButton, keepMineButton, mergeButton, takeTheirsButton } from "../../core/labels/buttons.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { inConflict, serverChange, textIsKept } from "../../core/sentences/freshness.ts";
import { commandIds } from "../manifest/contributions.ts";
import { codeLens } from "../text/codeLens.ts";
import type { ServerChanges } from "./serverChanges.ts";
import { subjectOf } from "./subject.ts";
import type { UnsavedDocuments } from "./unsavedDocuments.ts";

/**
 * At the top of an artifact's unsaved document: what happened to it on the server, and ways to meet that before a save
 * does.
 */
export function registerChangeLenses(changes: ServerChanges, unsaved: UnsavedDocuments): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    changes.onDidChange(() => changed.fire()),
    unsaved.onDidChange(() => changed.fire()),
    vscode.languages.registerCodeLensProvider(
      { scheme: artifactScheme, pattern: "**/artifacts/**" },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: ({ uri }) => lensesOf(changes, unsaved, uri),
      },
    ),
  );
}

function lensesOf(changes: ServerChanges, unsaved: UnsavedDocuments, uri: vscode.Uri): vscode.CodeLens[] {
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
  const ways = [
    lens(compareButton, commandIds.compareWithServer, uri),
    lens(mergeButton, commandIds.mergeConflict, uri),
  ];
  if (unsaved.of(subject)?.isInConflict) {
    const choices = [
      lens(keepMineButton, commandIds.keepMine, uri),
      lens(takeTheirsButton, commandIds.takeTheirs, uri),
    ];
    return [note("warning", inConflict), ...ways, ...choices];
  }
  return changed ? [note("cloud", changed), ...ways] : [];
}

const top = new vscode.Range(0, 0, 0, 0);

function note(icon: string, words: string): vscode.CodeLens {
  return codeLens(top, words, { icon });
}

function lens(words: string, command: string, ...uris: vscode.Uri[]): vscode.CodeLens {
  return codeLens(top, words, { command, args: uris });
}
