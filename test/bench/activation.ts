import type { ActivationTimes } from "./activationInHost.ts";
import { compare, type Figure, median, type Sample, spread } from "./figure.ts";
import { benchInHost, writeNothing, writeWaitingGit } from "./host.ts";

/** As many for each of the three. */
const starts = 10;

/**
 * How long the extension takes to load and activate in a real extension host that has come to rest, by turns with one
 * that does nothing and with `vscode.git`; and what the first request loads.
 */
export async function measureActivation(): Promise<readonly Figure[]> {
  const measure = await benchInHost<ActivationTimes>();
  const nothing = writeNothing();
  const builtins = await writeWaitingGit();
  const [own, floor, git]: [ActivationTimes[], ActivationTimes[], ActivationTimes[]] = [[], [], []];
  const turns = [
    async () => own.push(await measure({ ARTIFACT_DESK_EXTENSION: "artifact-desk.artifact-desk" })),
    async () => floor.push(await measure({ ARTIFACT_DESK_EXTENSION: "bench.nothing" }, nothing)),
    async () =>
      git.push(await measure({ ARTIFACT_DESK_EXTENSION: "vscode.git", ARTIFACT_DESK_BUILTINS: builtins }, nothing)),
  ];
  for (let turn = 0; turn < starts * turns.length; turn++) {
    // Each goes first in a third of the rounds.
    await turns[(turn + Math.floor(turn / turns.length)) % turns.length]?.();
  }
  const activations = (times: readonly ActivationTimes[]) => times.map(({ activation }) => activation);
  const clients = own.flatMap(({ client }) => client ?? []);
  const cpu = clients.map(({ cpuMs }) => cpuMs);
  return [
    { ...compare("Activation over one that does nothing", activations(own), activations(floor)), target: "" },
    { ...compare("Activation over that of vscode.git", activations(own), activations(git)), target: "" },
    {
      name: "Activation above one that does nothing, of vscode.git's",
      value: shareOf(activations(own), activations(git), activations(floor)),
      target: "CPU at most 0.12",
    },
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

/** What `own` takes more than `floor`, as a part of what `other` takes more. */
function shareOf(own: readonly Sample[], other: readonly Sample[], floor: readonly Sample[]): string {
  const share = (take: (sample: Sample) => number) => {
    const [a, b, least] = [own, other, floor].map((samples) => median(samples.map(take))) as [number, number, number];
    return ((a - least) / (b - least)).toFixed(2);
  };
  return `CPU ${share(({ cpuMs }) => cpuMs)}, time ${share(({ ms }) => ms)}`;
}
