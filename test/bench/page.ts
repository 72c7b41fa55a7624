import { setImmediate as nextTurn } from "node:timers/promises";
import { Pool } from "undici";
import { ArtifactDiscussion } from "../../src/core/history/artifactDiscussion.ts";
import { KnownHistories } from "../../src/core/known/histories.ts";
import type { Tracker } from "../../src/core/model/tracker.ts";
import { Pieces } from "../../src/core/preview/html.ts";
import { type PreviewSource, previewOf } from "../../src/core/preview/previewModel.ts";
import { previewPage } from "../../src/core/preview/previewPage.ts";
import type { PageDependencies } from "../../src/core/preview/previewParts.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import { makeBase } from "../../src/core/workingCopy/base.ts";
import { pageLinks } from "../support/pageLinks.ts";
import { compare, type Figure, median, milliseconds, rest, type Sample, takingTurns, timed } from "./figure.ts";
import { startService } from "./service.ts";

/** The tracker of the reference service whose artifacts have sixty fields. */
const wideTrackerId = 21;
/** One more of them than the client knows again: each is opened as one that was not read before. */
const artifactIds = Array.from({ length: 9 }, (_, index) => 1501 + index);
const versions = 20;
const rounds = 60;
const warmUpRounds = 40;
const { signal } = new AbortController();

/**
 * The page of an artifact of sixty fields with its twenty newest versions, from the requests to the markup, over the
 * same requests by bare undici with the answers parsed; and the same page drawn again after a keystroke.
 */
export async function measurePage(): Promise<readonly Figure[]> {
  const service = await startService();
  const { origin, pathname } = new URL(service.baseUrl);
  const pool = new Pool(origin);
  const client = createServiceClient({
    connection: { id: "bench", url: service.baseUrl, label: "Bench" },
    accessKey: async () => service.key,
    timeoutMs: 10_000,
    network: { noProxy: [], strictSsl: true },
    log: () => {},
  });
  const get = async (path: string, coding: string) => {
    const answer = await pool.request({
      ...{ method: "GET", path: `${pathname}/artifacts/${path}` },
      headers: { "x-auth-accesskey": service.key, accept: "application/json", "accept-encoding": coding },
    });
    await answer.body.json();
    return Number(answer.headers["x-pagination-size"]);
  };
  const bare = async (artifactId: number) => {
    const ofHistory = async () => {
      const count = await get(`${artifactId}/changesets?fields=comments&limit=1&offset=0`, "gzip, br");
      await get(`${artifactId}/changesets?limit=21&offset=${count - versions - 1}`, "gzip, br");
    };
    await Promise.all([ofHistory(), get(`${artifactId}`, "identity")]);
  };
  try {
    const tracker = await client.readTracker(wideTrackerId, signal);
    const field = tracker.fields.find(({ type }) => type === "string")?.name;
    for (const artifactId of artifactIds) {
      await service.control("addVersions", { artifactId, count: 3 * versions, field });
    }
    const times = { core: [] as Sample[], bare: [] as Sample[] };
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      const kept = round >= warmUpRounds ? times : undefined;
      const artifactId = artifactIds[round % artifactIds.length] ?? Number.NaN;
      const measured = (work: () => Promise<unknown>, samples: Sample[] | undefined) => async () => {
        await rest();
        await timed(work, samples);
      };
      await takingTurns(
        round,
        measured(() => open(client, tracker, artifactId), kept?.core),
        measured(() => bare(artifactId), kept?.bare),
      );
    }
    return [
      compare(`Page of 60 fields and ${versions} versions, over its bare requests`, times.core, times.bare),
      await redraw(await open(client, tracker, artifactIds[0] ?? Number.NaN)),
    ];
  } finally {
    await Promise.all([client.close(), pool.close()]);
    service.stop();
  }
}

interface DrawnPage {
  readonly source: PreviewSource;
  readonly dependencies: PageDependencies;
}

/**
 * Reads and draws it as a panel does, with nothing known but the structure of the tracker: first the artifact, then its
 * discussion too. The discussion is asked for a turn earlier (`editor/preview/artifactPreviews.ts`).
 */
async function open(client: ServiceClient, tracker: Tracker, artifactId: number): Promise<DrawnPage> {
  const histories = new KnownHistories(() => {});
  const sources = {
    known: { find: () => ({ histories }) },
    serviceOf: async () => client,
    savesJudged: async () => {},
    logFailure: (_: string, error: unknown) => {
      throw error;
    },
  };
  const discussion = new ArtifactDiscussion({ connectionId: "bench", artifactId }, sources, () => {});
  const dependencies: PageDependencies = {
    ...{ links: pageLinks, pieces: new Pieces(), pictures: new Map(), nonce: "nonce", language: "en" },
    renderMarkdown: async (markdown) => `<p>${markdown}</p>`,
    artifactOf: () => undefined,
    keywords: new Set(),
    sizeText: (bytes) => `${bytes} B`,
  };
  const reading = discussion.read();
  await nextTurn();
  const read = await client.readArtifact(artifactId, signal);
  const known = { artifact: read.artifact, base: makeBase(read, tracker), tracker };
  const draw = async () => {
    const source = { ...known, discussion: discussion.view(tracker) };
    await previewPage(previewOf(source), dependencies);
    return source;
  };
  await draw();
  await reading;
  return { source: await draw(), dependencies };
}

async function redraw({ source, dependencies }: DrawnPage): Promise<Figure> {
  const entry = source.base?.fields.find(({ kind }) => kind === "string")?.entry;
  const samples: number[] = [];
  for (let round = 0; entry && round < rounds + warmUpRounds; round++) {
    const typed = { fieldId: entry.fieldId, members: { value: "typed".repeat(round % 7) } };
    const start = performance.now();
    await previewPage(previewOf({ ...source, texts: [[typed]] }), dependencies);
    samples.push(performance.now() - start);
  }
  return { name: "Page drawn again after a keystroke", value: milliseconds(median(samples)), target: "at most 10 ms" };
}
