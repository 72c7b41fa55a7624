import { Hole, type SnippetValue } from "../codec/snippet.ts";
import type { FieldKind } from "../model/fieldKind.ts";

/** What belongs at a place of a document. */
export type Shape =
  | { readonly kind: "scalar"; readonly of?: ScalarRole }
  | { readonly kind: "list"; readonly items: Shape }
  | { readonly kind: "object"; readonly members: Readonly<Record<string, Shape>> }
  /** An entry, whose members depend on its field. */
  | { readonly kind: "entry" };

/** What a scalar says, where that is one of some known things. */
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
  | "trackerId";

const scalar: Shape = { kind: "scalar" };
const listOf = (items: Shape): Shape => ({ kind: "list", items });
const objectOf = (members: Readonly<Record<string, Shape>>): Shape => ({ kind: "object", members });
const role = (of: ScalarRole): Shape => ({ kind: "scalar", of });

const link = objectOf({ id: role("artifact"), type: role("linkType") });

/** The members of an entry beside `field_id`; the first one is the usual one. */
const membersOfKind: Readonly<Record<FieldKind, Readonly<Record<string, Shape>>>> = {
  string: { value: scalar },
  text: { value: objectOf({ content: scalar, format: role("format") }) },
  number: { value: scalar },
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
  computed: { is_autocomputed: role("boolean"), manual_value: scalar },
  permissions: { value: objectOf({ granted_groups: listOf(role("group")), is_used_by_default: role("boolean") }) },
  steps: {
    value: listOf(
      objectOf({
        description: scalar,
        description_format: role("format"),
        expected_results: scalar,
        expected_results_format: role("format"),
        rank: scalar,
      }),
    ),
  },
};

/** The root of an artifact's document, and of a draft's. */
export const artifactShape: Shape = objectOf({ values: listOf({ kind: "entry" }) });
export const draftShape: Shape = objectOf({
  tracker: objectOf({ id: role("trackerId") }),
  values: listOf({ kind: "entry" }),
});

/** The members an entry of a field may have. */
function entryMembers(kind: FieldKind | undefined): Readonly<Record<string, Shape>> {
  return { field_id: role("fieldId"), ...(kind && membersOfKind[kind]) };
}

/** The shape at the end of a way into an entry of `kind`, or into the document around it. */
export function shapeAt(
  root: Shape,
  path: readonly (string | number)[],
  kind: FieldKind | undefined,
): Shape | undefined {
  let shape: Shape | undefined = root;
  for (const step of path) {
    if (shape?.kind === "list" && typeof step === "number") {
      shape = shape.items;
    } else if (shape?.kind === "object" || shape?.kind === "entry") {
      const members: Readonly<Record<string, Shape>> = membersOf(shape, kind);
      shape = typeof step === "string" && Object.hasOwn(members, step) ? members[step] : undefined;
    } else {
      return undefined;
    }
  }
  return shape;
}

export function membersOf(
  shape: Extract<Shape, { readonly kind: "object" | "entry" }>,
  kind: FieldKind | undefined,
): Readonly<Record<string, Shape>> {
  return shape.kind === "entry" ? entryMembers(kind) : shape.members;
}

/** What a member of a field is put in with, before anything of it is typed. */
export function emptyMember(kind: FieldKind | undefined, name: string, shape: Shape): SnippetValue {
  const isNumber = kind === "number" || name === "manual_value" || name === "rank";
  return shape.kind === "scalar" && isNumber ? new Hole() : skeleton(shape);
}

function isBare(of: ScalarRole | undefined): boolean {
  return (
    of !== undefined && of !== "date" && of !== "format" && of !== "linkType" && of !== "direction" && of !== "person"
  );
}

function skeleton(shape: Shape): SnippetValue {
  switch (shape.kind) {
    case "scalar":
      return new Hole(undefined, isBare(shape.of) ? "bare" : "text");
    case "list":
      return new Hole(undefined, "list");
    case "entry":
      return { field_id: new Hole() };
    case "object": {
      const [first] = Object.entries(shape.members);
      if (shape.members.content) {
        return { content: new Hole(undefined, "text"), format: "commonmark" };
      }
      return first ? { [first[0]]: skeleton(first[1]) } : {};
    }
  }
}

/** The members of a whole new entry of `kind`. */
export function emptyEntry(kind: FieldKind): { readonly [member: string]: SnippetValue } {
  if (kind === "computed") {
    return { manual_value: new Hole() };
  }
  const [[name, shape] = ["value", scalar]] = Object.entries(membersOfKind[kind]);
  return { [name]: emptyMember(kind, name, shape) };
}
