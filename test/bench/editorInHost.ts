import * as vscode from "vscode";
import { type Sample, takingTurns, timed } from "./figure.ts";
import { FloorFiles } from "./floorInHost.ts";
import { changed, rested } from "./textInHost.ts";

const rounds = 12;
const warmUpRounds = 3;
const firstArtifact = 1301;
/** Of one tracker; as many as there are rounds follow each. */
const savedArtifact = 601;
const floorArtifact = 651;

/**
 * Of clicks until the text is shown, and of saves until the mark of what is unsaved is gone: the first one of a
 * document, another one once the service's second is over, and each within two seconds of the last one; beside the bare
 * request.
 */
export type EditorTimes = Record<
  "click" | "first" | "later" | "soon",
  { readonly own: Sample[]; readonly floor: Sample[] }
>;

export async function measureEditor({ baseUrl, key }: { baseUrl: string; key: string }): Promise<EditorTimes> {
  // In a browser VS Code saves by itself after a second, which ends a save that is under way.
  await vscode.workspace.getConfiguration("files").update("autoSave", "off", true);
  const floor = new FloorFiles(baseUrl, key);
  const provider = vscode.workspace.registerFileSystemProvider("floor", floor);
  const connection = { id: "bench", url: baseUrl, label: "Bench", accessKey: key };
  await vscode.commands.executeCommand("artifactDesk.addConnection", connection);
  const none = () => ({ own: [] as Sample[], floor: [] as Sample[] });
  const times = { click: none(), first: none(), later: none(), soon: none() };
  const inRounds = async (what: keyof EditorTimes, turns: Turns) => {
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      const { own, floor: ofFloor } = round >= warmUpRounds ? times[what] : {};
      await takingTurns(
        round,
        () => turns.own(round, own),
        () => turns.floor(round, ofFloor),
      );
    }
  };
  await inRounds("click", {
    own: (round, samples) => click(artifactAddress(firstArtifact + (round % 6)), samples, openRow(round)),
    floor: (round, samples) => click(floorAddress(firstArtifact + (round % 6)), samples, openFloor(round)),
  });
  const eachInTurn: Turns = {
    own: (round, samples) => save(artifactAddress(savedArtifact + round), samples),
    floor: (round, samples) => save(floorAddress(floorArtifact + round), samples),
  };
  await inRounds("first", eachInTurn);
  // By the time that a document has its turn again, what its save left has been read.
  await inRounds("later", eachInTurn);
  await inRounds("soon", {
    own: (_, samples) => save(artifactAddress(savedArtifact), samples),
    floor: (_, samples) => save(floorAddress(floorArtifact), samples),
  });
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  await vscode.commands.executeCommand("artifactDesk.removeConnection", "bench");
  provider.dispose();
  await floor.close();
  return times;
}

interface Turns {
  own(round: number, samples: Sample[] | undefined): Promise<void>;
  floor(round: number, samples: Sample[] | undefined): Promise<void>;
}

const artifactAddress = (id: number) => `artifact://bench/artifacts/${id}.artifact.json`;
const floorAddress = (id: number) => `floor://bench/artifacts/${id}.json`;

function openRow(round: number): () => Thenable<unknown> {
  const artifactId = firstArtifact + (round % 6);
  const summary = { id: artifactId, title: `Artifact ${artifactId}` };
  const row = { kind: "artifact", id: `bench/${artifactId}`, connectionId: "bench", artifactId, summary };
  return () => vscode.commands.executeCommand("artifactDesk.openArtifact", row);
}

function openFloor(round: number): (uri: vscode.Uri) => Thenable<unknown> {
  const label = `#${firstArtifact + (round % 6)}`;
  return (uri) => vscode.commands.executeCommand("vscode.open", uri, { preview: true }, label);
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
async function save(address: string, samples: Sample[] | undefined): Promise<void> {
  const text = await changed(address);
  await rested();
  await timed(async () => {
    await text.save();
    if (text.isDirty) {
      throw new Error(`${address} is still unsaved`);
    }
  }, samples);
}
