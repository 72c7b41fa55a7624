import { documentCodec } from "../../src/core/codec/documentCodec.ts";
import type { DocumentCodec } from "../../src/core/codec/formatCodec.ts";
import { plainText } from "../../src/core/codec/snippet.ts";
import { entriesToSend, newEntries } from "../../src/core/draft/draftEntries.ts";
import { emptyMembers } from "../../src/core/field/meaning.ts";
import { complete } from "../../src/core/language/completion.ts";
import { artifactFields, type DocumentFields, draftFields } from "../../src/core/language/documentFields.ts";
import { noCandidates } from "../../src/core/language/ports.ts";
import type { Tracker, TrackerField } from "../../src/core/model/tracker.ts";
import { previewOfDraft } from "../../src/core/preview/previewModel.ts";
import { previewPage } from "../../src/core/preview/previewPage.ts";
import { readTracker } from "../../src/core/service/readTracker.ts";
import { id, isObject, list, member, text } from "../../src/core/service/wire.ts";
import { makeBase } from "../../src/core/workingCopy/base.ts";
import type { Item } from "./corpus.ts";
import { conversionFaults, findingsIn, pageDependencies } from "./findings.ts";

/**
 * A tracker is read, a new draft of it has no problems but required values, each list offers what the service takes,
 * and transitions are understood.
 */
export async function checkTracker(item: Item): Promise<readonly string[]> {
  const body = member(item, "tracker");
  const tracker = readTracker(body, id(member(body, "id")) ?? 1);
  return tracker
    ? [
        ...(await draftFaults(tracker)),
        ...defaultFaults(body, tracker),
        ...(await completionFaults(body, tracker)),
        ...transitionFaults(body, tracker),
      ]
    : ["it is not read"];
}

async function draftFaults(tracker: Tracker): Promise<readonly string[]> {
  const fields = draftFields(tracker);
  const [json, xml] = await Promise.all([documentCodec("json"), documentCodec("xml")]);
  const entries = newEntries(tracker, new Date());
  const printed = json.print(entries, tracker.id);
  const found = (text: string, codec: DocumentCodec) =>
    findingsIn(text, codec, fields, tracker.id).filter((finding) => !isAboutMissing(finding));
  const { problems } = json.parse(printed, fields.kindOf);
  const page = await previewPage(previewOfDraft({ tracker, entries, now: new Date() }), pageDependencies);
  return [
    ...problems.map(({ code }) => `the draft has a problem ${code}`),
    ...found(printed, json).map((finding) => `the draft has ${finding}`),
    ...(await conversionFaults(printed, (converted) => found(converted, xml), fields)),
    ...(page.includes("</html>") ? [] : ["no page of the draft"]),
  ];
}

/** A new artifact needs values of required fields, and one for the state that its workflow begins with. */
function isAboutMissing(finding: string): boolean {
  return finding.startsWith("requiredEmpty") || /^transition at (?:\[\]|<bind_value_ids\/>)$/.test(finding);
}

/** A default that the service tells, and that the draft does not have. */
function defaultFaults(body: unknown, tracker: Tracker): readonly string[] {
  const sent = entriesToSend(newEntries(tracker, new Date()), tracker);
  return list(member(body, "fields")).flatMap((given) => {
    const value = member(given, "default_value");
    const field = tracker.fields.find(({ fieldId }) => fieldId === id(member(given, "field_id")));
    const isNone = value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length);
    const isEmptyText = isObject(value) && member(value, "content") === "";
    const isSent = sent.some(({ fieldId }) => fieldId === field?.fieldId);
    return isNone || isEmptyText || !field?.isSubmittable || !field.kind || isSent || isOnlyNone(value)
      ? []
      : [`the default of field ${field.fieldId} (${field.type}) is ignored: ${JSON.stringify(value)}`];
  });
}

function isOnlyNone(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => String(member(each, "id")) === "100");
}

async function completionFaults(body: unknown, tracker: Tracker): Promise<readonly string[]> {
  const faults = await Promise.all(
    tracker.fields
      .filter(({ kind }) => kind === "list" || kind === "openList")
      .map(async (field) => {
        const given = list(member(body, "fields")).find((each) => id(member(each, "field_id")) === field.fieldId);
        const inDraft = await offeredFaults(given, field, draftFields(tracker), tracker.id);
        return inDraft.length > 0 ? inDraft : await offeredFaults(given, field, documentOf(tracker), undefined);
      }),
  );
  return faults.flat();
}

/** The fields of an artifact that has no values yet; all may be written. */
function documentOf(tracker: Tracker): DocumentFields {
  const artifact = { id: 1, assignees: [], attachments: [], values: [] };
  const { workflowFieldId: _, ...free } = tracker;
  const open = { ...free, fields: tracker.fields.map((field) => ({ ...field, isUpdatable: true })) };
  return artifactFields(makeBase({ artifact, version: { etag: "1" } }, open), open);
}

/**
 * What is offered for a field, each put into the text: whether it is what the service takes, and found no fault with.
 */
async function offeredFaults(
  given: unknown,
  field: TrackerField,
  fields: DocumentFields,
  trackerId: number | undefined,
): Promise<readonly string[]> {
  const codec = await documentCodec("json");
  const hole = '"#"';
  const members = field.kind === "list" ? `"bind_value_ids":[${hole}]` : `"value":{"bind_value_objects":[${hole}]}`;
  const head = trackerId === undefined ? "" : `"tracker":{"id":${trackerId}},`;
  const marked = `{${head}"values":[{"field_id":${field.fieldId},${members}}]}`;
  const offset = marked.indexOf(hole);
  const text = marked.replace(hole, "");
  const found = await complete(
    { read: codec.read(text), fields, codec, sources: noCandidates },
    offset,
    new AbortController().signal,
  );
  const taken = takenValues(given);
  const known = fields.get(field.fieldId);
  if (!known?.isWritable) {
    return [];
  }
  const offered = (found?.items ?? []).filter(({ label }) => label !== "New value…");
  const missing = [...taken.values()].filter((label) => !offered.some((each) => each.label === label));
  return [
    ...offered.flatMap(({ label, insert }) => {
      const put = `${text.slice(0, offset)}${plainText(insert)}${text.slice(offset)}`;
      const value = JSON.stringify(JSON.parse(plainText(insert)));
      const about = `field ${field.fieldId} (${field.type}) offers ${label} as ${value}`;
      return [
        ...(taken.get(value) === label ? [] : [`${about}, which the service does not take`]),
        ...findingsIn(put, codec, fields, trackerId)
          .filter((finding) => !isAboutMissing(finding))
          .map((finding) => `${about}: ${finding}`),
      ];
    }),
    ...(known.reachable || offered.length === 200 ? [] : missing).map(
      (label) => `field ${field.fieldId} (${field.type}) does not offer ${label}`,
    ),
  ];
}

/**
 * What the service takes for a list (test/service/README.md, Values as written), as it is written, with what it is
 * called.
 */
function takenValues(given: unknown): ReadonlyMap<string, string> {
  const isOpen = member(given, "type") === "tbl";
  const written = (value: unknown) => JSON.stringify(isOpen ? value : (member(value, "id") ?? member(value, "label")));
  return new Map(
    list(member(given, "values")).flatMap((value): [string, string][] => {
      if (member(value, "is_hidden") === true || String(member(value, "id")) === "100") {
        return [];
      }
      const group = member(value, "ugroup_reference");
      const person = member(value, "user_reference");
      const label = text(member(value, "label")) ?? "";
      if (isObject(group)) {
        return [[written({ id: member(group, "id") }), text(member(group, "label")) ?? ""]];
      }
      if (isObject(person)) {
        return [[written({ id: id(member(value, "id")) }), personName(person)]];
      }
      const given = member(value, "id");
      const isFree = /^o\d+$/.test(String(given));
      const isGroup = text(member(value, "uri"))?.startsWith("user_groups/");
      return [[written(isFree ? { label } : { id: isGroup ? given : (id(given) ?? given) }), label]];
    }),
  );
}

/** `real_name` is the display name, with the login in it. */
function personName(person: unknown): string {
  const name = text(member(person, "display_name")) ?? text(member(person, "real_name")) ?? "";
  const login = text(member(person, "username")) ?? "";
  return name === "" || name.endsWith(`(${login})`) ? name || login : `${name} (${login})`;
}

function transitionFaults(body: unknown, tracker: Tracker): readonly string[] {
  const workflow = member(body, "workflow");
  const isUsed = ["1", 1, true].some((used) => member(workflow, "is_used") === used);
  const given = isUsed ? list(member(workflow, "transitions")) : [];
  const known = tracker.transitions ?? [];
  const field = tracker.fields.find(({ fieldId }) => fieldId === tracker.workflowFieldId);
  const members = field?.kind && emptyMembers(field.kind);
  return [
    ...(given.length === known.length ? [] : [`${known.length} of ${given.length} transitions are understood`]),
    ...(known.length > 0 && field && !members ? ["the workflow is about a field that cannot be written"] : []),
  ];
}
