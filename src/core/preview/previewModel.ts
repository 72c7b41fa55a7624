import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import type { Artifact, FieldValue } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { Tracker, TrackerField } from "../model/tracker.ts";
import type { Base, BaseField } from "../workingCopy/base.ts";
import { contentOf, type PreviewContent } from "./previewContent.ts";

/** What a preview is made from. */
export interface PreviewSource {
  /** As it was read last. */
  readonly artifact: Artifact;
  /** Of its working copy, while a document of it is open: newer than `artifact` after a save. */
  readonly base?: Base;
  /** What the open documents say; a field that none of them names is as it is in the base. */
  readonly entries?: readonly Entry[];
  readonly tracker?: Tracker;
  /** A document cannot be read at the moment; `entries` are from before. */
  readonly isBroken?: boolean;
}

/** An artifact as a reader sees it: everything by name, all fields that may be read. Plain data. */
export interface Preview {
  readonly artifactId: number;
  readonly title: string;
  readonly isTitleChanged: boolean;
  readonly xref: string;
  readonly status?: { readonly label: string; readonly isOpen?: boolean };
  /** Tracker, project, people, dates: those that are known. */
  readonly facts: readonly Fact[];
  /** Short values, in the order of the tracker's form. */
  readonly details: readonly PreviewField[];
  /** Long texts, steps and links, each with room of its own. */
  readonly sections: readonly PreviewField[];
  readonly attachments: readonly PreviewAttachment[];
  readonly isUnsaved: boolean;
  readonly isBroken: boolean;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly isDate?: boolean;
}

export interface PreviewField {
  readonly fieldId: number;
  readonly label: string;
  /** Its value is not saved yet. */
  readonly isChanged: boolean;
  readonly content: PreviewContent;
}

export interface PreviewAttachment {
  readonly n: number;
  readonly name: string;
  readonly sizeBytes?: number;
  readonly description?: string;
  /** The text leaves it out: a save deletes it. */
  readonly isRemoved: boolean;
}

/** What there is to read of an artifact. */
export function previewOf({ artifact, base, entries = [], tracker, isBroken = false }: PreviewSource): Preview {
  const structure = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  const inBase = new Map(base?.fields.map((field) => [field.fieldId, field]));
  const inText = new Map(entries.map((entry) => [entry.fieldId, entry]));
  const read = artifact.values.map((value) =>
    fieldOf(value, inBase.get(value.fieldId), structure.get(value.fieldId), inText.get(value.fieldId)),
  );
  const known = new Set(artifact.values.map(({ fieldId }) => fieldId));
  // What the tracker has and the artifact has no value of, and what only the text has.
  const added = [...new Set([...inBase.keys(), ...inText.keys()])]
    .filter((fieldId) => !known.has(fieldId))
    .map((fieldId) => {
      const field = inBase.get(fieldId) ?? structure.get(fieldId);
      const value = { fieldId, type: field?.type ?? "", label: field?.label ?? "", names: {}, ...kindOf(field) };
      return fieldOf(value, inBase.get(fieldId), structure.get(fieldId), inText.get(fieldId));
    });
  const fields = [...read, ...added];
  const titleField = fields.find(({ fieldId }) => fieldId === tracker?.titleFieldId);
  const statusField = fields.find(({ fieldId }) => fieldId === tracker?.statusFieldId);
  const title = (titleField && wordsOf(titleField)) ?? artifact.title ?? "";
  const shown = fields.filter((field) => field !== titleField && !isFiles(field.fieldId, artifact));
  return {
    artifactId: artifact.id,
    title: title.trim() === "" ? `Artifact #${artifact.id}` : title,
    isTitleChanged: titleField?.isChanged ?? false,
    xref: artifact.xref ?? `#${artifact.id}`,
    ...statusOf(artifact, statusField),
    facts: factsOf(artifact, base),
    details: shown.filter(({ content }) => !isLong(content)),
    sections: shown.filter(({ content }) => isLong(content)),
    attachments: attachmentsOf(artifact, inText),
    isUnsaved: fields.some(({ isChanged }) => isChanged) || hasOtherFiles(artifact, inBase, inText),
    isBroken,
  };
}

function kindOf(field: BaseField | TrackerField | undefined): Pick<FieldValue, "kind"> {
  return field?.kind ? { kind: field.kind } : {};
}

function fieldOf(
  value: FieldValue,
  base: BaseField | undefined,
  described: TrackerField | undefined,
  mine: Entry | undefined,
): PreviewField {
  const before = base?.entry ?? value.entry;
  const members = (mine ?? before)?.members;
  const kind = value.kind ?? base?.kind;
  const stood = before?.members ?? (kind && emptyMembers(kind));
  const isChanged =
    mine !== undefined && !(stood && sameMeaning(stood, mine.members, kind, { base: stood, type: value.type }));
  const names = { ...optionNames(described), ...value.names, ...base?.names };
  return {
    fieldId: value.fieldId,
    label: described?.label || base?.label || value.label || `Field ${value.fieldId}`,
    isChanged,
    content: contentOf({ ...value, ...(kind && { kind }), names }, members),
  };
}

function optionNames(field: TrackerField | undefined): Record<string, string> {
  return Object.fromEntries(field?.options.map(({ id, label }) => [String(id), label]) ?? []);
}

function isLong({ kind }: PreviewContent): boolean {
  return kind === "text" || kind === "steps" || kind === "links";
}

/** A short value in one line; undefined where there is none. */
function wordsOf({ content }: PreviewField): string | undefined {
  return content.kind === "words"
    ? content.words.join(", ")
    : content.kind === "text"
      ? content.text.content
      : undefined;
}

function statusOf(artifact: Artifact, field: PreviewField | undefined): Pick<Preview, "status"> {
  if (field?.isChanged) {
    const label = wordsOf(field);
    return label === undefined ? {} : { status: { label } };
  }
  const label = artifact.status ?? (field && wordsOf(field));
  return label === undefined
    ? {}
    : { status: { label, ...(artifact.isOpen !== undefined && { isOpen: artifact.isOpen }) } };
}

function factsOf(artifact: Artifact, base: Base | undefined): readonly Fact[] {
  const { tracker, assignees, submittedBy, submittedOn, lastUpdatedBy, lastModifiedOn } = artifact;
  const savedOn = Date.parse(base?.version.lastModified ?? "");
  // After a save the artifact has not been read again; of who saved last it is only known that it was not who did before.
  const isSavedSince = savedOn > Date.parse(lastModifiedOn ?? "");
  const updatedOn = isSavedSince ? new Date(savedOn).toISOString() : lastModifiedOn;
  const facts: readonly [label: string, value: string | undefined, isDate?: boolean][] = [
    ["Tracker", tracker?.label],
    ["Project", tracker?.projectLabel],
    ["Assigned to", assignees.length === 0 ? undefined : assignees.join(", ")],
    ["Submitted by", submittedBy],
    ["Submitted on", submittedOn, true],
    ["Updated by", isSavedSince ? undefined : lastUpdatedBy],
    ["Updated on", updatedOn, true],
  ];
  return facts.flatMap(([label, value, isDate]) =>
    value === undefined ? [] : [{ label, value, ...(isDate && { isDate }) }],
  );
}

function isFiles(fieldId: number, { values }: Artifact): boolean {
  return values.some((value) => value.fieldId === fieldId && value.type === "file");
}

function attachmentsOf({ attachments }: Artifact, inText: ReadonlyMap<number, Entry>): readonly PreviewAttachment[] {
  return attachments.map(({ n, fieldId, name, sizeBytes, description }) => {
    const remaining = inText.get(fieldId)?.members.value;
    return {
      ...{ n, name, isRemoved: Array.isArray(remaining) && !remaining.some((id) => String(id) === String(n)) },
      ...(sizeBytes !== undefined && { sizeBytes }),
      ...(description !== undefined && { description }),
    };
  });
}

function hasOtherFiles(
  { values }: Artifact,
  inBase: ReadonlyMap<number, BaseField>,
  inText: ReadonlyMap<number, Entry>,
): boolean {
  return values.some((value) => {
    const mine = inText.get(value.fieldId);
    const before = inBase.get(value.fieldId)?.entry ?? value.entry;
    return (
      value.type === "file" &&
      mine !== undefined &&
      before !== undefined &&
      !sameMeaning(before.members, mine.members, "files")
    );
  });
}
