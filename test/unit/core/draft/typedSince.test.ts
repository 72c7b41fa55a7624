import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { moveTyped, withMoved, withoutLeft } from "../../../../src/core/draft/typedSince.ts";
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
  const long = (fieldId: number, content: string) => ({ fieldId, members: { value: { content, format: "text" } } });
  const list = (fieldId: number, ...ids: readonly number[]) => ({ fieldId, members: { bind_value_ids: ids } });
  const set = (entry: object) => ({ kind: "set", entry });

  /** What is put, and what is left. */
  const moved = (...asked: Parameters<typeof moveTyped>) => {
    const { changes, left } = moveTyped(...asked);
    return { changes, left };
  };

  test("is put into the document of the artifact, and nothing else", () => {
    const now = base(field(1, "string", { value: "It breaks" }), field(2, "string", { value: "by the service" }));
    const said = [line(1, "It breaks"), line(2, "by the service")];
    assert.deepEqual(
      moved({ sent: [line(1, "It breaks"), line(2, "mine")], now: [line(1, "It burns"), line(2, "mine")] }, now, said),
      { changes: [set(line(1, "It burns"))], left: [] },
    );
  });

  test("is nothing where nothing was typed, though the service has made something else of it", () => {
    const sent = [line(1, " It breaks "), list(2)];
    const now = base(field(1, "string", { value: "It breaks" }), field(2, "sb", { bind_value_ids: [301] }));
    assert.deepEqual(moved({ sent, now: sent }, now, [line(1, "It breaks"), list(2, 301)]), {
      changes: [],
      left: [],
    });
  });

  test("clears what was cleared, and leaves what was removed", () => {
    const now = base(field(1, "string", { value: "a" }), field(2, "string", { value: "b" }));
    const said = [line(1, "a"), line(2, "b")];
    assert.deepEqual(moved({ sent: said, now: [line(1, "")] }, now, said), {
      changes: [set(line(1, ""))],
      left: [],
    });
  });

  test("leaves what the format of the document cannot hold, be it because of what was merged into it", () => {
    const now = base(
      field(1, "text", { value: { content: "a\u0001\n\n\nb", format: "text" } }),
      field(2, "string", { value: "" }),
    );
    const typed = { sent: [long(1, "a\n\n\nb"), line(2, "")], now: [long(1, "a\n\n\nb and c"), line(2, "d")] };
    const said = [line(2, "")];
    const holds = ({ members }: { readonly members: JsonObject }) => !JSON.stringify(members).includes("u0001");
    assert.deepEqual(moved(typed, now, said, holds), { changes: [set(line(2, "d"))], left: [1] });
  });

  test("is not put where the document would be too long to be read, or cannot be changed", async () => {
    const codec = await documentCodec("json");
    const said = codec.print([line(1, "a")]);
    const changes = (value: string) => ({ changes: [{ kind: "set", entry: line(1, value) } as const] });
    assert.equal(withMoved(said, changes("b"), codec), codec.print([line(1, "b")]));
    const room = 1_500_000 - codec.print([line(1, "")]).length;
    assert.equal(withMoved(said, changes("b".repeat(room)), codec)?.length, 1_500_000);
    assert.equal(withMoved(said, changes("b".repeat(room + 1)), codec), undefined);
    assert.equal(withMoved("{}", changes("b"), codec), undefined);
    assert.equal(withMoved("{}", { changes: [] }, codec), "{}");
  });

  test("is merged by line and by member with what is there by now", () => {
    const there = base(
      field(1, "text", { value: { content: "zero\none\ntwo\nthree", format: "text" } }),
      field(2, "msb", { bind_value_ids: [1, 9] }),
    );
    const said = [long(1, "zero\none\ntwo\nthree"), list(2, 1, 9)];
    const sent = [long(1, "one\ntwo\nthree"), list(2, 1)];
    assert.deepEqual(moved({ sent, now: [long(1, "one\ntwo\n3"), list(2, 1, 5)] }, there, said), {
      changes: [set(long(1, "zero\none\ntwo\n3")), set(list(2, 1, 5, 9))],
      left: [],
    });
  });

  test("is merged by line with what the document says unsaved", () => {
    const stored = base(field(1, "text", { value: { content: "one\ntwo\nthree", format: "text" } }));
    const typed = { sent: [long(1, "one\ntwo\nthree")], now: [long(1, "one\ntwo\n3")] };
    assert.deepEqual(moved(typed, stored, [long(1, "1\ntwo\nthree")]), {
      changes: [set(long(1, "1\ntwo\n3"))],
      left: [],
    });
  });

  test("is as it was typed where both changed it, but for what the document says otherwise, unsaved", () => {
    const stored = base(field(1, "string", { value: "stored" }));
    const typed = { sent: [line(1, "sent")], now: [line(1, "typed")] };
    const isMoved = (...asked: Parameters<typeof moveTyped>) => {
      const { changes, left, differing } = moveTyped(...asked);
      return { changes, left, differing };
    };
    const asTyped = { changes: [set(line(1, "typed"))], left: [], differing: [] };
    assert.deepEqual(isMoved(typed, stored, [line(1, "stored")]), asTyped);
    assert.deepEqual(isMoved(typed, stored, [line(1, "unsaved")]), { changes: [], left: [], differing: [1] });
    assert.deepEqual(isMoved(typed, stored, [line(1, "typed")]), { changes: [], left: [], differing: [] });
    // What it shows of another version nobody has typed.
    const older = base(field(1, "string", { value: "older" }));
    assert.deepEqual(
      isMoved(typed, stored, [line(1, "older")], () => true, older),
      asTyped,
    );
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

  test("is once there, however often it is moved", () => {
    const now = base(field(1, "string", { value: "It breaks" }));
    const again = moved({ sent: [line(1, "It breaks")], now: [line(1, "It burns")] }, now, [line(1, "It burns")]);
    assert.deepEqual(again, { changes: [], left: [] });
  });

  test("is all that differs where nobody can tell what was sent", () => {
    const now = base(field(1, "string", { value: "It breaks" }), field(2, "string", { value: "same" }));
    const typed = [line(1, "It burns"), line(2, "same")];
    assert.deepEqual(moved({ sent: [], now: typed }, now, [line(1, "It breaks"), line(2, "same")]), {
      changes: [set(line(1, "It burns"))],
      left: [],
    });
  });

  test("is left where the document has no such field, or the person may not write it", () => {
    const now = base(field(1, "string", { value: "a" }, false));
    const typed = { sent: [line(1, "a"), line(2, "b")], now: [line(1, "x"), line(2, "y")] };
    assert.deepEqual(moved(typed, now, []), { changes: [], left: [1, 2] });
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
    const { changes, typed } = moveTyped({ sent: of, now }, copy.base ?? assert.fail(), said);
    copy.putIn(document, typed.entries, typed.over);
    const set = new Map(
      changes.flatMap((change) => (change.kind === "set" ? [[change.entry.fieldId, change.entry]] : [])),
    );
    const shown = said.map((entry) => set.get(entry.fieldId) ?? entry);
    copy.noteText(document, shown, false);
    return shown;
  }

  const save = async (mine: readonly Entry[]) => (await copy.save(document, mine, "plain", signal)).kind;
  const unsettled = (mine: readonly Entry[]) =>
    copy.unsettled(document, mine).map(({ mine: own, theirs }) => [own.members, theirs?.members]);

  test("is not sent over the colleague's words before somebody has decided", async () => {
    const mine = await put([titled("typed")], titled("theirs"));
    assert.deepEqual(unsettled(mine), [[{ value: "typed" }, { value: "theirs" }]]);
    assert.equal(await save(mine), "unsettled");
    assert.deepEqual(service.stored()[title], { value: "theirs" });
    await copy.chooseMine(document, title);
    assert.equal(await save(mine), "saved");
    assert.deepEqual(service.stored()[title], { value: "typed" });
  });

  test("is not sent over other lines of a text either, which it does not have where both changed one", async () => {
    const mine = await put([told("one\ntwo\n3")], told("1\ntwo\nIII"));
    assert.deepEqual(mine[1], told("one\ntwo\n3"));
    assert.equal(await save(mine), "unsettled");
    assert.deepEqual(service.stored()[text], told("1\ntwo\nIII").members);
  });

  test("is not sent over what an artifact has of which nothing was sent, and clears nothing of that", async () => {
    const mine = await putOf([], [titled("typed"), told(""), chosen(5)], titled("theirs"), chosen(9));
    assert.deepEqual(mine, [titled("typed"), told("one\ntwo\nthree"), chosen(5, 9)]);
    assert.deepEqual(unsettled(mine), [[{ value: "typed" }, { value: "theirs" }]]);
    assert.equal(await save(mine), "unsettled");
    assert.deepEqual(service.stored()[title], { value: "theirs" });
  });

  test("leaves what was decided and what waits where more of it is moved later", async () => {
    const now = [titled("typed"), told("one\ntwo\n3")];
    const mine = await put(now, titled("theirs"), told("1\ntwo\nIII"));
    assert.equal(unsettled(mine).length, 2);
    await copy.chooseMine(document, title);
    const more = moveInto(mine, [...now, chosen(1, 5)]);
    assert.deepEqual(more, [...now, chosen(1, 5)]);
    assert.deepEqual(unsettled(more), [[told("one\ntwo\n3").members, told("1\ntwo\nIII").members]]);
  });

  test("is sent where it is merged with theirs, or they changed something else", async () => {
    const mine = await put([told("one\ntwo\n3"), chosen(1, 5)], told("1\ntwo\nthree"), chosen(1, 9), titled("theirs"));
    assert.deepEqual(mine, [titled("theirs"), told("1\ntwo\n3"), chosen(1, 5, 9)]);
    assert.deepEqual(unsettled(mine), []);
    assert.equal(await save(mine), "saved");
  });
});
