import type { Json } from "../model/json.ts";
import { isJsonObject } from "../model/json.ts";
import { escapeXml } from "./xmlText.ts";

/** Marks the place in a snippet where the person goes on typing. */
export class TabStop {
  /** The value that stands at the tab stop first. */
  readonly value: string | number | boolean | undefined;
  /** The kind of what is typed there: a text, something without quotes, or the items of a list. */
  readonly of: "text" | "bare" | "list";

  constructor(value?: string | number | boolean, of: TabStop["of"] = typeof value === "string" ? "text" : "bare") {
    this.value = value;
    this.of = of;
  }
}

/** A value with tab stops. */
export type SnippetValue =
  | null
  | boolean
  | number
  | string
  | TabStop
  | readonly SnippetValue[]
  | { readonly [member: string]: SnippetValue };

/** Tells what is put in: the value of something that is there, an item of a list, or a member with its name. */
export type SnippetPart =
  | { readonly kind: "value" | "item"; readonly value: SnippetValue }
  | { readonly kind: "member"; readonly name: string; readonly value: SnippetValue };

/** Prints a part as JSON. */
export function jsonSnippet(part: SnippetPart): string {
  const value = printJson(part.value, "\n");
  return part.kind === "member" ? `${escapeSnippet(JSON.stringify(part.name))}: ${value}` : value;
}

/** Prints a part as XML: items and members in their tags. */
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
  if (value instanceof TabStop) {
    return printJsonTabStop(value);
  }
  if (isList(value)) {
    const items = value.map((item) => printJson(item, `${lineEnd}\t`));
    return enclosed("[", items, "]", lineEnd);
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `${escapeSnippet(JSON.stringify(name))}: ${printJson(member, `${lineEnd}\t`)}`,
    );
    return enclosed("{", members, "}", lineEnd);
  }
  return escapeSnippet(JSON.stringify(value));
}

function enclosed(start: string, parts: readonly string[], end: string, lineEnd: string): string {
  return parts.length === 0 ? `${start}${end}` : `${start}${lineEnd}\t${parts.join(`,${lineEnd}\t`)}${lineEnd}${end}`;
}

function printJsonTabStop({ value, of }: TabStop): string {
  switch (of) {
    case "text":
      return `"${tabstop(JSON.stringify(String(value ?? "")).slice(1, -1))}"`;
    case "list":
      return `[${tabstop("")}]`;
    case "bare":
      return tabstop(value === undefined ? "" : JSON.stringify(value));
  }
}

function tabstop(inside: string): string {
  return inside === "" ? `\${1}` : `\${1:${escapeSnippet(inside)}}`;
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
  const inner = `${lineEnd}\t`;
  const children = isList(value)
    ? value.map((item) => printXml("item", item, inner))
    : Object.entries(value).map(([name, member]) => printXml(name, member, inner));
  return children.length === 0 ? "" : `${children.map((child) => inner + child).join("")}${lineEnd}`;
}

function printXmlScalar(value: TabStop | string | number | boolean | null): string {
  if (value instanceof TabStop) {
    return tabstop(escapeXml(String(value.value ?? "")));
  }
  return value === null ? "" : escapeSnippet(escapeXml(String(value)));
}

function isScalar(value: SnippetValue): value is TabStop | string | number | boolean | null {
  return value instanceof TabStop || value === null || typeof value !== "object";
}

function isList(value: SnippetValue): value is readonly SnippetValue[] {
  return Array.isArray(value);
}

function isObject(value: SnippetValue): value is { readonly [member: string]: SnippetValue } {
  return isJsonObject(value) && !((value as object) instanceof TabStop);
}

function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

/** Gives `value` with its first scalar as a tab stop, so that this is selected when the value is put in. */
export function withTabStop(value: Json): SnippetValue {
  let isDone = false;
  const withFirst = (part: Json): SnippetValue => {
    if (isDone || part === null) {
      return part;
    }
    if (isJsonObject(part)) {
      return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, withFirst(member)]));
    }
    if (typeof part === "object" && part.length > 0) {
      return part.map(withFirst);
    }
    isDone = true;
    return typeof part === "object" ? new TabStop(undefined, "list") : new TabStop(part);
  };
  return withFirst(value);
}

/** Gives the text that a snippet puts in when nothing more is typed. */
export function plainText(snippet: string): string {
  // A tab stop without an end reaches to the end of the text: without that, the end would be looked for again from each
  // of them.
  return snippet.replace(
    /\\([\\$}])|\$\{\d+(?::((?:\\[\s\S]|[^\\}])*)\\?)?\}?/g,
    (_, escaped?: string, value = "") => escaped ?? value.replace(/\\([\\$}])/g, "$1"),
  );
}
