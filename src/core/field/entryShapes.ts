import type { FieldKind } from "../model/fieldKind.ts";

/** Tells what belongs at a place of a document. */
export type Shape =
  | { readonly kind: "scalar"; readonly of?: ScalarRole }
  | { readonly kind: "list"; readonly items: Shape }
  | { readonly kind: "object"; readonly members: Readonly<Record<string, Shape>> }
  /** An entry, whose members depend on its field. */
  | { readonly kind: "entry" };

/** Tells what a scalar names, where that is of a known kind. */
export type ScalarRole =
  | "fieldId"
  | "option"
  | "person"
  | "artifact"
  | "linkType"
  | "direction"
  | "file"
  | "group"
  | "date"
  | "format"
  | "boolean"
  | "number"
  | "trackerId";

export const scalar: Shape = { kind: "scalar" };
export const listOf = (items: Shape): Shape => ({ kind: "list", items });
export const objectOf = (members: Readonly<Record<string, Shape>>): Shape => ({ kind: "object", members });
export const role = (of: ScalarRole): Shape => ({ kind: "scalar", of });

const link = objectOf({ id: role("artifact"), type: role("linkType") });

/**
 * The members of an entry besides `field_id`; the first one is the usual one. The reader of XML takes from here what
 * XML does not tell by itself.
 */
export const membersOfKind = {
  string: { value: scalar },
  text: { value: objectOf({ content: scalar, format: role("format") }) },
  number: { value: role("number") },
  date: { value: role("date") },
  list: { bind_value_ids: listOf(role("option")) },
  openList: {
    value: objectOf({
      bind_value_objects: listOf(
        objectOf({ id: role("option"), label: scalar, username: role("person"), email: scalar }),
      ),
    }),
  },
  links: {
    links: listOf(link),
    parent: objectOf({ id: role("artifact") }),
    all_links: listOf(objectOf({ id: role("artifact"), direction: role("direction"), type: role("linkType") })),
  },
  files: { value: listOf(role("file")) },
  computed: { is_autocomputed: role("boolean"), manual_value: role("number") },
  permissions: { value: objectOf({ granted_groups: listOf(role("group")), is_used_by_default: role("boolean") }) },
  steps: {
    value: listOf(
      objectOf({
        description: scalar,
        description_format: role("format"),
        expected_results: scalar,
        expected_results_format: role("format"),
        rank: role("number"),
      }),
    ),
  },
} satisfies Readonly<Record<FieldKind, Readonly<Record<string, Shape>>>>;
