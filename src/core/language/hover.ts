import type { DocumentCodec } from "../codec/documentCodec.ts";
import type { LocatedEntry } from "../codec/documentEntries.ts";
import { jsonCodec } from "../codec/jsonDocumentCodec.ts";
import type { FieldOption } from "../model/tracker.ts";
import { type DescribedField, nameOfId } from "./describedField.ts";

/** What is under the mouse. */
export interface HoverInfo {
  /** What it is about, in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly field: DescribedField;
  /** On an id: the id, and its name where it is known. */
  readonly value?: { readonly id: string; readonly name?: string };
  /** What may be chosen: the options that are not hidden. */
  readonly options: readonly FieldOption[];
}

/** The field of the entry at `offset`, and the id there. Undefined beside entries and in entries of unknown fields. */
export function findHover(
  text: string,
  offset: number,
  fields: readonly DescribedField[],
  codec: DocumentCodec = jsonCodec,
): HoverInfo | undefined {
  const found = codec.ids(text).find(({ entry }) => contains(entry, offset));
  const field = found && fields.find(({ fieldId }) => fieldId === found.entry.fieldId);
  if (!found || !field) {
    return undefined;
  }
  const options = field.options?.filter((option) => !option.isHidden) ?? [];
  const id = found.ids.find((place) => contains(place, offset));
  if (id) {
    const name = nameOfId(field, id.id);
    return {
      offset: id.offset,
      length: id.length,
      field,
      options,
      value: { id: id.id, ...(name !== undefined && { name }) },
    };
  }
  return { ...placeAt(found.entry, offset), field, options };
}

/** The field id, the value or, between them, the entry. */
function placeAt(entry: LocatedEntry, offset: number): { offset: number; length: number } {
  const fieldId = { offset: entry.fieldIdOffset, length: entry.fieldIdLength };
  const value = { offset: entry.valueOffset, length: entry.valueLength };
  return [fieldId, value].find((place) => contains(place, offset)) ?? { offset: entry.offset, length: entry.length };
}

/** The end belongs to it: there is where the cursor stands after typing. */
function contains({ offset, length }: { readonly offset: number; readonly length: number }, at: number): boolean {
  return at >= offset && at <= offset + length;
}
