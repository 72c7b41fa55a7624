import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import type { Artifact } from "../../../../src/core/model/artifact.ts";
import type { Changeset } from "../../../../src/core/model/changeset.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { artifactRoutes } from "../../../../src/core/service/artifacts.ts";
import { changesetRoutes } from "../../../../src/core/service/changesets.ts";
import { trackerRoutes } from "../../../../src/core/service/trackers.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { artifactForm } from "../../../../src/core/workingCopy/textForm.ts";
import { makeUnconnectedService } from "../../../service/referenceService.ts";
import { printDay } from "../../../service/wire/dates.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { askUnconnected, UnconnectedClient } from "../../../support/unconnectedClient.ts";

const sprint = 1801;
/** One date before the burndown, two behind it. */
const dayFields = { 4110: "planned_on", 4112: "starts_on", 4114: "ends_on" } as const;
const reviewId = 4113;
const remarksId = 4119;
const signal = new AbortController().signal;

/** The service in one zone, asked by somebody who lives in another. */
class Place {
  readonly #serverZone: string;
  readonly #service;
  readonly #routes;
  readonly #trackers;
  readonly #changesets;
  puts: Entry[][] = [];

  constructor(serverZone: string) {
    this.#serverZone = serverZone;
    this.#service = makeUnconnectedService({ artifactCount: 0, zone: serverZone });
    const session = new UnconnectedClient((request) => {
      if (request.method === "PUT") {
        this.puts.push(JSON.parse(request.body ?? "").values);
      }
      return askUnconnected(this.#service, this.#service.keys.admin, request);
    });
    this.#routes = artifactRoutes(session);
    this.#trackers = trackerRoutes(session);
    this.#changesets = changesetRoutes(session);
  }

  /** Stores days as a colleague, and moves the one who asks to `userZone`. */
  arrange(days: readonly string[], userZone: string): void {
    const { control } = this.#service;
    control.setUserZone({ zone: userZone });
    const values = Object.keys(dayFields).map((id, index) => ({ field_id: Number(id), value: days[index] ?? "" }));
    control.editArtifact({ artifactId: sprint, values });
    control.advanceClock({ ms: 60_000 });
    this.puts = [];
  }

  stored(): readonly string[] {
    const { values } = this.#service.control.readArtifact({ artifactId: sprint });
    return Object.values(dayFields).map((name) => {
      const stored = values[name];
      return typeof stored === "string" ? printDay(Date.parse(stored) / 1000, this.#serverZone) : "";
    });
  }

  listed(): Promise<readonly Artifact[]> {
    return this.#routes.readArtifacts([sprint], signal);
  }

  async history(): Promise<readonly Changeset[]> {
    const total = await this.#changesets.countChangesets(sprint, signal);
    const page = { offset: Math.max((total ?? 0) - 5, 0), limit: 5 };
    return (await this.#changesets.readChangesets(sprint, page, signal)).items;
  }

  copy(): ArtifactCopy {
    const tracker = (trackerId: number) => this.#trackers.readTracker(trackerId, signal);
    return artifactCopy(sprint, this.#routes, { tracker }, new MemoryStateStore());
  }
}

const servers = new Map(
  ["Europe/Paris", "America/New_York", "Asia/Kolkata", "Pacific/Pago_Pago", "Pacific/Auckland"].map((zone) => [
    zone,
    new Place(zone),
  ]),
);
const serverZone = fc.constantFrom(...servers.keys());
const userZone = fc.constantFrom(
  ...["America/New_York", "America/St_Johns", "Asia/Tokyo", "Asia/Kathmandu", "Australia/Lord_Howe", "Europe/Paris"],
  ...["Pacific/Honolulu", "Pacific/Auckland", "UTC"],
);
const day = fc
  .date({ min: new Date("1975-01-01"), max: new Date("2037-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const days = fc.tuple(day, day, fc.oneof(day, fc.constant("")));

suite("days of a service whose dates come in the zone of who asks", () => {
  const valueIn = (entries: readonly Entry[], fieldId: number) =>
    entries.find((entry) => entry.fieldId === fieldId)?.members.value;

  async function opened(place: Place, format: "json" | "xml") {
    const copy = place.copy();
    const base = await copy.read(signal);
    await copy.adopt("document", base);
    const form = artifactForm(await documentCodec(format));
    const printed = form.print(base);
    assert.ok(printed.kind === "text");
    const { entries, problems } = form.parse(printed.text, { base });
    assert.deepEqual(problems, []);
    return { copy, mine: entries.map(({ fieldId, members }): Entry => ({ fieldId, members })) };
  }

  const changed = (mine: readonly Entry[], fieldId: number, value: string) => [
    ...mine.filter((entry) => entry.fieldId !== fieldId),
    { fieldId, members: { value } },
  ];

  test("a document shows the day that was stored, whoever asks from wherever, and sends nothing untouched", () =>
    fc.assert(
      fc.asyncProperty(serverZone, userZone, days, fc.constantFrom("json", "xml"), async (server, user, kept, form) => {
        const place = servers.get(server) ?? assert.fail(server);
        place.arrange(kept, user);
        const { copy, mine } = await opened(place, form);
        assert.deepEqual(
          Object.keys(dayFields).map((id) => valueIn(mine, Number(id))),
          kept,
        );
        assert.equal((await copy.save("document", mine, "plain", signal)).kind, "unchanged");
        assert.deepEqual(place.puts, []);
      }),
    ));

  test("a save of something else moves no day, however often it is made", () =>
    fc.assert(
      fc.asyncProperty(serverZone, userZone, days, async (server, user, kept) => {
        const place = servers.get(server) ?? assert.fail(server);
        place.arrange(kept, user);
        for (const remark of ["once", "twice"]) {
          const { copy, mine } = await opened(place, "json");
          assert.equal((await copy.save("document", changed(mine, remarksId, remark), "plain", signal)).kind, "saved");
        }
        assert.equal(place.puts.length, 2);
        assert.deepEqual(place.stored(), kept);
      }),
    ));

  test("a day that is set is stored as that day, and shown as it when read again", () =>
    fc.assert(
      fc.asyncProperty(serverZone, userZone, days, day, async (server, user, kept, wanted) => {
        const place = servers.get(server) ?? assert.fail(server);
        place.arrange(kept, user);
        const first = await opened(place, "json");
        const all = Object.keys(dayFields).reduce((mine, id) => changed(mine, Number(id), wanted), first.mine);
        const outcome = await first.copy.save("document", all, "plain", signal);
        assert.ok(outcome.kind === "saved" || kept.every((each) => each === wanted));
        assert.deepEqual(place.stored(), [wanted, wanted, wanted]);
        const again = await opened(place, "json");
        assert.equal(valueIn(again.mine, 4112), wanted);
      }),
    ));

  test("a time of day that stands in a field of days does not move it either", async () => {
    const place = servers.get("Europe/Paris") ?? assert.fail();
    place.arrange(["2023-07-13", "2023-07-13", ""], "Asia/Tokyo");
    const { copy, mine } = await opened(place, "json");
    const times = changed(changed(mine, 4112, "2023-07-20T00:00:00+09:00"), 4114, "2023-07-21T00:00:00+09:00");
    await copy.save("document", times, "plain", signal);
    assert.deepEqual(place.stored(), ["2023-07-13", "2023-07-20", "2023-07-21"]);
  });

  test("a summer's day of a service near the date line, whoever asks, in lists and in the history as well", async () => {
    const place = servers.get("Pacific/Auckland") ?? assert.fail();
    place.arrange(["2024-07-01", "2024-01-01", "2024-12-31"], "Europe/Paris");
    const { copy, mine } = await opened(place, "json");
    assert.equal(valueIn(mine, 4112), "2024-01-01");
    const [listed] = await place.listed();
    assert.equal(valueIn(listed?.values.flatMap(({ entry }) => entry ?? []) ?? [], 4114), "2024-12-31");
    await copy.save("document", changed(mine, remarksId, "Later"), "plain", signal);
    const last = (await place.history()).at(-1);
    assert.equal(valueIn(last?.values.flatMap(({ entry }) => entry ?? []) ?? [], 4112), "2024-01-01");
  });

  test("a time of day is the instant it is, in whichever zone it is written", async () => {
    const place = servers.get("Europe/Paris") ?? assert.fail();
    place.arrange(["", "", ""], "Asia/Tokyo");
    const { copy, mine } = await opened(place, "json");
    assert.equal(valueIn(mine, reviewId), "2024-01-29T22:30:00+09:00");
    const same = changed(mine, reviewId, "2024-01-29T14:30:00+01:00");
    assert.equal((await copy.save("document", same, "plain", signal)).kind, "unchanged");
  });
});
