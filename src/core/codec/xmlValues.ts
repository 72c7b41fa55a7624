import { listOf, membersOfKind, objectOf, type Shape, scalar } from "../field/entryShapes.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import type { Json } from "../model/json.ts";
import { errorAt, type Problem } from "./problem.ts";
import { maxProblems, type TextNode } from "./textTree.ts";

type Shapes = Readonly<Record<string, Shape>>;

const { list, openList, links, computed, permissions, steps, number } = membersOfKind;
/** The shape of a value whose field is not known: it has the members that tell most of its content. */
const anyValue = objectOf({ ...membersIn(openList.value), ...membersIn(permissions.value) });

/** Gives the shapes of the members of an entry, also of members that belong to fields of another kind. */
function memberShapes(kind: FieldKind | undefined): Shapes {
  return {
    ...list,
    ...links,
    ...computed,
    ...(kind ? membersOfKind[kind] : { value: anyValue }),
    // In open lists these ids may be labels, so each scalar stays as it is written.
    ...(kind === "openList" && { bind_value_ids: listOf(scalar) }),
  };
}

/** Gives the members of an entry of `kind`, and what is wrong inside of them. */
export function readMembers(
  elements: readonly TextNode[],
  kind: FieldKind | undefined,
): { readonly members: { readonly [member: string]: Json }; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  return { members: readObject(elements, memberShapes(kind), problems), problems };
}

/**
 * Reads the value of an element. Elements that are all `<item>` are a list, others an object; the text of an element
 * without elements is exactly that text. Only where the service takes numbers or booleans, a text that JSON would print
 * for one is read as one, so that `007`, `1e5` and `12.50` stay what they are. Nothing between the tags is the empty
 * list where a list belongs, else the empty text.
 */
function readValue({ children, scalar }: TextNode, shape: Shape | undefined, problems: Problem[]): Json {
  if (scalar !== undefined) {
    return shape?.kind === "list" && isBlank(scalar) ? [] : readLeaf(String(scalar), shape);
  }
  return children.every(({ name }) => name === "item")
    ? children.map((child) => readValue(child, itemShape(child, shape), problems))
    : readObject(children, membersIn(shape), problems);
}

function itemShape({ children }: TextNode, list: Shape | undefined): Shape | undefined {
  if (list === anyValue) {
    return children.length > 0 ? itemsIn(steps.value) : number.value;
  }
  return itemsIn(list);
}

function itemsIn(shape: Shape | undefined): Shape | undefined {
  return shape?.kind === "list" ? shape.items : undefined;
}

function membersIn(shape: Shape | undefined): Shapes {
  return shape?.kind === "object" ? shape.members : {};
}

function readObject(
  elements: readonly TextNode[],
  shapes: Shapes,
  problems: Problem[],
): { readonly [member: string]: Json } {
  // A text may have more duplicates than a call can take arguments.
  problems.push(...duplicateElements(elements).slice(0, maxProblems));
  // `Object.fromEntries` makes `__proto__` a member like any other, which assignment does not.
  return Object.fromEntries(
    elements.map((element) => {
      const { name = "" } = element;
      const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
      return [name, readValue(element, shape, problems)];
    }),
  );
}

/** Reads a single value. In the place of a list it is read as the items of that list are. */
function readLeaf(content: string, shape: Shape | undefined): Json {
  const leaf = itemsIn(shape) ?? shape;
  switch (leaf?.kind === "scalar" ? leaf.of : undefined) {
    case "number":
    case "option":
    case "artifact":
    case "file":
      // What JSON prints for a number is read as that number; another form of it would be lost.
      return String(Number(content)) === content && Number.isFinite(Number(content)) ? Number(content) : content;
    case "boolean":
      return content === "true" || content === "false" ? content === "true" : content;
    default:
      return content;
  }
}

/** Makes a problem of each element whose name an earlier one has. */
export function duplicateElements(elements: readonly TextNode[]): readonly Problem[] {
  const met = new Set<unknown>();
  return elements.flatMap(({ name = "", nameSpan, whole }): readonly Problem[] => {
    const isFirst = !met.has(name);
    met.add(name);
    return isFirst ? [] : [errorAt("duplicateMember", nameSpan ?? whole, { member: name })];
  });
}

/** Tells whether a text is empty or only white space. */
export function isBlank(content: Json): boolean {
  return typeof content === "string" && /^[ \t\n\r]*$/.test(content);
}
