import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import type { DocumentCodec } from "../../../../src/core/codec/formatCodec.ts";
import { plainText } from "../../../../src/core/codec/snippet.ts";
import { type Completion, type Completions, complete } from "../../../../src/core/language/completion.ts";
import { artifactFields, type DocumentFields, draftFields } from "../../../../src/core/language/documentFields.ts";
import { checkDocument } from "../../../../src/core/language/findings.ts";
import type { CandidateSources } from "../../../../src/core/language/ports.ts";
import { type FieldOption, noOptions, OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker, TrackerField } from "../../../../src/core/model/tracker.ts";
import type { DocumentFormat } from "../../../../src/core/model/uri.ts";
import { type Base, makeBase } from "../../../../src/core/workingCopy/base.ts";

const may = { isRequired: false, isUpdatable: true, isSubmittable: true, options: noOptions };
const option = (id: number | string, label: string, isHidden = false): FieldOption => ({ id, label, isHidden });

/** A tracker with a field of every kind that has something to offer. */
export const bugs: Tracker = {
  id: 12,
  label: "Bugs",
  workflowFieldId: 2,
  transitions: [{ toId: 103 }, { fromId: 103, toId: 104 }, { fromId: 104, toId: 105 }],
  fields: [
    { ...may, fieldId: 1, name: "summary", label: "Summary", type: "string", kind: "string", isRequired: true },
    {
      ...{ ...may, fieldId: 2, name: "status", label: "Status", type: "sb", kind: "list", bindsTo: "static" },
      options: new OptionList([
        option(103, "New"),
        option(104, "Open"),
        option(105, "Closed"),
        option(106, "Postponed"),
      ]),
    },
    {
      ...{ ...may, fieldId: 3, name: "platform", label: "Platforms", type: "msb", kind: "list" },
      options: new OptionList([option(201, "Linux"), option(202, "macOS"), option(203, "Amiga", true)]),
    },
    {
      ...{ ...may, fieldId: 4, name: "links", label: "Links", type: "art_link", kind: "links" },
      linkTypes: [{ shortname: "_is_child", label: "Child" }],
    },
    { ...may, fieldId: 5, name: "cc", label: "CC", type: "tbl", kind: "openList", bindsTo: "users" },
    {
      ...{ ...may, fieldId: 6, name: "tags", label: "Tags", type: "tbl", kind: "openList", bindsTo: "static" },
      options: new OptionList([option(301, "red"), option(302, "blue")]),
    },
    { ...may, fieldId: 7, name: "due", label: "Due", type: "date", kind: "date", hasTime: false },
    { ...may, fieldId: 8, name: "at", label: "At", type: "date", kind: "date", hasTime: true },
    { ...may, fieldId: 9, name: "details", label: "Details", type: "text", kind: "text" },
    { ...may, fieldId: 10, name: "effort", label: "Effort", type: "computed", kind: "computed" },
    { ...may, fieldId: 11, name: "rank", label: "Rank", type: "int", kind: "number", isUpdatable: false },
    { ...may, fieldId: 12, name: "files", label: "Files", type: "file", kind: "files" },
    { ...may, fieldId: 13, name: "assignee", label: "Assignee", type: "sb", kind: "list", bindsTo: "users" },
  ] satisfies readonly TrackerField[],
};

/** Bug #9, which is new. */
export const bug: Base = makeBase(
  {
    artifact: {
      id: 9,
      tracker: { id: 12 },
      assignees: [],
      attachments: [],
      values: [
        value(1, "string", "Summary", { value: "It breaks" }),
        value(2, "sb", "Status", { bind_value_ids: [103] }, { "103": "New" }),
        value(7, "date", "Due", { value: "2026-03-13" }),
        value(12, "file", "Files", { value: [457] }, { "457": "trace.log", "458": "core.gz" }),
      ],
    },
    version: { etag: "1" },
  },
  bugs,
);

function value(fieldId: number, type: string, label: string, members: object, names: Record<string, string> = {}) {
  const kind = bugs.fields.find((field) => field.fieldId === fieldId)?.kind;
  return { fieldId, type, label, names, ...(kind && { kind }), entry: { fieldId, members: { ...members } } };
}

export const bugFields: DocumentFields = artifactFields(bug, bugs);
export const newBugFields: DocumentFields = draftFields(bugs);

/** People and artifacts there are, and what was looked for. */
export function sourcesOf(asked: string[] = []): CandidateSources {
  return {
    people: async (words) => {
      asked.push(words);
      return [
        { id: 102, label: "Jane Doe (jdoe)", username: "jdoe" },
        { id: 107, label: "Jane Roe (jroe)", username: "jroe" },
      ];
    },
    artifacts: async (words) => {
      asked.push(words);
      return [
        { id: 42, title: "Crash at start", status: "Open" },
        { id: 43, xref: "bug #43" },
      ];
    },
    now: () => new Date(2026, 1, 28, 9, 5),
  };
}

/** What is offered where `$0` stands in `marked`. */
export async function completeAt(
  marked: string,
  format: DocumentFormat,
  fields: DocumentFields = bugFields,
  sources: CandidateSources = sourcesOf(),
): Promise<{ readonly text: string; readonly found: Completions | undefined }> {
  const codec = await documentCodec(format);
  const offset = marked.indexOf("$0");
  const text = marked.replace("$0", "");
  const document = { read: codec.read(text), fields, codec, sources };
  return { text, found: await complete(document, offset, new AbortController().signal) };
}

/** The text once `item` has been put in. */
export function accepted(text: string, { replace }: Completions, item: Completion): string {
  return text.slice(0, replace.offset) + plainText(item.insert) + text.slice(replace.offset + replace.length);
}

/** The codes of what is wrong with a text. */
export function codesIn(text: string, codec: DocumentCodec, fields: DocumentFields = bugFields): readonly string[] {
  return checkDocument({ read: codec.read(text), fields }).map(({ about }) =>
    about.kind === "text" || about.kind === "value" ? about.problem.code : about.kind,
  );
}
