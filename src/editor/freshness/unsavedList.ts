import * as vscode from "vscode";
import { saveButton } from "../../core/labels/buttons.ts";
import {
  compareTooltip,
  documentForms,
  nothingUnsaved,
  revealTooltip,
  saveAllTooltip,
  serverChange,
  unsavedCount,
  unsavedGroups,
  unsavedTitle,
} from "../../core/sentences/freshness.ts";
import { newQuickPick } from "../dialog/quickInput.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { commandIds, type UnsavedCount } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { openText } from "../text/openText.ts";
import { saveText } from "../text/saveText.ts";
import { tabsOf } from "../text/tabsOf.ts";
import type { ServerChanges } from "./serverChanges.ts";
import { subjectOf } from "./subject.ts";
import type { Unsaved, UnsavedDocuments } from "./unsavedDocuments.ts";
import { countOf } from "./unsavedStatus.ts";

export interface UnsavedListParts extends Pick<Services, "registry" | "logFailure"> {
  readonly unsaved: UnsavedDocuments;
  readonly changes: Pick<ServerChanges, "of">;
  readonly documents: Pick<ArtifactDocuments, "at">;
  /** Shows an artifact in the tree. */
  readonly revealArtifact: (connectionId: string, artifactId: number) => Promise<void>;
}

interface Row extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri;
}

const saveAll: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("save-all"),
  tooltip: saveAllTooltip,
};
const save: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("save"), tooltip: saveButton };
const compare: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("diff"), tooltip: compareTooltip };
const reveal: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("list-tree"), tooltip: revealTooltip };

/**
 * Lists what is in conflict, unsaved, or a draft, and opens or saves it. Asks no service. Resolves when it is closed.
 */
export async function showUnsaved(parts: UnsavedListParts): Promise<UnsavedCount> {
  const { unsaved } = parts;
  const counts = countOf(unsaved.all());
  const run = (work: PromiseLike<unknown>) =>
    void work.then(undefined, (error: unknown) => parts.logFailure("Acting on what is unsaved", error));
  const pick = newQuickPick<Row>();
  const fill = () => {
    const all = unsaved.all();
    pick.items = rowsOf(all, parts);
    pick.placeholder = unsavedCount(countOf(all)) ?? nothingUnsaved;
    pick.buttons = all.some(isSavedWithAll) ? [saveAll] : [];
  };
  pick.title = unsavedTitle;
  pick.matchOnDescription = true;
  fill();
  const closed = new Promise<void>((resolve) => pick.onDidHide(() => resolve()));
  const changed = unsaved.onDidChange(fill);
  pick.onDidAccept(() => {
    const uri = pick.selectedItems[0]?.uri;
    pick.hide();
    if (uri) {
      run(vscode.window.showTextDocument(uri, { preview: false }));
    }
  });
  pick.onDidTriggerButton(() => {
    run(saveEach(unsaved.all().filter(isSavedWithAll)));
  });
  pick.onDidTriggerItemButton(({ item: { uri }, button }) => {
    if (!uri) {
      return;
    }
    if (button === save) {
      run(saveDocument(uri));
      return;
    }
    pick.hide();
    const { connectionId, artifactId } = subjectOf(uri) ?? {};
    if (button === compare) {
      run(vscode.commands.executeCommand(commandIds.compareWithServer, uri));
    } else if (connectionId !== undefined && artifactId !== undefined) {
      run(parts.revealArtifact(connectionId, artifactId));
    }
  });
  pick.show();
  await closed;
  changed.dispose();
  pick.dispose();
  return counts;
}

function rowsOf(all: readonly Unsaved[], parts: UnsavedListParts): Row[] {
  const groups: readonly (readonly [string, readonly Unsaved[]])[] = [
    [unsavedGroups.conflicts, all.filter(({ isInConflict }) => isInConflict)],
    [unsavedGroups.unsaved, all.filter((each) => !each.isInConflict && each.subject.kind !== "draft")],
    [unsavedGroups.drafts, all.filter((each) => !each.isInConflict && each.subject.kind === "draft")],
  ];
  return groups.flatMap(([label, members]): Row[] =>
    members.length === 0
      ? []
      : [
          { label, kind: vscode.QuickPickItemKind.Separator },
          ...members.flatMap((each) => each.uris.map((uri) => rowOf(uri, each, parts))),
        ],
  );
}

function rowOf(uri: vscode.Uri, { subject, isInConflict }: Unsaved, parts: UnsavedListParts): Row {
  const { connectionId, artifactId } = subject;
  const change = artifactId === undefined ? undefined : parts.changes.of(connectionId, artifactId);
  const name = titleOf(parts, uri) ?? tabsOf(uri)[0]?.tab.label ?? uri.path.slice(uri.path.lastIndexOf("/") + 1);
  return {
    label: name,
    description: [parts.registry.find(connectionId)?.label, formOf(uri)].filter((part) => part).join(" · "),
    ...(change && { detail: serverChange(change, vscode.env.language) }),
    iconPath: new vscode.ThemeIcon(isInConflict ? "warning" : subject.kind === "draft" ? "new-file" : "edit"),
    buttons: [isInConflict ? compare : save, ...(artifactId === undefined ? [] : [reveal])],
    uri,
  };
}

/** An artifact's document as a person knows it: `#512 It breaks`; undefined while nothing is known of it. */
function titleOf({ documents }: UnsavedListParts, uri: vscode.Uri): string | undefined {
  const { artifactId, copy } = documents.at(uri) ?? {};
  return copy?.base?.title === undefined ? undefined : `#${artifactId} ${copy.base.title}`;
}

/** Which of an artifact's documents it is. */
function formOf(uri: vscode.Uri): string {
  return /\/fields\//.test(uri.path)
    ? documentForms.field
    : /\.svnaccess$/.test(uri.path)
      ? documentForms.accessFile
      : uri.path.endsWith(".xml")
        ? "XML"
        : "";
}

function isSavedWithAll({ isInConflict, subject }: Unsaved): boolean {
  return !isInConflict && subject.kind !== "draft";
}

async function saveEach(all: readonly Unsaved[]): Promise<void> {
  for (const uri of all.flatMap(({ uris }) => uris)) {
    await saveDocument(uri);
  }
}

/** Whatever keeps it from being saved is told by VS Code. */
async function saveDocument(uri: vscode.Uri): Promise<void> {
  const text = openText(uri);
  await (text && saveText(text));
}
