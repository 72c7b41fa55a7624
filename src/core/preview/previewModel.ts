import type { Discussion } from "../history/artifactDiscussion.ts";
import { type DocumentNames, noNames } from "../language/ports.ts";
import { type UnitedEntries, uniteEntries } from "../merge/uniteEntries.ts";
import type { Artifact } from "../model/artifact.ts";
import type { StepAuthor } from "../model/changeset.ts";
import type { Entry } from "../model/entry.ts";
import type { Tracker } from "../model/tracker.ts";
import { artifactName } from "../sentences/files.ts";
import {
  assigneesFact,
  newArtifactOf,
  projectFact,
  submittedByFact,
  submittedOnFact,
  trackerFact,
  updatedByFact,
  updatedOnFact,
} from "../sentences/previews.ts";
import { type Base, fieldLabel } from "../workingCopy/base.ts";
import { type PossibleChanges, possibleChanges } from "./possibleChanges.ts";
import {
  draftField,
  filledField,
  isLong,
  type PreviewField,
  undescribedField,
  unfilledField,
  wordsOf,
} from "./previewFields.ts";
import { attachmentsOf, fileFields, type PreviewAttachment } from "./previewFiles.ts";

/** The things that a preview is made from. */
export interface PreviewSource {
  /** The artifact as it was read last. */
  readonly artifact: Artifact;
  /** The base of its working copy, while a document of it is open: newer than `artifact` after a save. */
  readonly base?: Base;
  /** The newest step of its history since `artifact` was read. */
  readonly step?: StepAuthor | undefined;
  /** The entries of each of the unsaved documents; a field that none of them names is as it is in the base. */
  readonly texts?: readonly (readonly Entry[])[];
  readonly tracker?: Tracker;
  /** Tells whether a document cannot be read at the moment; `texts` are from before. */
  readonly isBroken?: boolean;
  /** The names that are known of other artifacts, and of people. */
  readonly names?: DocumentNames;
  readonly discussion?: Discussion;
}

/** The things that the preview of a draft is made from. */
interface DraftPreviewSource {
  /** It is undefined where the service does not give the structure. */
  readonly tracker: Tracker | undefined;
  readonly entries: readonly Entry[];
  /** The time now, for a default of «today». */
  readonly now: Date;
  readonly isBroken?: boolean;
  readonly names?: DocumentNames;
}

/** An artifact as a reader sees it: everything by name, all fields that may be read. Plain data. */
export interface Preview {
  /** It is undefined for a draft. */
  readonly artifactId?: number;
  readonly title: string;
  readonly isTitleChanged: boolean;
  readonly xref: string;
  readonly status?: { readonly label: string; readonly isOpen?: boolean };
  /** The tracker, project, people and dates that are known. */
  readonly facts: readonly Fact[];
  /** Short values, in the order of the tracker's form; none that the title, a fact or the reference tells already. */
  readonly details: readonly PreviewField[];
  /** The labels of fields whose types cannot be shown. */
  readonly notShown: readonly string[];
  /** Long texts, steps and links, each with room of its own. */
  readonly sections: readonly PreviewField[];
  readonly attachments: readonly PreviewAttachment[];
  readonly isUnsaved: boolean;
  /** The labels of fields of which two documents say different things: what the first of them says is shown. */
  readonly disagreeing: readonly string[];
  readonly isBroken: boolean;
  /** It is undefined where nothing can be changed on the page: for drafts, and for texts that cannot be read. */
  readonly possible?: PossibleChanges;
  /** It is undefined for drafts. */
  readonly discussion?: Discussion;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly isDate?: boolean;
}

/** Gives what there is to read of an artifact. */
export function previewOf({
  artifact,
  base,
  step,
  texts = [],
  tracker,
  isBroken = false,
  names = noNames,
  discussion,
}: PreviewSource): Preview {
  const { entries, disagreeing } = saidIn(base, texts);
  const structure = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  const inBase = new Map(base?.fields.map((field) => [field.fieldId, field]));
  const inText = new Map(entries.map((entry) => [entry.fieldId, entry]));
  const sourcesOf = (fieldId: number) => ({
    base: inBase.get(fieldId),
    described: structure.get(fieldId),
    mine: inText.get(fieldId),
  });
  const read = artifact.values.map((value) => filledField(value, sourcesOf(value.fieldId), names));
  const known = new Set(artifact.values.map(({ fieldId }) => fieldId));
  // These are the fields that the artifact has no value of: those of the tracker, and those that only the text has.
  const added = [...new Set([...inBase.keys(), ...inText.keys()])]
    .filter((fieldId) => !known.has(fieldId))
    .map((fieldId) => unfilledField(fieldId, sourcesOf(fieldId), names));
  const places = new Map(tracker?.fields.map(({ fieldId }, index) => [fieldId, index]));
  const placeOf = ({ fieldId }: PreviewField) => places.get(fieldId) ?? places.size;
  const fields = [...read, ...added].toSorted((a, b) => placeOf(a) - placeOf(b));
  const titleField = fields.find(({ fieldId }) => fieldId === tracker?.titleFieldId);
  const statusField = fields.find(({ fieldId }) => fieldId === tracker?.statusFieldId);
  const title = (titleField && wordsOf(titleField)) ?? artifact.title ?? "";
  const ofFiles = fileFields(artifact);
  const told = toldFields(artifact);
  const shown = fields.filter(
    (field) => field !== titleField && !ofFiles.has(field.fieldId) && !told.has(field.fieldId),
  );
  const hasAssignees = shown.some(({ fieldId }) => fieldId === tracker?.contributorFieldId);
  return {
    artifactId: artifact.id,
    title: title.trim() === "" ? artifactName(artifact.id) : title,
    isTitleChanged: titleField?.isChanged ?? false,
    xref: artifact.xref ?? `#${artifact.id}`,
    ...statusOf(artifact, statusField),
    facts: factsOf(artifact, base, step).filter(({ label }) => !(hasAssignees && label === assigneesFact)),
    ...byRoom(shown),
    attachments: attachmentsOf(artifact, inText),
    isUnsaved: fields.some(({ isChanged }) => isChanged),
    disagreeing: disagreeing.map((fieldId) => fieldLabel(base, fieldId)),
    isBroken,
    ...(base && !isBroken && { possible: possibleChanges(base, tracker, entries) }),
    ...(discussion && { discussion }),
  };
}

/** Gives the unsaved values, as one save of all texts would send them. */
function saidIn(base: Base | undefined, texts: readonly (readonly Entry[])[]): UnitedEntries {
  const [only = [], ...others] = texts;
  return others.length === 0 ? { entries: only, disagreeing: [] } : uniteEntries(base?.fields ?? [], texts);
}

/**
 * Gives what there is to read of a draft: what its text says, and where it says nothing, what the service will fill in.
 */
export function previewOfDraft({
  tracker,
  entries,
  now,
  isBroken = false,
  names = noNames,
}: DraftPreviewSource): Preview {
  const inText = new Map(entries.map((entry) => [entry.fieldId, entry]));
  const described = (tracker?.fields ?? []).filter(
    ({ fieldId, kind, isSubmittable }) => kind && (isSubmittable || inText.has(fieldId)),
  );
  const known = new Set(described.map(({ fieldId }) => fieldId));
  const fields = [
    ...described.map((field) => draftField(field, inText.get(field.fieldId), names, now)),
    ...entries.filter(({ fieldId }) => !known.has(fieldId)).map(undescribedField),
  ];
  const titleField = fields.find(({ fieldId }) => fieldId === tracker?.titleFieldId);
  const statusField = fields.find(({ fieldId }) => fieldId === tracker?.statusFieldId);
  const status = statusField && wordsOf(statusField);
  const name = newArtifactOf(tracker);
  const shown = fields.filter((field) => field !== titleField || field.isMissing);
  return {
    title: (titleField && wordsOf(titleField)?.trim()) || name,
    isTitleChanged: false,
    xref: name,
    ...(status !== undefined && { status: { label: status } }),
    facts: [],
    ...byRoom(shown),
    attachments: [],
    isUnsaved: false,
    disagreeing: [],
    isBroken,
  };
}

/** Gives the artifacts that a preview names. */
export function linkedIn({ sections }: Preview): readonly number[] {
  return sections.flatMap(({ content }) =>
    content.kind === "links" ? content.links.map(({ artifactId }) => artifactId) : [],
  );
}

function byRoom(fields: readonly PreviewField[]) {
  const isShown = ({ content }: PreviewField) => content.kind !== "unknown";
  return {
    details: fields.filter((field) => isShown(field) && !isLong(field.content)),
    sections: fields.filter(({ content }) => isLong(content)),
    notShown: fields.filter((field) => !isShown(field)).map(({ label }) => label),
  };
}

/** Gives the fields that say what a fact or the reference says. */
function toldFields(artifact: Artifact): ReadonlySet<number> {
  const told: Readonly<Record<string, unknown>> = {
    aid: artifact.id,
    subby: artifact.submittedBy,
    subon: artifact.submittedOn,
    luby: artifact.lastUpdatedBy,
    lud: artifact.lastModifiedOn,
  };
  const isTold = (type: string) => Object.hasOwn(told, type) && told[type] !== undefined;
  return new Set(artifact.values.filter(({ type }) => isTold(type)).map(({ fieldId }) => fieldId));
}

function statusOf(artifact: Artifact, field: PreviewField | undefined) {
  if (field?.isChanged) {
    const label = wordsOf(field);
    return label === undefined ? {} : { status: { label } };
  }
  // After a save the artifact has not been read again, so the status comes from the field.
  const label = (field && wordsOf(field)) ?? artifact.status;
  const isAsRead = label === artifact.status && artifact.isOpen !== undefined;
  return label === undefined ? {} : { status: { label, ...(isAsRead && { isOpen: artifact.isOpen }) } };
}

function factsOf(artifact: Artifact, base: Base | undefined, step: StepAuthor | undefined): readonly Fact[] {
  const { tracker, assignees, submittedBy, submittedOn } = artifact;
  const updated = lastUpdate(artifact, base, step);
  const facts: readonly [label: string, value: string | undefined, isDate?: boolean][] = [
    [trackerFact, tracker?.label],
    [projectFact, tracker?.projectLabel],
    [assigneesFact, assignees.length === 0 ? undefined : assignees.join(", ")],
    [submittedByFact, submittedBy],
    [submittedOnFact, submittedOn, true],
    [updatedByFact, updated.by],
    [updatedOnFact, updated.on, true],
  ];
  return facts.flatMap(([label, value, isDate]) =>
    value === undefined ? [] : [{ label, value, ...(isDate && { isDate }) }],
  );
}

/** Gives the last update. After a save nobody has read the artifact again; the history may tell who saved last. */
function lastUpdate(
  { lastUpdatedBy, lastModifiedOn }: Artifact,
  base: Base | undefined,
  step: StepAuthor | undefined,
): { readonly by?: string | undefined; readonly on?: string | undefined } {
  const savedOn = Date.parse(base?.version.lastModified ?? "");
  if (!step && !(savedOn > Date.parse(lastModifiedOn ?? ""))) {
    return { by: lastUpdatedBy, on: lastModifiedOn };
  }
  const isOfBase = Date.parse(step?.submittedOn ?? "") === savedOn;
  return {
    by: isOfBase ? step?.author : undefined,
    on: Number.isNaN(savedOn) ? undefined : new Date(savedOn).toISOString(),
  };
}
