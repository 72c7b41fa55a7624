import { type SnippetValue, TabStop } from "../codec/snippet.ts";
import { listOf, membersOfKind, objectOf, role, type ScalarRole, type Shape } from "../field/entryShapes.ts";
import type { FieldKind } from "../model/fieldKind.ts";

/** The root of an artifact's document, and of a draft's. */
export const artifactShape: Shape = objectOf({ values: listOf({ kind: "entry" }) });
export const draftShape: Shape = objectOf({
  tracker: objectOf({ id: role("trackerId") }),
  values: listOf({ kind: "entry" }),
});

/** Gives the members that an entry of a field may have. */
function entryMembers(kind: FieldKind | undefined): Readonly<Record<string, Shape>> {
  return { field_id: role("fieldId"), ...(kind && membersOfKind[kind]) };
}

/** Gives the shape at the end of a way into an entry of `kind`, or into the document around it. */
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

/** Gives what belongs into an object or an entry, by member. `kind` is that of the entry's field. */
export function membersOf(
  shape: Extract<Shape, { readonly kind: "object" | "entry" }>,
  kind: FieldKind | undefined,
): Readonly<Record<string, Shape>> {
  return shape.kind === "entry" ? entryMembers(kind) : shape.members;
}

function isBare(of: ScalarRole | undefined): boolean {
  return (
    of !== undefined && of !== "date" && of !== "format" && of !== "linkType" && of !== "direction" && of !== "person"
  );
}

/** Gives the value with which a member of a field is put in, before anything of it is typed. */
export function emptyMember(shape: Shape): SnippetValue {
  switch (shape.kind) {
    case "scalar":
      return new TabStop(undefined, isBare(shape.of) ? "bare" : "text");
    case "list":
      return new TabStop(undefined, "list");
    case "entry":
      return { field_id: new TabStop() };
    case "object": {
      const [first] = Object.entries(shape.members);
      if (shape.members.content) {
        return { content: new TabStop(undefined, "text"), format: "commonmark" };
      }
      return first ? { [first[0]]: emptyMember(first[1]) } : {};
    }
  }
}

/** Gives the members of a whole new entry of `kind`. */
export function emptyEntry(kind: FieldKind): { readonly [member: string]: SnippetValue } {
  if (kind === "computed") {
    return { manual_value: new TabStop() };
  }
  const [first] = Object.entries(membersOfKind[kind]);
  return first ? { [first[0]]: emptyMember(first[1]) } : {};
}
