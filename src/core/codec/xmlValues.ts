import { listOf, membersOfKind, objectOf, type Shape, scalar } from "../field/entryShapes.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import type { Json } from "../model/json.ts";
import { errorAt, type Problem } from "./problem.ts";
import { maxProblems, type TextNode } from "./textTree.ts";

type Shapes = Readonly<Record<string, Shape>>;

const { list, openList, links, computed, permissions, steps, number } = membersOfKind;
/** The value of a field that is not known: what is inside tells the most of it. */
const anyValue = objectOf({ ...membersIn(openList.value), ...membersIn(permissions.value) });

/** The shapes of the members of an entry: those of a field that is not its own kind too. */
function memberShapes(kind: FieldKind | undefined): Shapes {
  return {
    ...{ ...list, ...links, ...computed },
    ...(kind ? membersOfKind[kind] : { value: anyValue }),
    // Those of open lists are labels.
    ...(kind === "openList" && { bind_value_ids: listOf(scalar) }),
  };
}

/** The members of an entry of `kind`, and what is wrong inside of them. */
export function readMembers(
  elements: readonly TextNode[],
  kind: FieldKind | undefined,
): { readonly members: { readonly [member: string]: Json }; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  return { members: readObject(elements, memberShapes(kind), problems), problems };
}

/**
 * Elements that are all `<item>` are a list, others an object; the text of an element without elements is exactly that
 * text. Only where the service takes numbers or booleans does a text that JSON would print for one stand for it, so
 * that `007`, `1e5` and `12.50` stay what they are. Nothing between the tags is the empty list where a list belongs,
 * else the empty text.
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
  // A text may have more of them than a call takes arguments.
  problems.push(...duplicateElements(elements).slice(0, maxProblems));
  // Unlike assignment, fromEntries makes `__proto__` a member like any other.
  return Object.fromEntries(
    elements.map((element) => {
      const { name = "" } = element;
      const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
      return [name, readValue(element, shape, problems)];
    }),
  );
}

/** A list that is written as a single value stands for what its items are. */
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

/** Each further element of the same name is a problem. */
export function duplicateElements(elements: readonly TextNode[]): readonly Problem[] {
  const met = new Set<unknown>();
  return elements.flatMap(({ name = "", nameSpan, whole }): readonly Problem[] => {
    const isFirst = !met.has(name);
    met.add(name);
    return isFirst ? [] : [errorAt("duplicateMember", nameSpan ?? whole, { member: name })];
  });
}

/** Tells whether a text is white space at most. */
export function isBlank(content: Json): boolean {
  return typeof content === "string" && /^[ \t\n\r]*$/.test(content);
}
