import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type ReferenceService, startReferenceService } from "../../service/referenceService.ts";

/** A connection to a reference service of its own, and what tests do with its documents. */
export interface Desk {
  readonly connectionId: string;
  readonly service: ReferenceService;
  uri(artifactId: number): vscode.Uri;
  /** Opens an artifact's document in an editor. */
  open(artifactId: number): Promise<vscode.TextDocument>;
  close(): Promise<void>;
}

let desks = 0;

/** Starts a service and connects to it as `user`. */
export async function openDesk(user: keyof ReferenceService["keys"] = "member"): Promise<Desk> {
  const service = await startReferenceService();
  const connectionId = `desk-${++desks}`;
  await vscode.commands.executeCommand("artifactDesk.addConnection", {
    id: connectionId,
    url: service.baseUrl,
    label: `Desk ${desks}`,
    accessKey: service.keys[user],
  });
  service.clearRequests();
  const uri = (artifactId: number) =>
    vscode.Uri.parse(`artifact://${connectionId}/artifacts/${artifactId}.artifact.json`);
  return {
    connectionId,
    service,
    uri,
    open: async (artifactId) => {
      const document = await vscode.workspace.openTextDocument(uri(artifactId));
      await vscode.window.showTextDocument(document, { preview: false });
      return document;
    },
    close: async () => {
      await closeEditors();
      await vscode.commands.executeCommand("artifactDesk.removeConnection", connectionId);
      await service.close();
    },
  };
}

/** Closes all editors, dropping what is unsaved. */
export async function closeEditors(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

export type DocumentEntry = { field_id: number } & Record<string, unknown>;

export function entriesOf(document: vscode.TextDocument): DocumentEntry[] {
  return (JSON.parse(document.getText()) as { values: DocumentEntry[] }).values;
}

/** Changes one entry as a person would: the text of its value, in one edit. */
export async function setEntry(
  document: vscode.TextDocument,
  fieldId: number,
  members: Record<string, unknown>,
): Promise<void> {
  const values = entriesOf(document).map((entry) =>
    entry.field_id === fieldId ? { field_id: fieldId, ...members } : entry,
  );
  await setText(document, `${JSON.stringify({ values }, null, 2)}\n`);
}

export async function setText(document: vscode.TextDocument, text: string): Promise<void> {
  assert.ok(await trySetText(document, text));
}

/** As `setText`; false when the editor refused, since the document changed at that moment. */
export function trySetText(document: vscode.TextDocument, text: string): Thenable<boolean> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.positionAt(document.getText().length);
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  return vscode.workspace.applyEdit(edit);
}

/** Resolves once `condition` holds, asked again at every change of documents, diagnostics and tabs. */
export async function until<T>(what: string, condition: () => T | undefined | false): Promise<T> {
  const present = condition();
  if (present) {
    return present;
  }
  return new Promise((resolve, reject) => {
    const subscriptions: vscode.Disposable[] = [];
    const finish = (act: () => void) => {
      clearTimeout(timer);
      vscode.Disposable.from(...subscriptions).dispose();
      act();
    };
    const check = () => {
      const value = condition();
      if (value) {
        finish(() => resolve(value));
      }
    };
    const timer = setTimeout(() => finish(() => reject(new Error(`Waited in vain until ${what}`))), 90_000);
    subscriptions.push(
      vscode.workspace.onDidChangeTextDocument(check),
      vscode.workspace.onDidOpenTextDocument(check),
      vscode.workspace.onDidCloseTextDocument(check),
      vscode.workspace.onDidSaveTextDocument(check),
      vscode.languages.onDidChangeDiagnostics(check),
      vscode.window.tabGroups.onDidChangeTabs(check),
      vscode.window.onDidChangeActiveTextEditor(check),
    );
  });
}

/**
 * Gives commands to the list or message that is about to show, again and again until `isDone`: VS Code tells nobody when
 * one shows, and commands mean nothing before.
 */
export async function answer(isDone: () => boolean, ...commands: readonly string[]): Promise<void> {
  for (const start = Date.now(); !isDone(); ) {
    assert.ok(Date.now() - start < 90_000, `nothing took ${commands.join(", ")}`);
    for (const command of commands) {
      await vscode.commands.executeCommand(command);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** As `answer`, until `asking` has its answer, which it gives. */
export async function answered<T>(asking: Thenable<T>, ...commands: readonly string[]): Promise<T> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  asking.then(end, end);
  await answer(() => isDone, ...commands);
  return asking;
}

/** The puts of JSON that reached the service, with what they carried. */
export function putsOf(
  service: ReferenceService,
): { ifMatch: string | undefined; values: DocumentEntry[]; status?: number }[] {
  return service.requests
    .filter(({ method, headers }) => method === "PUT" && headers["content-type"] === "application/json")
    .map(({ headers, body, status }) => ({
      ifMatch: headers["if-match"],
      values: (JSON.parse(body) as { values: DocumentEntry[] }).values,
      ...(status !== undefined && { status }),
    }));
}

/** Where the active tab is a comparison: its right side. */
export function activeDiff(): { original: vscode.Uri; modified: vscode.Uri } | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input : undefined;
}
