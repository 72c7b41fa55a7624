import type { Json } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";
import { escapeXml } from "./xmlText.ts";

/** A place in a snippet where the person goes on typing, the next one with the tab key. */
export class Hole {
  readonly index: number;
  /** What stands there first. */
  readonly value: string | number | boolean | undefined;
  /** Whether a text is typed there. */
  readonly isText: boolean;

  constructor(index: number, value?: string | number | boolean, isText = typeof value === "string") {
    this.index = index;
    this.value = value;
    this.isText = isText;
  }
}

/** A value with holes. */
export type SnippetValue =
  | null
  | boolean
  | number
  | string
  | Hole
  | readonly SnippetValue[]
  | { readonly [member: string]: SnippetValue };

/** What is put in: the value of something that is there, an item of a list, or a member with its name. */
export type SnippetPart =
  | { readonly kind: "value" | "item"; readonly value: SnippetValue }
  | { readonly kind: "member"; readonly name: string; readonly value: SnippetValue };

/** A part as JSON. */
export function jsonSnippet(part: SnippetPart): string {
  const value = printJson(part.value, "\n");
  return part.kind === "member" ? `${escapeSnippet(JSON.stringify(part.name))}: ${value}` : value;
}

/** A part as XML: items and members in their tags. */
export function xmlSnippet(part: SnippetPart): string {
  switch (part.kind) {
    case "value":
      return isScalar(part.value) ? printXmlScalar(part.value) : printXmlContent(part.value, "\n").trim();
    case "item":
      return printXml("item", part.value, "\n");
    case "member":
      return printXml(part.name, part.value, "\n");
  }
}

function printJson(value: SnippetValue, lineEnd: string): string {
  if (value instanceof Hole) {
    return printJsonHole(value);
  }
  if (isList(value)) {
    return value.length === 0 || isOnlyHole(value)
      ? `[${value.map((item) => printJson(item, lineEnd)).join("")}]`
      : enclosed(
          "[",
          value.map((item) => printJson(item, `${lineEnd}\t`)),
          "]",
          lineEnd,
        );
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${escapeSnippet(JSON.stringify(name))}: ${printJson(member, `${lineEnd}\t`)}`,
    );
    return members.length === 0 ? "{}" : enclosed("{", members, "}", lineEnd);
  }
  return escapeSnippet(JSON.stringify(value));
}

function enclosed(start: string, parts: readonly string[], end: string, lineEnd: string): string {
  return `${start}${lineEnd}\t${parts.join(`,${lineEnd}\t`)}${lineEnd}${end}`;
}

function printJsonHole({ index, value, isText }: Hole): string {
  if (!isText) {
    return value === undefined ? `\${${index}}` : `\${${index}:${escapeSnippet(JSON.stringify(value))}}`;
  }
  const inside = JSON.stringify(String(value ?? "")).slice(1, -1);
  return inside === "" ? `"\${${index}}"` : `"\${${index}:${escapeSnippet(inside)}}"`;
}

function printXml(name: string, value: SnippetValue, lineEnd: string): string {
  if (isScalar(value)) {
    return `<${name}>${printXmlScalar(value)}</${name}>`;
  }
  const content = printXmlContent(value, lineEnd);
  return content === "" ? `<${name}/>` : `<${name}>${content}</${name}>`;
}

function printXmlContent(
  value: readonly SnippetValue[] | { readonly [member: string]: SnippetValue },
  lineEnd: string,
): string {
  if (isList(value) && isOnlyHole(value)) {
    return value.map((hole) => printXmlScalar(hole as Hole)).join("");
  }
  const inner = `${lineEnd}\t`;
  const children = isList(value)
    ? value.map((item) => printXml("item", item, inner))
    : Object.entries(value).map(([name, member]) => printXml(name, member, inner));
  return children.length === 0 ? "" : `${children.map((child) => inner + child).join("")}${lineEnd}`;
}

function printXmlScalar(value: Hole | string | number | boolean | null): string {
  if (value instanceof Hole) {
    const inside = escapeXml(String(value.value ?? ""));
    return inside === "" ? `\${${value.index}}` : `\${${value.index}:${escapeSnippet(inside)}}`;
  }
  return value === null ? "" : escapeSnippet(escapeXml(String(value)));
}

function isScalar(value: SnippetValue): value is Hole | string | number | boolean | null {
  return value instanceof Hole || value === null || typeof value !== "object";
}

function isList(value: SnippetValue): value is readonly SnippetValue[] {
  return Array.isArray(value);
}

function isObject(value: SnippetValue): value is { readonly [member: string]: SnippetValue } {
  return isJsonObject(value) && !((value as object) instanceof Hole);
}

/** Of a list: nothing stands in it yet. */
function isOnlyHole(value: readonly SnippetValue[]): boolean {
  const [only] = value;
  return value.length === 1 && only instanceof Hole && only.value === undefined;
}

function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

/** `value` with its first scalar as a hole, so that it is selected when it is put in. */
export function withHole(value: Json): SnippetValue {
  return holed(value).value;
}

function holed(value: Json): { readonly value: SnippetValue; readonly isDone: boolean } {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return { value: new Hole(1, value), isDone: true };
  }
  if (value === null) {
    return { value, isDone: false };
  }
  let isDone = false;
  const next = (part: Json): SnippetValue => {
    if (isDone) {
      return part;
    }
    const result = holed(part);
    isDone = result.isDone;
    return result.value;
  };
  if (Array.isArray(value)) {
    return value.length === 0 ? { value: [new Hole(1)], isDone: true } : { value: value.map(next), isDone };
  }
  return {
    value: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, next(member)])),
    get isDone() {
      return isDone;
    },
  };
}

/** What a snippet puts in when nothing more is typed. */
export function plainText(snippet: string): string {
  // A hole that is not closed reaches to the end, so that none is looked for again from each that is open.
  return snippet.replace(
    /\\([\\$}])|\$\{\d+(?::((?:\\[\s\S]|[^\\}])*)\\?)?\}?/g,
    (_, escaped?: string, value = "") => escaped ?? value.replace(/\\([\\$}])/g, "$1"),
  );
}
