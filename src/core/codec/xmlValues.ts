import type { FieldKind } from "../model/fieldKind.ts";
import type { Json } from "../model/json.ts";
import { errorAt, type Problem } from "./problem.ts";
import type { TextNode } from "./textTree.ts";

/** What an element stands for where XML itself does not tell. */
interface Shape {
  /** What the text of an element without elements is; "text" unless said otherwise. */
  readonly leaf?: "number" | "boolean";
  /** Of a list: of its items. */
  readonly items?: Shape;
  /** Whether the empty element is the empty list. */
  readonly isList?: true;
  readonly members?: Readonly<Record<string, Shape>>;
}

const text: Shape = {};
const number: Shape = { leaf: "number" };
const boolean: Shape = { leaf: "boolean" };
const listOf = (items: Shape): Shape => ({ items, isList: true, ...(items.leaf && { leaf: items.leaf }) });
const withId: Shape = { members: { id: number } };
const step: Shape = { members: { rank: number } };

const openValues: Shape = { members: { bind_value_objects: listOf(withId) } };
const grantedGroups: Shape = { members: { granted_groups: listOf(text), is_used_by_default: boolean } };

const valueOfKind: Readonly<Record<FieldKind, Shape>> = {
  string: text,
  text,
  number,
  date: text,
  list: text,
  openList: openValues,
  links: text,
  files: listOf(number),
  computed: text,
  permissions: grantedGroups,
  steps: listOf(step),
};
/** What is inside tells the most of it. */
const anyValue: Shape = {
  items: { leaf: "number", ...step },
  members: { ...openValues.members, ...grantedGroups.members },
};

const members: Readonly<Record<string, Shape>> = {
  bind_value_ids: listOf(number),
  links: listOf(withId),
  all_links: listOf(withId),
  parent: withId,
  manual_value: number,
  is_autocomputed: boolean,
};

/** The shapes of the members of an entry. */
function memberShapes(kind: FieldKind | undefined): Readonly<Record<string, Shape>> {
  return {
    ...members,
    value: kind ? valueOfKind[kind] : anyValue,
    // Those of open lists are labels.
    ...(kind === "openList" && { bind_value_ids: listOf(text) }),
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
 * text. Only where the service takes numbers or booleans does a text that JSON would print for one stand for it, so that
 * `007`, `1e5` and `12.50` stay what they are. Nothing between the tags is the empty list where a list belongs, else
 * the empty text.
 */
function readValue({ children, scalar }: TextNode, shape: Shape, problems: Problem[]): Json {
  if (scalar !== undefined) {
    return shape.isList && isBlank(scalar) ? [] : readLeaf(String(scalar), shape);
  }
  return children.every(({ name }) => name === "item")
    ? children.map((child) => readValue(child, shape.items ?? text, problems))
    : readObject(children, shape.members ?? {}, problems);
}

function readObject(
  elements: readonly TextNode[],
  shapes: Readonly<Record<string, Shape>>,
  problems: Problem[],
): { readonly [member: string]: Json } {
  problems.push(...duplicateElements(elements));
  // Unlike assignment, fromEntries makes `__proto__` a member like any other.
  return Object.fromEntries(
    elements.map((element) => {
      const { name = "" } = element;
      const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
      return [name, readValue(element, shape ?? text, problems)];
    }),
  );
}

function readLeaf(content: string, { leaf }: Shape): Json {
  switch (leaf) {
    case "number":
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

/** Whether a text is white space at most. */
export function isBlank(content: Json): boolean {
  return typeof content === "string" && /^[ \t\n\r]*$/.test(content);
}
