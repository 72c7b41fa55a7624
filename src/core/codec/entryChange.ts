import type { Entry } from "../model/entry.ts";

/** A change to the entries of a document. */
export type EntryChange =
  /** The entry takes the place of the one for its field, or goes to the end. */
  { readonly kind: "set"; readonly entry: Entry } | { readonly kind: "remove"; readonly fieldId: number };
