import { isSameJson } from "../field/sameJson.ts";
import type { FieldValue } from "../model/artifact.ts";
import type { Json } from "../model/json.ts";
import { readFieldValue } from "./readFieldValue.ts";
import { member } from "./wire.ts";

/**
 * As `readFieldValue`, for values of the same fields that come again and again: what a field says as it did the time before is
 * read once, and is the same object.
 */
export function valueReader(): (raw: unknown) => FieldValue | undefined {
  const known = new Map<unknown, { readonly raw: unknown; readonly value: FieldValue | undefined }>();
  return (raw) => {
    const fieldId = member(raw, "field_id");
    const before = known.get(fieldId);
    if (before && isSameJson(before.raw as Json, raw as Json)) {
      return before.value;
    }
    const value = readFieldValue(raw);
    known.set(fieldId, { raw, value });
    return value;
  };
}
