import { kindsOf } from "../codec/documentEntries.ts";
import { defaultMembers } from "../field/defaultMembers.ts";
import { emptyMembers, requestMembers, sameMeaning } from "../field/meaning.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import type { Tracker, TrackerField } from "../model/tracker.ts";

/**
 * Gives the entries of a new draft: one for each field that may be submitted, required ones first, with the tracker's
 * defaults. Without the tracker's structure there are none: nobody knows which fields there are.
 */
export function newEntries(tracker: Tracker | undefined, now: Date): readonly Entry[] {
  return submittable(tracker).map((field) => newEntry(field, now));
}

/** Makes a function that tells whether an entry is as in a new draft: then nobody has written anything there yet. */
export function standsAsNew(tracker: Tracker | undefined, now: Date): (entry: Entry) => boolean {
  const kinds = kindsOf(tracker);
  const shown = new Map(newEntries(tracker, now).map(({ fieldId, members }) => [fieldId, members]));
  return ({ fieldId, members }) => {
    const first = shown.get(fieldId);
    const kind = kinds(fieldId);
    return first !== undefined && kind !== undefined && sameMeaning(members, first, kind, first);
  };
}

/**
 * Gives the entries of a draft with the values of `source`. Attachments belong to one artifact, and a child to one
 * parent, so neither comes along; lists lose values that the tracker hides by now. The status is that of a new
 * artifact, where the tracker has a default for it. A field whose value `source` does not tell has the tracker's
 * default, too.
 */
export function duplicateEntries(source: Artifact, tracker: Tracker | undefined, now: Date): readonly Entry[] {
  const values = new Map(source.values.map((value) => [value.fieldId, value]));
  if (!tracker) {
    return source.values.flatMap(({ kind, entry }) =>
      kind && entry && kind !== "files" ? [{ ...entry, members: withoutChildren(entry.members) }] : [],
    );
  }
  return submittable(tracker).map((field) => {
    const entry = values.get(field.fieldId)?.entry;
    const isStatus = field.fieldId === tracker.statusFieldId || field.fieldId === tracker.workflowFieldId;
    if (!entry || (isStatus && hasDefault(field))) {
      return newEntry(field, now);
    }
    if (field.kind === "files") {
      return { fieldId: field.fieldId, members: emptyMembers("files") };
    }
    return { fieldId: field.fieldId, members: withoutHidden(withoutChildren(entry.members), field) };
  });
}

/**
 * Gives the entries of a new draft whose artifact is to be a child of `parentId`; undefined where the tracker has no
 * field for links that may be submitted. The parent keeps the link (`_is_child`): the service sets it there for
 * `parent`.
 */
export function childEntries(parentId: number, tracker: Tracker | undefined, now: Date): readonly Entry[] | undefined {
  const links = submittable(tracker).find(({ kind }) => kind === "links");
  return (
    links &&
    newEntries(tracker, now).map((entry) =>
      entry.fieldId === links.fieldId ? { ...entry, members: { links: [], parent: { id: parentId } } } : entry,
    )
  );
}

/**
 * Gives the entries of a draft that a POST has to carry, as it carries them.
 *
 * What is empty and has no default is left out: the service would not keep more of it. What is empty but has a default
 * is sent as empty, since the default would come back otherwise. A field without an entry is left to the service, which
 * gives it the default. Fields that are not known are sent as they are written.
 */
export function entriesToSend(entries: readonly Entry[], tracker: Tracker | undefined): readonly Entry[] {
  const fields = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  return entries.flatMap((entry) => {
    const field = fields.get(entry.fieldId);
    if (!isWritable(field)) {
      return [entry];
    }
    const byDefault = field.defaultMembers ?? emptyMembers(field.kind);
    const members = requestMembers(entry.members, field.kind, byDefault, field.hasTime);
    const isEmpty = sameMeaning(members, emptyMembers(field.kind), field.kind, byDefault);
    return isEmpty && !hasDefault(field) ? [] : [{ fieldId: entry.fieldId, members }];
  });
}

/** Tells whether the tracker gives the field a value by itself. An empty one is none. */
function hasDefault({ isTodayByDefault, defaultMembers: members, kind }: WritableField): boolean {
  return isTodayByDefault === true || (members !== undefined && !sameMeaning(members, emptyMembers(kind), kind));
}

/** Gives the entry of a field that nobody has filled in. */
function newEntry(field: WritableField, now: Date): Entry {
  return { fieldId: field.fieldId, members: defaultMembers(field, now) ?? emptyMembers(field.kind) };
}

type WritableField = TrackerField & { readonly kind: FieldKind };

function isWritable(field: TrackerField | undefined): field is WritableField {
  return field?.kind !== undefined;
}

/** Gives the fields that may be submitted: required ones first, else in the order of the tracker's form. */
function submittable(tracker: Tracker | undefined): readonly WritableField[] {
  const fields = (tracker?.fields ?? []).filter(isWritable).filter(({ isSubmittable }) => isSubmittable);
  return fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

const childType = "_is_child";

function withoutChildren(members: JsonObject): JsonObject {
  const { links } = members;
  return Array.isArray(links)
    ? { ...members, links: links.filter((link: Json) => !isJsonObject(link) || link.type !== childType) }
    : members;
}

function withoutHidden(members: JsonObject, { options }: TrackerField): JsonObject {
  const { bind_value_ids: ids } = members;
  const hidden = new Set(options.all.filter(({ isHidden }) => isHidden).map(({ id }) => String(id)));
  return Array.isArray(ids) && hidden.size > 0
    ? { ...members, bind_value_ids: ids.filter((id: Json) => !hidden.has(String(id))) }
    : members;
}
