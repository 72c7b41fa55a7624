/**
 * Names the form in which a field is written. Several types of the service share a kind: `sb`, `rb`, `msb` and `cb` are
 * all lists.
 *
 * - `string`: `{ value: "…" }`, one line
 * - `text`: `{ value: { content: "…", format: "text" | "html" | "commonmark" } }`, `{ value: "…" }` of a service
 *   that knows no formats
 * - `number`: `{ value: 12.5 }`, `{ value: "" }` when there is none
 * - `date`: `{ value: "2026-03-13" }` or with the time of day, as ISO 8601; `{ value: "" }` when there is none
 * - `list`: `{ bind_value_ids: [103] }`, `[]` when nothing (None, 100) is chosen
 * - `openList`: `{ value: { bind_value_objects: [{ id: 201 }, { label: "free" }] } }`
 * - `links`: `{ links: [{ id: 9, type: "_is_child" }, { id: 12 }] }`, the forward links
 * - `files`: `{ value: [457, 458] }`, the attachments that remain
 * - `computed`: `{ is_autocomputed: true }` or `{ manual_value: 3 }`
 * - `permissions`: `{ value: { granted_groups: ["101_3"] } }`
 * - `steps`: `{ value: [{ description, description_format, expected_results, expected_results_format, rank }] }`
 */
export type FieldKind =
  | "string"
  | "text"
  | "number"
  | "date"
  | "list"
  | "openList"
  | "links"
  | "files"
  | "computed"
  | "permissions"
  | "steps";

const kindOfType: Readonly<Record<string, FieldKind>> = {
  string: "string",
  text: "text",
  int: "number",
  float: "number",
  date: "date",
  sb: "list",
  rb: "list",
  msb: "list",
  cb: "list",
  tbl: "openList",
  art_link: "links",
  file: "files",
  computed: "computed",
  perm: "permissions",
  ttmstepdef: "steps",
};

/** All kinds. */
export const fieldKinds: readonly FieldKind[] = [...new Set(Object.values(kindOfType))];

/** Gives the kind of a field type of the service; undefined for types that cannot be written or are not known. */
export function fieldKind(type: string): FieldKind | undefined {
  return Object.hasOwn(kindOfType, type) ? kindOfType[type] : undefined;
}
