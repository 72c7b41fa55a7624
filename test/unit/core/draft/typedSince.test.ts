import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { moveTyped, withMoved } from "../../../../src/core/draft/typedSince.ts";
import { fieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import type { Base, BaseField } from "../../../../src/core/workingCopy/base.ts";

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

  test("is put into the document of the artifact, and nothing else", () => {
    const now = base(field(1, "string", { value: "It breaks" }), field(2, "string", { value: "by the service" }));
    const said = [line(1, "It breaks"), line(2, "by the service")];
    assert.deepEqual(
      moveTyped(
        { sent: [line(1, "It breaks"), line(2, "mine")], now: [line(1, "It burns"), line(2, "mine")] },
        now,
        said,
      ),
      { changes: [set(line(1, "It burns"))], left: [] },
    );
  });

  test("is nothing where nothing was typed, though the service has made something else of it", () => {
    const sent = [line(1, " It breaks "), list(2)];
    const now = base(field(1, "string", { value: "It breaks" }), field(2, "sb", { bind_value_ids: [301] }));
    assert.deepEqual(moveTyped({ sent, now: sent }, now, [line(1, "It breaks"), list(2, 301)]), {
      changes: [],
      left: [],
    });
  });

  test("clears what was cleared, and leaves what was removed", () => {
    const now = base(field(1, "string", { value: "a" }), field(2, "string", { value: "b" }));
    const said = [line(1, "a"), line(2, "b")];
    assert.deepEqual(moveTyped({ sent: said, now: [line(1, "")] }, now, said), {
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
    assert.deepEqual(moveTyped(typed, now, said, holds), { changes: [set(line(2, "d"))], left: [1] });
  });

  test("is not put where the document would be too long to be read, or cannot be changed", async () => {
    const codec = await documentCodec("json");
    const said = codec.print([line(1, "a")]);
    const changes = (value: string) => ({ changes: [{ kind: "set", entry: line(1, value) } as const], left: [] });
    assert.equal(withMoved(said, changes("b"), codec), codec.print([line(1, "b")]));
    const room = 1_500_000 - codec.print([line(1, "")]).length;
    assert.equal(withMoved(said, changes("b".repeat(room)), codec)?.length, 1_500_000);
    assert.equal(withMoved(said, changes("b".repeat(room + 1)), codec), undefined);
    assert.equal(withMoved("{}", changes("b"), codec), undefined);
    assert.equal(withMoved("{}", { changes: [], left: [] }, codec), "{}");
  });

  test("is merged by line and by member with what is there by now", () => {
    const there = base(
      field(1, "text", { value: { content: "zero\none\ntwo\nthree", format: "text" } }),
      field(2, "msb", { bind_value_ids: [1, 9] }),
    );
    const said = [long(1, "zero\none\ntwo\nthree"), list(2, 1, 9)];
    const sent = [long(1, "one\ntwo\nthree"), list(2, 1)];
    assert.deepEqual(moveTyped({ sent, now: [long(1, "one\ntwo\n3"), list(2, 1, 5)] }, there, said), {
      changes: [set(long(1, "zero\none\ntwo\n3")), set(list(2, 1, 5, 9))],
      left: [],
    });
  });

  test("is merged by line with what the document says unsaved", () => {
    const stored = base(field(1, "text", { value: { content: "one\ntwo\nthree", format: "text" } }));
    const typed = { sent: [long(1, "one\ntwo\nthree")], now: [long(1, "one\ntwo\n3")] };
    assert.deepEqual(moveTyped(typed, stored, [long(1, "1\ntwo\nthree")]), {
      changes: [set(long(1, "1\ntwo\n3"))],
      left: [],
    });
  });

  test("is as it was typed where both changed it, what the document says unsaved included", () => {
    const now = base(field(1, "string", { value: "stored" }));
    assert.deepEqual(moveTyped({ sent: [line(1, "sent")], now: [line(1, "typed")] }, now, [line(1, "unsaved")]), {
      changes: [set(line(1, "typed"))],
      left: [],
    });
  });

  test("is once there, however often it is moved", () => {
    const now = base(field(1, "string", { value: "It breaks" }));
    const moved = moveTyped({ sent: [line(1, "It breaks")], now: [line(1, "It burns")] }, now, [line(1, "It burns")]);
    assert.deepEqual(moved, { changes: [], left: [] });
  });

  test("is all that differs where nobody can tell what was sent", () => {
    const now = base(field(1, "string", { value: "It breaks" }), field(2, "string", { value: "same" }));
    const typed = [line(1, "It burns"), line(2, "same")];
    assert.deepEqual(moveTyped({ sent: [], now: typed }, now, [line(1, "It breaks"), line(2, "same")]), {
      changes: [set(line(1, "It burns"))],
      left: [],
    });
  });

  test("is left where the document has no such field, or the person may not write it", () => {
    const now = base(field(1, "string", { value: "a" }, false));
    const typed = { sent: [line(1, "a"), line(2, "b")], now: [line(1, "x"), line(2, "y")] };
    assert.deepEqual(moveTyped(typed, now, []), { changes: [], left: [1, 2] });
  });
});
