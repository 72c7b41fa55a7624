import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import { isSameJson } from "../field/sameJson.ts";
import type { FieldValue, Version, VersionedArtifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import type { Tracker, TrackerField } from "../model/tracker.ts";
import type { TrackerSource } from "./ports.ts";

/**
 * The version of an artifact that was read last: the texts of documents are compared with it. It is plain data, which
 * survives JSON.
 */
export interface Base {
  readonly artifactId: number;
  readonly title?: string;
  readonly trackerId?: number;
  readonly version: Version;
  /**
   * It is true where the version's token may stand for two states: it is read again before it is used in a condition.
   */
  readonly isRacy: boolean;
  /** Tells of the PUT that left this base, until a reading has confirmed it; `isRacy` is true with it. */
  readonly unconfirmed?: Unconfirmed;
  /** The fields that may not be changed in the state the artifact is in; absent where that is not known. */
  readonly notUpdatable?: readonly number[];
  /** They stand in the order of the text. */
  readonly fields: readonly BaseField[];
}

/** A PUT that no reading has confirmed yet. */
interface Unconfirmed {
  /** The fields that were sent: the person is told where the service holds something else in them. */
  readonly fieldIds: readonly number[];
  /** Holds the `Date` header of its answer. */
  readonly date?: string;
}

export interface BaseField {
  readonly fieldId: number;
  readonly label: string;
  /** Holds the service's name of the type. */
  readonly type: string;
  readonly kind?: FieldKind;
  /** Tells whether the user may write the field, as far as is known: only then it is in the text. */
  readonly isWritable: boolean;
  readonly isRequired: boolean;
  /** Tells whether a date has a time of day, where the structure says that. */
  readonly hasTime?: boolean;
  /** It is undefined for what can never be written. */
  readonly entry?: Entry;
  /** It is true where the service returned no value: `entry` is an empty one. */
  readonly isNeverFilled?: boolean;
  /** Holds what the ids in the entry stand for, by `String(id)`. */
  readonly names: Readonly<Record<string, string>>;
}

/**
 * Makes a base of an answer. With the tracker's structure only what it lists as updatable is writable, and its fields
 * stand in its order, empty where the artifact has no value for them: so the first value of a field goes where the
 * field stands already. Without it everything that the extension can write is writable, in the order of the answer.
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

/** Makes a base of an answer, with the structure of its tracker. */
export async function interpretArtifact(
  read: VersionedArtifact,
  trackers: TrackerSource,
  signal: AbortSignal,
): Promise<Base> {
  const trackerId = read.artifact.tracker?.id;
  return makeBase(read, trackerId === undefined ? undefined : await trackers.tracker(trackerId, signal));
}

/** Gives a field that the artifact has no value for, where it may be given one; else undefined. */
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

/** Gives the entries that a document of `base` shows. */
export function documentEntries(base: Base): readonly Entry[] {
  return base.fields.flatMap((field) => (field.isWritable && field.entry ? [field.entry] : []));
}

/** Tells whether a PUT can demand this version: it can where the version has an Etag or a Last-Modified. */
export function hasToken(version: Version): boolean {
  return version.etag !== undefined || version.lastModified !== undefined;
}

/**
 * Tells whether two answers tell the same version: by the Etag where both have one, else by the Last-Modified. Gateways
 * change Etags, and not in each answer alike, which counts for nothing: `171`, `"171"`, `W/"171"` and `"171-gzip"` are
 * the same.
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
 * Gives when a version was made, in ms since 1970; where the version does not tell, `date` stands in, the `Date` header
 * of the answer. It is undefined where neither tells. The service's Etag is the Unix time of the version's second
 * (test/service/README.md, Reading an artifact); an Etag of another form tells no time.
 */
export function instantOf({ lastModified, etag }: Version, date?: string): number | undefined {
  const seconds = opaque(etag ?? "");
  const ofEtag = /^\d{9,11}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN;
  return [Date.parse(lastModified ?? ""), ofEtag, Date.parse(date ?? "")].find((ms) => !Number.isNaN(ms));
}

/** The resolution of the service's versions is one second; the other second is for the clock moving between headers. */
export const racyWithinMs = 2000;

/**
 * Tells whether a change in the same second as `version` could hide behind the same token: it could where the version
 * was read within two seconds of its own second by the service's clock. An answer without a readable Date is taken for
 * racy. A version that tells no time is not: its token has another form, and nothing is known against it.
 */
export function isRacy(version: Version, date: string | undefined): boolean {
  const madeMs = instantOf(version) ?? (version.lastModified === undefined ? undefined : Number.NaN);
  return madeMs !== undefined && !(Date.parse(date ?? "") - madeMs >= racyWithinMs);
}

/**
 * Gives the ids of the fields whose values differ in meaning, writable or not, in the order of `a`, then of those that
 * only `b` has.
 */
export function differingFields(a: Base, b: Base): readonly number[] {
  const inA = fieldFinder(a.fields);
  const inB = fieldFinder(b.fields);
  const changed = a.fields.filter((field) => !sameValue(field, inB(field.fieldId)));
  const added = b.fields.filter((field) => !inA(field.fieldId) && !sameValue(field, undefined));
  return [...changed, ...added].map((field) => field.fieldId);
}

/**
 * Tells whether two fields mean the same. A missing field stands for no value: the service leaves out what has none,
 * and the tracker's structure fills it in.
 */
function sameValue(a: BaseField, b: BaseField | undefined): boolean {
  // Values that can never be written are not compared: a burndown moves without anybody's doing.
  if (a === b || !a.entry || !a.kind || (b && !b.entry)) {
    return true;
  }
  const { members } = a.entry;
  return sameMeaning(members, b?.entry?.members ?? emptyMembers(a.kind), a.kind, members);
}

/**
 * Gives `base` as it is once `entries` were stored at `version`; entries of fields that it does not know are left out.
 */
export function withEntries(base: Base, entries: readonly Entry[], version: Version, racy: boolean): Base {
  const stored = fieldFinder(entries.toReversed());
  const inBase = fieldFinder(base.fields);
  const fields = base.fields.map((field) => withEntry(field, stored(field.fieldId)));
  // Nobody knows what stood in a field that the base does not know: it may be the state.
  const isSame =
    fields.every((field, index) => field === base.fields[index]) && entries.every(({ fieldId }) => inBase(fieldId));
  // In another state other fields may be frozen.
  const { notUpdatable, unconfirmed: _, ...rest } = base;
  return { ...rest, ...(notUpdatable && isSame && { notUpdatable }), version, isRacy: racy, fields };
}

/** Gives `field` with another entry; `field` itself where the entry says what it has. */
function withEntry(field: BaseField, entry: Entry | undefined): BaseField {
  if (!entry || (field.entry && isSameJson(field.entry.members, entry.members))) {
    return field;
  }
  const { isNeverFilled: _, ...filled } = field;
  return { ...filled, entry };
}

/** Gives the name of a field for a person: its label, or its number where it has no label or is not known. */
export function fieldLabel(
  of: { readonly fields: readonly { readonly fieldId: number; readonly label: string }[] } | undefined,
  fieldId: number,
): string {
  return of?.fields.find((field) => field.fieldId === fieldId)?.label || String(fieldId);
}
