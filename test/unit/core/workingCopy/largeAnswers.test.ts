import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { fieldChanges } from "../../../../src/core/history/fieldChanges.ts";
import { lastChanges } from "../../../../src/core/history/lastChange.ts";
import { restoration } from "../../../../src/core/history/restoration.ts";
import { artifactFields } from "../../../../src/core/language/documentFields.ts";
import { checkDocument } from "../../../../src/core/language/findings.ts";
import { questionFor } from "../../../../src/core/language/question.ts";
import { markedFields } from "../../../../src/core/merge/diffEntries.ts";
import { OptionList } from "../../../../src/core/model/optionList.ts";
import { judgeSave } from "../../../../src/core/overwrite/judgeSave.ts";
import { putBack } from "../../../../src/core/overwrite/putBack.ts";
import { previewOf } from "../../../../src/core/preview/previewModel.ts";
import { readArtifact } from "../../../../src/core/service/readArtifact.ts";
import { mergeSettings } from "../../../../src/core/svn/mergeSettings.ts";
import { takenBack } from "../../../../src/core/undo/takenBack.ts";
import { artifactSettlement } from "../../../../src/core/workingCopy/artifactSettlement.ts";
import { type Base, documentEntries, makeBase, withEntries } from "../../../../src/core/workingCopy/base.ts";
import { noteChange, settle, unsettledParts } from "../../../../src/core/workingCopy/settlement.ts";
import { artifactForm } from "../../../../src/core/workingCopy/textForm.ts";
import { unstoredEntries } from "../../../../src/core/workingCopy/unstored.ts";
import { stepsOf } from "../../../support/stepsOf.ts";

const codecs = await Promise.all((["json", "xml"] as const).map(documentCodec));

function listOf<T>(count: number, each: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => each(index));
}

function artifactWith(values: readonly object[]) {
  const artifact = readArtifact({ id: 5, values }, 5, "https://tracker.example");
  assert.ok(artifact);
  return artifact;
}

const baseWith = (values: readonly object[]) => makeBase({ artifact: artifactWith(values), version: {} }, undefined);
const texts = (count: number, value: string) =>
  listOf(count, (index) => ({ field_id: index + 1, label: "F", type: "text", format: "text", value }));
const choice = (ids: readonly number[]) => ({ field_id: 1, label: "F", type: "msb", bind_value_ids: ids });
const links = (from: number, count: number) => ({
  ...{ field_id: 1, label: "F", type: "art_link" },
  links: listOf(count, (index) => ({ id: from + index, type: "_is_child" })),
});
const sets = (count: number, id: number) => listOf(count, (index) => ({ ...choice([id]), field_id: index + 1 }));

/** The steps a base of `values` goes through to become one of `others`. */
function moved(values: readonly object[], others: readonly object[]): readonly [before: Base, after: Base] {
  return [baseWith(values), baseWith(others)];
}

function edited(codec: (typeof codecs)[number], [before, after]: readonly [Base, Base]): () => string {
  const form = artifactForm(codec);
  const printed = form.print(before);
  assert.ok(printed.kind === "text");
  const changes = documentEntries(after).map((entry) => ({ kind: "set", entry }) as const);
  return () => form.edit(printed.text, changes);
}

/** What is to be done with an answer of so many values. It is made ready first, and only then counted. */
const works: Readonly<Record<string, (count: number) => () => unknown>> = {
  "to watch what has moved": (count) => {
    const [ancestor, theirs] = moved(texts(count, "a"), texts(count, "b"));
    return () => settle(artifactSettlement, undefined, { mine: documentEntries(ancestor), ancestor, theirs });
  },
  "to watch sets that have moved": (count) => {
    const [ancestor, theirs] = moved(sets(count, 1), sets(count, 2));
    return () => settle(artifactSettlement, undefined, { mine: documentEntries(ancestor), ancestor, theirs });
  },
  "to note what is typed in what is watched": (count) => {
    const [ancestor, theirs] = moved(sets(count, 1), sets(count, 2));
    const [mine, typed] = [documentEntries(ancestor), documentEntries(theirs)];
    const watched = settle(artifactSettlement, undefined, { mine, ancestor, theirs });
    assert.ok(watched);
    return () => noteChange(artifactSettlement, watched, theirs, { from: mine, to: typed, isUndo: false });
  },
  "to find what is to be settled": (count) => {
    const [ancestor, theirs] = moved(texts(count, "a"), texts(count, "b"));
    const mine = documentEntries(ancestor);
    const watched = settle(artifactSettlement, undefined, { mine, ancestor, theirs });
    return () => unsettledParts(artifactSettlement, watched?.settlement, theirs, mine);
  },
  "to take in what was sent": (count) => {
    const [before, after] = moved(texts(count, "a"), texts(count, "b"));
    return () => withEntries(before, documentEntries(after), {}, false);
  },
  "to find what was not stored": (count) => {
    const [before, after] = moved(texts(count, "a"), texts(count, "b"));
    return () => unstoredEntries(before, documentEntries(after), before, false);
  },
  "to find the marks of a merge": (count) => {
    const [before, after] = moved(texts(count, "a"), texts(count, "<<<<<<< mine\na\n=======\nb\n>>>>>>> theirs"));
    return () => markedFields(before.fields, documentEntries(after));
  },
  "to put another list into a text as JSON": (count) =>
    edited(codecs[0] as (typeof codecs)[number], moved([links(1, count)], [links(count * 2, count)])),
  "to put another list into a text as XML": (count) =>
    edited(codecs[1] as (typeof codecs)[number], moved([links(1, count)], [links(count * 2, count)])),
  "to ask for the value of a list": (count) => {
    const options = new OptionList(listOf(count, (index) => ({ id: index + 1, label: "L", isHidden: false })));
    const ids = listOf(count, (index) => count - index);
    return () => questionFor({ label: "F", type: "msb", kind: "list", names: {}, options }, { bind_value_ids: ids });
  },
  "to ask for the value of an open list": (count) => {
    const options = new OptionList(listOf(count, (index) => ({ id: index + 1, label: "L", isHidden: false })));
    const value = { bind_value_objects: listOf(count, (index) => ({ id: count - index })) };
    return () => questionFor({ label: "F", type: "tbl", kind: "openList", names: {}, options }, { value });
  },
  "to show a page": (count) => {
    const artifact = artifactWith([
      ...texts(count, "a"),
      ...[{ field_id: count + 1, label: "F", type: "file", file_descriptions: filesOf(count) }],
    ]);
    const base = makeBase({ artifact, version: {} }, undefined);
    const entries = documentEntries(base);
    return () => previewOf({ artifact, base, texts: [entries] });
  },
  "to bring back a version": (count) => {
    const [before, after] = moved(texts(count, "a"), texts(count, "b"));
    const { values } = artifactWith(texts(count, "b"));
    return () => restoration({ id: 1, values }, before, documentEntries(after));
  },
  "to tell who changed the fields last": (count) => {
    const [before, after] = moved(texts(count, "a"), texts(count, "b"));
    const newest = { id: 2, submittedOn: "2026-01-01T00:00:00+00:00", values: artifactWith(texts(count, "b")).values };
    const step = { id: 1, values: artifactWith(texts(count, "a")).values };
    const changes = fieldChanges(step, newest);
    const history = { newest, entries: [{ step: newest, size: 0, before: step, changes }] };
    assert.equal(lastChanges(history, after.fields, Number.MAX_SAFE_INTEGER).size, count);
    return () => [before, after].map(({ fields }) => lastChanges(history, fields, Number.MAX_SAFE_INTEGER));
  },
  "to take a save back": (count) => {
    const [before, after] = moved(texts(count, "a"), texts(count, "b"));
    const fields = before.fields.map((field, index) => ({
      field,
      after: documentEntries(after)[index]?.members ?? {},
    }));
    const notUpdatable = after.fields.map(({ fieldId }) => fieldId + count);
    const where = { said: documentEntries(after), now: { ...after, notUpdatable } };
    const save = { artifactId: 5, version: {}, fields };
    assert.equal(takenBack(save, where).changes.length, count);
    return () => takenBack(save, where);
  },
  "to put a lost change back": (count) => {
    const [before, after] = moved(texts(count, "a"), texts(count, "b"));
    const [was, is] = [{ value: { content: "a", format: "text" } }, { value: { content: "b", format: "text" } }];
    const fields = before.fields.map((field) => ({ field, before: was, lost: was, now: is }));
    return () => putBack({ fields }, documentEntries(after), before);
  },
  "to judge a save by the history": (count) => {
    const target = baseWith(texts(count, "a"));
    const steps = ["a", "c", "b"].map((value, index) => ({
      ...{ id: index + 1, authorId: 102, submittedOn: `2026-01-01T00:00:0${index}+00:00` },
      values: artifactWith(texts(count, value)).values,
    }));
    const changed = documentEntries(baseWith(texts(1, "b")));
    const put = { artifactId: 5, target, changed, version: {}, differing: [] };
    return () => judgeSave(put, { steps, isWhole: true }, { ownId: 102, taken: new Set(), laterPuts: [] });
  },
  "to merge lists of a repository's settings": (count) => {
    const settings = (from: number) => ({
      ...{ commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false } },
      ...{ immutable_tags: { paths: listOf(count, (index) => `/tags/${from + index}`), whitelist: [] } },
      ...{ access_file: "", email_notifications: [] },
    });
    return () => mergeSettings(settings(0), settings(1), settings(2));
  },
  "to find the fields of a refusal": (count) => {
    const base = baseWith(texts(count, "a").map((text) => ({ ...text, label: "a" })));
    const fields = artifactFields(base, undefined);
    const document = { text: "", root: undefined, values: undefined, nodes: [], idsIn: () => [] };
    const read = {
      ...document,
      entries: () => ({ entries: [], problems: [] }),
      locate: () => ({ offset: 0, length: 0 }),
      placeAt: () => undefined,
    };
    const message = listOf(count, () => "ab").join("\n");
    return () => checkDocument({ read, fields, refusal: { message, membersOf: () => undefined } });
  },
};

function filesOf(count: number): readonly object[] {
  return listOf(count, (index) => ({ id: index + 1, name: "a", html_url: "/a" }));
}

suite("what a large answer takes once it is open", () => {
  for (const [name, ready] of Object.entries(works)) {
    test(`${name} grows as the answer does`, () => {
      const [small, large] = [300, 600].map((count) => stepsOf(ready(count))) as [number, number];
      assert.ok(small > 0 && large < small * 3, `${small}, and of the double ${large}`);
    });
  }
});
