import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers, requestMembers, sameMeaning } from "../field/meaning.ts";
import type { Entry } from "../model/entry.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { hasConflictMarks } from "./mergeText.ts";

/** A field of an artifact as it was read. */
export interface FieldEntry {
  readonly fieldId: number;
  /** It is undefined for fields that the extension does not know how to write. */
  readonly kind?: FieldKind;
  /** The service's name of the type. */
  readonly type: string;
  /** It is undefined where there is no value, or none that could be written. */
  readonly entry?: Entry | undefined;
  /** Tells whether a date has a time of day, where that is known. */
  readonly hasTime?: boolean;
  /** Tells what the ids in the entry stand for, by `String(id)`. */
  readonly names?: Readonly<Record<string, string>>;
}

/**
 * Gives the entries of `mine` that differ from `base` in meaning, in the order of `mine`, ready to be sent: what a PUT
 * has to carry.
 *
 * A field missing from `mine` is no change, since the service keeps what a PUT does not name; clearing is an empty
 * value. An entry for a field that `base` does not know is a change, and so is one for a field of unknown kind: whether
 * it may be sent is for the caller to say. Never throws.
 */
export function diffEntries(base: readonly FieldEntry[], mine: readonly Entry[]): readonly Entry[] {
  const inBase = fieldFinder(base);
  return mine.flatMap((entry): Entry[] => {
    const field = inBase(entry.fieldId);
    const before = field && currentMembers(field);
    if (before && sameMeaning(before, entry.members, field.kind, before)) {
      return [];
    }
    const members = requestMembers(entry.members, field?.kind, before, field?.hasTime);
    return [{ fieldId: entry.fieldId, members }];
  });
}

/**
 * Gives the members that a field has now: the empty ones where the service returned no value; undefined for an unknown
 * kind.
 */
export function currentMembers(field: FieldEntry): JsonObject | undefined {
  return field.entry?.members ?? (field.kind && emptyMembers(field.kind));
}

/**
 * Gives the fields whose entries in `mine` hold a text with the marks of a merge, in their order: nobody has decided
 * yet, so they must not be sent. A text that has such marks in `base` too is not counted: it is a text about marks.
 */
export function markedFields(base: readonly FieldEntry[], mine: readonly Entry[]): readonly number[] {
  const marked = mine.filter(({ members }) => isMarked(members)).map(({ fieldId }) => fieldId);
  const inBase = fieldFinder(base);
  return marked.filter((id) => {
    const before = inBase(id)?.entry;
    return !before || !isMarked(before.members);
  });
}

function isMarked(value: Json): boolean {
  if (typeof value === "string") {
    return hasConflictMarks(value);
  }
  return typeof value === "object" && value !== null && Object.values(value).some(isMarked);
}
