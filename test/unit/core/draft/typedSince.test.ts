import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { typedWords, withoutLeft, withWords } from "../../../../src/core/draft/typedSince.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { fieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { type Base, type BaseField, documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

suite("What was typed into a draft since it was sent", () => {
  const field = (fieldId: number, type: string, members: JsonObject, isWritable = true): BaseField => {
    const kind = fieldKind(type);
    const entry = { fieldId, members };
    return {
      fieldId,
      label: `Field ${fieldId}`,
      type,
      ...(kind && { kind }),
      isWritable,
      isRequired: false,
      entry,
      names: {},
    };
  };
  const base = (...fields: readonly BaseField[]): Base => ({ artifactId: 512, version: {}, isRacy: false, fields });
  const line = (fieldId: number, value: string) => ({ fieldId, members: { value } });
  const list = (fieldId: number, ...ids: readonly number[]) => ({ fieldId, members: { bind_value_ids: ids } });

  /** What a document of the artifact is to say, and what it cannot. */
  const words = (...asked: Parameters<typeof typedWords>) => {
    const { mine, fixed } = typedWords(...asked);
    return { mine, fixed };
  };

  test("is for the document of the artifact, and nothing else", () => {
    const now = base(field(1, "string", { value: "It breaks" }), field(2, "string", { value: "by the service" }));
    assert.deepEqual(
      words({ sent: [line(1, "It breaks"), line(2, "mine")], now: [line(1, "It burns"), line(2, "mine")] }, now),
      { mine: [line(1, "It burns")], fixed: [] },
    );
  });

  test("is nothing where nothing was typed, though the service has made something else of it", () => {
    const sent = [line(1, " It breaks "), list(2)];
    const now = base(field(1, "string", { value: "It breaks" }), field(2, "sb", { bind_value_ids: [301] }));
    assert.deepEqual(words({ sent, now: sent }, now), { mine: [], fixed: [] });
  });

  test("clears what was cleared, and leaves what was removed", () => {
    const now = base(field(1, "string", { value: "a" }), field(2, "string", { value: "b" }));
    const sent = [line(1, "a"), line(2, "b")];
    assert.deepEqual(words({ sent, now: [line(1, "")] }, now), { mine: [line(1, "")], fixed: [] });
  });

  test("was typed over what was sent first of a field, else over nothing", () => {
    const now = base(field(1, "string", { value: "a" }), field(2, "string", { value: "b" }));
    const { mine, over } = typedWords(
      { sent: [line(1, "sent"), line(1, "new")], now: [line(1, "x"), line(2, "")] },
      now,
    );
    assert.deepEqual(
      [mine, over.fields.map(({ entry }) => entry)],
      [[line(1, "x")], [line(1, "sent"), { fieldId: 2, members: { value: "" } }]],
    );
  });

  test("is not put where the document would be too long to be read, or cannot be changed", async () => {
    const codec = await documentCodec("json");
    const said = codec.print([line(1, "a")]);
    const put = (value: string, text = said) => withWords(text, { mine: [line(1, value), line(2, "c")] }, [1], codec);
    assert.equal(put("b"), codec.print([line(1, "b")]));
    const room = 1_500_000 - codec.print([line(1, "")]).length;
    assert.equal(put("b".repeat(room))?.length, 1_500_000);
    assert.equal(put("b".repeat(room + 1)), undefined);
    assert.equal(put("b", "{}"), undefined);
    assert.equal(withWords("{}", { mine: [line(1, "b")] }, [], codec), "{}");
  });

  test("is noted as moved but for what is left", async () => {
    for (const format of ["json", "xml"] as const) {
      const codec = await documentCodec(format);
      const typed = { sent: [line(1, "a"), line(2, "b")], now: [line(1, "x"), line(2, "y"), line(3, "z")] };
      const entriesIn = (text: string) =>
        codec.parse(text, () => "string").entries.map(({ fieldId, members }) => ({ fieldId, members }));
      const of = (left: readonly number[]) => entriesIn(withoutLeft(codec.print(typed.now), typed, left, codec));
      assert.deepEqual(of([2, 3]), [line(1, "x"), line(2, "b")]);
      assert.deepEqual(of([]), typed.now);
    }
  });

  test("stays where the artifact has no such field, or the person may not write it", () => {
    const now = base(field(1, "string", { value: "a" }, false));
    const sent = [line(1, "a"), line(2, "b"), line(3, "c")];
    assert.deepEqual(words({ sent, now: [line(1, "x"), line(2, "y"), line(3, "c")] }, now), {
      mine: [],
      fixed: [1, 2],
    });
  });
});

suite("What was typed into a draft since it was sent, while a colleague changed what came of it", () => {
  const [title, text, values] = [101, 102, 103];
  const document = "artifact://team/artifacts/512.artifact.json";
  const { signal } = new AbortController();
  const titled = (value: string): Entry => ({ fieldId: title, members: { value } });
  const told = (content: string): Entry => ({ fieldId: text, members: { value: { content, format: "text" } } });
  const chosen = (...ids: readonly number[]): Entry => ({ fieldId: values, members: { bind_value_ids: ids } });
  const sent = [titled("sent"), told("one\ntwo\nthree"), chosen(1)];
  let service: MemoryArtifactService;
  let copy: ArtifactCopy;
  /** The fields of which the document says something else, unsaved. */
  let left: readonly number[];
  /** The fields that the document showed another value of than they were typed over. */
  let moved: readonly number[];

  setup(async () => {
    service = new MemoryArtifactService({
      [title]: { kind: "string", members: sent[0]?.members ?? {} },
      [text]: { kind: "text", members: sent[1]?.members ?? {} },
      [values]: { kind: "list", type: "msb", members: sent[2]?.members ?? {} },
    });
    copy = artifactCopy(512, service, { tracker: async () => undefined }, new MemoryStateStore());
  });

  /** Puts what was typed into the document, and gives what that says then. */
  function put(now: readonly Entry[], ...theirs: readonly Entry[]): Promise<readonly Entry[]> {
    return putOf(sent, now, ...theirs);
  }

  async function putOf(
    of: readonly Entry[],
    now: readonly Entry[],
    ...theirs: readonly Entry[]
  ): Promise<readonly Entry[]> {
    for (const { fieldId, members } of theirs) {
      service.wait(60);
      service.edit(fieldId, members);
    }
    service.wait(60);
    const base = await copy.read(signal);
    await copy.adopt(document, base);
    await copy.track(document);
    return moveInto(documentEntries(base), now, of);
  }

  function moveInto(said: readonly Entry[], now: readonly Entry[], of: readonly Entry[] = sent): readonly Entry[] {
    const words = typedWords({ sent: of, now }, copy.base ?? assert.fail());
    const takeable = copy.takeable(document, said, words);
    ({ left, moved } = takeable);
    const put = new Map(
      words.mine.flatMap((entry) => (takeable.taken.includes(entry.fieldId) ? [[entry.fieldId, entry]] : [])),
    );
    const shown = said.map((entry) => put.get(entry.fieldId) ?? entry);
    copy.takeTyped(document, shown, takeable, words);
    copy.noteText(document, shown, false);
    return shown;
  }

  const save = async (mine: readonly Entry[]) => (await copy.save(document, mine, "plain", signal)).kind;
  const merged = async (mine: readonly Entry[]) => (await copy.merge(document, mine))?.entries ?? assert.fail();
  const unsettled = (mine: readonly Entry[]) =>
    copy.unsettled(document, mine).map(({ mine: own, theirs }) => [own.members, theirs?.members]);

  test("meets a conflict where a colleague changed the same words, and is sent once somebody has decided", async () => {
    const mine = await put([titled("typed")], titled("theirs"));
    assert.equal(await save(mine), "conflict");
    assert.deepEqual(service.stored()[title], { value: "theirs" });
    assert.deepEqual(await merged(mine), mine);
    assert.deepEqual(unsettled(mine), [[{ value: "typed" }, { value: "theirs" }]]);
    assert.equal(await save(mine), "unsettled");
    copy.chooseMine(document, mine, title);
    assert.equal(await save(mine), "saved");
    assert.deepEqual(service.stored()[title], { value: "typed" });
  });

  test("stands between marks beside lines of a text that both changed", async () => {
    const mine = await put([told("one\ntwo\n3")], told("1\ntwo\nIII"));
    assert.equal(await save(mine), "conflict");
    assert.deepEqual(service.stored()[text], told("1\ntwo\nIII").members);
    assert.deepEqual((await merged(mine))[1], told("1\ntwo\n<<<<<<< mine\n3\n=======\nIII\n>>>>>>> theirs"));
  });

  test("is not sent over what an artifact has of which nothing was sent, and clears nothing of that", async () => {
    const mine = await putOf([], [titled("typed"), told(""), chosen(5)], titled("theirs"), chosen(9));
    assert.deepEqual(mine, [titled("typed"), told("one\ntwo\nthree"), chosen(5)]);
    assert.equal(await save(mine), "conflict");
    assert.deepEqual(service.stored()[title], { value: "theirs" });
    assert.deepEqual(await merged(mine), [titled("typed"), told("one\ntwo\nthree"), chosen(5, 9)]);
  });

  test("is sent where it is merged with theirs, or they changed something else", async () => {
    const mine = await put([told("one\ntwo\n3"), chosen(1, 5)], told("1\ntwo\nthree"), chosen(1, 9), titled("theirs"));
    assert.deepEqual(
      [mine, moved],
      [
        [titled("theirs"), told("one\ntwo\n3"), chosen(1, 5)],
        [text, values],
      ],
    );
    assert.deepEqual(unsettled(mine), []);
    assert.equal(await save(mine), "saved");
    const { [title]: a, [text]: b, [values]: c } = service.stored();
    assert.deepEqual(
      [a, b, c],
      [titled("theirs"), told("1\ntwo\n3"), chosen(1, 5, 9)].map(({ members }) => members),
    );
  });

  test("is sent where the document said, unsaved, what it was typed over", async () => {
    const [, ...others] = await put([], titled("theirs"));
    const mine = moveInto([titled("sent"), ...others], [titled("typed")]);
    assert.deepEqual([mine[0], moved, left], [titled("typed"), [], []]);
    assert.equal(await save(mine), "saved");
  });

  test("takes the place of what was moved before, and is still typed over what was sent", async () => {
    const mine = await put([titled("typed")], titled("theirs"));
    const more = moveInto(mine, [titled("typed on")], [titled("typed"), ...sent.slice(1)]);
    assert.deepEqual([more[0], left], [titled("typed on"), []]);
    assert.equal(await save(more), "conflict");
  });

  test("is put again where the text was typed into before it could say so", async () => {
    await put([titled("typed")], titled("theirs"));
    const again = moveInto([titled("theirs"), told("typed meanwhile"), chosen(1)], [titled("typed")]);
    assert.deepEqual([again[0], left], [titled("typed"), []]);
    assert.equal(await save(again), "conflict");
  });

  test("waits for a decision where a save that is under way brings the document up to what a colleague wrote", async () => {
    const said = await put(sent, titled("theirs"));
    const own = [said[0] ?? assert.fail(), told("own"), chosen(1)];
    let mine: readonly Entry[] = [];
    service.beforeUpdate = () => {
      service.beforeUpdate = undefined;
      mine = moveInto(own, [titled("typed")]);
      mine = moveInto(mine, [titled("typed on")], [titled("typed"), ...sent.slice(1)]);
    };
    assert.equal(await save(own), "saved");
    assert.deepEqual(mine[0], titled("typed on"));
    assert.equal(await save(mine), "unsettled");
    assert.deepEqual(service.stored()[title], { value: "theirs" });
  });

  test("is over once it is undone: theirs is not sent again when they take it back", async () => {
    const said = await put(sent, titled("theirs"));
    const own = [said[0] ?? assert.fail(), told("own"), chosen(1)];
    copy.noteText(document, own, false);
    moveInto(own, [titled("typed")]);
    copy.noteText(document, own, true);
    service.wait(60);
    service.edit(title, { value: "sent" });
    assert.equal(await save(own), "conflict");
    const mine = await merged(own);
    assert.deepEqual(mine[0], titled("sent"));
    assert.equal(await save(mine), "saved");
    assert.deepEqual(service.stored()[title], { value: "sent" });
  });

  test("leaves what the document says otherwise, unsaved", async () => {
    await put(sent);
    const own = [titled("own"), told("1\ntwo\nthree"), chosen(1)];
    const now = [titled("typed"), told("one\ntwo\n3"), chosen(1, 5)];
    assert.deepEqual(
      [moveInto(own, now), left],
      [
        [...own.slice(0, 2), chosen(1, 5)],
        [title, text],
      ],
    );
    assert.deepEqual([moveInto(now, now), left], [now, []]);
  });

  test("does not decide for an older value that the document waits with", async () => {
    const mine = await put(sent);
    service.wait(60);
    service.edit(title, { value: "theirs" });
    const typed = [titled("typed"), ...mine.slice(1)];
    assert.equal(await save(typed), "conflict");
    assert.deepEqual(await merged(typed), typed);
    // Undone to what was sent.
    copy.noteText(document, mine, true);
    assert.deepEqual([moveInto(mine, [titled("typed in the draft")])[0], left], [titled("sent"), [title]]);
  });

  test("does not decide for a set that undoing has brought back from before a colleague's", async () => {
    const mine = await put(sent);
    service.wait(60);
    service.edit(values, chosen(1, 9).members);
    service.wait(60);
    const own = [...mine.slice(0, 2), chosen(1, 5)];
    assert.equal(await save(own), "conflict");
    assert.deepEqual((await merged(own))[2], chosen(1, 5, 9));
    copy.noteText(document, mine, true);
    const shown = moveInto(mine, [titled("typed"), chosen(1, 7)], [titled("before"), ...sent.slice(1)]);
    assert.deepEqual([shown[0], shown[2], left], [titled("typed"), chosen(1), [values]]);
    assert.deepEqual(
      copy.unsettled(document, shown).map(({ fieldId }) => fieldId),
      [title, values],
    );
  });

  test("is taken by a document with nothing unsaved there that does not show yet what was saved elsewhere", async () => {
    const said = await put(sent);
    const other = `${document}#other`;
    await copy.adopt(other, copy.base ?? assert.fail());
    await copy.track(other);
    const saved = [titled("saved elsewhere"), ...said.slice(1)];
    assert.equal((await copy.save(other, saved, "plain", signal)).kind, "saved");
    service.wait(60);
    const mine = moveInto(said, [titled("typed")], [titled("before"), ...sent.slice(1)]);
    assert.deepEqual([mine[0], left, moved], [titled("typed"), [], [title]]);
    assert.equal(await save(mine), "conflict");
  });

  test("is typed over what the document shows where that is what was sent", async () => {
    await put([titled("typed")]);
    assert.deepEqual([moved, copy.isBehind(document), copy.isSettling(document)], [[], false, false]);
  });

  test("moves into a conflict that is open already, typed over what was sent there too", async () => {
    const said = await put(sent, told("theirs"));
    const own = [said[0] ?? assert.fail(), told("mine"), chosen(1)];
    service.wait(60);
    service.edit(text, told("theirs again").members);
    assert.equal(await save(own), "conflict");
    const words = [titled("typed"), chosen(2, 7)];
    const shown = moveInto(own, words, [titled("sent before"), told("one\ntwo\nthree"), chosen(2)]);
    assert.deepEqual([shown[0], shown[2]], words);
    const mine = await merged(shown);
    assert.deepEqual(mine[2], chosen(7, 1));
    assert.deepEqual(
      copy.unsettled(document, mine.slice(0, 1)).map(({ fieldId }) => fieldId),
      [title],
    );
  });
});
