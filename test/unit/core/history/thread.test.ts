import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Thread } from "../../../../src/core/history/thread.ts";
import type { FieldValue } from "../../../../src/core/model/artifact.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { computedByService } from "../../../../src/core/sentences/history.ts";
import { field, tracker } from "../draft/trackers.ts";
import { line, step } from "./longHistory.ts";

suite("a step as a reader sees it", () => {
  const valuesOf = (from: FieldValue, to: FieldValue, structure?: Tracker) => {
    const changes = [{ fieldId: from.fieldId, label: from.label, before: from, after: to }];
    return new Thread(structure).of([{ step: step(2, [to]), size: 0, before: step(1, [from]), changes }])[0]?.changes[0]
      ?.values;
  };
  const shown = (before: string, after: string) => valuesOf(line(before), line(after));

  test("takes no longer where a list offers a hundred thousand groups", () => {
    const choice = (n: number): FieldValue => {
      const entry = { fieldId: 1, members: { bind_value_ids: [`5_${n}`] } };
      return { fieldId: 1, type: "sb", label: "", kind: "list", names: {}, entry };
    };
    const options = Array.from({ length: 100_000 }, (_, n) => ({ id: `5_${n}`, label: `Group ${n}`, isHidden: false }));
    const thread = new Thread(tracker({ ...field(1, "sb"), options: new OptionList(options) }));
    const entries = Array.from({ length: 100 }, (_, n) => {
      const changes = [{ fieldId: 1, label: "", before: choice(n), after: choice(n + 1) }];
      return { step: step(n + 2, [choice(n + 1)]), size: 0, before: step(n + 1, [choice(n)]), changes };
    });
    const { user } = process.cpuUsage();
    const shown = thread.of(entries);
    const tookMs = (process.cpuUsage().user - user) / 1000;
    assert.ok(tookMs < 1000, `${tookMs} ms`);
    assert.deepEqual(shown[98]?.changes[0]?.values?.after, { kind: "words", words: ["Group 99"] });
  });

  test("tells short values from what to what", () => {
    assert.deepEqual(shown("One", "Two"), {
      before: { kind: "words", words: ["One"] },
      after: { kind: "words", words: ["Two"] },
    });
  });

  test("tells no value that is too long to be read beside another one", () => {
    const [longest, longer] = ["x".repeat(1000), "x".repeat(1001)];
    assert.deepEqual(shown("One", longest)?.after, { kind: "words", words: [longest] });
    assert.deepEqual([shown("One", longer), shown(longer, "Two")], [undefined, undefined]);
  });

  test("names a value as it was called then, and as the tracker calls it where the step does not tell", () => {
    const status = (id: number, names: Readonly<Record<string, string>>): FieldValue => {
      const entry = { fieldId: 5, members: { bind_value_ids: [id] } };
      return { fieldId: 5, type: "sb", label: "Status", kind: "list", entry, names };
    };
    const options = [
      { id: 301, label: "To do", isHidden: false },
      { id: 302, label: "Done", isHidden: false },
    ];
    assert.deepEqual(
      valuesOf(
        status(301, { 301: "Open" }),
        status(302, {}),
        tracker(field(5, "sb", { options: new OptionList(options) })),
      ),
      {
        before: { kind: "words", words: ["Open"] },
        after: { kind: "words", words: ["Done"] },
      },
    );
  });

  test("tells no number that the service computes: it is that of today", () => {
    const effort = (members: JsonObject): FieldValue => {
      const entry = { fieldId: 6, members };
      return { fieldId: 6, type: "computed", label: "Effort", kind: "computed", entry, names: {} };
    };
    assert.deepEqual(valuesOf(effort({ manual_value: 3 }), effort({ is_autocomputed: true, value: 8 })), {
      before: { kind: "words", words: ["3"] },
      after: { kind: "words", words: [computedByService] },
    });
  });

  test("names the artifacts that are linked, in words", () => {
    const links = (...ids: readonly number[]): FieldValue => {
      const entry = { fieldId: 7, members: { links: ids.map((id) => ({ id })) } };
      return { fieldId: 7, type: "art_link", label: "Links", kind: "links", entry, names: { 502: "bug #502 Second" } };
    };
    assert.deepEqual(valuesOf(links(), links(502, 503)), {
      before: { kind: "empty" },
      after: { kind: "words", words: ["bug #502 Second", "#503"] },
    });
  });

  test("tells of long ones that they were changed, as of texts", () => {
    const long = "a".repeat(5_000_000);
    assert.deepEqual(
      [shown("One", long), shown(long, "Two"), shown(long, `${long}b`)],
      [undefined, undefined, undefined],
    );
  });
});
