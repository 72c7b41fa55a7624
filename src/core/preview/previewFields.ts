import { defaultMembers } from "../field/defaultMembers.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import { contentOf, type ShownContent } from "../field/shownContent.ts";
import { unnamedField } from "../labels/values.ts";
import { valueInNames } from "../language/outline.ts";
import type { DocumentNames } from "../language/ports.ts";
import type { FieldValue } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject, type JsonObject, listOf } from "../model/json.ts";
import type { TrackerField } from "../model/tracker.ts";
import { shortened } from "../util/plainLabel.ts";
import type { BaseField } from "../workingCopy/base.ts";

/** A field as a reader sees it. */
export interface PreviewField {
  readonly fieldId: number;
  readonly label: string;
  /** Tells whether the value is not saved yet. */
  readonly isChanged: boolean;
  /** Tells whether a field of a draft has no value, and needs one. */
  readonly isMissing?: boolean;
  readonly content: ShownContent;
}

/** The sources that a field of an artifact is shown from, beside its value. */
interface FieldSources {
  readonly base: BaseField | undefined;
  readonly described: TrackerField | undefined;
  /** The entry that the texts have. */
  readonly mine: Entry | undefined;
}

/** Makes a field that the artifact has no value of. */
export function unfilledField(fieldId: number, sources: FieldSources, known: DocumentNames): PreviewField {
  const { type = "", label = "", kind } = sources.base ?? sources.described ?? {};
  return filledField({ fieldId, type, label, names: {}, ...(kind && { kind }) }, sources, known);
}

/** Makes a field that the artifact has a value of. */
export function filledField(
  value: FieldValue,
  { base, described, mine }: FieldSources,
  known: DocumentNames,
): PreviewField {
  const before = base?.entry ?? value.entry;
  const members = (mine ?? before)?.members;
  const kind = value.kind ?? base?.kind;
  const stood = before?.members ?? (kind && emptyMembers(kind));
  const isChanged = mine !== undefined && !(stood && sameMeaning(stood, mine.members, kind, stood));
  const given = { ...optionNames(described), ...value.names, ...base?.names };
  const unnamed = peopleIn(described, members).filter((id) => !Object.hasOwn(given, id));
  const content = contentOf(
    { ...value, ...(kind && { kind }), names: { ...namesOf(unnamed, known), ...given } },
    members,
  );
  const label = described?.label || base?.label || value.label || unnamedField(value.fieldId);
  return { fieldId: value.fieldId, label, isChanged, content: withCards(content, known) };
}

function optionNames(field: TrackerField | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries((field?.options.all ?? []).map(({ id, label }) => [String(id), label]));
}

/** Tells whether a value has a section of its own. */
export function isLong({ kind }: ShownContent): boolean {
  return kind === "text" || kind === "steps" || kind === "links";
}

/** Gives a short value in one line; undefined where there is none. */
export function wordsOf({ content }: PreviewField): string | undefined {
  return content.kind === "words"
    ? content.words.join(", ")
    : content.kind === "text"
      ? content.text.content
      : undefined;
}

/** Makes a field of an artifact to be created. */
export function draftField(
  field: TrackerField,
  mine: Entry | undefined,
  names: DocumentNames,
  now: Date,
): PreviewField {
  const members = mine?.members ?? defaultMembers(field, now) ?? (field.kind && emptyMembers(field.kind));
  const { fieldId, type, label, kind, isRequired } = field;
  const about = {
    type,
    ...(kind && { kind }),
    names: { ...namesOf(peopleIn(field, members), names), ...optionNames(field) },
  };
  const content = withCards(contentOf(about, members), names);
  const isMissing = isRequired && content.kind === "empty";
  return { fieldId, label: label || unnamedField(fieldId), isChanged: false, ...(isMissing && { isMissing }), content };
}

/** Makes a field of which only the text of a draft tells. */
export function undescribedField({ fieldId, members }: Entry): PreviewField {
  const value = valueInNames(undefined, members);
  const content: ShownContent = value === "" ? { kind: "empty" } : { kind: "words", words: [value] };
  return { fieldId, label: unnamedField(fieldId), isChanged: false, content };
}

/** A longer title of another artifact is cut: the page of one has no room for all of it. */
const maxTitle = 200;

function withCards(content: ShownContent, names: DocumentNames): ShownContent {
  if (content.kind !== "links") {
    return content;
  }
  const links = content.links.map((link) => {
    const { xref, title, status } = names.artifact(link.artifactId) ?? {};
    return {
      ...link,
      ...(xref && { name: xref }),
      ...(title && { title: shortened(title, maxTitle) }),
      ...(status && { status }),
    };
  });
  return { kind: "links", links };
}

/** Gives the ids of people in a value. */
function peopleIn(field: TrackerField | undefined, members: JsonObject | undefined): readonly number[] {
  if (field?.bindsTo !== "users") {
    return [];
  }
  const value = members?.value;
  const objects = isJsonObject(value) ? value.bind_value_objects : undefined;
  return [
    ...listOf(members?.bind_value_ids),
    ...listOf(objects).map((each) => (isJsonObject(each) ? each.id : undefined)),
  ].map(Number);
}

/** Gives the names of people, as far as they are known: those who are not among a field's values are found by name. */
function namesOf(people: readonly number[], names: DocumentNames): Readonly<Record<string, string>> {
  return Object.fromEntries(
    people.flatMap((id) => {
      const name = names.person(id);
      return name === undefined ? [] : [[String(id), name]];
    }),
  );
}
