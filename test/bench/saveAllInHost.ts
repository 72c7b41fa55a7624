import * as vscode from "vscode";
import { severalAtOnce } from "../../src/core/util/severalAtOnce.ts";
import { type Sample, takingTurns, timed } from "./figure.ts";
import { FloorFiles } from "./floorInHost.ts";
import { changed, rested, savedField } from "./textInHost.ts";

/** The bugs that are saved, those of the bare file system, and those that are put without a text. */
const [firstOfOwn, firstOfFiles, firstOfPuts] = [701, 731, 761];
const count = 20;
const atOnce = 4;
const rounds = 5;
/** What an earlier save left is read two seconds after it. */
const settledAfterMs = 3000;

/**
 * Of twenty artifacts that are saved from Source Control, until the service has answered the last PUT (`stored`) and
 * until nothing is unsaved (`own`); beside as many files, each of which does the bare PUT, saved four at a time
 * (`files`); and beside the PUTs alone, without a text or an editor (`puts`).
 */
export type SaveAllTimes = Record<"own" | "stored" | "files" | "puts", Sample[]>;

export async function measureSaveAll({ baseUrl, key }: { baseUrl: string; key: string }): Promise<SaveAllTimes> {
  await vscode.workspace.getConfiguration("files").update("autoSave", "off", true);
  const floor = new FloorFiles(baseUrl, key);
  const provider = vscode.workspace.registerFileSystemProvider("floor", floor);
  const connection = { id: "bench", url: baseUrl, label: "Bench", accessKey: key };
  await vscode.commands.executeCommand("artifactDesk.addConnection", connection);
  const times: SaveAllTimes = { own: [], stored: [], files: [], puts: [] };
  for (let round = 0; round <= rounds; round++) {
    const of = (what: keyof SaveAllTimes) => (round > 0 ? times[what] : undefined);
    await takingTurns(
      round,
      () => saveAll(baseUrl, of("own"), of("stored")),
      () => saveFiles(of("files")),
    );
    const puts = await floor.putsOf(idsFrom(firstOfPuts), savedField, atOnce);
    await rested();
    await timed(puts, of("puts"));
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  await vscode.commands.executeCommand("artifactDesk.removeConnection", "bench");
  provider.dispose();
  await floor.close();
  return times;
}

const idsFrom = (first: number) => Array.from({ length: count }, (_, index) => first + index);

/** From the command that saves all until all is stored, and until nothing is unsaved. */
async function saveAll(
  baseUrl: string,
  samples: Sample[] | undefined,
  untilStored: Sample[] | undefined,
): Promise<void> {
  const texts = await changedAll((index) => `artifact://bench/artifacts/${firstOfOwn + index}.artifact.json`);
  const start = Date.now();
  const cpu = process.cpuUsage();
  await timed(() => vscode.commands.executeCommand("artifactDesk.saveAll", "bench"), samples);
  const { user, system } = process.cpuUsage(cpu);
  untilStored?.push({ ms: (await lastAnswerAt(baseUrl)) - start, cpuMs: (user + system) / 1000 });
  mustBeSaved(texts);
}

/** When the service has answered the last PUT, in milliseconds since 1970. */
async function lastAnswerAt(baseUrl: string): Promise<number> {
  const answer = await fetch(new URL("/_control/requests", baseUrl), { method: "POST" });
  const requests = (await answer.json()) as readonly { method: string; answeredAt?: number }[];
  return Math.max(...requests.filter(({ method }) => method === "PUT").map(({ answeredAt = 0 }) => answeredAt));
}

async function saveFiles(samples: Sample[] | undefined): Promise<void> {
  const texts = await changedAll((index) => `floor://bench/artifacts/${firstOfFiles + index}.json`);
  await timed(() => severalAtOnce(texts, atOnce, async (text) => await text.save()), samples);
  mustBeSaved(texts);
}

async function changedAll(address: (index: number) => string): Promise<readonly vscode.TextDocument[]> {
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  const texts: vscode.TextDocument[] = [];
  for (const index of Array.from({ length: count }).keys()) {
    texts.push(await changed(address(index)));
  }
  await new Promise((resolve) => setTimeout(resolve, settledAfterMs));
  return texts;
}

function mustBeSaved(texts: readonly vscode.TextDocument[]): void {
  const left = texts.filter(({ isDirty }) => isDirty);
  if (left.length > 0) {
    throw new Error(`Still unsaved: ${left.map(({ uri }) => uri.path).join(", ")}`);
  }
}
