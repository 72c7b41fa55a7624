import assert from "node:assert/strict";
import { setup, suite, suiteSetup, suiteTeardown, test } from "mocha";
import { deleteArtifacts } from "../../../../src/core/deletion/deleteArtifacts.ts";
import type { ArtifactDraft } from "../../../../src/core/draft/draft.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactOutcome } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { type Base, documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { artifactDraft } from "../../../support/artifactDraft.ts";
import { FaultyGateway, losses, rawAnswer } from "../../../support/faultyGateway.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { MemoryDraftStore } from "../../../support/memoryDraftStore.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { MemorySettings, MemorySettingsStates, SettingsSheet } from "../svn/settingsFixture.ts";

const { signal } = new AbortController();
const bug = 501;
const bugTracker = 12;
const title = 1202;
const repository = 90;
const document = "document";
/** Only time tells that nothing more comes. */
const silences = new Set(["no answer in time", "an answer that stops"]);
const interruption = { isInterrupted: true, lose: () => {} };

// Every way to lose the answer of a write, before and after the service carried it out, while nobody or somebody else
// changes the same thing: what the person is told is true each time.
suite("an answer that is lost", () => {
  let service: ReferenceService;
  let gateway: FaultyGateway;
  let patient: ServiceClient;
  let impatient: ServiceClient;

  suiteSetup(async () => {
    service = await startReferenceService();
    gateway = await FaultyGateway.start(service.origin);
    const accessKey = async () => service.keys.admin;
    patient = clientOf(`${gateway.origin}/api/v1`, { accessKey }).client;
    impatient = clientOf(`${gateway.origin}/api/v1`, { accessKey, timeoutMs: 400 }).client;
  });

  suiteTeardown(async () => {
    await Promise.all([patient.close(), impatient.close()]);
    await gateway.stop();
    await service.close();
  });

  setup(() => {
    gateway.mishapOf = () => undefined;
    gateway.alter = (headers) => headers;
    service.control.reset();
    service.control.freezeClock({ atMs: Date.now() });
  });

  /** The next `times` writes are lost like this. */
  function lose(way: string, isApplied: boolean, times = 1, meanwhile?: () => void): void {
    let left = times;
    gateway.mishapOf = (method) => {
      if (method === "GET" || left === 0) {
        return undefined;
      }
      left--;
      return { ...(losses[way] ?? interruption), isApplied, ...(meanwhile && { meanwhile }) };
    };
  }

  const writes = (method: string) => service.requests.filter((request) => request.method === method);
  const stored = () => service.control.readArtifact({ artifactId: bug });
  const ways = Object.keys(losses);
  const clientFor = (way: string) => (silences.has(way) ? impatient : patient);

  suite("of a save", () => {
    let copy: ArtifactCopy;
    let base: Base;

    async function open(way = ""): Promise<void> {
      copy = artifactCopy(bug, clientFor(way), { tracker: async () => undefined }, new MemoryStateStore());
      base = await copy.read(signal);
      await copy.adopt(document, base);
      service.control.advanceClock({ ms: 60_000 });
      service.clearRequests();
    }

    const save = (value: string): Promise<ArtifactOutcome> => {
      const mine = documentEntries(base).map(
        (entry): Entry => (entry.fieldId === title ? { ...entry, members: { value } } : entry),
      );
      return copy.save(document, mine, "plain", signal);
    };

    const colleagues: Readonly<Record<string, (() => void) | undefined>> = {
      "nobody else changes it": undefined,
      "a colleague changes the same field": () => {
        service.control.advanceClock({ ms: 5000 });
        service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
      },
      "a colleague changes another field": () => {
        service.control.advanceClock({ ms: 5000 });
        service.control.editArtifact({ artifactId: bug, values: [{ field: "notes", value: "Theirs" }] });
      },
      "a colleague changes the same field in the same second": () =>
        void service.control.editArtifact({
          artifactId: bug,
          values: [{ field: "summary", value: "Theirs" }],
          isSameSecond: true,
        }),
    };

    for (const way of [...ways, "a connection closed while sending"]) {
      for (const isApplied of way === "a connection closed while sending" ? [false] : [true, false]) {
        for (const [who, meanwhile] of Object.entries(colleagues)) {
          if (way === "an answer that stops" && meanwhile) {
            continue; // As with no answer at all, and each takes its time.
          }
          const isOther = who.endsWith("another field");
          const expected = !meanwhile || (isOther && isApplied) ? "saved" : "conflict";
          test(`by ${way}, ${isApplied ? "stored" : "not stored"}, while ${who}: «${expected}»`, async () => {
            await open(way);
            lose(way, isApplied, 1, meanwhile);
            const outcome = await save(way === "a connection closed while sending" ? "x".repeat(200) : "Mine");
            assert.equal(outcome.kind, expected);
            tellsTheTruth(outcome, isOther);
          });
        }
      }

      if (silences.has(way)) {
        continue;
      }
      test(`by ${way} again and again, not stored: «notSaved», and a later save is saved`, async () => {
        await open(way);
        lose(way, false, Number.POSITIVE_INFINITY);
        const outcome = await save("Mine");
        assert.equal(outcome.kind, "notSaved");
        tellsTheTruth(outcome, false);
        gateway.mishapOf = () => undefined;
        assert.equal((await save("Mine")).kind, "saved");
        assert.equal(stored().values.summary, "Mine");
      });
    }

    test("by 504, and stored only after the artifact was read again, is saved once", async () => {
      await open();
      const before = stored().changesetCount;
      const gatewayTimeout = losses["504 of a gateway"];
      assert.ok(gatewayTimeout);
      let puts = 0;
      gateway.mishapOf = (method) => {
        puts += method === "PUT" ? 1 : 0;
        if (method === "PUT" && puts === 2) {
          service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Mine" }], as: "admin" });
        }
        return method === "PUT" && puts === 1 ? { ...gatewayTimeout, isApplied: false } : undefined;
      };
      const outcome = await save("Mine");
      assert.ok(outcome.kind === "saved" || outcome.kind === "unchanged", outcome.kind);
      assert.deepEqual([puts, stored().values.summary, stored().changesetCount], [2, "Mine", before + 1]);
    });

    test("with the service unreachable afterwards is of unknown fate, until the next save asks", async () => {
      for (const isStored of [true, false]) {
        service.control.reset();
        await open();
        let isDown = false;
        gateway.mishapOf = (method) => {
          const isApplied = method === "PUT" && isStored;
          isDown ||= method === "PUT";
          return isDown ? { isApplied, lose: (socket) => socket.resetAndDestroy() } : undefined;
        };
        assert.equal((await save("Mine")).kind, "unknown");
        gateway.mishapOf = () => undefined;
        const outcome = await save("Mine");
        assert.ok(outcome.kind === "saved" || outcome.kind === "unchanged", outcome.kind);
        assert.equal(stored().values.summary, "Mine");
      }
    });

    test("by the service's own breakdown is found out too, and told in its words where nothing was stored", async () => {
      await open();
      const words = JSON.stringify({ error: { code: 500, message: "Internal Server Error: Disk full" } });
      for (const isStored of [true, false]) {
        gateway.mishapOf = (method) =>
          method === "PUT"
            ? {
                isApplied: isStored,
                lose: (socket) => socket.end(rawAnswer("500 Internal Server Error", "application/json", words)),
              }
            : undefined;
        if (isStored) {
          assert.equal((await save("Mine")).kind, "saved");
        } else {
          await assert.rejects(save("Mine again"), { kind: "unavailable", serviceMessage: "Disk full" });
          assert.equal(stored().values.summary, "Mine");
        }
      }
      assert.equal(writes("PUT").length, 1);
    });

    function tellsTheTruth(outcome: ArtifactOutcome, isOther: boolean): void {
      const { summary } = stored().values;
      const isStored = outcome.kind === "saved";
      assert.equal(
        /^(Mine|x+)$/.test(String(summary)),
        isStored,
        `${outcome.kind}, and «${String(summary)}» is stored`,
      );
      if (outcome.kind === "conflict") {
        const inTheirs = outcome.theirs.fields.find(({ fieldId }) => fieldId === title)?.entry?.members.value;
        assert.equal(inTheirs, summary);
      }
      if (isOther) {
        assert.deepEqual(noteOf(stored().values.notes), "Theirs");
      }
      const puts = writes("PUT");
      assert.ok(puts.length <= 2);
      assert.ok(puts.every(({ headers }) => headers["if-match"] ?? headers["if-unmodified-since"]));
    }
  });

  suite("of a creation", () => {
    const text = JSON.stringify({ tracker: { id: bugTracker }, values: [{ field_id: title, value: "A new one" }] });
    let newest: number | undefined;

    setup(() => {
      [newest] = service.control.newestArtifacts({ trackerId: bugTracker, count: 1 });
      service.clearRequests();
    });

    for (const way of ways) {
      for (const isApplied of [true, false]) {
        test(`by ${way}, ${isApplied ? "created" : "not created"}: nothing is sent again before somebody has looked`, async () => {
          const draft = newDraft(clientFor(way));
          await draft.restore();
          lose(way, isApplied);
          const outcome = await draft.create(text, signal);
          assert.deepEqual([outcome.kind, (await draft.create(text, signal)).kind], ["unknown", "unknown"]);
          const created = service.control.newestArtifacts({ trackerId: bugTracker, count: 1 })[0] !== newest;
          assert.deepEqual([writes("POST").length, created], [isApplied ? 1 : 0, isApplied]);
        });
      }
    }
  });

  suite("of a deletion", () => {
    for (const way of ways) {
      for (const isApplied of way === "more than was announced" ? [true] : [true, false]) {
        const expected = isApplied ? "deleted" : "failed";
        test(`by ${way}, ${isApplied ? "deleted" : "not deleted"}: «${expected}»`, async () => {
          lose(way, isApplied);
          const copies = { keep: async () => "copy", drop: async () => {} };
          const items = [{ connectionId: "team", artifactId: bug }];
          const [result] = await deleteArtifacts(items, async () => clientFor(way), copies, signal);
          assert.deepEqual([result?.kind, service.control.hasArtifact({ artifactId: bug })], [expected, !isApplied]);
        });
      }
    }
  });

  suite("of SVN settings", () => {
    test("again and again, not stored: «notSaved», and a later save is saved", async () => {
      const copy = newSettingsCopy(patient);
      const base = await copy.open(signal);
      assert.ok(base);
      await copy.adopt(base);
      const mine = { ...base.settings, access_file: "[/]\n* = rw" };
      lose("a reset before the headers", false, Number.POSITIVE_INFINITY);
      const outcome = await copy.save(mine, "plain", signal);
      assert.equal(outcome.kind, "notSaved");
      gateway.mishapOf = () => undefined;
      assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
    });

    for (const way of ways) {
      for (const isApplied of way === "more than was announced" ? [true] : [true, false]) {
        for (const isColleague of [false, true]) {
          const expected = isColleague ? "conflict" : "saved";
          test(`by ${way}, ${isApplied ? "stored" : "not stored"}${isColleague ? ", and changed since" : ""}: «${expected}»`, async () => {
            const copy = newSettingsCopy(clientFor(way));
            const base = await copy.open(signal);
            assert.ok(base);
            await copy.adopt(base);
            const meanwhile = () =>
              service.control.editRepository({ repositoryId: repository, settings: { accessFile: "[/]\n* = r" } });
            lose(way, isApplied, 1, isColleague ? meanwhile : undefined);
            const mine = { ...base.settings, access_file: "[/]\n* = rw" };
            const outcome = await copy.save(mine, "plain", signal);
            const { accessFile } = service.control.readRepository({ repositoryId: repository }).settings;
            const isTold = way === "more than was announced" && isColleague;
            assert.equal(outcome.kind, isTold ? "saved" : expected);
            assert.equal(accessFile, isColleague ? "[/]\n* = r" : "[/]\n* = rw");
          });
        }
      }
    }
  });
});

function noteOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "content" in value ? value.content : value;
}

function newDraft(client: ServiceClient): ArtifactDraft {
  return artifactDraft(
    { trackerId: bugTracker, format: "json" },
    { createArtifact: client.createArtifact, recentArtifacts: async () => ({ items: [] }) },
    async () => undefined,
    new MemoryDraftStore(),
    () => 0,
  ).draft;
}

function newSettingsCopy(client: ServiceClient): SettingsSheet {
  return SettingsSheet.of(repository, { service: client, memory: new MemorySettings() }, new MemorySettingsStates());
}
