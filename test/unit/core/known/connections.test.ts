import assert from "node:assert/strict";
import { mock } from "node:test";
import { setup, suite, teardown, test } from "mocha";
import type { KnownService } from "../../../../src/core/known/connection.ts";
import { KnownConnections, type SeenArtifact } from "../../../../src/core/known/connections.ts";
import type { Artifact, ArtifactSummary } from "../../../../src/core/model/artifact.ts";
import type { Connection } from "../../../../src/core/model/connection.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { ServiceError, type ServiceErrorKind } from "../../../../src/core/service/serviceError.ts";
import { Emitter } from "../../../../src/core/util/event.ts";
import { MemoryCatalogStore } from "../../../support/memoryCatalogStore.ts";
import { someTurns } from "../../../support/patience.ts";
import { LongHistory } from "../history/longHistory.ts";
import { bugs } from "../language/fixture.ts";

suite("what is known of connections", () => {
  setup(() => mock.timers.enable({ apis: ["setTimeout", "Date"] }));
  teardown(() => mock.timers.reset());

  test("is forgotten with the connection, and where it leads elsewhere", async () => {
    const { known, connect, store } = start();
    const before = known.of("team");
    await before.catalog.readTracker(12, signal);
    before.artifacts.see({ id: 5, title: "Five" });
    await before.catalog.settled();
    assert.equal(store.texts.size, 1);
    connect("team", "https://other.example/api/v1");
    assert.equal(known.of("team").artifacts.get(5), undefined);
    await turns();
    known.of("team").artifacts.see({ id: 6, title: "Six" });
    connect();
    assert.deepEqual([known.find("team"), store.texts.size], [undefined, 0]);
    assert.throws(() => known.of("team"));
    connect("team");
    assert.equal(known.of("team").artifacts.get(6), undefined);
  });

  test("is another where it leads elsewhere, though nobody has told that yet", async () => {
    const { known, move, store } = start();
    const before = known.of("team");
    move("https://other.example/api/v1");
    const after = known.of("team");
    assert.notEqual(after, before);
    assert.equal(known.of("team"), after);
    await before.catalog.readTracker(12, signal);
    await before.catalog.settled();
    assert.equal(store.texts.size, 0);
  });

  test("is forgotten once what was being written is, and is another one from then on", async () => {
    const { known, store } = start();
    const before = known.of("team");
    const reading = before.catalog.readTracker(12, signal);
    const { write } = store;
    const written = Promise.withResolvers<void>();
    store.write = async (name, value) => {
      await written.promise;
      await write.call(store, name, value);
    };
    await reading;
    mock.timers.reset();
    await someTurns();
    const forgotten = known.forget("team");
    assert.notEqual(known.of("team"), before);
    written.resolve();
    await forgotten;
    assert.equal(store.texts.size, 0);
  });

  for (const clear of ["clear", "clearCatalogs"] as const) {
    test(`of which nothing was needed here yet is forgotten all the same: ${clear}`, async () => {
      const { known, store } = start();
      store.texts.set("tracker-12", "{}");
      await known[clear]("team");
      assert.equal(store.texts.size, 0);
    });
  }

  test("has people and structures that are asked for anew where everything is read again", async () => {
    const { known, asked, fail } = start();
    const { catalog, people } = known.of("team");
    people.learn([{ id: 1, name: "Max" }]);
    fail("unavailable");
    await catalog.structure(12);
    known.refresh(undefined, new Set());
    fail(undefined);
    await catalog.structure(12);
    await people.want([1]);
    assert.deepEqual([asked, people.name(1)], [["tracker", "tracker", "user 1"], "User 1"]);
  });

  test("is forgotten with the key, and names alone where everything is read again", async () => {
    const { known, store } = start();
    const fill = async () => {
      const { catalog, artifacts, people } = known.of("team");
      await catalog.readTracker(12, signal);
      artifacts.see({ id: 5, title: "Five" });
      people.learn([{ id: 1, name: "Max" }]);
      await catalog.settled();
    };
    const kept = () => {
      const { catalog, artifacts, people } = known.of("team");
      return [catalog.knownTracker(12)?.label, artifacts.get(5)?.title, people.name(1), store.texts.size];
    };
    await fill();
    assert.deepEqual(kept(), [bugs.label, "Five", "Max", 1]);
    await known.clearCatalogs();
    assert.deepEqual(kept(), [undefined, "Five", "Max", 0]);
    await fill();
    await known.clear("team");
    assert.deepEqual(kept(), [undefined, undefined, undefined, 0]);
  });

  test("has histories that are forgotten with the key and where everything is read again, and tells what they learn", async () => {
    const { known } = start();
    const learnt: string[] = [];
    known.onDidKnowMore((id) => learnt.push(id));
    const isRead = () => known.of("team").histories.of(5).isRead;
    const read = () => known.of("team").histories.of(5).readNewest(new LongHistory(3), signal);
    await read();
    assert.deepEqual([learnt, isRead()], [["team"], true]);
    await known.clear("team");
    assert.equal(isRead(), false);
    await read();
    known.refresh([{ connectionId: "team", only: { artifactIds: new Set([5]), repositoryIds: new Set() } }], new Set());
    assert.equal(isRead(), true);
    known.refresh(undefined, new Set());
    assert.equal(isRead(), false);
  });

  test("tells of the people that were met first who spoke last on the artifact", async () => {
    const { known } = start();
    const history = new LongHistory(4);
    const comment = { content: "Look", format: "text" } as const;
    const says = [{ author: "Ada (ada)", comment }, { author: "Silent (silent)" }, { author: "Max (max)", comment }];
    history.steps = history.steps.map((step, index) => ({ ...step, ...says[index] }));
    const team = known.of("team");
    team.artifacts.see({ id: 5, title: "Five", assignees: ["Jane (jane)", "Ada (ada)"] });
    assert.deepEqual([...team.peopleMet(5)], ["Jane (jane)", "Ada (ada)"]);
    await team.histories.of(5).readNewest(history, signal);
    assert.deepEqual([...team.peopleMet(5)], ["Max (max)", "Ada (ada)", "Jane (jane)"]);
  });

  test("reads the structure beside an artifact that opens, once, and behind it where its tracker is not known", async () => {
    for (const isMet of [true, false]) {
      const { known, asked, gate } = start();
      const { artifacts } = known.of("team");
      if (isMet) {
        artifacts.see({ id: 5, tracker: { id: 12 } });
      }
      const answer = gate();
      const opening = known.of("team").readAhead(5, signal, isMet ? undefined : 12);
      await turns();
      assert.deepEqual(asked, ["artifact", "tracker"], "before the artifact has come");
      answer.resolve();
      assert.equal((await opening).artifact.title, "No. 5");
      await known.of("team").readAhead(5, signal);
      await turns();
      assert.deepEqual(asked, ["artifact", "tracker", "artifact"], "the structure is known then");
    }
    const { known, asked, fail } = start();
    fail("unavailable");
    await known.of("team").readAhead(5, signal);
    await turns();
    assert.deepEqual(asked, ["artifact", "tracker"], "what goes wrong with the structure fails nothing");
    await known.of("team").readAhead(5, signal, 12);
    await turns();
    assert.deepEqual(asked, ["artifact", "tracker", "artifact"], "nor is it asked for again at once");
  });

  test("has the title that a save stored before it is read again", async () => {
    const { known } = start();
    const { catalog, artifacts } = known.of("team");
    await catalog.readTracker(12, signal);
    const seen: (string | undefined)[] = [];
    known.onDidSee(({ summary }) => seen.push(summary.title));
    const save = (artifactId: number, members: Entry["members"], fieldId = titleFieldId) =>
      known.of("team").noteStored(artifactId, [{ fieldId, members }]);
    save(5, { value: "Nothing is known of it" });
    artifacts.see({ id: 5, title: "Five", status: "Open", tracker: { id: 12 } });
    save(5, { value: "In another field" }, titleFieldId + 1);
    save(5, { value: { content: "No line" } });
    save(5, { value: "High five" });
    save(7, { value: "Of another one" });
    assert.deepEqual(seen, ["Five", "High five"]);
    assert.deepEqual(artifacts.get(5), { ...artifacts.get(5), title: "High five", status: "Open" });
    save(5, { value: "e".repeat(100_000) });
    assert.equal(artifacts.get(5)?.title?.length, 1001);
  });

  test("is asked for again of what is given", () => {
    const { known, learnt } = start();
    const { artifacts, people } = known.of("team");
    const fill = () => {
      artifacts.learn([{ id: 5 }, { id: 6 }]);
      people.learn([{ id: 1, name: "Max" }]);
    };
    const kept = () => [artifacts.has(5), artifacts.has(6), people.name(1)];
    fill();
    known.refresh([{ connectionId: "team", only: { artifactIds: new Set([5]), repositoryIds: new Set() } }], new Set());
    assert.deepEqual(kept(), [false, true, "Max"]);
    known.refresh([{ connectionId: "other" }], new Set());
    assert.deepEqual(kept(), [false, true, "Max"]);
    for (const scopes of [undefined, [{ connectionId: "team" }]]) {
      fill();
      known.refresh(scopes, new Set());
      assert.deepEqual(kept(), [false, false, "Max"]);
    }
    fill();
    known.refresh([{ connectionId: "other" }], new Set(["team"]));
    assert.deepEqual([kept(), learnt.length], [[false, false, "Max"], 5]);
  });

  test("follows what the service gives, until it is disposed or leads elsewhere", async () => {
    const { known, seen, connect, gate } = start();
    const giving = async (id: number, meanwhile: () => void) => {
      const answer = gate();
      const reading = known.of("team").readings.read(id, signal);
      meanwhile();
      answer.resolve();
      await reading;
    };
    await giving(5, () => {});
    assert.equal(known.of("team").artifacts.get(5)?.title, "No. 5");
    await giving(6, () => connect("team", "https://other.example/api/v1"));
    await giving(7, () => known.dispose());
    assert.deepEqual(
      seen.map(({ summary: { id } }) => id),
      [5],
    );
    assert.deepEqual(
      [6, 7].map((id) => known.of("team").artifacts.get(id)),
      [undefined, undefined],
    );
  });

  test("tells of each artifact that is read, whoever asked for it, all of it where it was read by itself", async () => {
    const { known, seen } = start();
    const artifact: Artifact = { id: 5, title: "Five", assignees: [], values: [], attachments: [] };
    known.see("team", artifact);
    known.see("gone", artifact);
    const { readings } = known.of("team");
    const reasons = ["read", "readToEdit", "readAhead", "readOpened"] as const;
    for (const [index, reason] of reasons.entries()) {
      await readings[reason](6 + index, signal);
    }
    await readings.readToEdit(10, signal, { isBackground: true });
    assert.deepEqual(
      seen.map(({ connectionId, summary, artifact: whole }) => [connectionId, summary.title, whole?.title]),
      [["team", "Five", undefined], ...[6, 7, 8, 9, 10].map((id) => ["team", `No. ${id}`, `No. ${id}`])],
    );
  });
});

suite("candidates for ids in documents", () => {
  setup(() => mock.timers.enable({ apis: ["setTimeout", "Date"] }));
  teardown(() => mock.timers.reset());

  /** What `work` gives once nothing more is typed. */
  async function settled<T>(work: Promise<T>): Promise<T> {
    await turns();
    mock.timers.tick(250);
    return await work;
  }

  test("are the artifacts met lately first, without a request", async () => {
    const { known, asked } = start({ recent: [{ id: 7, title: "Seven" }] });
    const connection = known.of("team");
    connection.artifacts.learn([{ id: 5, title: "Five" }]);
    connection.artifacts.learn([{ id: 7, title: "Seven anew" }]);
    const offered = async (words: string) =>
      (await connection.candidates.artifacts(words, signal)).map(({ title }) => title);
    assert.deepEqual(await offered(""), ["Seven anew", "Five"]);
    assert.deepEqual(await offered("fi"), ["Five"]);
    assert.deepEqual(await offered("5"), ["Five"]);
    assert.deepEqual(asked, []);
  });

  test("are asked for by number where nothing is known of it, and known afterwards", async () => {
    const { known, asked } = start();
    const { candidates } = known.of("team");
    const [found] = await settled(candidates.artifacts("42", signal));
    assert.deepEqual([found?.title, asked], ["No. 42", ["artifacts 42"]]);
    await candidates.artifacts("42", signal);
    assert.equal(asked.length, 1);
  });

  test("are found by words, and people by theirs, once nothing more is typed", async () => {
    const { known, asked } = start();
    const connection = known.of("team");
    assert.deepEqual(await connection.candidates.artifacts("cr", signal), []);
    const typed = new AbortController();
    const given = connection.candidates.artifacts("cra", typed.signal);
    typed.abort();
    await assert.rejects(settled(given));
    assert.deepEqual(asked, []);
    const found = await settled(connection.candidates.artifacts("crash", signal));
    const [jane] = await settled(connection.candidates.people("Jane", signal));
    assert.deepEqual([found.map(({ id }) => id), jane?.id, asked], [[9], 102, ["text crash", "users jane"]]);
    assert.deepEqual([connection.names().artifact(9)?.title, connection.names().person(102)], ["Crash", "Jane Doe"]);
  });

  test("are none where the service cannot be asked, which is logged unless it has no such route", async () => {
    const { known, failures, fail } = start({ recent: [{ id: 41, title: "Crash" }] });
    const { candidates } = known.of("team");
    fail("unreachable");
    assert.deepEqual(await settled(candidates.people("jane", signal)), []);
    assert.equal((await settled(candidates.artifacts("crash", signal))).length, 1);
    assert.equal(failures.length, 2);
    fail("notFound");
    assert.deepEqual(await settled(candidates.people("joe", signal)), []);
    assert.equal(failures.length, 2);
  });

  test("are what a person who asks for them is told, or why they cannot be had", async () => {
    const { known, fail } = start({ recent: [{ id: 41, title: "Crash at start" }] });
    const connection = known.of("team");
    const found = await connection.findArtifacts("#42", signal);
    assert.deepEqual(
      found.map(({ id }) => id),
      [42],
    );
    fail("unreachable");
    await assert.rejects(connection.findArtifacts("crash", signal), ServiceError);
  });

  test("of what somebody points at are asked for with those near it", async () => {
    const { known, asked } = start();
    const pointed = known.of("team").artifact("a", 5, [6, 5, 7], signal);
    await turns();
    mock.timers.tick(300);
    assert.deepEqual([(await pointed)?.title, asked], ["No. 5", ["background artifacts 5,6,7"]]);
    assert.equal((await known.of("team").artifact("a", 6, [], signal))?.title, "No. 6");
    assert.equal(asked.length, 1);
  });

  test("of what somebody points at are asked for with no more than fit into a request", async () => {
    const { known, asked } = start();
    const near = Array.from({ length: 300 }, (_, index) => index + 1);
    const pointed = known.of("team").artifact("a", 500, near, signal);
    await turns();
    mock.timers.tick(300);
    assert.equal((await pointed)?.title, "No. 500");
    const others = near.slice(0, 99).join();
    assert.deepEqual(asked, [`background artifacts 500,${others}`]);
  });
});

const { signal } = new AbortController();

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await Promise.resolve();
  }
}

const titleFieldId = 1202;

function start({ recent = [] }: { readonly recent?: readonly ArtifactSummary[] } = {}) {
  const asked: string[] = [];
  const failures: unknown[] = [];
  const learnt: string[] = [];
  let failure: ServiceErrorKind | undefined;
  const answer = async <T>(what: string, value: T): Promise<T> => {
    asked.push(what);
    if (failure) {
      throw new ServiceError({ kind: failure, method: "GET", path: "/" });
    }
    return value;
  };
  const readArtifacts = (prefix: string) => (ids: readonly number[]) =>
    answer(
      `${prefix}artifacts ${ids.join()}`,
      ids.map((id): Artifact => ({ id, title: `No. ${id}`, assignees: [], values: [], attachments: [] })),
    );
  let gated: Promise<void> = Promise.resolve();
  const readArtifact = async (id: number) => {
    asked.push("artifact");
    await gated;
    const artifact = { id, title: `No. ${id}`, tracker: { id: 12 }, assignees: [], values: [], attachments: [] };
    return { artifact, version: {} };
  };
  const catalog = {
    readTracker: () => answer("tracker", { ...bugs, titleFieldId }),
    listProjects: () => answer("projects", { items: [] }),
    listTrackers: () => answer("trackers", { items: [] }),
    listReports: () => answer("reports", { items: [] }),
    findUsers: (words: string) =>
      answer(`users ${words}`, { items: [{ id: 102, username: "jdoe", label: "Jane Doe" }] }),
  };
  const service: KnownService = {
    ...catalog,
    readArtifact,
    readArtifacts: readArtifacts(""),
    searchFullText: (words) => answer(`text ${words}`, { items: [{ id: 9, title: "Crash" }] }),
    listArtifacts: () => answer("artifacts", { items: [] }),
    background: {
      ...catalog,
      readArtifact,
      readArtifacts: readArtifacts("background "),
      readUser: (id) => answer(`user ${id}`, { id, username: "u", label: `User ${id}` }),
    },
  };
  const url = "https://team.example/api/v1";
  const changed = new Emitter<void>();
  const store = new MemoryCatalogStore();
  let connections: readonly Connection[] = [{ id: "team", url, label: "Team" }];
  const find = (id: string) => connections.find((each) => each.id === id);
  const get = (id: string) => find(id) ?? assert.fail(`no ${id}`);
  const known = new KnownConnections({
    registry: { connections, find, get, onDidChange: changed.event },
    serviceOf: async () => service,
    storeOf: () => store,
    recent: () => recent,
    logFailure: (_what, error) => failures.push(error),
  });
  const seen: SeenArtifact[] = [];
  known.onDidSee((each) => seen.push(each));
  known.onDidKnowMore((connectionId) => learnt.push(connectionId));
  return {
    ...{ known, asked, failures, learnt, seen, store },
    /** Artifacts that are read by themselves are answered once it is resolved. */
    gate: () => {
      const answer = Promise.withResolvers<void>();
      gated = answer.promise;
      return answer;
    },
    fail: (kind: ServiceErrorKind | undefined) => {
      failure = kind;
    },
    /** Nobody is told of it yet. */
    move: (address: string) => {
      connections = [{ id: "team", url: address, label: "Team" }];
    },
    connect: (id?: string, address = url) => {
      connections = id === undefined ? [] : [{ id, url: address, label: "Team" }];
      changed.fire();
    },
  };
}
