import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { kindsOf } from "../../../../src/core/codec/documentEntries.ts";
import { printDraft } from "../../../../src/core/draft/printDraft.ts";
import { printDay } from "../../../../src/core/field/date.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { artifactRoutes } from "../../../../src/core/service/artifacts.ts";
import { trackerRoutes } from "../../../../src/core/service/trackers.ts";
import { makeUnconnectedService, type UnconnectedService } from "../../../service/referenceService.ts";
import { artifactDraft } from "../../../support/artifactDraft.ts";
import { MemoryDraftStore } from "../../../support/memoryDraftStore.ts";
import { askUnconnected, UnconnectedClient } from "../../../support/unconnectedClient.ts";

const sprints = 41;
const [titleId, startsOnId, reviewId] = [4101, 4112, 4113];
const signal = new AbortController().signal;
/** The structure is read on one day, the draft made on the next. */
const [readAt, madeAt] = [new Date(2026, 2, 12, 12), new Date(2026, 2, 13, 12)];

suite("A draft with defaults of dates", () => {
  let service: UnconnectedService;
  let session: UnconnectedClient;
  let structure: Tracker;

  setup(async () => {
    service = makeUnconnectedService({ artifactCount: 0 });
    session = new UnconnectedClient((request) => askUnconnected(service, service.keys.admin, request));
    service.control.freezeClock({ atMs: readAt.getTime() });
    structure = await trackerRoutes(session).readTracker(sprints, signal);
    service.control.freezeClock({ atMs: madeAt.getTime() });
  });

  for (const format of ["json", "xml"] as const) {
    const opened = async () => {
      const routes = { ...artifactRoutes(session), recentArtifacts: async () => ({ items: [] }) };
      const store = new MemoryDraftStore();
      const around = { service: routes, structure: async () => structure, store, nowMs: () => madeAt.getTime() };
      const { draft, posting } = artifactDraft(
        { trackerId: sprints, format },
        around.service,
        around.structure,
        around.store,
        around.nowMs,
      );
      const codec = await documentCodec(format);
      const { entries } = codec.parse(await draft.text(signal), kindsOf(structure));
      return { draft, posting, entries: entries.map(({ fieldId, members }): Entry => ({ fieldId, members })) };
    };
    const shown = (entries: readonly Entry[], fieldId: number) =>
      entries.find((entry) => entry.fieldId === fieldId)?.members.value;
    const created = async (change: (entry: Entry) => readonly Entry[]) => {
      const { draft, posting, entries } = await opened();
      const titled = entries.map((entry) => (entry.fieldId === titleId ? set(entry, { value: "Sprint" }) : entry));
      const outcome = await draft.create(await printDraft(posting.identity, titled.flatMap(change), structure), signal);
      assert.ok(outcome.kind === "created", outcome.kind);
      return service.control.readArtifact({ artifactId: outcome.artifactId }).values;
    };
    const set = (entry: Entry, members: JsonObject): Entry => ({ ...entry, members });

    test(`shows them, and «today» as the day it is made on, in ${format}`, async () => {
      const { entries } = await opened();
      assert.equal(shown(entries, reviewId), "2026-02-24T10:30");
      assert.equal(shown(entries, startsOnId), printDay(madeAt));
    });

    test(`stores what it shows, in ${format}`, async () => {
      const { review, starts_on: startsOn } = await created((entry) => [entry]);
      assert.equal(review, "2026-02-24T09:30:00.000Z");
      assert.equal(startsOn, new Date(`${printDay(madeAt)}T00:00:00+01:00`).toISOString());
    });

    test(`stores nothing where they were cleared, in ${format}`, async () => {
      const cleared = new Set([startsOnId, reviewId]);
      const stored = await created((entry) => [cleared.has(entry.fieldId) ? set(entry, { value: "" }) : entry]);
      assert.deepEqual([stored.review, stored.starts_on], [null, null]);
    });

    test(`leaves the service what has no entry, in ${format}`, async () => {
      const { review } = await created((entry) => (entry.fieldId === reviewId ? [] : [entry]));
      assert.equal(review, "2026-02-24T09:30:00.000Z");
    });
  }
});
