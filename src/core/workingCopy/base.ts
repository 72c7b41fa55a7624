import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import { isSameJson } from "../field/sameJson.ts";
import type { FieldValue, Version, VersionedArtifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import type { Tracker, TrackerField } from "../model/tracker.ts";
import type { TrackerSource } from "./ports.ts";

/**
 * The last version of an artifact that was read: what a document's text is compared with. Plain data: it survives JSON.
 */
export interface Base {
  readonly artifactId: number;
  readonly title?: string;
  readonly trackerId?: number;
  readonly version: Version;
  /** The version's token may stand for two states: read again before it is used in a condition. */
  readonly isRacy: boolean;
  /** What a PUT left, as far as its answer and what was read within the second told; `isRacy` too. */
  readonly unconfirmed?: Unconfirmed;
  /** The fields that may not be changed in the state the artifact is in; absent where that is not known. */
  readonly notUpdatable?: readonly number[];
  /** In the order of the text. */
  readonly fields: readonly BaseField[];
}

/** A PUT that no reading has confirmed yet. */
interface Unconfirmed {
  /** What was sent: of these it is told when the service holds something else. */
  readonly fieldIds: readonly number[];
  /** The `Date` header of its answer. */
  readonly date?: string;
}

export interface BaseField {
  readonly fieldId: number;
  readonly label: string;
  /** The service's name of the type. */
  readonly type: string;
  readonly kind?: FieldKind;
  /** Whether the user may write it, as far as is known: only then it is in the text. */
  readonly isWritable: boolean;
  readonly isRequired: boolean;
  /** Whether a date has a time of day, where the structure tells. */
  readonly hasTime?: boolean;
  /** Undefined for what can never be written. */
  readonly entry?: Entry;
  /** The service returned no value: `entry` is an empty one. */
  readonly isNeverFilled?: boolean;
  /** What the ids in the entry stand for, by `String(id)`. */
  readonly names: Readonly<Record<string, string>>;
}

/**
 * The base an answer makes. With the tracker's structure only what it lists as updatable is writable, and its fields
 * stand in its order, empty where the artifact has no value for them: the first value of a field goes where the field
 * stands already. Without it everything the extension can write is writable, in the order of the answer.
 */
export function makeBase(read: VersionedArtifact, tracker: Tracker | undefined): Base {
  const { artifact, version } = read;
  const structure = tracker?.fields ?? [];
  const inStructure = fieldFinder(structure);
  const inArtifact = fieldFinder(artifact.values);
  const described = structure
    .map((field) => {
      const value = inArtifact(field.fieldId);
      return value ? presentField(value, field, true) : absentField(field);
    })
    .filter((field) => field !== undefined);
  const others = artifact.values
    .filter(({ fieldId }) => !inStructure(fieldId))
    .map((value) => presentField(value, undefined, structure.length > 0));
  return {
    artifactId: artifact.id,
    ...(artifact.title !== undefined && { title: artifact.title }),
    ...(artifact.tracker && { trackerId: artifact.tracker.id }),
    ...(artifact.notUpdatable && { notUpdatable: artifact.notUpdatable }),
    version,
    isRacy: isRacy(version, read.date),
    fields: [...described, ...others],
  };
}

/** The base that an answer makes, with the structure of its tracker. */
export async function interpretArtifact(
  read: VersionedArtifact,
  trackers: TrackerSource,
  signal: AbortSignal,
): Promise<Base> {
  const trackerId = read.artifact.tracker?.id;
  return makeBase(read, trackerId === undefined ? undefined : await trackers.tracker(trackerId, signal));
}

/** A field that the artifact has no value for, where it may be given one. */
function absentField(field: TrackerField): BaseField | undefined {
  const { fieldId, label, type, kind, isRequired, isUpdatable, hasTime } = field;
  return isUpdatable && kind
    ? {
        fieldId,
        label,
        type,
        kind,
        isRequired,
        isWritable: true,
        ...(hasTime !== undefined && { hasTime }),
        entry: { fieldId, members: emptyMembers(kind) },
        isNeverFilled: true,
        names: {},
      }
    : undefined;
}

function presentField(value: FieldValue, field: TrackerField | undefined, hasStructure: boolean): BaseField {
  const { fieldId, type, kind, entry, names } = value;
  const label = field?.label ?? value.label;
  const isRequired = field?.isRequired ?? false;
  if (entry === undefined || kind === undefined) {
    return { fieldId, label, type, isWritable: false, isRequired, names };
  }
  const isWritable = !hasStructure || field?.isUpdatable === true;
  const present = { fieldId, label, type, kind, isWritable, isRequired, entry, names };
  return field?.hasTime === undefined ? present : { ...present, hasTime: field.hasTime };
}

/** The entries a document of `base` shows. */
export function documentEntries(base: Base): readonly Entry[] {
  return base.fields.flatMap((field) => (field.isWritable && field.entry ? [field.entry] : []));
}

/** Whether a PUT can demand this version: it has an Etag or a Last-Modified. */
export function hasToken(version: Version): boolean {
  return version.etag !== undefined || version.lastModified !== undefined;
}

/**
 * Whether two answers tell the same version: by the Etag where both have one, else by the Last-Modified. What gateways
 * make of an Etag, and not of each answer alike, counts for nothing: `171`, `"171"`, `W/"171"` and `"171-gzip"` are the
 * same.
 */
export function sameVersion(a: Version, b: Version): boolean {
  if (a.etag !== undefined && b.etag !== undefined) {
    return opaque(a.etag) === opaque(b.etag);
  }
  return a.lastModified === undefined && b.lastModified === undefined
    ? a.etag === b.etag
    : a.lastModified === b.lastModified;
}

function opaque(etag: string): string {
  return etag
    .replace(/^W\//, "")
    .replace(/^"(.*)"$/, "$1")
    .replace(/[-;]gzip$/, "");
}

/**
 * When a version was made, in ms since 1970; where the version does not tell, `date` stands in, the `Date` header of
 * the answer. Undefined where neither tells. The service's Etag is the Unix time of the version's second
 * (test/service/README.md, Reading an artifact); an Etag of another making is none.
 */
export function instantOf({ lastModified, etag }: Version, date?: string): number | undefined {
  const seconds = opaque(etag ?? "");
  const ofEtag = /^\d{9,11}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN;
  return [Date.parse(lastModified ?? ""), ofEtag, Date.parse(date ?? "")].find((ms) => !Number.isNaN(ms));
}

/** The resolution of the service's versions is one second; the other second is for the clock moving between headers. */
export const racyWithinMs = 2000;

/**
 * Whether a change in the same second as `version` could hide behind the same token: it was read within two seconds
 * of its own second by the service's clock. An answer without a readable Date is taken for racy; one that tells no time
 * of its version has a token of another making, of which nothing is known against it.
 */
export function isRacy(version: Version, date: string | undefined): boolean {
  const madeMs = instantOf(version) ?? (version.lastModified === undefined ? undefined : Number.NaN);
  return madeMs !== undefined && !(Date.parse(date ?? "") - madeMs >= racyWithinMs);
}

/**
 * The ids of the fields whose values differ in meaning, writable or not, in the order of `a`, then what only `b` has.
 */
export function differingFields(a: Base, b: Base): readonly number[] {
  const inA = fieldFinder(a.fields);
  const inB = fieldFinder(b.fields);
  const changed = a.fields.filter((field) => !sameValue(field, inB(field.fieldId)));
  const added = b.fields.filter((field) => !inA(field.fieldId) && !sameValue(field, undefined));
  return [...changed, ...added].map((field) => field.fieldId);
}

/** A missing field stands for no value: the service leaves out what has none, the tracker's structure fills it in. */
function sameValue(a: BaseField, b: BaseField | undefined): boolean {
  // Values that can never be written are not compared: a burndown moves without anybody's doing.
  if (a === b || !a.entry || !a.kind || (b && !b.entry)) {
    return true;
  }
  const { members } = a.entry;
  return sameMeaning(members, b?.entry?.members ?? emptyMembers(a.kind), a.kind, members);
}

/** `base` as it is once `entries` were stored at `version`; entries of fields it does not know are left out. */
export function withEntries(base: Base, entries: readonly Entry[], version: Version, racy: boolean): Base {
  const stored = fieldFinder(entries.toReversed());
  const inBase = fieldFinder(base.fields);
  const fields = base.fields.map((field) => withEntry(field, stored(field.fieldId)));
  // Of a field that the base does not know nobody knows what stood there: it may be the state.
  const isSame =
    fields.every((field, index) => field === base.fields[index]) && entries.every(({ fieldId }) => inBase(fieldId));
  // Another state may freeze others.
  const { notUpdatable, unconfirmed: _, ...rest } = base;
  return { ...rest, ...(notUpdatable && isSame && { notUpdatable }), version, isRacy: racy, fields };
}

/** `field` with another entry; `field` itself where the entry says what it has. */
function withEntry(field: BaseField, entry: Entry | undefined): BaseField {
  if (!entry || (field.entry && isSameJson(field.entry.members, entry.members))) {
    return field;
  }
  const { isNeverFilled: _, ...filled } = field;
  return { ...filled, entry };
}

/** The name of a field for a person: its label, or its number where it has none or is not known. */
export function fieldLabel(
  of: { readonly fields: readonly { readonly fieldId: number; readonly label: string }[] } | undefined,
  fieldId: number,
): string {
  return of?.fields.find((field) => field.fieldId === fieldId)?.label || String(fieldId);
}
