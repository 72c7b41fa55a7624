import * as vscode from "vscode";
import { type Sample, takingTurns, timed } from "./figure.ts";
import { FloorFiles } from "./floorInHost.ts";

const rounds = 12;
const warmUpRounds = 3;
const firstArtifact = 1301;
/** Of one tracker; as many as there are rounds follow each. */
const savedArtifact = 601;
const floorArtifact = 651;
/** Of all that are saved at once, and of the bare PUTs beside them. */
const [firstOfAll, firstOfFloor, countOfAll] = [701, 751, 20];
const roundsOfAll = 6;
/** A string of all of them. */
const savedField = 1202;

/**
 * Of clicks until the text is shown, and of saves until the mark of what is unsaved is gone: the first one of a
 * document, another one once the service's second is over, and each within two seconds of the last one; beside the bare
 * request. `all`: twenty artifacts saved from Source Control, beside their bare PUTs, four at a time.
 */
export type EditorTimes = Record<
  "click" | "first" | "later" | "soon" | "all",
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
  const times = { click: none(), first: none(), later: none(), soon: none(), all: none() };
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
  for (let round = 0; round < roundsOfAll; round++) {
    const { own, floor: ofFloor } = round > 0 ? times.all : {};
    await takingTurns(
      round,
      () => saveAll(own),
      async () => {
        const puts = await floor.putsOf(idsFrom(firstOfFloor), savedField, 4);
        await rested();
        await timed(puts, ofFloor);
      },
    );
  }
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

const idsFrom = (first: number) => Array.from({ length: countOfAll }, (_, index) => first + index);

/** From the command that saves all until nothing is unsaved. */
async function saveAll(samples: Sample[] | undefined): Promise<void> {
  const texts: vscode.TextDocument[] = [];
  for (const id of idsFrom(firstOfAll)) {
    texts.push(await changed(artifactAddress(id)));
  }
  // What an earlier save left is read two seconds after it.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await timed(async () => {
    await vscode.commands.executeCommand("artifactDesk.saveAll", "bench");
    if (texts.some(({ isDirty }) => isDirty)) {
      throw new Error("Something is still unsaved");
    }
  }, samples);
}

/** The document with a change that is not saved. */
async function changed(address: string): Promise<vscode.TextDocument> {
  const text = await vscode.workspace.openTextDocument(vscode.Uri.parse(address));
  await vscode.window.showTextDocument(text, { preview: false });
  const value = new RegExp(`"field_id": ${savedField},[^}]*?"value": "((?:[^"\\\\]|\\\\.)*)"`, "d").exec(
    text.getText(),
  );
  const [start = 0, end = 0] = value?.indices?.[1] ?? [];
  const range = new vscode.Range(text.positionAt(start), text.positionAt(end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(text.uri, range, `Saved at ${performance.now()}`);
  await vscode.workspace.applyEdit(edit);
  return text;
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

/** Lets what an earlier work left behind in the editor come to its end. */
function rested(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 150));
}
