import type { EditorTimes } from "./editorInHost.ts";
import { compare, type Figure } from "./figure.ts";
import { benchInHost } from "./host.ts";
import { startService } from "./service.ts";

/** Clicks and saves in a real extension host, beside a file system that does the bare request, with and without latency. */
export async function measureEditor(): Promise<readonly Figure[]> {
  const measure = await benchInHost<EditorTimes>();
  const figures: Figure[] = [];
  for (const { latencyMs, click } of [
    { latencyMs: 0, click: "at most 1.30" },
    { latencyMs: 50, click: "at most 1.10" },
  ]) {
    const { baseUrl, key, control, stop } = await startService();
    await control("addFault", { fault: { kind: "delay", ms: latencyMs }, count: null });
    try {
      const service = JSON.stringify({ baseUrl, key });
      const times = await measure({ ARTIFACT_DESK_SERVICE: service, ARTIFACT_DESK_MEASURE: "editor" });
      const at = `with ${latencyMs} ms of latency`;
      figures.push(
        { ...compare(`Click on a row to its text, ${at}`, times.click, times.floorClick), target: click },
        compare(`Save soon after another one, to clean, ${at}`, times.save, times.floorSave),
      );
    } finally {
      stop();
    }
  }
  return figures;
}
