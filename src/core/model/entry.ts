import type { JsonObject } from "./json.ts";

/**
 * A member of `values` in the shape that a PUT or POST takes: `field_id` with the members that carry the value.
 *
 * `{ fieldId: 102, members: { bind_value_ids: [103] } }` stands for `{ "field_id": 102, "bind_value_ids": [103] }`.
 */
export interface Entry {
  readonly fieldId: number;
  /** All members but `field_id`, in the order of the text. */
  readonly members: JsonObject;
}

/** Gives what goes over the wire and into texts for an entry. */
export function entryObject({ fieldId, members }: Entry): JsonObject {
  return { field_id: fieldId, ...members };
}

/** A change to the entries of a document. */
export type EntryChange =
  /** The entry takes the place of the one for its field, or goes to the end. */
  { readonly kind: "set"; readonly entry: Entry } | { readonly kind: "remove"; readonly fieldId: number };
