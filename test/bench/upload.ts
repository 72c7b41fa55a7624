import { createReadStream } from "node:fs";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Pool } from "undici";
import { createServiceClient } from "../../src/core/service/serviceClient.ts";
import { diskSource } from "../../src/core/upload/diskSource.ts";
import { TusUpload } from "../../src/core/upload/tusUpload.ts";
import { WatchedSource } from "../../src/core/upload/watchedSource.ts";
import { compare, type Figure, rest, type Sample, takingTurns, timed } from "./figure.ts";
import { startSink } from "./sink.ts";

const comparedBytes = 200_000_000;
const largeBytes = 5_000_000_000;
const rounds = 5;
const { signal } = new AbortController();

/**
 * A file from the disk to a service that reads it away, over the same PATCH by bare undici; and what is held meanwhile.
 */
export async function measureUpload(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "artifact-desk-bench-"));
  const sink = await startSink();
  const client = createServiceClient({
    connection: { id: "bench", url: `${sink.origin}/api/v1`, label: "Bench" },
    accessKey: async () => "tlp-k1-1.00",
    timeoutMs: 30_000,
    network: { noProxy: ["*"], strictSsl: true },
    log: () => {},
  });
  const pool = new Pool(sink.origin);
  const file = path.join(folder, "file.bin");

  const upload = async (onProgress: () => void = () => {}): Promise<void> => {
    const dependencies = { service: client, pause: async () => {}, claimed: new Map<number, string>() };
    const source = await WatchedSource.of(diskSource(file, "file.bin"));
    await new TusUpload(dependencies, 1, source).run(signal, onProgress);
  };
  const bare = async (): Promise<void> => {
    const headers = {
      "Tus-Resumable": "1.0.0",
      "Content-Type": "application/offset+octet-stream",
      "Upload-Offset": "0",
      "Content-Length": String(comparedBytes),
    };
    const body = createReadStream(file, { highWaterMark: 1024 * 1024 });
    const answer = await pool.request({ path: "/uploads/1", method: "PATCH", headers, body });
    await answer.body.dump();
  };

  try {
    await writeFile(file, "");
    await truncate(file, comparedBytes);
    const [ours, theirs]: [Sample[], Sample[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const isCounted = round > 0;
      const rested = async (work: () => Promise<void>, samples: Sample[]) => {
        await rest();
        await timed(work, isCounted ? samples : undefined);
      };
      await takingTurns(
        round,
        () => rested(upload, ours),
        () => rested(bare, theirs),
      );
    }
    await truncate(file, largeBytes);
    let [most, steps] = [0, 0];
    const before = held();
    await upload(() => {
      if (steps++ % 100 === 0) {
        most = Math.max(most, held() - before);
      }
    });
    const megabytes = `${(most / 1e6).toFixed(0)} MB`;
    return [
      { ...compare("Upload 200 MB, core over bare undici", ours, theirs), target: "at most 1.10" },
      { name: "Held more while 5 GB go up", value: megabytes, target: "flat" },
    ];
  } finally {
    await Promise.all([client.close(), pool.close()]);
    sink.stop();
    await rm(folder, { recursive: true });
  }
}

function held(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
