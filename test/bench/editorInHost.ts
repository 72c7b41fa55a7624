import * as vscode from "vscode";
import { type Sample, takingTurns, timed } from "./figure.ts";
import { FloorFiles } from "./floorInHost.ts";

const rounds = 12;
const warmUpRounds = 3;
const firstArtifact = 1301;
const savedArtifact = 501;
const floorArtifact = 502;
/** A string of both. */
const savedField = 1202;

/**
 * Of clicks until the text is shown, and of saves, each within two seconds of the last one, until the mark of what is unsaved
 * is gone; beside the bare request.
 */
export interface EditorTimes {
  readonly click: readonly Sample[];
  readonly floorClick: readonly Sample[];
  readonly save: readonly Sample[];
  readonly floorSave: readonly Sample[];
}

export async function measureEditor({ baseUrl, key }: { baseUrl: string; key: string }): Promise<EditorTimes> {
  const floor = new FloorFiles(baseUrl, key);
  const provider = vscode.workspace.registerFileSystemProvider("floor", floor);
  const connection = { id: "bench", url: baseUrl, label: "Bench", accessKey: key };
  await vscode.commands.executeCommand("artifactDesk.addConnection", connection);
  const times = { click: [] as Sample[], floorClick: [] as Sample[], save: [] as Sample[], floorSave: [] as Sample[] };
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const kept = round >= warmUpRounds ? times : undefined;
    const id = firstArtifact + (round % 6);
    await takingTurns(
      round,
      () => click(`artifact://bench/artifacts/${id}.artifact.json`, kept?.click, () => openRow(id)),
      () => click(`floor://bench/artifacts/${id}.json`, kept?.floorClick, (uri) => openFloor(uri, id)),
    );
  }
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const kept = round >= warmUpRounds ? times : undefined;
    await takingTurns(
      round,
      () => save(`artifact://bench/artifacts/${savedArtifact}.artifact.json`, round, kept?.save),
      () => save(`floor://bench/artifacts/${floorArtifact}.json`, round, kept?.floorSave),
    );
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  await vscode.commands.executeCommand("artifactDesk.removeConnection", "bench");
  provider.dispose();
  await floor.close();
  return times;
}

function openRow(artifactId: number): Thenable<unknown> {
  const summary = { id: artifactId, title: `Artifact ${artifactId}` };
  const row = { kind: "artifact", id: `bench/${artifactId}`, connectionId: "bench", artifactId, summary };
  return vscode.commands.executeCommand("artifactDesk.openArtifact", row);
}

function openFloor(uri: vscode.Uri, artifactId: number): Thenable<unknown> {
  return vscode.commands.executeCommand("vscode.open", uri, { preview: true }, `#${artifactId}`);
}

/** From the command of a row to the editor that has the text. */
async function click(
  address: string,
  samples: Sample[] | undefined,
  open: (uri: vscode.Uri) => Thenable<unknown>,
): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  await rested();
  const uri = vscode.Uri.parse(address);
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  const isShown = (editor: vscode.TextEditor | undefined) =>
    editor?.document.uri.toString() === uri.toString() && editor.document.lineCount > 1;
  const listening = vscode.window.onDidChangeActiveTextEditor((editor) => isShown(editor) && resolve());
  await timed(async () => {
    await Promise.race([open(uri), shown]);
    await shown;
  }, samples);
  listening.dispose();
}

/** From the save of a changed text until nothing of it is unsaved. */
async function save(address: string, round: number, samples: Sample[] | undefined): Promise<void> {
  const text = await vscode.workspace.openTextDocument(vscode.Uri.parse(address));
  await vscode.window.showTextDocument(text, { preview: false });
  const content = text.getText();
  const start =
    content.indexOf('"', content.indexOf('"value":', content.indexOf(`"field_id": ${savedField},`)) + 8) + 1;
  const range = new vscode.Range(text.positionAt(start), text.positionAt(content.indexOf('"', start)));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(text.uri, range, `Saved in round ${round} at ${Date.now()}`);
  await vscode.workspace.applyEdit(edit);
  await rested();
  await timed(async () => {
    await text.save();
    if (text.isDirty) {
      throw new Error(`${address} is still unsaved`);
    }
  }, samples);
}

/** Lets what an earlier work left behind in the editor come to its end. */
function rested(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 150));
}
