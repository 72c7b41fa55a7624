import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import { type CommentCopy, commentCopy } from "../../../../src/core/comment/commentKind.ts";
import { CommentRecord, type CommentState } from "../../../../src/core/comment/commentRecord.ts";
import type { Changeset, OwnChangesetSource, StepAuthor } from "../../../../src/core/model/changeset.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { type FoundReplacement, OverwriteGuard } from "../../../../src/core/overwrite/overwriteGuard.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { KeyName } from "../../../service/dataset/people.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { MemoryDraftStore } from "../../../support/memoryDraftStore.ts";
import { checkTwoBeforeWriting } from "../../../support/writesAtOnce.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { commentOf, jane, john, me, notes, putOf, type Step, stepsOf, title } from "./history.ts";

const bug = 501;
const summary = 1202;
const slogan = 1206;
const document = "document";
const connectionId = "team";
const { signal } = new AbortController();

/** A person with a window on the service: what they are told, and what is logged. */
class Window {
  readonly client: ServiceClient;
  readonly copy: ArtifactCopy;
  readonly comments: CommentCopy;
  readonly guard: OverwriteGuard;
  readonly told: string[] = [];
  readonly logged: string[] = [];
  /** How often it was told that nothing can be told. */
  blind = 0;
  readonly steps: StepAuthor[] = [];
  /** How many steps a page has read. */
  known: number | undefined;

  private constructor(service: ReferenceService, user: KeyName) {
    this.client = clientOf(service.baseUrl, { accessKey: async () => service.keys[user] }).client;
    this.guard = new OverwriteGuard({
      history: async () => this.client.background,
      knownCount: () => this.known,
      changed: (_connectionId, _artifactId, step) => this.steps.push(step),
      report: (found) => this.told.push(sentence(found)),
      cannotTell: () => {
        this.blind += 1;
      },
      log: (_, what) => this.logged.push(what),
    });
    const note = this.guard.note.bind(this.guard, connectionId);
    const trackers = { tracker: async () => undefined };
    this.copy = artifactCopy(bug, this.client, trackers, new MemoryStateStore(), note);
    const record = new CommentRecord(new MemoryDraftStore<CommentState>());
    this.comments = commentCopy(bug, this.client, record, ({ put }) => put && note(put));
  }

  static async open(service: ReferenceService, user: KeyName): Promise<Window> {
    const window = new Window(service, user);
    await window.copy.adopt(document, await window.copy.read(signal));
    return window;
  }

  save(fieldId: number, value: string) {
    const mine: Entry[] = [{ fieldId, members: { value } }];
    return this.copy.save(document, mine, "plain", signal);
  }

  async say(comment: string) {
    const base = await this.comments.open(signal);
    await this.comments.adopt(`${document}#comment`, base ?? assert.fail());
    return this.comments.save(`${document}#comment`, comment, "plain", signal);
  }

  /** Shows what is on the service now. */
  async refresh(): Promise<void> {
    await this.copy.adopt(document, await this.copy.read(signal));
  }
}

function sentence({ lost, fields, artifactId }: FoundReplacement): string {
  const values = fields.map(({ field, lost: value, by }) => `${field.label} «${value.value}», ${by}`);
  return `#${artifactId}: ${lost} ${values.join("; ")}`;
}

/** A guard that reads `steps` as each history, and what it has told. Each page is answered once `reading` is done. */
function guardOver(
  steps: readonly Changeset[],
  {
    reading = () => {},
    log = (_, what) => assert.fail(what),
  }: { readonly reading?: () => unknown; readonly log?: (error: unknown, what: string) => void } = {},
) {
  const source: OwnChangesetSource = {
    countChangesets: async () => steps.length,
    readChangesets: async (_, { offset, limit }) => {
      const [end, total] = [offset + limit, steps.length];
      const page = { items: steps.slice(offset, end), total, ...(end < total && { nextOffset: end }) };
      await reading();
      return page;
    },
    readOwnId: async () => me,
  };
  const told: FoundReplacement[] = [];
  const guard = new OverwriteGuard({
    history: async () => source,
    changed: () => {},
    report: (found) => told.push(found),
    cannotTell: () => assert.fail(),
    log,
  });
  return { guard, told };
}

suite("looking after a save whether it replaced another one", () => {
  let service: ReferenceService;
  let mine: Window;

  setup(async () => {
    service = await startReferenceService({ artifactCount: 0 });
    mine = await Window.open(service, "member");
    service.clearRequests();
  });

  teardown(async () => {
    mine.guard.dispose();
    await mine.client.close();
    await service.close();
  });

  const letIn = (field: string, value: string) =>
    service.control.addFault({
      method: "PUT",
      fault: { kind: "edit", when: "gap", edit: { artifactId: bug, values: [{ field, value }] } },
    });
  const asked = () =>
    service.requests.filter(({ path }) => /changesets|users/.test(path)).map(({ path }) => path.replace(/^.*?v1/, ""));
  const historyPath = (query: string) => `/artifacts/${bug}/changesets?${query}`;
  const stored = () => service.control.readArtifact({ artifactId: bug });

  test("a save that replaced nothing costs a count and a page, and tells nothing", async () => {
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    assert.deepEqual([mine.told, mine.logged], [[], []]);
    assert.deepEqual(asked(), [historyPath("fields=comments&limit=1&offset=0"), historyPath("limit=5&offset=0")]);
  });

  test("the next save costs one page, from the step before it on", async () => {
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    service.clearRequests();
    service.control.advanceClock({ ms: 5000 });
    await mine.save(summary, "Mine again");
    await mine.guard.idle();
    assert.deepEqual([asked(), mine.told], [[historyPath("limit=5&offset=2")], []]);
  });

  test("the first save costs one page too where the history was read for something else, whenever that was", async () => {
    letIn("summary", "Theirs");
    mine.known = 2;
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    assert.deepEqual(asked(), [historyPath("limit=5&offset=1"), "/users/self"]);
    assert.deepEqual(mine.told, [`#${bug}: theirs Summary «Theirs», Camille Dupont (cdupont)`]);
    for (const known of [1, 4, 99]) {
      const other = await Window.open(service, "member");
      service.control.advanceClock({ ms: 5000 });
      await other.refresh();
      letIn("summary", `Theirs ${known}`);
      other.known = known;
      await other.save(summary, `Mine ${known}`);
      await other.guard.idle();
      assert.deepEqual(other.told, [`#${bug}: theirs Summary «Theirs ${known}», Camille Dupont (cdupont)`]);
      await other.client.close();
    }
  });

  test("of a history that has grown by far since it was read, the end is read, and not all between", async () => {
    service.control.addVersions({ artifactId: bug, count: 40, field: "slogan" });
    await mine.refresh();
    letIn("summary", "Theirs");
    mine.known = 2;
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    assert.deepEqual(mine.told, [`#${bug}: theirs Summary «Theirs», Camille Dupont (cdupont)`]);
    const [stale, count, newest, self] = asked();
    assert.deepEqual(
      [stale, count, self, asked().length],
      [historyPath("limit=5&offset=1"), historyPath("fields=comments&limit=1&offset=0"), "/users/self", 4],
    );
    assert.match(newest ?? "", /limit=5&offset=3\d$/);
  });

  test("an artifact whose history alone may not be read: that is told once", async () => {
    await mine.save(slogan, "Before");
    await mine.guard.idle();
    const body = JSON.stringify({ error: { code: 403, message: "Forbidden" } });
    const headers = { "Content-Type": "application/json" };
    service.control.addFault({
      path: "/changesets",
      fault: { kind: "answer", status: 403, headers, body },
      count: null,
    });
    for (const value of ["One", "Two"]) {
      await mine.save(summary, value);
      await mine.guard.idle();
    }
    assert.deepEqual([mine.blind, mine.told], [1, []]);
  });

  test("a colleague let in between the check and the write is told of, by name, field and value", async () => {
    letIn("summary", "Theirs");
    assert.equal((await mine.save(summary, "Mine")).kind, "saved");
    await mine.guard.idle();
    assert.deepEqual(mine.told, [`#${bug}: theirs Summary «Theirs», Camille Dupont (cdupont)`]);
    assert.equal(stored().values.summary, "Mine");
  });

  test("a colleague's changes of other fields are told of, which mine has undone", async () => {
    const values = [
      { field: "summary", value: "Theirs" },
      { field: "slogan", value: "Theirs too" },
    ];
    service.control.addFault({
      method: "PUT",
      fault: { kind: "edit", when: "gap", edit: { artifactId: bug, values } },
    });
    const before = stored().values.slogan;
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    const both = ["Summary «Theirs»", "Slogan «Theirs too»"].map((value) => `${value}, Camille Dupont (cdupont)`);
    assert.deepEqual(mine.told, [`#${bug}: theirs ${both.join("; ")}`]);
    assert.equal(stored().values.slogan, before);
    assert.equal(asked().length, 3, "the count, a page, and who I am");
  });

  test("a comment alone is looked after too, by one page: it undoes what was stored in between", async () => {
    letIn("summary", "Theirs");
    const before = stored().values.summary;
    assert.equal((await mine.say("Works for me")).kind, "saved");
    await mine.guard.idle();
    assert.deepEqual(mine.told, [`#${bug}: theirs Summary «Theirs», Camille Dupont (cdupont)`]);
    assert.equal(stored().values.summary, before);
    const count = "fields=comments&limit=1&offset=0";
    assert.deepEqual(asked(), [historyPath(count), "/users/self", historyPath("limit=5&offset=1")]);
  });

  test("a comment alone is told from a colleague's of the same words by whose key it was sent with", async () => {
    const first = { [title]: "first" };
    const history: readonly Step[] = [
      [john, 0, first],
      [jane, 60, { [title]: "theirs" }],
      [me, 60, first, "Done"],
      [john, 60, first, "Done"],
    ];
    const { guard, told } = guardOver(stepsOf(history));
    guard.note(connectionId, { ...commentOf({ values: first, second: 0 }, "Done", 60), ownId: me });
    await guard.idle();
    assert.deepEqual(told.map(sentence), ["#512: theirs Field 1 «theirs», Jane"]);
  });

  test("a comment whose answer was lost is looked after as well", async () => {
    letIn("summary", "Theirs");
    service.control.addFault({ method: "PUT", fault: { kind: "reset", when: "after" } });
    assert.equal((await mine.say("Works for me")).kind, "saved");
    await mine.guard.idle();
    assert.deepEqual(mine.told, [`#${bug}: theirs Summary «Theirs», Camille Dupont (cdupont)`]);
  });

  test("a save and a comment of one window that meet: what is undone is told", async () => {
    checkTwoBeforeWriting(service);
    await Promise.all([mine.save(summary, "Mine"), mine.say("Works for me")]);
    await mine.guard.idle();
    const isUndone = stored().values.summary !== "Mine";
    const told = `#${bug}: theirs Summary «Mine», Jane Doe (jdoe)`;
    assert.deepEqual(
      mine.told.filter((words) => words.includes("theirs")),
      isUndone ? [told] : [],
    );
  });

  suite("what replaced mine within the second", () => {
    setup(() => {
      service.control.freezeClock({ atMs: Date.now() });
      const edit = { artifactId: bug, values: [{ field: "summary", value: "Theirs" }] };
      service.control.addFault({ method: "PUT", fault: { kind: "edit", when: "after", edit } });
    });

    test("is not told again once a reading after the save finds it", async () => {
      await mine.save(summary, "Mine");
      await mine.guard.idle();
      assert.deepEqual(mine.told, [`#${bug}: mine Summary «Mine», Camille Dupont (cdupont)`]);
      assert.deepEqual(mine.guard.untold(connectionId, bug, [summary, slogan]), [slogan]);
    });

    test("is not told here where a reading after the save was faster", async () => {
      await mine.save(summary, "Mine");
      assert.deepEqual(mine.guard.untold(connectionId, bug, [summary]), [summary]);
      await mine.guard.idle();
      assert.deepEqual(mine.told, []);
    });

    test("is told of each save anew", async () => {
      await mine.save(summary, "Mine");
      assert.deepEqual(mine.guard.untold(connectionId, bug, [summary]), [summary]);
      await mine.guard.idle();
      assert.deepEqual(mine.guard.untold(connectionId, bug, [summary]), []);
      await mine.refresh();
      assert.equal((await mine.save(summary, "Mine again")).kind, "saved");
      assert.deepEqual(mine.guard.untold(connectionId, bug, [summary]), [summary]);
    });

    test("is told of each save anew by a service without histories", async () => {
      service.control.changeSettings({ listing: "minimal" });
      for (const value of ["Mine", "Mine again"]) {
        await mine.refresh();
        assert.equal((await mine.save(summary, value)).kind, "saved");
        await mine.guard.idle();
        assert.deepEqual(mine.guard.untold(connectionId, bug, [summary]), [summary]);
        assert.deepEqual(mine.guard.untold(connectionId, bug, [summary]), []);
      }
    });
  });

  test("a save is told of at once, and who made the newest step once the history was read", async () => {
    const outcome = await mine.save(summary, "Mine");
    assert.ok(outcome.kind === "saved");
    assert.equal(mine.steps.length, 1);
    await mine.guard.idle();
    const [saved, read, ...others] = mine.steps;
    assert.deepEqual(saved, { submittedOn: mine.copy.base?.version.lastModified });
    assert.match(read?.author ?? "", /\(\w+\)$/);
    assert.equal(Date.parse(read?.submittedOn ?? ""), Date.parse(saved?.submittedOn ?? ""));
    assert.equal(others.length, 0);
  });

  test("a save waits for none of it", async () => {
    service.control.addFault({ path: "/changesets", fault: { kind: "hang" }, count: null });
    assert.equal((await mine.save(summary, "Mine")).kind, "saved");
    assert.deepEqual([mine.told, mine.logged], [[], []]);
  });

  test("of two windows that save at once the later tells", async () => {
    const theirs = await Window.open(service, "colleague");
    try {
      checkTwoBeforeWriting(service);
      const kinds = await Promise.all([mine.save(summary, "Mine"), theirs.save(summary, "Theirs")]);
      await Promise.all([mine.guard.idle(), theirs.guard.idle()]);
      assert.deepEqual(
        kinds.map(({ kind }) => kind),
        ["saved", "saved"],
      );
      const isMineLast = stored().values.summary === "Mine";
      const [later, lost] = isMineLast ? [mine, "Theirs"] : [theirs, "Mine"];
      assert.equal(later.told.length, 1, JSON.stringify([mine.told, theirs.told]));
      assert.match(later.told[0] ?? "", new RegExp(`theirs Summary «${lost}»`));
    } finally {
      theirs.guard.dispose();
      await theirs.client.close();
    }
  });

  test("so it is with two windows of one person", async () => {
    const other = await Window.open(service, "member");
    try {
      checkTwoBeforeWriting(service);
      await Promise.all([mine.save(summary, "Mine"), other.save(summary, "Mine too")]);
      await Promise.all([mine.guard.idle(), other.guard.idle()]);
      const isMineLast = stored().values.summary === "Mine";
      const [later, lost] = isMineLast ? [mine, "Mine too"] : [other, "Mine"];
      assert.match(later.told.join(), new RegExp(`theirs Summary «${lost}», Jane`));
    } finally {
      other.guard.dispose();
      await other.client.close();
    }
  });

  test("two writers in a tight loop: each acknowledged save is there, or somebody was told that it is not", async () => {
    const theirs = await Window.open(service, "colleague");
    try {
      service.control.changeSettings({ writeGapMs: 5 });
      const acknowledged: string[] = [];
      for (let round = 0; round < 12; round += 1) {
        const values = [`mine ${round}`, `theirs ${round}`] as const;
        const outcomes = await Promise.all([mine.save(summary, values[0]), theirs.save(summary, values[1])]);
        acknowledged.push(...values.filter((_, index) => outcomes[index]?.kind === "saved"));
        await Promise.all([mine.guard.idle(), theirs.guard.idle()]);
        await Promise.all([mine.refresh(), theirs.refresh()]);
        const told = [...mine.told, ...theirs.told].join();
        const now = stored().values.summary;
        const lost = acknowledged.splice(0).filter((value) => value !== now);
        assert.deepEqual(
          lost.filter((value) => !told.includes(`«${value}»`)),
          [],
        );
      }
      assert.ok(mine.told.length + theirs.told.length > 0);
    } finally {
      theirs.guard.dispose();
      await theirs.client.close();
    }
  });

  test("saves in a row are judged by one look at a time, each by itself", async () => {
    letIn("summary", "Theirs");
    const saved = Promise.withResolvers<void>();
    service.control.addFault({ path: "/changesets", fault: { kind: "held", until: saved.promise } });
    await mine.save(summary, "Mine");
    letIn("slogan", "Theirs too");
    await mine.save(slogan, "Mine too");
    await mine.save(summary, "Mine again");
    saved.resolve();
    await mine.guard.idle();
    assert.deepEqual(mine.told, [
      `#${bug}: theirs Summary «Theirs», Camille Dupont (cdupont)`,
      `#${bug}: theirs Slogan «Theirs too», Camille Dupont (cdupont)`,
    ]);
    assert.ok(asked().filter((path) => path.includes("changesets")).length <= 6, asked().join("\n"));
  });

  test("saves that gather before a look begins are judged by that one alone", async () => {
    const first = { [title]: "first" };
    const steps = stepsOf([
      [john, 0, first],
      [me, 60, { [title]: "mine" }],
      [me, 61, { [title]: "mine again" }],
    ]);
    let pages = 0;
    const { guard, told } = guardOver(steps, { reading: () => pages++ });
    guard.note(connectionId, putOf({ values: first, second: 0 }, { [title]: "mine" }, 60));
    guard.note(connectionId, putOf({ values: { [title]: "mine" }, second: 60 }, { [title]: "mine again" }, 61));
    await guard.idle();
    assert.deepEqual([pages, told], [1, []]);
  });

  test("older pages are read as far as they are needed", async () => {
    service.control.freezeClock({});
    await mine.refresh();
    for (let count = 0; count < 12; count += 1) {
      service.control.addFault({
        method: "PUT",
        fault: {
          kind: "edit",
          when: "gap",
          edit: { artifactId: bug, values: [{ field: count % 2 ? "slogan" : "summary", value: `Theirs ${count}` }] },
        },
      });
    }
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    const values = ["Summary «Theirs 10»", "Slogan «Theirs 11»"].map((value) => `${value}, Camille Dupont (cdupont)`);
    assert.deepEqual(mine.told, [`#${bug}: theirs ${values.join("; ")}`]);
  });

  test("changes that the user cannot see do not confuse it", async () => {
    service.control.setFieldPermissions({ fieldId: slogan, read: [], update: [] });
    await mine.refresh();
    for (let count = 0; count < 7; count += 1) {
      letIn("slogan", `Unseen ${count}`);
    }
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    assert.deepEqual([mine.told, mine.logged], [[], []]);
  });

  test("a service without histories is asked once, and nobody is told", async () => {
    service.control.changeSettings({ listing: "minimal" });
    for (const value of ["Mine", "Mine again", "Mine once more"]) {
      await mine.save(summary, value);
      await mine.guard.idle();
    }
    assert.deepEqual([asked().length, mine.told, mine.logged.length, mine.blind], [1, [], 1, 1]);
    service.control.changeSettings({ listing: "full" });
    mine.guard.askAgain(connectionId);
    letIn("summary", "Theirs");
    await mine.save(summary, "Mine at last");
    await mine.guard.idle();
    assert.equal(mine.told.length, 1);
  });

  for (const status of [403, 405, 501]) {
    test(`a service that answers ${status} for histories is asked once`, async () => {
      const answer = { kind: "answer", status, headers: { "Content-Type": "application/json" }, body: "{}" } as const;
      service.control.addFault({ path: "/changesets", fault: answer, count: null });
      await mine.save(summary, "Mine");
      await mine.guard.idle();
      await mine.save(summary, "Mine again");
      await mine.guard.idle();
      assert.deepEqual([asked().length, mine.logged.length], [1, 1]);
    });
  }

  test("one artifact whose history may not be read any more does not end the looks at others", async () => {
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    mine.guard.askAgain();
    const answer = {
      kind: "answer",
      status: 404,
      headers: { "Content-Type": "application/json" },
      body: "{}",
    } as const;
    service.control.addFault({ path: "/changesets", fault: answer });
    await mine.save(summary, "Mine again");
    await mine.guard.idle();
    letIn("summary", "Theirs");
    await mine.save(summary, "Mine once more");
    await mine.guard.idle();
    assert.equal(mine.told.length, 1);
  });

  test("a look that failed is made with the next save, for both", async () => {
    letIn("summary", "Theirs");
    service.control.addFault({ path: "/changesets", fault: { kind: "badGateway" } });
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    assert.deepEqual([mine.told, mine.logged.length], [[], 1]);
    await mine.save(slogan, "Mine too");
    await mine.guard.idle();
    assert.deepEqual(mine.told, [`#${bug}: theirs Summary «Theirs», Camille Dupont (cdupont)`]);
  });

  test("a look that failed is made again once something of the artifact could be read, and not after that", async () => {
    letIn("summary", "Theirs");
    service.control.addFault({ path: "/changesets", fault: { kind: "badGateway" } });
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    for (const _ of ["once", "twice"]) {
      await mine.guard.lookAgain(connectionId, bug, false);
      assert.deepEqual(mine.told, [`#${bug}: theirs Summary «Theirs», Camille Dupont (cdupont)`]);
    }
    const { length } = asked();
    await mine.guard.lookAgain(connectionId, bug, false);
    assert.equal(asked().length, length);
  });

  test("a save that is made while a look fails is judged by the next one, with those before it", async () => {
    const first = { [title]: "first" };
    const steps = stepsOf([
      [john, 0, first],
      [me, 60, { [title]: "mine" }],
      [john, 61, { [title]: "theirs" }],
      [me, 61, { [title]: "mine again" }],
    ]);
    const later = [putOf({ values: { [title]: "mine" }, second: 60 }, { [title]: "mine again" }, 61)];
    const reading = () => {
      const saved = later.pop();
      if (saved) {
        guard.note(connectionId, saved);
        throw new Error("The connection broke");
      }
    };
    const { guard, told } = guardOver(steps, { reading, log: () => {} });
    guard.note(connectionId, putOf({ values: first, second: 0 }, { [title]: "mine" }, 60));
    await guard.idle();
    assert.deepEqual(
      told.map(({ lost }) => lost),
      ["theirs"],
    );
  });

  test("a save is judged by the next look where an older page could not be read", async () => {
    const first = { [title]: "first" };
    const theirs = Array.from({ length: 6 }, (_, n): Step => [john, 61, { [title]: `theirs ${n}` }]);
    let pages = 0;
    const reading = () => {
      pages += 1;
      if (pages === 2) {
        throw new Error("The connection broke");
      }
    };
    const steps = stepsOf([[john, 0, first], ...theirs, [me, 61, { [title]: "mine" }]]);
    const { guard, told } = guardOver(steps, { reading, log: () => {} });
    guard.note(connectionId, putOf({ values: first, second: 0 }, { [title]: "mine" }, 61));
    await guard.idle();
    assert.deepEqual([pages, told], [2, []]);
    await guard.lookAgain(connectionId, 512, false);
    assert.deepEqual(
      told.map(({ lost }) => lost),
      ["theirs"],
    );
  });

  suite("a PUT that was checked before the save, and written after the look", () => {
    const first = { [title]: "first" };
    const saved = putOf({ values: first, second: 0 }, { [title]: "mine" }, 60);
    const late = (second: number): readonly Changeset[] =>
      stepsOf([
        [john, 0, first],
        [me, 60, { [title]: "mine" }],
        [john, second, { [title]: "first" }],
      ]);
    let steps: Changeset[];
    let pages: number;
    let guard: OverwriteGuard;
    let told: readonly FoundReplacement[];

    setup(async () => {
      steps = [...late(60).slice(0, -1)];
      pages = 0;
      const reading = () => {
        pages += 1;
      };
      ({ guard, told } = guardOver(steps, { reading }));
      guard.note(connectionId, saved);
      await guard.idle();
      assert.deepEqual([pages, told], [1, []]);
    });

    const lost = () => told.map((each) => each.lost);

    for (const second of [60, 61]) {
      test(`is told once a reading finds it, written ${second - 60} s after the save, and once alone`, async () => {
        steps.push(...late(second).slice(-1));
        await guard.lookAgain(connectionId, 512, true);
        assert.deepEqual([lost(), pages], [["mine"], 2]);
        await guard.lookAgain(connectionId, 512, true);
        assert.deepEqual(lost(), ["mine"]);
      });
    }

    test("is not one that was written so late that its writer can have seen the save", async () => {
      steps.push(...late(62).slice(-1));
      await guard.lookAgain(connectionId, 512, true);
      assert.deepEqual([lost(), pages], [[], 2]);
    });

    test("is not looked for where the reading finds what was saved, not even later", async () => {
      await guard.lookAgain(connectionId, 512, false);
      assert.equal(pages, 1);
      await guard.lookAgain(connectionId, 512, true);
      assert.equal(pages, 1);
    });

    test("is told where the reading comes while the first look is under way", async () => {
      steps = [...late(60).slice(0, -1)];
      const gate = Promise.withResolvers<void>();
      const { guard: slow, told: found } = guardOver(steps, { reading: () => gate.promise });
      slow.note(connectionId, saved);
      await new Promise(setImmediate);
      steps.push(...late(61).slice(-1));
      const looked = slow.lookAgain(connectionId, 512, true);
      await new Promise(setImmediate);
      gate.resolve();
      await looked;
      assert.deepEqual(
        found.map((each) => each.lost),
        ["mine"],
      );
    });

    test("is told after what the save itself has replaced, which is not told again", async () => {
      const both = { [title]: "first", [notes]: "first" };
      const shown = [
        ...stepsOf([
          [john, 0, both],
          [john, 60, { [title]: "theirs", [notes]: "first" }],
          [me, 60, { [title]: "first", [notes]: "mine" }],
        ]),
      ];
      const { guard: other, told: found } = guardOver(shown);
      other.note(connectionId, putOf({ values: both, second: 0 }, { [notes]: "mine" }, 60));
      await other.idle();
      shown.push(...stepsOf([[john, 60, both]], 9004));
      await other.lookAgain(connectionId, 512, true);
      assert.deepEqual(
        found.map((each) => each.lost),
        ["theirs", "mine"],
      );
    });

    test("is told of the first of two saves as well", async () => {
      guard.note(connectionId, putOf({ values: { [title]: "mine" }, second: 60 }, { [notes]: "mine too" }, 60));
      steps.push(...stepsOf([[me, 60, { [title]: "mine", [notes]: "mine too" }]], 9003));
      await guard.idle();
      assert.deepEqual(lost(), []);
      steps.push(...stepsOf([[john, 60, { [title]: "first", [notes]: "mine too" }]], 9004));
      await guard.lookAgain(connectionId, 512, true);
      assert.deepEqual(
        told.map(({ lost: whose, fields }) => [whose, fields.map(({ field }) => field.fieldId)]),
        [["mine", [title]]],
      );
    });
  });

  test("removing the connection ends the look, and what it finds is not told", async () => {
    letIn("summary", "Theirs");
    service.control.addFault({ path: "/changesets", fault: { kind: "hang" }, count: null });
    await mine.save(summary, "Mine");
    while (asked().length === 0) {
      await new Promise(setImmediate);
    }
    const looking = mine.guard.idle();
    mine.guard.forget(connectionId);
    await looking;
    assert.deepEqual([mine.told, mine.logged], [[], []]);
  });

  test("removing the connection while it is asked whose key it is tells nothing either", async () => {
    letIn("summary", "Theirs");
    service.control.addFault({ path: "/users/self", fault: { kind: "hang" }, count: null });
    await mine.save(summary, "Mine");
    await service.untilAsked(({ path }) => path.endsWith("/users/self"));
    const looking = mine.guard.idle();
    mine.guard.forget(connectionId);
    await looking;
    assert.deepEqual(mine.told, []);
  });

  test("an own save that stores what a colleague has just stored replaces nothing", async () => {
    letIn("summary", "Mine");
    await mine.save(summary, "Mine");
    await mine.guard.idle();
    assert.deepEqual(mine.told, []);
  });

  test("a save that made no step of its own is not taken for the one before it, whose find is not told again", async () => {
    const before = { values: { [title]: "first" }, second: 0 };
    const put = putOf(before, { [title]: "mine" }, 60);
    const history = stepsOf([
      [john, 0, { [title]: "first" }],
      [john, 60, { [title]: "theirs" }],
      [me, 60, { [title]: "mine" }],
      [me, 61, { [title]: "mine", [notes]: "mine" }],
    ]);
    const { guard, told } = guardOver(history);
    const between = putOf({ values: { [title]: "mine" }, second: 60 }, { [notes]: "mine" }, 61);
    for (const each of [put, put, between, put]) {
      guard.note(connectionId, each);
      await guard.idle();
    }
    assert.deepEqual(
      told.map(({ lost }) => lost),
      ["theirs"],
    );
  });

  test("a save whose answer was lost is looked after as well", async () => {
    letIn("summary", "Theirs");
    service.control.addFault({ method: "PUT", fault: { kind: "reset", when: "after" } });
    assert.equal((await mine.save(summary, "Mine")).kind, "saved");
    await mine.guard.idle();
    assert.deepEqual(mine.told, [`#${bug}: theirs Summary «Theirs», Camille Dupont (cdupont)`]);
  });
});
