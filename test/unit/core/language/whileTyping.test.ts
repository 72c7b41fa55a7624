import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { ReadTexts } from "../../../../src/core/codec/formatCodec.ts";
import type { ReadDocument } from "../../../../src/core/codec/readDocument.ts";
import { complete } from "../../../../src/core/language/completion.ts";
import type { DocumentFields } from "../../../../src/core/language/documentFields.ts";
import { checkDocument } from "../../../../src/core/language/findings.ts";
import { findHints } from "../../../../src/core/language/hints.ts";
import { outlineOf } from "../../../../src/core/language/outline.ts";
import { type DocumentNames, noNames } from "../../../../src/core/language/ports.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { anyEdit, edited } from "../codec/edits.ts";
import { bugFields, newBugFields, sourcesOf } from "./fixture.ts";

const entries: readonly Entry[] = [
  { fieldId: 1, members: { value: "" } },
  { fieldId: 2, members: { bind_value_ids: [105] } },
  { fieldId: 3, members: { bind_value_ids: [201, 999] } },
  { fieldId: 4, members: { links: [{ id: 42 }, { id: 9, type: "_is_child" }] } },
  { fieldId: 5, members: { value: { bind_value_objects: [{ id: 102 }] } } },
  { fieldId: 7, members: { value: "tomorrow" } },
  { fieldId: 9, members: { value: { content: "One\nTwo", format: "text" } } },
  { fieldId: 12, members: { value: [457] } },
  { fieldId: 13, members: { bind_value_ids: [102] } },
];

/** What was read from the service since the document was opened. */
const laterNames: DocumentNames = {
  ...noNames,
  artifact: (id) => ({ id, title: `Title of ${id}` }),
  person: (id) => `Person ${id}`,
};

/** All that is shown of a document while somebody types in it. */
async function shown(read: ReadDocument, fields: DocumentFields, names: DocumentNames, format: "json" | "xml") {
  const codec = await documentCodec(format);
  const offset = Math.floor(read.text.length / 2);
  return {
    hints: findHints(read, fields, names),
    problems: checkDocument({ read, fields }),
    outline: outlineOf(read, fields, names),
    completions: await complete({ read, fields, codec, sources: sourcesOf() }, offset, new AbortController().signal),
  };
}

for (const format of ["json", "xml"] as const) {
  suite(`what is shown of a text in ${format} while it is typed in`, () => {
    test("is what is shown of it when it is opened so, whatever else comes to be known", async () => {
      const codec = await documentCodec(format);
      const anyKey = fc.record({ edit: anyEdit, isNew: fc.boolean(), isNamed: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(fc.array(anyKey), async (keys) => {
          const texts = new ReadTexts();
          let read = texts.read("a", codec, codec.print(entries));
          for (const { edit, isNew, isNamed } of keys) {
            const text = edited(read, edit);
            const [fields, names] = [isNew ? newBugFields : bugFields, isNamed ? laterNames : noNames];
            read = texts.read("a", codec, text);
            assert.deepEqual(
              await shown(read, fields, names, format),
              await shown(codec.read(text), fields, names, format),
            );
          }
        }),
        { numRuns: 200 },
      );
    });
  });
}
