import type { EditorTimes } from "./editorInHost.ts";
import { compare, type Figure } from "./figure.ts";
import { benchInHost } from "./host.ts";
import { startService } from "./service.ts";

/**
 * Clicks and saves in a real extension host, beside a file system that does the bare request, with and without latency.
 */
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
      const of = (what: string, { own, floor }: EditorTimes["click"], target: string) =>
        compare(`${what}, latency ${latencyMs} ms`, own, floor, target);
      figures.push(
        of("Click on a row to its text", times.click, click),
        of("First save of a document, to clean", times.first, "at most 1.20"),
        of("Save again later, to clean", times.later, "at most 1.20"),
        of("Save within two seconds, which reads first, to clean", times.soon, ""),
      );
    } finally {
      stop();
    }
  }
  return figures;
}
