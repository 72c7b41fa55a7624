import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { maxDocumentLength } from "../../../../src/core/codec/textTree.ts";
import {
  type DraftTextPlace,
  draftTextIn,
  putDraftText,
  putSinceGiven,
  withTakenAlong,
} from "../../../../src/core/draft/draftText.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { DocumentFormat } from "../../../../src/core/model/uri.ts";

const details = 1203;
const kindOf = (fieldId: number) => (fieldId === details ? ("text" as const) : undefined);

async function placeOf(
  members: Entry["members"] | undefined,
  format: DocumentFormat = "json",
): Promise<DraftTextPlace> {
  const codec = await documentCodec(format);
  const other = { fieldId: 1202, members: { value: "Title" } };
  const entries = members ? [other, { fieldId: details, members }] : [other];
  return { said: codec.print(entries, 12), codec, kindOf, fieldId: details };
}

suite("a long text of a draft", () => {
  for (const format of ["json", "xml"] as const) {
    for (const { what, members, written } of [
      {
        what: "Markdown",
        members: { value: { content: "One\nTwo", format: "commonmark" } },
        written: { value: { content: "One\nThree", format: "commonmark" } },
      },
      {
        what: "HTML",
        members: { value: { content: "One\nTwo", format: "html" } },
        written: { value: { content: "One\nThree", format: "html" } },
      },
      { what: "a bare text", members: { value: "One\nTwo" }, written: { value: "One\nThree" } },
    ]) {
      test(`in ${format} is put in as ${what}, and nothing else changes`, async () => {
        const place = await placeOf(members, format);
        assert.equal(draftTextIn(place), "One\nTwo");
        const put = putDraftText(place, { language: "md", madeFrom: ["One\nTwo"], mine: "One\nThree" });
        assert.ok(put.kind === "put");
        const { entries } = place.codec.parse(put.said, kindOf);
        assert.deepEqual(
          entries.map((entry) => [entry.fieldId, entry.members]),
          [
            [1202, { value: "Title" }],
            [details, written],
          ],
        );
      });
    }
  }

  test("gets an entry, in the format of its editor, where the draft has none", async () => {
    const place = await placeOf(undefined);
    assert.equal(draftTextIn(place), "");
    const put = putDraftText(place, { language: "html", madeFrom: [""], mine: "<b>Mine</b>" });
    assert.ok(put.kind === "put");
    const [, entry] = place.codec.parse(put.said, kindOf).entries;
    assert.deepEqual(entry?.members, { value: { content: "<b>Mine</b>", format: "html" } });
  });

  for (const { name, madeFrom, mine, now, expected } of [
    { name: "nothing else was said", madeFrom: ["a"], mine: "b", now: "a", expected: "b" },
    { name: "the draft says the same by now", madeFrom: ["a"], mine: "b", now: "b", expected: "b" },
    { name: "the draft was emptied", madeFrom: ["a"], mine: "b", now: "", expected: "b" },
    { name: "another line was changed there", madeFrom: ["a\n\nb"], mine: "A\n\nb", now: "a\n\nB", expected: "A\n\nB" },
    { name: "the same line was changed there", madeFrom: ["a"], mine: "b", now: "c", expected: "differs" },
    {
      name: "the draft ends the lines otherwise that it was given",
      madeFrom: ["a\nb", "a\nB"],
      mine: "a\nc",
      now: "a\r\nB",
      expected: "a\nc",
    },
    { name: "nobody knows what was there before", madeFrom: [], mine: "b", now: "c", expected: "differs" },
  ]) {
    test(`is merged by line where ${name}`, async () => {
      const place = await placeOf({ value: now });
      const put = putDraftText(place, { language: "txt", madeFrom, mine });
      assert.equal(put.kind === "put" ? put.content : put.kind, expected);
      if (put.kind === "put") {
        assert.equal(draftTextIn({ ...place, said: put.said }), expected);
      }
    });
  }

  test("is taken along by a save of the draft as it was typed, or not at all", async () => {
    const place = await placeOf({ value: "a\n\nb" });
    const typed = { language: "txt", mine: "A\n\nb" } as const;
    const taken = withTakenAlong(place, { ...typed, madeFrom: ["a\n\nb"] });
    assert.equal(draftTextIn({ ...place, said: taken }), "A\n\nb");
    // Its editor would not know that the draft has the first line by now, and brought it back once it is deleted there.
    const other = await placeOf({ value: "a\n\nB" });
    assert.equal(withTakenAlong(other, { ...typed, madeFrom: ["a\n\nb"] }), other.said);
    assert.equal(withTakenAlong(other, { ...typed, madeFrom: [] }), other.said);
  });

  test("is not taken along again where it was taken out of the draft since", async () => {
    const place = await placeOf({ value: "a\n\nb" });
    const typed = { language: "txt", madeFrom: ["a\n\nb", "A\n\nb"], mine: "A\n\nb" } as const;
    assert.equal(withTakenAlong(place, typed), place.said);
    const put = putDraftText(place, typed);
    assert.equal(put.kind === "put" && put.content, "A\n\nb");
  });

  test("is not taken along again where the draft was emptied since, and is put there by its own save", async () => {
    const place = await placeOf({ value: "" });
    for (const madeFrom of [["", "a"], ["a"]]) {
      const typed = { language: "txt", madeFrom, mine: "a\nb" } as const;
      assert.equal(withTakenAlong(place, typed), place.said);
      // Undoing in the editor does not bring back what the draft had before, either.
      assert.equal(putSinceGiven(place, { ...typed, mine: "b" }).kind, "differs");
      const put = putDraftText(place, typed);
      assert.equal(put.kind === "put" && put.content, "a\nb");
    }
    const first = withTakenAlong(place, { language: "txt", madeFrom: [""], mine: "b" });
    assert.equal(draftTextIn({ ...place, said: first }), "b");
  });

  test("is asked about where it is not the same whichever text of the draft it is made from", async () => {
    const typed = { language: "txt", madeFrom: ["a\n\nb\n\nc", "A\n\nb\n\nc"] } as const;
    for (const { mine, now, expected } of [
      { mine: "A\n\nb\n\nC", now: "A\n\nB\n\nc", expected: "A\n\nB\n\nC" },
      { mine: "A\n\nb\n\nc", now: "a\n\nB\n\nc", expected: "differs" },
      { mine: "a\n\nb\n\nc", now: "A\n\nB\n\nc", expected: "differs" },
    ]) {
      const put = putDraftText(await placeOf({ value: now }), { ...typed, mine });
      assert.equal(put.kind === "put" ? put.content : put.kind, expected);
    }
  });

  test("is what the draft says where that ends its lines otherwise", async () => {
    const place = await placeOf({ value: "a\r\nb" });
    const put = putDraftText(place, { language: "txt", madeFrom: [], mine: "a\nb" });
    assert.deepEqual(put, { kind: "put", said: place.said, content: "a\r\nb" });
  });

  test("is put nowhere where its entry can be read, and not be changed", async () => {
    const place = await placeOf({ value: "a" });
    const said = place.said.replace(/\n\}\n$/, ",\n}\n");
    assert.equal(draftTextIn({ ...place, said }), "a");
    assert.deepEqual(putDraftText({ ...place, said }, { language: "txt", madeFrom: ["a"], mine: "b" }), {
      kind: "unreadable",
    });
  });

  test("is put nowhere where the draft cannot be read, or cannot hold it", async () => {
    const typed = { language: "md", madeFrom: [""], mine: "\u0001" } as const;
    const broken = { ...(await placeOf(undefined)), said: "{" };
    assert.deepEqual(putDraftText(broken, typed), { kind: "unreadable" });
    assert.equal(draftTextIn(broken), undefined, "its editor must not become empty");
    const xml = await placeOf({ value: { content: "", format: "commonmark" } }, "xml");
    assert.deepEqual(putDraftText(xml, typed), { kind: "unprintable" });
  });

  for (const format of ["json", "xml"] as const) {
    test(`that would make the draft longer than what is read is put nowhere, in ${format}`, async () => {
      const place = await placeOf({ value: { content: "Short", format: "text" } }, format);
      const room = maxDocumentLength - place.said.length + "Short".length;
      const fitting = putDraftText(place, { language: "txt", madeFrom: ["Short"], mine: "x".repeat(room) });
      assert.ok(fitting.kind === "put");
      assert.equal(fitting.said.length, maxDocumentLength);
      const typed = { language: "txt", madeFrom: ["Short"], mine: "x".repeat(room + 1) } as const;
      assert.deepEqual(putDraftText(place, typed), { kind: "tooLong" });
      assert.equal(withTakenAlong(place, typed), place.said);
    });
  }
});
