import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { ArtifactSearch, searchDebounceMs } from "../../src/core/search/artifactSearch.ts";
import { ConnectionSearch } from "../../src/core/search/connectionSearch.ts";
import { createServiceClient } from "../../src/core/service/serviceClient.ts";
import { HandClock } from "../support/handClock.ts";
import { type Figure, median, milliseconds, rest, takingTurns } from "./figure.ts";

const rounds = 200;
const warmUpRounds = 40;
const knownArtifacts = 200;
const target = "at most 5 ms more";

/**
 * From a key that is pressed to the arrival of its request at the service, the debounce left out; beside a request that
 * bare undici sends at once. What is pinned and recent is searched on the way. The service is in this process, for its
 * clock.
 */
export async function measureSearch(): Promise<readonly Figure[]> {
  let arrivedAt = 0;
  const server = createServer((request, response) => {
    arrivedAt = performance.now();
    request.resume();
    response.setHeader("Content-type", "application/json");
    response.end("[]");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createServiceClient({
    connection: { id: "bench", url: `${origin}/api`, label: "Bench" },
    accessKey: async () => "bench",
    timeoutMs: 10_000,
    network: { noProxy: [], strictSsl: true },
    log: () => {},
  });
  const pool = new Pool(origin);
  const clock = new HandClock();
  const known = Array.from({ length: knownArtifacts }, (_, index) => ({ id: index + 1, title: `Artifact ${index}` }));
  const source = {
    connectionId: "bench",
    service: async () => client,
    catalog: () => ({ ...client, tracker: async () => undefined }),
    known: () => known,
    usedTrackers: () => [],
    favouriteProjects: () => [],
  };
  const search = new ArtifactSearch([new ConnectionSearch(source)], { kind: "all" }, clock.after);
  const times = { ours: [] as number[], floor: [] as number[] };
  const arrival = async (work: () => Promise<unknown>): Promise<number> => {
    await rest();
    const start = performance.now();
    await work();
    return arrivedAt - start;
  };
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const text = `words ${round}`;
    const keep = (values: number[], ms: number) => round < warmUpRounds || values.push(ms);
    const ours = async () => {
      const typed = async () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const listening = search.onDidChange(({ isRunning }) => isRunning || resolve());
        search.search(text);
        void clock.advance(searchDebounceMs);
        await promise;
        listening.dispose();
      };
      keep(times.ours, await arrival(typed));
    };
    const floor = async () => {
      const asked = async () => {
        const { body } = await pool.request({
          ...{ method: "POST", path: "/api/search?limit=50&offset=0", body: JSON.stringify({ keywords: text }) },
          headers: { "content-type": "application/json", accept: "application/json", "x-auth-accesskey": "bench" },
        });
        await body.json();
      };
      keep(times.floor, await arrival(asked));
    };
    await takingTurns(round, ours, floor);
  }
  search.dispose();
  await Promise.all([client.close(), pool.close()]);
  server.close();
  const [ours, floor] = [median(times.ours), median(times.floor)];
  const value = `${milliseconds(ours)} / ${milliseconds(floor)}, ${milliseconds(ours - floor)} more`;
  return [{ name: "Key to the search's request, the debounce left out", value, target }];
}
