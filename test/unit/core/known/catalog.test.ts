import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { Catalog, type CatalogSubject, staleAfterMs } from "../../../../src/core/known/catalog.ts";
import type { CatalogService } from "../../../../src/core/known/ports.ts";
import type { Page, Tracker, TrackerSummary } from "../../../../src/core/model/tracker.ts";
import { ServiceError, type ServiceErrorKind } from "../../../../src/core/service/serviceError.ts";
import { MemoryCatalogStore } from "../../../support/memoryCatalogStore.ts";

suite("the catalog of a connection", () => {
  const { signal } = new AbortController();

  test("a thing is asked for once, however many need it at once and afterwards", async () => {
    const { catalog, service } = fixture();
    const all = await Promise.all([
      catalog.tracker(1, signal),
      catalog.tracker(1, signal),
      catalog.readTracker(1, signal),
    ]);
    assert.deepEqual(
      [all.map((tracker) => tracker?.label), await labelOf(catalog), service.asked],
      [["one", "one", "one"], "one", ["tracker 1"]],
    );
  });

  test("whoever gives up waiting leaves the request to the others", async () => {
    const { catalog, service } = fixture();
    const release = service.hold();
    const abort = new AbortController();
    const given = catalog.tracker(1, abort.signal);
    const kept = catalog.tracker(1, signal);
    abort.abort(new Error("given up"));
    await assert.rejects(given, /given up/);
    release();
    assert.deepEqual([(await kept)?.label, service.asked], ["one", ["tracker 1"]]);
  });

  test("whoever gives up while the store is read is given nothing", async () => {
    const { catalog, store, service } = fixture();
    await catalog.readTracker(1, signal);
    await catalog.settled();
    const abort = new AbortController();
    const later = fixture({ store });
    const given = later.catalog.readTracker(1, abort.signal);
    abort.abort(new Error("given up"));
    await assert.rejects(given, /given up/);
    assert.deepEqual([service.asked, later.service.asked], [["tracker 1"], []]);
  });

  test("a request that nobody waits for any more is given up, and sent again at the next need", async () => {
    const { catalog, service } = fixture();
    const release = service.hold();
    const [first, second] = [new AbortController(), new AbortController()];
    const outcomes = Promise.allSettled([catalog.readTracker(1, first.signal), catalog.readTracker(1, second.signal)]);
    await turns();
    first.abort(new Error("given up"));
    await turns();
    assert.deepEqual(service.givenUp, []);
    second.abort(new Error("given up"));
    await turns();
    assert.deepEqual(service.givenUp, ["tracker 1"]);
    const next = labelOf(catalog);
    release();
    assert.deepEqual(
      [(await outcomes).map(({ status }) => status), await next, service.asked],
      [["rejected", "rejected"], "one", ["tracker 1", "tracker 1"]],
    );
  });

  test("what the service did not have is asked for again when that is said, and the rest stays", async () => {
    const { catalog, service } = fixture();
    await catalog.tracker(2, signal);
    service.failure = "notFound";
    assert.equal(await catalog.tracker(1, signal), undefined);
    service.failure = undefined;
    catalog.askAgain();
    assert.deepEqual(
      [await labelOf(catalog), await labelOf(catalog, 2), service.asked],
      ["one", "one", ["tracker 2", "tracker 1", "tracker 1"]],
    );
  });

  test("what failed is asked for again; a structure that cannot be had fails nobody", async () => {
    const { catalog, service } = fixture();
    service.failure = "unavailable";
    await assert.rejects(catalog.readTracker(1, signal), ServiceError);
    assert.equal(await catalog.tracker(1, signal), undefined);
    service.failure = undefined;
    assert.deepEqual([await labelOf(catalog), service.asked.length], ["one", 3]);
  });

  test("what the service does not have is not asked for again until everything is", async () => {
    const { catalog, service } = fixture();
    service.failure = "notFound";
    for (let times = 0; times < 3; times++) {
      await assert.rejects(catalog.listReports(1, 0, signal), { kind: "notFound" });
      assert.equal(await catalog.tracker(1, signal), undefined);
    }
    assert.deepEqual(service.asked, ["reports 1 0", "tracker 1"]);
    service.failure = undefined;
    await catalog.clear();
    assert.equal(await labelOf(catalog), "one");
  });

  test("what was read by a clock that was ahead then is read again", async () => {
    const clock = { nowMs: 3 * staleAfterMs };
    const { catalog, service } = fixture({ clock });
    await catalog.tracker(1, signal);
    clock.nowMs = 0;
    await catalog.tracker(1, signal);
    await turns();
    assert.deepEqual(service.asked, ["tracker 1", "background tracker 1"]);
  });

  test("what is stale is served at once, and read again once, with a look that nobody asked for", async () => {
    const { catalog, service, clock, changes } = fixture();
    await catalog.tracker(1, signal);
    clock.nowMs += staleAfterMs;
    const release = service.hold();
    service.label = "two";
    assert.deepEqual([await labelOf(catalog), await labelOf(catalog), await labelOf(catalog)], ["one", "one", "one"]);
    release();
    await turns();
    assert.deepEqual([await labelOf(catalog), changes], ["two", [{ kind: "tracker", trackerId: 1 }]]);
    assert.deepEqual(service.asked, ["tracker 1", "background tracker 1"]);
  });

  test("nothing is told where nothing has changed", async () => {
    const { catalog, service, clock, changes } = fixture();
    await catalog.listTrackers(5, 0, signal);
    clock.nowMs += staleAfterMs;
    await catalog.listTrackers(5, 0, signal);
    await turns();
    assert.deepEqual([service.asked.length, changes], [2, []]);
  });

  test("what cannot be read again stays as it was, and is not asked for at each need", async () => {
    const { catalog, service, clock, changes } = fixture();
    await catalog.tracker(1, signal);
    service.failure = "unreachable";
    clock.nowMs += staleAfterMs;
    for (let times = 0; times < 3; times++) {
      assert.equal(await labelOf(catalog), "one");
      await turns();
    }
    assert.deepEqual([service.asked, changes], [["tracker 1", "background tracker 1"], []]);
    clock.nowMs += staleAfterMs;
    assert.equal(await labelOf(catalog), "one");
    assert.equal(service.asked.length, 3);
  });

  test("a structure wanted at every key is asked for once, and then from time to time with nobody waiting", async () => {
    const { catalog, service, clock, changes } = fixture();
    service.failure = "unavailable";
    for (let keys = 0; keys < 5; keys++) {
      assert.equal(await catalog.structure(1), undefined);
    }
    assert.equal(service.asked.length, 1);
    clock.nowMs += 30_000;
    service.failure = undefined;
    assert.equal(await catalog.structure(1), undefined);
    await turns();
    assert.deepEqual([service.asked.length, changes], [2, [{ kind: "tracker", trackerId: 1 }]]);
    assert.equal((await catalog.structure(1))?.label, "one");
  });

  test("a structure wanted at every key is there once somebody has read it, and asked for again when all is", async () => {
    const { catalog, service } = fixture();
    service.failure = "unavailable";
    await Promise.all([catalog.structure(1), catalog.structure(1)]);
    await catalog.structure(1);
    assert.equal(service.asked.length, 1);
    catalog.retryStructures();
    await catalog.structure(1);
    assert.equal(service.asked.length, 2);
    service.failure = undefined;
    await catalog.readTracker(1, signal);
    assert.deepEqual([(await catalog.structure(1))?.label, service.asked.length], ["one", 3]);
  });

  test("a structure wanted at every key is asked for once, however late the store tells somebody that it has none", async () => {
    const store = new MemoryCatalogStore();
    const { catalog, service } = fixture({ store });
    service.failure = "forbidden";
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const answers = [Promise.resolve(undefined), late];
    store.read = async () => answers.shift();
    const first = catalog.structure(1);
    const second = catalog.structure(1);
    assert.equal(await first, undefined);
    resolve(undefined);
    assert.equal(await second, undefined);
    assert.deepEqual(service.asked, ["tracker 1"]);
  });

  test("a structure is asked for again when that is said, also while it is asked for in vain", async () => {
    const { catalog, service } = fixture();
    service.failure = "unavailable";
    const release = service.hold();
    const vain = catalog.structure(1);
    await turns();
    catalog.retryStructures();
    release();
    await vain;
    service.failure = undefined;
    assert.equal((await catalog.structure(1))?.label, "one");
  });

  test("what is gone meanwhile is told, and gone", async () => {
    const { catalog, service, clock, changes } = fixture();
    await catalog.tracker(1, signal);
    service.failure = "notFound";
    clock.nowMs += staleAfterMs;
    await catalog.tracker(1, signal);
    await turns();
    assert.deepEqual([await labelOf(catalog), changes.length], [undefined, 1]);
  });

  for (const [what, forget] of [
    ["is gone", (catalog: Catalog) => catalog.readTracker(1, signal).catch(() => undefined)],
    ["is forgotten", (catalog: Catalog) => catalog.forget({ trackerId: 1 })],
  ] as const) {
    test(`what ${what} leaves the store, although another window has written it there`, async () => {
      const { catalog, service, store, clock } = fixture();
      await catalog.tracker(2, signal);
      await catalog.settled();
      const other = fixture({ store });
      await other.catalog.tracker(1, signal);
      await other.catalog.settled();
      service.failure = "notFound";
      clock.nowMs += staleAfterMs;
      await forget(catalog);
      await turns();
      await catalog.settled();
      assert.deepEqual([...store.texts.keys()], ["tracker-2"]);
    });
  }

  test("a later window is served from the store, without a request", async () => {
    const first = fixture();
    await first.catalog.tracker(1, signal);
    await first.catalog.listProjects(0, signal, { isMember: true });
    await first.catalog.settled();
    const second = fixture({ store: first.store });
    assert.equal(second.catalog.knownTracker(1), undefined);
    assert.equal(await labelOf(second.catalog), "one");
    assert.equal(second.catalog.knownTracker(1)?.label, "one");
    assert.equal((await second.catalog.listProjects(0, signal, { isMember: true })).total, 1);
    assert.deepEqual(second.service.asked, []);
    await second.catalog.listProjects(0, signal);
    assert.deepEqual(second.service.asked, ["projects 0"]);
  });

  test("what another address told is never served", async () => {
    const first = fixture();
    await first.catalog.tracker(1, signal);
    await first.catalog.settled();
    const second = fixture({ store: first.store, baseUrl: "https://other.example/api/v1" });
    second.service.label = "another's";
    assert.deepEqual([await labelOf(second.catalog), second.service.asked], ["another's", ["tracker 1"]]);
  });

  const damages: readonly (readonly [what: string, text: string])[] = [
    ["cut short", '{"baseUrl":"https://team.exam'],
    ["empty", ""],
    ["of another shape", '["tracker"]'],
    ["without a date", '{"baseUrl":"https://team.example/api/v1","value":{}}'],
    ["without a value", '{"baseUrl":"https://team.example/api/v1","readAt":1,"value":null}'],
    ["a value of another kind", '{"baseUrl":"https://team.example/api/v1","readAt":1,"value":{"items":[]}}'],
    ["another's value", '{"baseUrl":"https://team.example/api/v1","readAt":1,"value":{"id":2,"fields":[]}}'],
    ["half a value", '{"baseUrl":"https://team.example/api/v1","readAt":1,"value":{"id":1}}'],
  ];
  for (const [what, text] of damages) {
    test(`an entry of the store that is ${what} is as good as none`, async () => {
      const { catalog, store, service } = fixture();
      store.texts.set("tracker-1", text);
      assert.deepEqual([await labelOf(catalog), service.asked], ["one", ["tracker 1"]]);
    });
  }

  test("a page of the store that is none is as good as none", async () => {
    const { catalog, store, service } = fixture();
    store.texts.set("reports-1-0", '{"baseUrl":"https://team.example/api/v1","readAt":1,"value":{"id":1}}');
    await catalog.listReports(1, 0, signal);
    assert.deepEqual(service.asked, ["reports 1 0"]);
  });

  test("a page of the store that has itself for the next one holds nobody up", async () => {
    const { catalog, store } = fixture();
    const page = { items: [{ id: 1 }], nextOffset: 0 };
    store.texts.set("trackers-7-0", JSON.stringify({ baseUrl: "https://team.example/api/v1", readAt: 1, value: page }));
    await catalog.forget({ projectId: 7 });
  });

  test("a structure that came at last is told of once, however often it was wanted meanwhile", async () => {
    const { catalog, service, clock, changes } = fixture();
    service.failure = "unavailable";
    await catalog.structure(1);
    service.failure = undefined;
    clock.nowMs += 30_000;
    const release = service.hold();
    for (let keys = 0; keys < 5; keys++) {
      assert.equal(await catalog.structure(1), undefined);
    }
    release();
    await turns();
    assert.deepEqual(changes, [{ kind: "tracker", trackerId: 1 }]);
  });

  test("a structure that came at last is waited for again once it is forgotten", async () => {
    const { catalog, service } = fixture();
    service.failure = "unavailable";
    await catalog.structure(1);
    service.failure = undefined;
    await catalog.readTracker(1, signal);
    await catalog.structure(1);
    await catalog.forget({ trackerId: 1 });
    assert.equal((await catalog.structure(1))?.label, "one");
  });

  test("what was read again is not told of once it is forgotten", async () => {
    const { catalog, service, clock, changes } = fixture();
    await catalog.tracker(1, signal);
    clock.nowMs += staleAfterMs;
    service.label = "two";
    const release = service.hold();
    await catalog.tracker(1, signal);
    await turns();
    await catalog.forget({ trackerId: 1 });
    release();
    await turns();
    assert.deepEqual(changes, []);
  });

  test("what takes long to be read again is told of once", async () => {
    const { catalog, service, clock, changes } = fixture();
    await catalog.tracker(1, signal);
    service.label = "two";
    const release = service.hold();
    for (let times = 0; times < 3; times++) {
      clock.nowMs += staleAfterMs;
      await catalog.tracker(1, signal);
      await turns();
    }
    release();
    await turns();
    assert.deepEqual([changes.length, service.asked.length], [1, 2]);
  });

  test("what was not there before everything was forgotten is asked for again", async () => {
    const { catalog, service } = fixture();
    service.failure = "notFound";
    const release = service.hold();
    const vain = catalog.tracker(1, signal);
    await turns();
    await catalog.clear();
    release();
    assert.equal(await vain, undefined);
    service.failure = undefined;
    assert.equal(await labelOf(catalog), "one");
  });

  test("what nobody waits for any more once the store has answered is not asked for", async () => {
    const { catalog, store, service } = fixture();
    const controller = new AbortController();
    store.read = async () => controller.abort(new Error("given up"));
    await assert.rejects(catalog.readTracker(1, controller.signal), /given up/);
    assert.deepEqual(service.asked, []);
  });

  for (const [what, forget] of [
    ["everything is forgotten", (catalog: Catalog) => catalog.clear()],
    ["it is forgotten", (catalog: Catalog) => catalog.forget({ trackerId: 1 })],
    ["the catalog is disposed of", (catalog: Catalog) => catalog.dispose()],
  ] as const) {
    test(`what the store had is not served once ${what}, however late it tells`, async () => {
      const { catalog, store, service } = fixture();
      const old = { id: 1, label: "old", fields: [] };
      const kept = { baseUrl: "https://team.example/api/v1", readAt: 1_000_000, value: old };
      const { promise: late, resolve } = Promise.withResolvers<unknown>();
      store.read = () => late;
      const label = labelOf(catalog);
      await turns();
      const forgotten = forget(catalog);
      resolve(kept);
      assert.deepEqual([await label, service.asked], ["one", ["tracker 1"]]);
      await forgotten;
    });
  }

  const field = { fieldId: 3, name: "summary", label: "Summary", type: "string", kind: "string", options: [] };
  const whole = { ...field, isRequired: true, isUpdatable: true, isSubmittable: true };
  for (const [what, damaged] of [
    ["no field", [null]],
    ["a field without its values", [{ ...whole, options: undefined }]],
    ["a field of a kind that there is not", [{ ...whole, kind: "bogus" }]],
    ["a value without its number", [{ ...whole, options: [{ label: "Open", isHidden: false }] }]],
  ] as const) {
    test(`a structure that a damaged file has with ${what} is asked for`, async () => {
      const { store } = fixture();
      const served = async (fields: readonly unknown[]) => {
        const value = { id: 1, label: "old", fields };
        const kept = { baseUrl: "https://team.example/api/v1", readAt: 1_000_000, value };
        store.texts.set("tracker-1", JSON.stringify(kept));
        return await labelOf(fixture({ store }).catalog);
      };
      assert.deepEqual([await served([whole]), await served(damaged)], ["old", "one"]);
    });
  }

  test("a structure that a damaged file has of another tracker is asked for", async () => {
    const { store } = fixture();
    const value = { id: 2, label: "old", fields: [] };
    store.texts.set("tracker-1", JSON.stringify({ baseUrl: "https://team.example/api/v1", readAt: 1_000_000, value }));
    assert.equal(await labelOf(fixture({ store }).catalog), "one");
  });

  for (const items of [[null], [{ id: "1", label: "A" }], [{ id: 1 }]]) {
    test(`a page that a damaged file has with ${JSON.stringify(items)} is asked for`, async () => {
      const { store } = fixture();
      const kept = { baseUrl: "https://team.example/api/v1", readAt: 1_000_000, value: { items } };
      store.texts.set("projects-0", JSON.stringify(kept));
      const { items: served } = await fixture({ store }).catalog.listProjects(0, signal);
      assert.notDeepEqual(served, items);
    });
  }

  test("nothing is served from the store once the catalog is disposed of", async () => {
    const { catalog, store, service } = fixture();
    const value = { id: 1, label: "old", fields: [] };
    store.texts.set("tracker-1", JSON.stringify({ baseUrl: "https://team.example/api/v1", readAt: 1_000_000, value }));
    catalog.dispose();
    assert.deepEqual([await labelOf(catalog), service.asked], ["one", ["tracker 1"]]);
  });

  test("people are never kept", async () => {
    const { catalog, store, service } = fixture();
    await catalog.findUsers("jane", 0, signal);
    await catalog.findUsers("jane", 0, signal);
    await catalog.settled();
    assert.deepEqual([service.asked, [...store.texts.keys()]], [["users jane 0"], []]);
  });

  test("what is looked for among people names nothing in the store, where the service cannot look for them either", async () => {
    const { catalog, store, service } = fixture();
    const touched: string[] = [];
    store.read = async (name) => void touched.push(name);
    store.remove = async (name) => void touched.push(name);
    service.failure = "notFound";
    await assert.rejects(catalog.findUsers("/../../notes", 0, signal));
    await catalog.settled();
    assert.deepEqual(touched, []);
  });

  test("after it was disposed of nothing is kept, not even what was under way", async () => {
    const { catalog, store, service } = fixture();
    await catalog.tracker(2, signal);
    const release = service.hold();
    const underWay = catalog.tracker(1, signal);
    await turns();
    catalog.dispose();
    await catalog.settled();
    await store.clear();
    release();
    await underWay;
    await catalog.tracker(3, signal);
    await catalog.settled();
    assert.deepEqual([[...store.texts.keys()], catalog.knownTracker(2)], [[], undefined]);
  });

  test("what was asked for before everything was forgotten is not taken up after it", async () => {
    const { catalog, service } = fixture();
    const release = service.hold();
    const before = catalog.tracker(1, signal);
    await turns();
    await catalog.clear();
    service.label = "two";
    const after = catalog.tracker(1, signal);
    release();
    await before;
    assert.deepEqual([(await after)?.label, await labelOf(catalog), service.asked.length], ["two", "two", 2]);
  });

  test("what is forgotten of one tracker is asked for again, and all else is served as before", async () => {
    const { catalog, service, store } = fixture();
    const need = async () => {
      await catalog.listProjects(0, signal);
      for (const id of [1, 12]) {
        await catalog.listTrackers(id, 0, signal);
        await catalog.listReports(id, 0, signal);
        await catalog.tracker(id, signal);
      }
      await catalog.settled();
    };
    await need();
    const kept = [...store.texts.keys()];
    service.asked.length = 0;
    await catalog.forget({ trackerId: 1 });
    await catalog.settled();
    assert.deepEqual(
      kept.filter((name) => !store.texts.has(name)),
      ["reports-1-0", "tracker-1"],
    );
    assert.equal(catalog.knownTracker(1), undefined);
    await need();
    assert.deepEqual(service.asked, ["reports 1 0", "tracker 1"]);
  });

  test("what is forgotten of a project takes its trackers along, those a window before this one was told of too", async () => {
    const { catalog, service, store } = fixture();
    await catalog.listTrackers(5, 0, signal);
    await catalog.listTrackers(6, 0, signal);
    await catalog.tracker(1, signal);
    await catalog.tracker(2, signal);
    await catalog.settled();
    const later = fixture({ store });
    service.asked.length = 0;
    // Its only tracker has the number 1.
    await later.catalog.forget({ projectId: 5 });
    await later.catalog.listTrackers(5, 0, signal);
    await later.catalog.listTrackers(6, 0, signal);
    await later.catalog.tracker(1, signal);
    await later.catalog.tracker(2, signal);
    assert.deepEqual(later.service.asked, ["trackers 5 0", "tracker 1"]);
  });

  test("what was asked for before it was forgotten is not taken up, and what the service did not have is asked for again", async () => {
    const { catalog, service } = fixture();
    const release = service.hold();
    const before = catalog.tracker(1, signal);
    await turns();
    await catalog.forget({ trackerId: 1 });
    service.label = "two";
    const after = catalog.tracker(1, signal);
    release();
    await before;
    assert.deepEqual([(await after)?.label, await labelOf(catalog), service.asked.length], ["two", "two", 2]);
    service.failure = "notFound";
    await catalog.forget({ trackerId: 1 });
    assert.equal(await labelOf(catalog), undefined);
    service.failure = undefined;
    await catalog.forget({ trackerId: 1 });
    assert.equal(await labelOf(catalog), "two");
  });

  test("whatever happens, its promises hold", async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant("need" as const), id: fc.integer({ min: 1, max: 6 }) }) },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant("wait" as const), windows: fc.double({ min: 0.1, max: 1.5 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant("change" as const), size: fc.integer({ min: 1, max: 400 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("fail" as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("clear" as const) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const), url: fc.constantFrom("a", "b") }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const limits = { entries: 3, bytes: 600 };
        const store = new MemoryCatalogStore();
        const clock = { nowMs: 0 };
        let now = fixture({ store, clock, limits, baseUrl: "https://a.example" });
        now.service.label = "a0";
        let url = "a";
        let version = 0;
        /** For each address and tracker: from when on no older version may be served. */
        const oldest = new Map<string, number>();
        for (const each of steps) {
          switch (each.do) {
            case "need": {
              const before = now.service.asked.length;
              const label = await labelOf(now.catalog, each.id);
              await turns();
              assert.ok(now.service.asked.length - before <= 1, "one need, one request");
              if (label !== undefined) {
                const [, from, told] = /^(\w)(\d+)/.exec(label) ?? [];
                assert.equal(from, url, "another's names");
                assert.ok(Number(told) >= (oldest.get(url) ?? 0), "forgotten, and served");
              }
              break;
            }
            case "wait":
              clock.nowMs += Math.round(each.windows * staleAfterMs);
              break;
            case "change":
              version++;
              now.service.label = `${url}${version}${"x".repeat(each.size)}`;
              break;
            case "fail":
              now.service.failure = now.service.failure ? undefined : "unavailable";
              break;
            case "clear":
              await now.catalog.clear();
              oldest.set(url, version);
              assert.equal(store.texts.size, 0);
              break;
            case "restart":
              await now.catalog.settled();
              now.catalog.dispose();
              url = each.url;
              now = fixture({ store, clock, limits, baseUrl: `https://${url}.example` });
              break;
          }
          if (!now.service.label.startsWith(url)) {
            now.service.label = `${url}${version}`;
          }
          await now.catalog.settled();
          assert.ok(store.texts.size <= limits.entries, "more entries than there may be");
        }
      }),
      { numRuns: 150 },
    );
  });

  async function labelOf(catalog: Catalog, trackerId = 1): Promise<string | undefined> {
    return (await catalog.tracker(trackerId, signal))?.label;
  }
});

/** Lets everything that waits for nothing but turns end. */
async function turns(): Promise<void> {
  for (let times = 0; times < 5; times++) {
    await new Promise(setImmediate);
  }
}

function fixture({
  baseUrl = "https://team.example/api/v1",
  store = new MemoryCatalogStore(),
  clock = { nowMs: 1_000_000 },
  limits,
}: {
  baseUrl?: string;
  store?: MemoryCatalogStore;
  clock?: { nowMs: number };
  limits?: { entries: number; bytes: number };
} = {}) {
  const service = new FakeService();
  const changes: CatalogSubject[] = [];
  const catalog = new Catalog(
    baseUrl,
    async () => service,
    store,
    () => clock.nowMs,
    limits,
  );
  catalog.onDidChange((subject) => changes.push(subject));
  return { catalog, service, store, clock, changes };
}

/** A service that tells of everything with one label, and what it was asked. */
class FakeService implements CatalogService {
  readonly asked: string[] = [];
  readonly givenUp: string[] = [];
  label = "one";
  failure: ServiceErrorKind | undefined;
  #held: Promise<void> | undefined;
  readonly #prefix: string;
  readonly #asker: FakeService;

  constructor(asker?: FakeService) {
    this.#prefix = asker ? "background " : "";
    this.#asker = asker ?? this;
  }

  get background(): CatalogService {
    return new FakeService(this);
  }

  /** Keeps what is asked for from now on waiting for the function that it gives. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return () => {
      this.#held = undefined;
      resolve();
    };
  }

  readTracker(id: number, signal: AbortSignal): Promise<Tracker> {
    signal.addEventListener("abort", () => this.#asker.givenUp.push(`tracker ${id}`));
    return this.#answer(`tracker ${id}`, (label) => ({ id, label, fields: [] }));
  }

  listProjects(offset: number, _signal: AbortSignal, only?: { isMember: true }) {
    return this.#answer(`projects ${offset}${only ? " own" : ""}`, (label) => page({ id: 1, label }));
  }

  listTrackers(projectId: number, offset: number): Promise<Page<TrackerSummary>> {
    return this.#answer(`trackers ${projectId} ${offset}`, (label) => page({ id: 1, label }));
  }

  listReports(trackerId: number, offset: number) {
    return this.#answer(`reports ${trackerId} ${offset}`, (label) => page({ id: 1, label }));
  }

  findUsers(words: string, offset: number) {
    return this.#answer(`users ${words} ${offset}`, (label) => page({ id: 1, label, username: label }));
  }

  async #answer<T>(what: string, make: (label: string) => T): Promise<T> {
    const { asked, label, failure } = this.#asker;
    asked.push(this.#prefix + what);
    await this.#asker.#held;
    if (failure) {
      throw new ServiceError({ kind: failure, method: "GET", path: `/${what}` });
    }
    return make(label);
  }
}

function page<T>(item: T): Page<T> {
  return { items: [item], total: 1 };
}
