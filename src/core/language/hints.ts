import type { DocumentCodec } from "../codec/documentCodec.ts";
import { jsonCodec } from "../codec/jsonDocumentCodec.ts";
import { type DescribedField, nameOfId } from "./describedField.ts";

/** A name to show behind a number. */
export interface Hint {
  /** Behind the number, in UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly kind: "field" | "value";
  readonly label: string;
  /** Of fields; false for values. */
  readonly isRequired: boolean;
}

/** Names for the field ids, list values, linked artifacts and attachments in a document, in the order of the text. */
export function findHints(
  text: string,
  fields: readonly DescribedField[],
  codec: DocumentCodec = jsonCodec,
): readonly Hint[] {
  const byId = new Map(fields.map((field) => [field.fieldId, field]));
  const hints = codec.ids(text).flatMap(({ entry, ids }): Hint[] => {
    const field = byId.get(entry.fieldId);
    if (!field) {
      return [];
    }
    const values = ids.flatMap(({ id, offset, length }): Hint[] => {
      const label = nameOfId(field, id);
      return label ? [{ offset: offset + length, kind: "value", label, isRequired: false }] : [];
    });
    return [
      {
        offset: entry.fieldIdOffset + entry.fieldIdLength,
        kind: "field",
        label: field.label,
        isRequired: field.isRequired ?? false,
      },
      ...values,
    ];
  });
  return hints.sort((a, b) => a.offset - b.offset);
}
