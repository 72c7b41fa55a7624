import type { ArtifactSummary } from "../model/artifact.ts";
import { quoted } from "../query/artifactFilter.ts";

/** Gives the words of a text, each once. */
function wordsOf(text: string): readonly string[] {
  return [...new Set(text.trim().split(/\s+/))].filter((word) => word !== "");
}

/** Tells whether the number or title of an artifact has all the words in it. */
export function hasWords({ id, title, xref }: ArtifactSummary, text: string): boolean {
  const place = `#${id} ${title ?? ""} ${xref ?? ""}`.toLocaleLowerCase();
  return wordsOf(text).every((word) => place.includes(word.toLocaleLowerCase()));
}

/** Tells whether a text is worth asking a service for: a single letter of the alphabet is in every title. */
export function isEnoughToSearch(text: string): boolean {
  const trimmed = text.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is what is meant
  return trimmed.length >= 2 || /[^\u0000-\u007f]/.test(trimmed);
}

/** A full-text search takes no fewer characters (test/service/README.md, Full-text search). */
export const shortestFullText = 3;

/** Makes a query for artifacts whose title has all the words in it, in the service's query language. */
export function titleQuery(fieldName: string, text: string): string {
  return wordsOf(text)
    .map((word) => `${fieldName} = ${quoted(word)}`)
    .join(" AND ");
}

const comparisons: readonly RegExp[] = [
  /(?:^|[\s(])@?[a-z_][\w.]*\s*(?:!=|[<>=])/i,
  /(?:^|[\s(])@?[a-z_][\w.]*\s+(?:not\s+)?in\s*\(/i,
  /(?:^|[\s(])@?[a-z_][\w.]*\s+between\s*\(/i,
];
const relations: readonly string[] = [
  ...["with parent", "without parent", "with children", "without children"],
  ...["is linked to", "is linked from", "is not linked to", "is not linked from"],
];

/** Tells whether a text has what only queries have: a comparison of a field, or a relation between artifacts. */
export function looksLikeQuery(text: string): boolean {
  const outsideQuotes = text.replace(/"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?/g, '""');
  const words = ` ${outsideQuotes
    .toLowerCase()
    .split(/[\s()]+/)
    .join(" ")} `;
  return comparisons.some((form) => form.test(outsideQuotes)) || relations.some((form) => words.includes(` ${form} `));
}
