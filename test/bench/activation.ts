import type { ActivationTimes } from "./activationInHost.ts";
import { compare, type Figure, median, spread } from "./figure.ts";
import { benchInHost, writeNothing } from "./host.ts";

const starts = 10;

/**
 * How long the extension takes to load and activate in a real extension host that has come to rest, by turns with one that
 * does nothing; and what the first request loads.
 */
export async function measureActivation(): Promise<readonly Figure[]> {
  const measure = await benchInHost<ActivationTimes>();
  const nothing = writeNothing();
  const own: ActivationTimes[] = [];
  const floor: ActivationTimes[] = [];
  for (let start = 0; start < starts; start++) {
    own.push(await measure({ ARTIFACT_DESK_EXTENSION: "artifact-desk.artifact-desk" }));
    floor.push(await measure({ ARTIFACT_DESK_EXTENSION: "bench.nothing" }, nothing));
  }
  const activations = (times: readonly ActivationTimes[]) => times.map(({ activation }) => activation);
  const clients = own.flatMap(({ client }) => client ?? []);
  const cpu = clients.map(({ cpuMs }) => cpuMs);
  return [
    { ...compare("Activation over one that does nothing", activations(own), activations(floor)), target: "" },
    {
      name: "Files of ours that it reads",
      value: String(Math.max(...own.map(({ files }) => files))),
      target: "at most 3",
    },
    {
      name: "First request: CPU to load the client",
      value: `${median(cpu).toFixed(1)} ms (${spread(cpu)})`,
      target: "at most 55 ms",
    },
  ];
}
