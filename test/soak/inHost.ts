import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { format } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as vscode from "vscode";
import { testOutputMark } from "../support/testOutputMark.ts";

export interface SoakReport {
  readonly stages: readonly SoakStage[];
}

/** What is held at the end of a stage, with every document closed and garbage collected. */
export interface SoakStage {
  readonly stage: string;
  readonly seconds: number;
  readonly heapMegabytes: number;
  readonly resources: number;
  readonly storedFiles: number;
  readonly storedBytes: number;
  readonly openDocuments: number;
}

const connectionId = "soak";
const summary = 1202;
const firstBug = 501;
const bugs = 100;

/** What VS Code calls inside the extension host. */
export async function run(): Promise<void> {
  try {
    await soak();
  } catch (error) {
    console.log(testOutputMark + format(error));
    throw error;
  }
}

async function soak(): Promise<void> {
  const { baseUrl, key } = JSON.parse(readFileSync(required("ARTIFACT_DESK_SOAK_SERVICE"), "utf8")) as {
    baseUrl: string;
    key: string;
  };
  const resultFile = required("ARTIFACT_DESK_RESULT_FILE");
  const scale = Number(process.env["SOAK_SCALE"] ?? 1);
  const soaked = new SoakedConnection(baseUrl);
  const connection = { id: connectionId, url: baseUrl, label: "Soak", accessKey: key };
  await vscode.commands.executeCommand("artifactDesk.addConnection", connection);
  await vscode.commands.executeCommand("artifactDesk.explorer.focus");
  const stages: SoakStage[] = [];
  const stage = async (name: string, count: number, round: (n: number) => Promise<void>) => {
    const start = performance.now();
    for (let n = 0; n < count; n++) {
      await round(n);
    }
    stages.push({ stage: `${count} ${name}`, seconds: (performance.now() - start) / 1000, ...(await held()) });
    writeFileSync(resultFile, JSON.stringify({ stages } satisfies SoakReport));
  };
  await stage("rounds to warm up", Math.ceil(50 * scale), (n) => soaked.openEditSaveClose(n));
  for (let half = 0; half < 2; half++) {
    await stage("rounds of open, edit, save, close", Math.ceil(250 * scale), (n) => soaked.openEditSaveClose(n));
  }
  await stage("trees", Math.ceil(200 * scale), () => soaked.readTree());
  await stage("conflicts", Math.ceil(50 * scale), (n) => soaked.conflict(n));
  await vscode.commands.executeCommand("artifactDesk.removeConnection", connectionId);
  await stage("connections left", 0, async () => {});
}

class SoakedConnection {
  readonly #control: string;
  #edits = 0;

  constructor(baseUrl: string) {
    this.#control = `${new URL(baseUrl).origin}/_control`;
  }

  async openEditSaveClose(n: number): Promise<void> {
    const document = await this.#open(firstBug + (n % bugs));
    await this.#type(document);
    if (!(await document.save())) {
      throw new Error(`Round ${n} was not saved`);
    }
    await this.#close();
  }

  /** Reads the whole tree that is shown again. */
  async readTree(): Promise<void> {
    await vscode.commands.executeCommand("artifactDesk.explorer.focus");
    await vscode.commands.executeCommand("list.focusFirst");
    await vscode.commands.executeCommand("list.expand");
    await vscode.commands.executeCommand("list.focusLast");
    await vscode.commands.executeCommand("list.expand");
    await vscode.commands.executeCommand("artifactDesk.refresh");
  }

  async conflict(n: number): Promise<void> {
    const artifactId = firstBug + bugs + n;
    const document = await this.#open(artifactId);
    await this.#type(document);
    await this.#send("editArtifact", { artifactId, values: [{ field: "slogan", value: `Theirs ${n}` }] });
    if (await document.save()) {
      throw new Error(`Conflict ${n} was not noticed`);
    }
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
    if (!(await document.save())) {
      throw new Error(`Conflict ${n} was not saved after its merge`);
    }
    await this.#close();
  }

  async #open(artifactId: number): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.parse(`artifact://${connectionId}/artifacts/${artifactId}.artifact.json`);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  async #type(document: vscode.TextDocument): Promise<void> {
    this.#edits += 1;
    const { values } = JSON.parse(document.getText()) as { values: { field_id: number; value?: unknown }[] };
    const edited = values.map((entry) =>
      entry.field_id === summary ? { ...entry, value: `Edit ${this.#edits}` } : entry,
    );
    const edit = new vscode.WorkspaceEdit();
    const end = document.positionAt(document.getText().length);
    edit.replace(
      document.uri,
      new vscode.Range(document.positionAt(0), end),
      JSON.stringify({ values: edited }, null, 2),
    );
    await vscode.workspace.applyEdit(edit);
  }

  async #close(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  }

  async #send(action: string, body: unknown): Promise<void> {
    const answer = await fetch(`${this.#control}/${action}`, { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) {
      throw new Error(`${action}: ${answer.status} ${await answer.text()}`);
    }
  }
}

/** What is held once all that was closed has been let go: VS Code keeps documents for a while after their editors. */
async function held(): Promise<Omit<SoakStage, "stage" | "seconds">> {
  const isOurs = ({ uri }: vscode.TextDocument) => uri.scheme.startsWith("artifact");
  // VS Code keeps what `openTextDocument` gave for up to three minutes after its editor was closed.
  for (let waits = 0; waits < 200 && vscode.workspace.textDocuments.some(isOurs); waits++) {
    await sleep(1000);
  }
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 5; round++) {
    collect();
    await sleep(50);
  }
  const stored = globSync(path.join(required("ARTIFACT_DESK_SOAK_STORAGE"), "artifact-desk.*/**/*"))
    .map((file) => statSync(file))
    .filter((file) => file.isFile());
  return {
    heapMegabytes: process.memoryUsage().heapUsed / 1e6,
    resources: process.getActiveResourcesInfo().filter((name) => !/^(?:Pipe|TTY|FS)/.test(name)).length,
    storedFiles: stored.length,
    storedBytes: stored.reduce((sum, { size }) => sum + size, 0),
    openDocuments: vscode.workspace.textDocuments.filter(isOurs).length,
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(`${name} is missing`);
  }
  return value;
}
