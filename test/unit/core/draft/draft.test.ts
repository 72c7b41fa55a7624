import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { candidatesIn, hasSentTitle, isMadeOf, receivedWhen } from "../../../../src/core/draft/candidates.ts";
import { artifactDrafts } from "../../../../src/core/draft/draft.ts";
import type { DraftService, DraftState } from "../../../../src/core/draft/ports.ts";
import { DraftTooLong, formatFor, printDraft } from "../../../../src/core/draft/printDraft.ts";
import type { Artifact } from "../../../../src/core/model/artifact.ts";
import type { RequestBody } from "../../../../src/core/model/artifactService.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { Json, JsonObject } from "../../../../src/core/model/json.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { ServiceError, type ServiceErrorFacts } from "../../../../src/core/service/serviceError.ts";
import { shortName } from "../../../../src/core/util/plainLabel.ts";
import { type DraftStore, SendingNotKept } from "../../../../src/core/windows/draftStore.ts";
import { artifactDraft } from "../../../support/artifactDraft.ts";
import { MemoryDraftStore } from "../../../support/memoryDraftStore.ts";
import { field, fieldWithDefault, tracker } from "./trackers.ts";

const signal = new AbortController().signal;
const structure = tracker(
  field(1, "string", { isRequired: true }),
  fieldWithDefault(2, "sb", { bind_value_ids: [301] }),
  field(3, "date"),
);
const text = draftText([{ field_id: 1, value: "It breaks" }]);
const sent: readonly Entry[] = [{ fieldId: 1, members: { value: "It breaks" } }];
const now = "2026-03-13T14:00:00.000Z";

suite("A draft", () => {
  test("shows the tracker, and an entry for each field to be submitted", async () => {
    const { draft } = harness();
    assert.equal(
      await draft.text(signal),
      draftText([
        { field_id: 1, value: "" },
        { field_id: 2, bind_value_ids: [301] },
        { field_id: 3, value: "" },
      ]),
    );
  });

  test("without the structure shows just the skeleton, and sends what is written", async () => {
    const { draft, posts } = harness({ structure: undefined });
    assert.equal(await draft.text(signal), draftText([]));
    assert.deepEqual(await draft.create(draftText([{ field_id: 9, value: "" }]), signal), created(513));
    assert.deepEqual(posts, [[{ fieldId: 9, members: { value: "" } }]]);
  });

  test("as XML says the same", async () => {
    const { draft, posts } = harness({ format: "xml" });
    const xml = await draft.text(signal);
    assert.match(xml, /<tracker>\s*<id>12<\/id>/);
    const filled = xml.replace(/<value><\/value>|<value\/>|<value \/>/, "<value>007</value>");
    assert.deepEqual(await draft.create(filled, signal), created(513));
    assert.deepEqual(posts, [
      [
        { fieldId: 1, members: { value: "007" } },
        { fieldId: 2, members: { bind_value_ids: [301] } },
      ],
    ]);
  });

  for (const format of ["json", "xml"] as const) {
    test(`as ${format} that would be longer than what is read is refused, and none of it is made`, async () => {
      const huge = tracker(...Array.from({ length: 60_000 }, (_, index) => field(index + 1, "string")));
      const { draft } = harness({ structure: huge, format });
      await assert.rejects(draft.text(signal), DraftTooLong);
    });
  }

  test("as XML leaves out what XML cannot hold", async () => {
    const values = ["a", "\u0000", "b"];
    const entries = values.map((value, index) => ({ fieldId: index + 1, members: { value } }));
    const printed = await printDraft({ trackerId: 12, format: "xml" }, entries, undefined);
    assert.deepEqual(printed.match(/(?<=<field_id>)\d/g), ["1", "3"]);
  });

  test("of values that XML cannot hold, or not without the tracker, is made as JSON", async () => {
    const formats = (value: Json, ...structures: readonly (Tracker | undefined)[]) =>
      Promise.all(structures.map((each) => formatFor("xml", [{ fieldId: 1, members: { value } }], each)));
    const [text, number] = [tracker(field(1, "string")), tracker(field(1, "int"))];
    assert.deepEqual(await formats("a", text, undefined), ["xml", "xml"]);
    assert.deepEqual(await formats("\u0001", text, undefined), ["json", "json"]);
    assert.deepEqual(await formats(42, number, undefined), ["xml", "json"]);
  });

  test("as XML is sent as XML where that says exactly the same, else as JSON", async () => {
    for (const [value, contentType, id] of [
      ["It breaks", "application/xml", "<id>12</id>"],
      ["007", "application/json", '"id":12'],
    ] as const) {
      const { draft, posting, bodies } = harness({ format: "xml" });
      const xml = await printDraft(posting.identity, [{ fieldId: 1, members: { value } }], structure);
      assert.deepEqual(await draft.create(xml, signal), created(513));
      assert.deepEqual(
        bodies.map((body) => body?.contentType),
        [contentType],
      );
      assert.ok(bodies.every((body) => body?.text.includes(id)));
    }
  });

  test("shows what was kept of it after a reload, whatever the tracker looks like by then", async () => {
    const { store } = harness();
    const { draft } = harness({ store, state: { id: "1", text: "kept" } });
    assert.equal(await draft.text(signal), "kept");
  });

  test("knows after a reload, and at another address, what its texts were made from", async () => {
    const { draft, store } = harness();
    await draft.text(signal);
    await draft.keepMadeFrom("1203.md", ["One"]);
    await draft.keepMadeFrom("1204.txt", ["Other"]);
    await draft.keepMadeFrom("1203.md", ["One", "Two"]);
    const { draft: again } = harness({ store });
    const known = () => Promise.all(["1203.md", "1204.txt", "1205.md"].map((name) => again.madeFrom(name)));
    assert.deepEqual(await known(), [["One", "Two"], ["Other"], []]);
    assert.equal(await again.text(signal), await draft.text(signal));
    Object.assign(store, { address: "https://other.example/api/v1" });
    await again.moveHere("https://other.example/api/v1");
    assert.deepEqual(await known(), [["One", "Two"], ["Other"], []]);
    await harness({ store }).draft.keepMadeFrom("1205.md", ["Typed first"]);
    assert.deepEqual(await harness({ store }).draft.madeFrom("1205.md"), ["Typed first"]);
  });

  test("is asked about where nothing is kept of it, though a text of it is restored before its own", async () => {
    const posts: (readonly Entry[])[] = [];
    const { draft } = harness({ posts });
    assert.deepEqual(await draft.madeFrom("1203.md"), []);
    await draft.restore();
    assert.equal((await draft.create(text, signal)).kind, "otherAddress");
    assert.deepEqual(posts, []);
  });

  test("knows it still once a save of it was refused, and takes nothing else that is kept for a text", async () => {
    const { draft, store } = harness({ fail: [{ kind: "rejected", status: 400 }] });
    await draft.text(signal);
    const refused = draft.create(text, signal);
    const kept = draft.keepMadeFrom("1203.md", ["One"]);
    await assert.rejects(refused, ServiceError);
    await kept;
    assert.deepEqual(await harness({ store }).draft.madeFrom("1203.md"), ["One"]);
    for (const damage of [7, [7]]) {
      const damaged = { id: "1", text: "kept", madeFrom: { "1203.md": damage } } as unknown as DraftState;
      const { draft: other } = harness({ state: damaged });
      assert.deepEqual([await other.madeFrom("1203.md"), await other.text(signal)], [[], "kept"]);
    }
  });

  test("saved twice in quick succession is one POST", async () => {
    const { draft, posts } = harness();
    const outcomes = await Promise.all([draft.create(text, signal), draft.create(text, signal)]);
    assert.deepEqual([outcomes, posts], [[created(513), created(513)], [sent]]);
  });

  test("that was created from another text is not created again", async () => {
    const { draft, posts } = harness();
    await draft.create(text, signal);
    assert.deepEqual(await draft.create(`${text} `, signal), { kind: "alreadyCreated", artifactId: 513 });
    assert.equal(posts.length, 1);
  });

  for (const { name, document, expected } of [
    { name: "does not parse", document: "{", expected: { kind: "broken" } },
    {
      name: "is for another tracker",
      document: JSON.stringify({ tracker: { id: 13 }, values: [{ field_id: 1, value: "a" }] }),
      expected: { kind: "otherTracker", trackerId: 13 },
    },
    {
      name: "would be stored as something else",
      document: draftText([{ field_id: 3, value: "soon" }]),
      expected: { kind: "harmful", fieldIds: [3] },
    },
    { name: "carries nothing", document: draftText([{ field_id: 1, value: "" }]), expected: { kind: "empty" } },
  ]) {
    test(`whose text ${name} is not sent`, async () => {
      const { draft, posts } = harness();
      assert.deepEqual([await draft.create(document, signal), posts], [{ kind: "unsendable", why: expected }, []]);
    });
  }

  test("tells what saving it would send, and sends nothing", async () => {
    const { posting, posts } = harness();
    const body = '{"tracker":{"id":12},"values":[{"field_id":1,"value":"It breaks"}]}';
    assert.deepEqual(await posting.pending(text, signal), {
      kind: "request",
      entries: sent,
      body: { contentType: "application/json", text: body },
      notAsXml: [],
    });
    assert.deepEqual(await posting.pending("{", signal), { kind: "unsendable", why: { kind: "broken" } });
    assert.deepEqual(posts, []);
  });

  test("as XML tells what saving it would send, and for which fields' sake as JSON", async () => {
    const { posting } = harness({ format: "xml" });
    const pending = async (value: string) =>
      posting.pending(await printDraft(posting.identity, [{ fieldId: 1, members: { value } }], structure), signal);
    const [xml, json] = [await pending("It breaks"), await pending("007")];
    assert.ok(xml.kind === "request" && json.kind === "request");
    assert.deepEqual([xml.body.contentType, xml.notAsXml], ["application/xml", []]);
    assert.deepEqual([json.body.contentType, json.notAsXml], ["application/json", [1]]);
  });

  test("that names no tracker is for that of its address", async () => {
    const { draft, posts } = harness();
    await draft.create(JSON.stringify({ values: [{ field_id: 1, value: "It breaks" }] }), signal);
    assert.deepEqual(posts, [sent]);
  });

  for (const kind of ["rejected", "forbidden", "unauthorized", "unreachable", "timeout", "tooManyRequests"] as const) {
    test(`that ended as ${kind} was not created, and is sent by the next save`, async () => {
      const { draft, posts, store } = harness({ fail: [{ kind }] });
      await assert.rejects(draft.create(text, signal), { kind });
      assert.equal((await store.read())?.attempt, undefined);
      assert.deepEqual([await draft.create(text, signal), posts.length], [created(513), 2]);
    });
  }

  for (const failure of [
    { kind: "answerLost" },
    { kind: "invalidAnswer", problem: "truncated" },
    { kind: "unavailable", status: 502 },
    { kind: "unavailable", status: 503 },
  ] as const) {
    test(`that ended as ${Object.values(failure).join(" ")} is not sent again by itself, nor after a reload`, async () => {
      const { draft, posts, store } = harness({ fail: [failure] });
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      const later = harness({ store, posts });
      assert.deepEqual(await later.draft.create(text, signal), {
        kind: "unknown",
        attempt: { beganOn: now, text, entries: sent },
      });
      assert.equal(posts.length, 1);
    });
  }

  for (const status of [500, 503]) {
    test(`refused by the service in its own words with status ${status} was not created`, async () => {
      const { draft } = harness({
        fail: [{ kind: "unavailable", status, serviceMessage: "Unable to create artifact" }],
      });
      await assert.rejects(draft.create(text, signal), { kind: "unavailable" });
      assert.equal(draft.attempt, undefined);
    });
  }

  test("with reverse links may have been created although it was refused", async () => {
    const links = [{ id: 9, direction: "reverse", type: "" }];
    const { draft } = harness({ fail: [{ kind: "rejected" }] });
    assert.equal((await draft.create(draftText([{ field_id: 8, all_links: links }]), signal)).kind, "unknown");
  });

  test("with reverse links was not created by a person who may not create any", async () => {
    const links = [{ id: 9, direction: "reverse", type: "" }];
    const { draft } = harness({ fail: [{ kind: "forbidden" }] });
    await assert.rejects(draft.create(draftText([{ field_id: 8, all_links: links }]), signal), { kind: "forbidden" });
    assert.equal(draft.attempt, undefined);
  });

  test("with other links was not created when it was refused", async () => {
    const links = [{ id: 9, direction: "forward", type: "" }];
    const { draft } = harness({ fail: [{ kind: "rejected" }] });
    await assert.rejects(draft.create(draftText([{ field_id: 8, all_links: links }]), signal), { kind: "rejected" });
  });

  test("that something else than the service kept from ending is of unknown fate", async () => {
    const { draft } = harness({ answer: Promise.reject(new TypeError("A bug of ours")) });
    assert.equal((await draft.create(text, signal)).kind, "unknown");
    assert.ok(draft.attempt);
  });

  test("with but a warning about a value is sent", async () => {
    const { draft, posts } = harness();
    await draft.create(draftText([{ field_id: 1, value: "It breaks", remark: "loudly" }]), signal);
    assert.equal(posts.length, 1);
  });

  test("cancelled while the fields of the tracker are read is not sent without them", async () => {
    const controller = new AbortController();
    const { store, posts } = harness();
    const { draft } = artifactDraft(
      { trackerId: 12, format: "json" },
      { createArtifact: () => assert.fail(), recentArtifacts: () => assert.fail() },
      async () => {
        controller.abort();
        throw new ServiceError({ kind: "cancelled", method: "GET", path: "/trackers/12" });
      },
      store,
      () => 0,
    );
    await assert.rejects(draft.create(text, controller.signal), { name: "AbortError" });
    assert.deepEqual([posts, (await store.read())?.attempt], [[], undefined]);
  });

  test("that another window took while the fields of the tracker were read is not sent", async () => {
    const store = new MemoryDraftStore();
    const { draft, posts } = harness({
      store,
      whileReading: () => Object.assign(store, { hold: async () => "elsewhere" }),
    });
    assert.deepEqual([await draft.create(text, signal), posts], [{ kind: "elsewhere" }, []]);
  });

  test("whose connection leads elsewhere right before it is sent is not sent, nor in doubt", async () => {
    const store = new MemoryDraftStore();
    const { begin } = store;
    store.begin = (...sending) => {
      store.address = "https://other.example/api/v1";
      return begin.apply(store, sending);
    };
    const { draft, posts } = harness({ store });
    assert.deepEqual([await draft.create(text, signal), posts], [{ kind: "otherAddress" }, []]);
    assert.equal((await store.read())?.attempt, undefined);
  });

  test("keeps its text when it is sent to another address than it was begun at", async () => {
    const { draft, store } = harness({ state: { id: "1", text: "kept" } });
    await draft.restore();
    Object.assign(store, { address: "https://other.example/api/v1" });
    await draft.moveHere("https://other.example/api/v1");
    assert.deepEqual([draft.otherAddress, await draft.text(signal)], [undefined, "kept"]);
  });

  test("stays at the address that it was begun at where it cannot be kept that it is moved", async () => {
    const { draft, store, posts } = harness({ state: { id: "1", text: "kept" } });
    await draft.restore();
    const to = "https://other.example/api/v1";
    Object.assign(store, { address: to, write: async () => {} });
    await assert.rejects(draft.moveHere(to), SendingNotKept);
    assert.deepEqual(
      [draft.otherAddress?.to, (await draft.create(text, signal)).kind, posts],
      [to, "otherAddress", []],
    );
  });

  test("is neither in doubt nor created at another address than it was begun at", async () => {
    const attempt = { beganOn: now, text, entries: sent };
    for (const state of [
      { id: "1", attempt },
      { id: "1", created: { artifactId: 513, text } },
    ]) {
      const { draft, store } = harness({ state });
      await draft.restore();
      assert.equal(draft.attempt === undefined && draft.created === undefined, false);
      Object.assign(store, { address: "https://other.example/api/v1" });
      assert.deepEqual([draft.attempt, draft.created], [undefined, undefined]);
    }
  });

  test("that is begun anew has the text that it is given, though nothing can be kept of it", async () => {
    const { draft, store } = harness();
    Object.assign(store, { write: async () => {} });
    assert.ok(await draft.startAnew("given"));
    assert.equal(await draft.text(signal), "given");
  });

  test("keeps the note of its POST until what was typed since is in what came of it", async () => {
    const { draft, store } = harness();
    await draft.create(text, signal);
    assert.equal((await store.read())?.attempt?.text, text);
    await draft.noteMoved("typed since");
    const { attempt, created: what } = (await store.read()) ?? {};
    assert.deepEqual([attempt, what?.text], [undefined, "typed since"]);
  });

  test("is had by whoever claims it, who takes up what was kept of it", async () => {
    const { draft } = harness({ state: { id: "1", text: "kept" } });
    assert.equal(await draft.claim(), undefined);
    assert.equal(await draft.text(signal), "kept");
  });

  test("is at no other address while its connection is gone", async () => {
    const { draft, store } = harness({ state: { id: "1", text: "kept" } });
    await draft.restore();
    Object.assign(store, { address: "" });
    assert.equal(draft.otherAddress, undefined);
  });

  test("shows what was sent once it was created, where nothing was kept of what it showed before", async () => {
    const { draft } = harness();
    await draft.create(text, signal);
    assert.equal(await draft.text(signal), text);
  });

  test("shows what it was created of, in a window that is opened later as well", async () => {
    const { draft, store } = harness({ state: { id: "1", text: "kept" } });
    assert.deepEqual([await draft.create(text, signal), await draft.text(signal)], [created(513), text]);
    assert.equal(await harness({ store }).draft.text(signal), text);
  });

  test("shows what it showed before where nobody knows what it was created of", async () => {
    const { draft } = harness({ state: { id: "1", text: "kept", created: { artifactId: 600, text: "" } } });
    assert.equal(await draft.text(signal), "kept");
  });

  test("whose attempt a crash left beside what came of it is what that says", async () => {
    const attempt = { beganOn: now, text, entries: sent };
    const { draft, posts } = harness({ state: { id: "1", attempt, created: { artifactId: 600, text } } });
    assert.deepEqual([await draft.create(text, signal), draft.attempt, posts], [created(600), undefined, []]);
  });

  test("that could not be read at first is read with the next look", async () => {
    const { draft, store } = harness({ state: { id: "1", text: "kept" } });
    const { read } = store;
    store.read = () => Promise.reject(new SendingNotKept());
    await assert.rejects(draft.text(signal), SendingNotKept);
    store.read = read;
    assert.equal(await draft.text(signal), "kept");
  });

  test("interrupted while it was sent is of unknown fate", async () => {
    const { draft, store, posts } = harness({ hangs: true });
    void draft.create(text, signal);
    while (posts.length === 0) {
      await Promise.resolve();
    }
    assert.equal((await harness({ store }).draft.create(text, signal)).kind, "unknown");
  });

  test("is sent again once somebody has looked", async () => {
    const { draft, posts } = harness({ fail: [{ kind: "answerLost" }] });
    await draft.create(text, signal);
    await draft.forgetAttempt();
    assert.deepEqual([await draft.create(text, signal), posts.length], [created(513), 2]);
  });

  test("somebody recognized is saved without a request", async () => {
    const { draft, posts } = harness({ fail: [{ kind: "answerLost" }] });
    await draft.create(text, signal);
    await draft.settle({ artifactId: 600 });
    assert.deepEqual([await draft.create(text, signal), posts.length, draft.attempt], [created(600), 1, undefined]);
  });

  test("somebody recognized has what was sent alone, not what was typed since, after a reload as well", async () => {
    const { draft, store } = harness({ fail: [{ kind: "answerLost" }] });
    const typed = draftText([{ field_id: 1, value: "It breaks, and burns" }]);
    // What the document showed first is no part of it either.
    await draft.text(signal);
    await draft.create(text, signal);
    assert.equal((await draft.create(typed, signal)).kind, "unknown");
    const { draft: later, posting } = harness({ store });
    await later.restore();
    await later.settle({ artifactId: 600 });
    assert.deepEqual(await later.create(typed, signal), { kind: "alreadyCreated", artifactId: 600 });
    const burning = [{ fieldId: 1, members: { value: "It breaks, and burns" } }];
    // What was left out of the POST has what the service gives it.
    const byDefault = [
      { fieldId: 1, members: { value: "" } },
      { fieldId: 2, members: { bind_value_ids: [301] } },
      { fieldId: 3, members: { value: "" } },
    ];
    assert.deepEqual(await posting.typedSince(later.created?.text ?? assert.fail(), typed, signal), {
      sent: [...sent, ...byDefault],
      now: burning,
    });
    assert.equal(await posting.typedSince(later.created?.text ?? assert.fail(), "{", signal), undefined);
    const first = (await posting.typedSince(text, typed, signal)) ?? assert.fail();
    assert.deepEqual(JSON.parse((await posting.without([1], typed, first)) ?? ""), JSON.parse(text));
    await later.noteMoved(typed);
    assert.deepEqual(await later.create(typed, signal), created(600));
    const moved = (await posting.typedSince(later.created?.text ?? assert.fail(), typed, signal)) ?? assert.fail();
    assert.deepEqual(moved, { sent: [...burning, ...byDefault], now: burning });
    // Of a text in which nothing can be put back nothing is to be noted: what is left would count as moved.
    assert.equal(await posting.without([1], "{}", moved), undefined);
  });

  test("whose note of what was sent cannot be read has nothing for certain", async () => {
    const { draft, posting, store } = harness();
    await draft.restore();
    // The file is there, and what it held is not.
    store.begin = async () => false;
    assert.equal((await draft.create(text, signal)).kind, "unknown");
    await draft.settle({ artifactId: 600 });
    assert.equal((await draft.create(text, signal)).kind, "alreadyCreated");
    const { sent: known, now } =
      (await posting.typedSince(draft.created?.text ?? assert.fail(), text, signal)) ?? assert.fail();
    // As it was new, nobody had typed anything.
    assert.deepEqual([known.find(({ fieldId }) => fieldId === 1)?.members, now], [{ value: "" }, sent]);
    assert.equal(draft.created?.text, "");
  });

  test("that was begun before is told by what was sent then", async () => {
    const { draft, store, posts } = harness();
    await draft.restore();
    const attempt = { beganOn: "2026-03-13T13:00:00.000Z", text: "another", entries: [] };
    const { begin } = store;
    store.begin = async (begun) => {
      // Another window was faster.
      await begin.call(store, { ...begun, attempt });
      return false;
    };
    const outcome = await draft.create(text, signal);
    assert.deepEqual([outcome.kind === "unknown" && outcome.attempt, posts], [attempt, []]);
  });

  test("of which nothing was created has nothing that could be moved", async () => {
    const { draft } = harness();
    await draft.restore();
    await draft.noteMoved("typed");
    assert.equal(draft.created, undefined);
  });

  test("without the structure, which could not be read, says so, and is made again with the next look", async () => {
    const { draft, posting, store, unread } = harness({ unread: [{ kind: "unreachable" }] });
    assert.equal(await draft.text(signal), draftText([]));
    assert.deepEqual([posting.unread, (await store.read())?.text], [unread[0], undefined]);
    assert.match(await draft.text(signal), /"field_id": 3/);
    assert.deepEqual([posting.unread, (await store.read())?.text], [undefined, await draft.text(signal)]);
  });

  test("may be what the tracker received since, from the same person, the newest first", async () => {
    const recent: readonly Artifact[] = [
      artifact(600, { submittedOn: "2026-03-13T15:00:01+01:00", submittedBy: "Jane" }),
      artifact(601, { submittedOn: "2026-03-13T15:00:02+01:00", submittedBy: "Max" }),
      artifact(602),
      artifact(599, { submittedOn: "2026-03-13T14:00:00+01:00", submittedBy: "Jane" }),
    ];
    const { draft, posting } = harness({ fail: [{ kind: "answerLost" }], recent });
    await draft.create(text, signal);
    const ids = async (userName?: string) =>
      (await posting.candidates(draft.attempt ?? assert.fail(), userName, signal)).artifacts.map(({ id }) => id);
    assert.deepEqual(
      [await ids("Jane"), await ids()],
      [
        [602, 600],
        [602, 601, 600],
      ],
    );
  });

  test("may be what bears its title, though the connection has the key of another user by now", async () => {
    const recent: readonly Artifact[] = [
      artifact(601, { submittedOn: "2026-03-13T15:00:02+01:00", submittedBy: "Max", title: "It breaks" }),
      artifact(600, { submittedOn: "2026-03-13T15:00:01+01:00", submittedBy: "Max", title: "Something else" }),
    ];
    const { draft, posting } = harness({ fail: [{ kind: "answerLost" }], recent });
    await draft.create(text, signal);
    assert.deepEqual(
      (await posting.candidates(draft.attempt ?? assert.fail(), "Jane", signal)).artifacts,
      recent.slice(0, 1),
    );
  });

  test("has become nothing by a record that does not tell of which text", async () => {
    for (const told of [{}, { text: 7 }]) {
      const kept = { id: "1", text: "kept", created: { artifactId: 600, ...told } };
      assert.equal(artifactDrafts.isState(kept), false, JSON.stringify(told));
    }
    assert.ok(artifactDrafts.isState({ id: "1", created: { artifactId: 600, text: "" } }));
  });

  test("is looked for behind whatever the tracker received since, and where that is too much it is told", async () => {
    const since = (id: number) => artifact(id, { submittedOn: "2026-03-14T15:00:00+01:00", submittedBy: "Max" });
    const own = artifact(600, { submittedOn: "2026-03-13T15:00:01+01:00", submittedBy: "Jane" });
    const before = artifact(599, { submittedOn: "2026-03-13T08:00:00+01:00", submittedBy: "Jane" });
    // It was there before, and has a new number since it was moved here.
    const moved = artifact(700, { submittedOn: "2026-01-01T08:00:00+01:00", submittedBy: "Max" });
    for (const [pages, artifacts, isWhole, read] of [
      [[[since(750), moved], [since(601), own], [before], [before]], [own], true, 3],
      [[[], [own, before]], [own], true, 2],
      [Array.from({ length: 99 }, (_, page) => [since(900 - page)]), [], false, 20],
    ] as const) {
      const { draft, posting, offsets } = harness({ fail: [{ kind: "answerLost" }], pages });
      await draft.create(text, signal);
      assert.deepEqual(await posting.candidates(draft.attempt ?? assert.fail(), "Jane", signal), {
        artifacts,
        isWhole,
      });
      assert.deepEqual(
        offsets,
        Array.from({ length: read }, (_, page) => page * 50),
      );
    }
  });

  test("is among what the tracker received by its title, though this machine's clock is hours ahead", async () => {
    const recent: readonly Artifact[] = [
      artifact(600, { submittedOn: "2026-03-13T09:00:00+01:00", title: "It breaks" }),
      artifact(599, { submittedOn: "2026-03-13T08:00:00+01:00", title: "Something else" }),
    ];
    const { draft, posting } = harness({ fail: [{ kind: "answerLost" }], recent });
    await draft.create(text, signal);
    assert.deepEqual(
      (await posting.candidates(draft.attempt ?? assert.fail(), undefined, signal)).artifacts.map(({ id }) => id),
      [600],
    );
  });

  test("is among what the tracker received by the service's clock, where that is hours behind and nothing has a title", async () => {
    const recent: readonly Artifact[] = [
      artifact(600, { submittedOn: "2026-03-13T09:00:00+01:00" }),
      artifact(599, { submittedOn: "2026-03-13T07:00:00+01:00" }),
    ];
    for (const [date, expected] of [
      ["Fri, 13 Mar 2026 08:00:02 GMT", [600]],
      ["Fri, 13 Mar 2026 14:00:02 GMT", []],
      ["Fri, 13 Mar 2026 20:00:02 GMT", []],
      ["never", []],
    ] as const) {
      const { draft, posting } = harness({ fail: [{ kind: "answerLost" }], recent, date });
      await draft.create(text, signal);
      const ids = (await posting.candidates(draft.attempt ?? assert.fail(), undefined, signal)).artifacts.map(
        ({ id }) => id,
      );
      assert.deepEqual(ids, expected, date);
    }
  });

  test("may be anything that was received where this machine's clock was set back since", async () => {
    const recent: readonly Artifact[] = [artifact(600, { submittedOn: "2026-03-13T09:00:00+01:00" })];
    const attempt = { beganOn: "2026-03-13T14:00:00.700Z", entries: sent };
    const found = await candidatesIn(async () => ({ items: recent }), attempt, Date.UTC(2026, 2, 13, 8), undefined);
    assert.deepEqual(found.artifacts, recent);
  });

  test("tells what the tracker received since from what it had before", () => {
    const attempt = { beganOn: "2026-03-13T14:00:00.700Z", entries: sent };
    assert.deepEqual(
      ["2026-03-13T15:00:00+01:00", "2026-03-13T14:59:59+01:00", undefined, "never"].map((submittedOn) =>
        receivedWhen(artifact(1, submittedOn === undefined ? {} : { submittedOn }), attempt),
      ),
      ["since", "before", "unknown", "unknown"],
    );
  });

  test("is had by what was created of it, as far as the history tells, whatever else bears its title", () => {
    const words = { value: { content: "It burns", format: "text" } };
    const attempt = { beganOn: now, entries: [...sent, { fieldId: 2, members: words }] };
    const value = (fieldId: number, type: string, kind: "string" | "text", members?: JsonObject) => ({
      ...{ fieldId, type, kind, label: "", names: {} },
      ...(members && { entry: { fieldId, members } }),
    });
    const title = value(1, "string", "string", { value: "It breaks" });
    for (const [values, expected] of [
      [[title, value(2, "text", "text", words)], true],
      [[title, value(2, "text", "text", { value: { content: "", format: "text" } })], false],
      [[value(1, "string", "string", { value: "It burns" }), value(2, "text", "text", words)], false],
      [[value(1, "string", "string")], false],
      [[], false],
    ] as const) {
      assert.equal(isMadeOf(attempt, { id: 1, values }, structure), expected, JSON.stringify(values));
    }
  });

  test("is had by what has a text of it in a format that it did not name", () => {
    const value = { fieldId: 2, type: "text", kind: "text", label: "", names: {} } as const;
    const entry = { fieldId: 2, members: { value: { content: "It breaks", format: "html" } } };
    const attempt = { beganOn: now, entries: [{ fieldId: 2, members: { value: "It breaks" } }] };
    assert.equal(isMadeOf(attempt, { id: 1, values: [{ ...value, entry }] }, undefined), true);
  });

  test("is had by what has a day of it as the first minute of that day", () => {
    const isMade = (due: string) => {
      const value = { fieldId: 3, type: "date", kind: "date", label: "", names: {} } as const;
      const entry = { fieldId: 3, members: { value: due } };
      const attempt = { beganOn: now, entries: [{ fieldId: 3, members: { value: "2026-09-12" } }] };
      return isMadeOf(attempt, { id: 1, values: [{ ...value, entry }] }, structure);
    };
    assert.deepEqual([isMade("2026-09-12T00:00:00+02:00"), isMade("2026-09-13T00:00:00+02:00")], [true, false]);
  });

  test("is not had by what lacks a value of it, of which the history tells nothing", () => {
    const title = { fieldId: 1, type: "string", kind: "string", label: "", names: {}, entry: sent[0] } as const;
    const isMade = (effort: Json, of: Tracker | undefined) =>
      isMadeOf(
        { beganOn: now, entries: [...sent, { fieldId: 9, members: { value: effort } }] },
        { id: 1, values: [title] },
        of,
      );
    const withEffort = tracker(field(1, "string"), field(9, "float"));
    assert.deepEqual([isMade(4, withEffort), isMade("", withEffort), isMade(4, undefined)], [false, true, false]);
    // The user may write it, and not read it.
    assert.equal(isMade(4, tracker(field(1, "string"))), true);
    // Of what was sent nothing can be read.
    assert.equal(isMadeOf({ beganOn: now, entries: sent }, { id: 1, values: [] }, tracker()), false);
  });

  test("recognizes the title that was sent", () => {
    const attempt = { beganOn: now, entries: sent };
    assert.deepEqual(
      [hasSentTitle(artifact(1, { title: "It breaks" }), attempt), hasSentTitle(artifact(1), attempt)],
      [true, false],
    );
    const long = "It breaks. ".repeat(1000);
    const of = { beganOn: now, entries: [{ fieldId: 1, members: { value: long } }] };
    assert.equal(hasSentTitle(artifact(1, { title: shortName(long) }), of), true);
  });

  test("that is over before its answer comes leaves nothing behind for the next one of its name", async () => {
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    const { draft, store, posts } = harness({ answer });
    const saved = draft.create(text, signal);
    while (posts.length === 0) {
      await new Promise((turn) => setImmediate(turn));
    }
    await draft.discard();
    resolve();
    assert.deepEqual(await saved, created(513));
    assert.equal(await store.read(), undefined);
  });

  test("that is over leaves nothing behind", async () => {
    const { draft, store } = harness();
    await draft.text(signal);
    await draft.discard();
    assert.equal(await store.read(), undefined);
  });
});

function draftText(values: readonly object[]): string {
  return `${JSON.stringify({ tracker: { id: 12 }, values }, null, 2)}\n`;
}

function created(artifactId: number) {
  return { kind: "created", artifactId };
}

function artifact(id: number, more: Partial<Artifact> = {}): Artifact {
  return { id, assignees: [], values: [], attachments: [], ...more };
}

function harness(
  given: {
    readonly structure?: Tracker | undefined;
    readonly format?: "json" | "xml";
    readonly store?: DraftStore<DraftState>;
    readonly state?: DraftState;
    readonly fail?: readonly Omit<ServiceErrorFacts, "method" | "path">[];
    readonly hangs?: boolean;
    readonly answer?: Promise<void>;
    readonly recent?: readonly Artifact[];
    /** What the tracker received, in pages of fifty for the service, in place of `recent`. */
    readonly pages?: readonly (readonly Artifact[])[];
    /** What the service says the time is. */
    readonly date?: string;
    readonly posts?: (readonly Entry[])[];
    /** What happens while the structure is read. */
    readonly whileReading?: () => void;
    /** What keeps the structure from being read, one time each. */
    readonly unread?: readonly Omit<ServiceErrorFacts, "method" | "path">[];
  } = {},
) {
  const store = given.state || !given.store ? new MemoryDraftStore(given.state) : given.store;
  const posts = given.posts ?? [];
  const bodies: (RequestBody | undefined)[] = [];
  const offsets: number[] = [];
  const failures = [...(given.fail ?? [])];
  const service: DraftService = {
    createArtifact: async (trackerId, entries, _signal, body) => {
      assert.equal(trackerId, 12);
      bodies.push(body);
      posts.push(entries);
      const failure = failures.shift();
      if (failure) {
        throw new ServiceError({ method: "POST", path: "/artifacts", ...failure });
      }
      await given.answer;
      return given.hangs ? new Promise(() => {}) : { artifactId: 513 };
    },
    recentArtifacts: async (_trackerId, offset) => {
      offsets.push(offset);
      const pages = given.pages ?? [given.recent ?? []];
      const page = offset / 50;
      return {
        items: pages[page] ?? [],
        ...(given.date !== undefined && { date: given.date }),
        ...(page + 1 < pages.length && { nextOffset: offset + 50 }),
      };
    },
  };
  const known = "structure" in given ? given.structure : structure;
  const unread = (given.unread ?? []).map(
    (facts) => new ServiceError({ method: "GET", path: "/trackers/12", ...facts }),
  );
  const failing = [...unread];
  const read = async () => {
    given.whileReading?.();
    const failure = failing.shift();
    if (failure) {
      throw failure;
    }
    return known;
  };
  const { draft, posting } = artifactDraft(
    { trackerId: 12, format: given.format ?? "json" },
    service,
    read,
    store,
    () => Date.parse(now),
  );
  return { draft, posting, store, posts, bodies, offsets, unread };
}
