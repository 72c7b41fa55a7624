import { compare, type Figure, rest, type Sample, takingTurns, timed } from "./figure.ts";
import { BareClient, CoreClient } from "./rounds.ts";
import { type Service, startService } from "./service.ts";

/** Two artifacts of sixty fields, so that neither is in the other's way. */
const [ofCore, ofBare] = [1501, 1502];
/** More than the second of a version, and what follows it. */
const laterMs = 5000;

interface Amount {
  /** Until the code runs as it does in a window that is open for a while. */
  readonly warmUp: number;
  readonly rounds: number;
}

/** By the latency of the service, in milliseconds. */
const amounts: readonly (readonly [latencyMs: number, Amount])[] = [
  [0, { warmUp: 200, rounds: 300 }],
  [50, { warmUp: 5, rounds: 20 }],
];

/**
 * Saves of a 60-field artifact through the core, over the PUT alone by bare undici, which knows the version already.
 * Both take turns in one run, against a service in a process of its own.
 */
export async function measureSaves(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [latencyMs, amount] of amounts) {
    const service = await startService();
    await service.control("addFault", { fault: { kind: "delay", ms: latencyMs }, count: null });
    figures.push(...(await measureWith(service, latencyMs, amount)));
    service.stop();
  }
  return figures;
}

async function measureWith(
  service: Service,
  latencyMs: number,
  { warmUp, rounds }: Amount,
): Promise<readonly Figure[]> {
  const core = new CoreClient(service, ofCore);
  const bare = new BareClient(service, ofBare);
  const times = { first: [] as Sample[], again: [] as Sample[], bare: [] as Sample[] };
  const trips = { first: 0, again: 0, early: 0 };
  const later = () => service.control("advanceClock", { ms: laterMs });
  try {
    for (let round = 0; round < warmUp + rounds; round++) {
      const kept = round >= warmUp ? times : undefined;
      const timedSave = async (value: string, samples: Sample[] | undefined) => {
        await core.settled();
        await rest();
        const before = core.requests;
        await timed(() => core.save(`${value} ${round}`), samples);
        return core.requests - before;
      };
      const saves = async () => {
        await core.open();
        trips.first = await timedSave("first", kept?.first);
        await later();
        await core.readLater();
        trips.again = await timedSave("again", kept?.again);
        await later();
        trips.early = await timedSave("early", undefined);
        await later();
        await core.readLater();
      };
      const floor = async () => {
        await bare.open();
        await core.writeState();
        await rest();
        await timed(() => bare.save(core.lineField, `bare ${round}`), kept?.bare);
      };
      await takingTurns(round, saves, floor);
    }
  } finally {
    await Promise.all([core.close(), bare.close()]);
  }
  const saved = (which: string) => `${which}, latency ${latencyMs} ms, core over a bare PUT`;
  return [
    compare(saved("First save"), times.first, times.bare, "at most 1.10"),
    compare(saved("Save again later"), times.again, times.bare, "at most 1.10"),
    {
      name: `Round trips waited for: first, again later, again before (${latencyMs} ms)`,
      value: `${trips.first}, ${trips.again}, ${trips.early}`,
      target: "1, 1, 2",
    },
  ];
}
