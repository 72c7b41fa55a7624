import { fieldFinder } from "../field/fieldFinder.ts";
import { currentMembers } from "../merge/diffEntries.ts";
import type { Version } from "../model/artifact.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import { type Check, isNumber, isText, listOf, optional, shapeOf } from "../model/shape.ts";
import { isBaseField, isVersion } from "../workingCopy/artifactStates.ts";
import { type BaseField, instantOf } from "../workingCopy/base.ts";
import type { StoredPut } from "../workingCopy/ports.ts";

/** Holds what the last save of an artifact from here has changed. It is plain data that survives JSON. */
export interface LastSave {
  readonly artifactId: number;
  /** The version that the save made, as far as its answer told. */
  readonly version: Version;
  /** The `Date` header that came with `version`. */
  readonly date?: string;
  /** The fields that were sent. */
  readonly fields: readonly SavedField[];
}

export interface SavedField {
  /** The field as it was before, with its value. It has no value where that is not known, or too long to be kept. */
  readonly field: BaseField;
  /** The members that were sent; absent where `field` has no value. Any other value on the service was made since. */
  readonly after?: JsonObject;
}

/**
 * A save is kept with no more of the texts of all its fields, in UTF-16 units. This is more than anybody writes, and is
 * read in no time.
 */
const maxLength = 4_000_000;

/** Gives what is kept of a PUT. */
export function lastSave({ artifactId, target, changed, version, date }: StoredPut): LastSave {
  const inTarget = fieldFinder(target.fields);
  let left = maxLength;
  const fields = changed.map(({ fieldId, members }): SavedField => {
    const field = inTarget(fieldId) ?? unknownField(fieldId);
    const before = currentMembers(field);
    const kept = before && { field: { ...field, entry: { fieldId, members: before } }, after: members };
    const length = kept ? JSON.stringify(kept).length : 0;
    if (!kept || length > left) {
      return { field: withoutValue(field) };
    }
    left -= length;
    return kept;
  });
  return { artifactId, version, ...(date !== undefined && { date }), fields };
}

/** Tells whether a save stored something after another. The later one of saves in several windows is the last save. */
export function isLater(save: LastSave, other: LastSave): boolean {
  const [at, otherAt] = [save, other].map(({ version, date }) => instantOf(version, date));
  return at !== undefined && otherAt !== undefined && at > otherAt;
}

const hasShape: Check = shapeOf<LastSave>({
  artifactId: isNumber,
  version: isVersion,
  date: optional(isText),
  fields: listOf(shapeOf<SavedField>({ field: isBaseField, after: optional(isJsonObject) })),
});

/** Tells whether a kept value is the last save of an artifact. Never throws. */
export function isLastSave(value: unknown, artifactId: number): value is LastSave {
  return hasShape(value) && (value as LastSave).artifactId === artifactId;
}

function unknownField(fieldId: number): BaseField {
  return { fieldId, label: "", type: "", isWritable: true, isRequired: false, names: {} };
}

function withoutValue({ entry: _, isNeverFilled: __, ...field }: BaseField): BaseField {
  return { ...field, names: {} };
}
