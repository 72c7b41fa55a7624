import { compare, type Figure } from "./figure.ts";
import { benchInHost } from "./host.ts";
import type { SaveAllTimes } from "./saveAllInHost.ts";
import { startService } from "./service.ts";

/** Twenty artifacts saved from Source Control in a real extension host, with and without latency. */
export async function measureSaveAll(): Promise<readonly Figure[]> {
  const measure = await benchInHost<SaveAllTimes>();
  const figures: Figure[] = [];
  for (const latencyMs of [0, 50]) {
    const { baseUrl, key, control, stop } = await startService();
    await control("addFault", { fault: { kind: "delay", ms: latencyMs }, count: null });
    try {
      const service = JSON.stringify({ baseUrl, key });
      const { own, stored, files, puts } = await measure({
        ARTIFACT_DESK_SERVICE: service,
        ARTIFACT_DESK_MEASURE: "saveAll",
      });
      const name = `Save all of 20 artifacts, to clean, latency ${latencyMs} ms`;
      figures.push(
        compare(`${name}, over files that do the bare PUT`, own, files),
        compare(`${name}, over the PUTs alone`, own, puts, ""),
        compare(`Save all of 20 artifacts, to stored, latency ${latencyMs} ms, over the PUTs alone`, stored, puts),
      );
    } finally {
      stop();
    }
  }
  return figures;
}
