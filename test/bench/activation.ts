import { type Figure, median, milliseconds } from "./figure.ts";
import { benchInHost, writeNothing } from "./host.ts";

const starts = 3;

/** How long the extension takes to load and activate in a real extension host, beside one that does nothing. */
export async function measureActivation(): Promise<readonly Figure[]> {
  const measure = await benchInHost<number>();
  const nothing = writeNothing();
  const times: number[] = [];
  const floor: number[] = [];
  for (let start = 0; start < starts; start++) {
    times.push(await measure({ ARTIFACT_DESK_EXTENSION: "artifact-desk.artifact-desk" }));
    floor.push(await measure({ ARTIFACT_DESK_EXTENSION: "bench.nothing" }, nothing));
  }
  const all = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(", ");
  return [
    {
      name: `Activation over one that does nothing, median of ${starts}`,
      value: `${milliseconds(median(times))} / ${milliseconds(median(floor))} (${all(times)} / ${all(floor)})`,
    },
  ];
}
