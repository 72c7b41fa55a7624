import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { noOptions, OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { filterFields, keptFilter } from "../../../../src/core/query/artifactFilter.ts";
import { checkQuery } from "../../../../src/core/query/checkQuery.ts";
import { parseQuery } from "../../../../src/core/query/tql.ts";
import { titleQuery } from "../../../../src/core/search/words.ts";
import { anyCharacter } from "../../../support/anyCharacter.ts";
import { bugs } from "./trackers.ts";

suite("queries that are built", () => {
  const valuesIn = (query: string) => parseQuery(query).comparisons.map(({ values }) => values.map(({ text }) => text));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const label = fc.string({ unit: anyCharacter, minLength: 1 }).filter((text) => !/[\u0000-\u001f]/.test(text));

  test("of a filter are read back as they were meant, whatever the values are called", () => {
    fc.assert(
      fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 5 }), label, (labels, username) => {
        const options = labels.map((each, index) => ({ id: index + 1, label: each, isHidden: false }));
        const tracker: Tracker = {
          ...bugs,
          openValueIds: options.map(({ id }) => id),
          fields: bugs.fields.map((field) =>
            field.fieldId === 2
              ? { ...field, options: new OptionList(options) }
              : field.fieldId === 3
                ? { ...field, options: noOptions }
                : field,
          ),
        };
        const filter = { status: "open", assignee: { username, name: username }, changed: "1w" } as const;
        const { query = "" } = keptFilter(filter, filterFields(tracker));
        assert.deepEqual(checkQuery(query, tracker), []);
        assert.deepEqual(valuesIn(query), [labels, [username], ["NOW"]]);
      }),
      { numRuns: 300 },
    );
  });

  test("of words are read back as they were typed", () => {
    fc.assert(
      fc.property(label, (text) => {
        const words = [...new Set(text.match(/\S+/g))];
        fc.pre(words.length > 0);
        const query = titleQuery("summary", text);
        assert.deepEqual(checkQuery(query, bugs), []);
        assert.deepEqual(
          valuesIn(query),
          words.map((word) => [word]),
        );
      }),
    );
  });
});
