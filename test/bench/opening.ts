import { compare, type Figure, rest, type Sample, takingTurns, timed } from "./figure.ts";
import { BareClient, CoreClient } from "./rounds.ts";
import { startService } from "./service.ts";

/** The tracker of the reference service whose artifacts have sixty fields. */
const wideArtifactId = 1501;
const rounds = 300;
/**
 * Until the code runs as it does in a window that is open for a while: bare undici gets there twice as fast as what
 * calls it.
 */
const warmUpRounds = 200;

/**
 * Opening a 60-field artifact through the core, from the request to the text, over the same request by bare undici with
 * the answer parsed. Both take turns in one run, against a service in a process of its own. It was changed before each,
 * so that no answer is like the one before.
 */
export async function measureOpening(): Promise<readonly Figure[]> {
  const service = await startService();
  const core = new CoreClient(service, wideArtifactId);
  const bare = new BareClient(service, wideArtifactId);
  const times = { core: [] as Sample[], same: [] as Sample[], bare: [] as Sample[] };
  let requests = 0;
  try {
    await core.open();
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      const kept = round >= warmUpRounds ? times : undefined;
      const values = [{ field_id: core.lineField, value: `Version ${round}` }];
      await service.control("editArtifact", { artifactId: wideArtifactId, values });
      await service.control("advanceClock", { ms: 5000 });
      const ofCore = async () => {
        await core.writeState();
        await rest();
        const before = core.requests;
        await timed(() => core.open(), kept?.core);
        requests = core.requests - before;
        await core.settled();
        await rest();
        await timed(() => core.open(), kept?.same);
      };
      const ofBare = async () => {
        await core.writeState();
        await rest();
        await timed(() => bare.open(), kept?.bare);
      };
      await takingTurns(round, ofCore, ofBare);
    }
  } finally {
    await Promise.all([core.close(), bare.close()]);
    service.stop();
  }
  return [
    compare("Open an artifact of 60 fields, core over bare undici", times.core, times.bare, "at most 1.05"),
    compare("Open it again unchanged, core over bare undici", times.same, times.bare, "at most 1.05"),
    { name: "Requests of an opening with the tracker known", value: String(requests), target: "1" },
  ];
}
