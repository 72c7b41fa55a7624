import type { WordsRange } from "./comments.ts";

/** A reference to an artifact in a text: `#12`, `art #12`, `bug #12`, `art #project:12`, placed by UTF-16 units. */
export interface FoundReference {
  readonly artifactId: number;
  readonly offset: number;
  readonly length: number;
}

/** The keywords that every service understands (test/service/README.md, References). */
const generalKeywords: readonly string[] = ["art", "artifact"];

/** No more references are found, as nobody looks at more in one document. */
const maxReferences = 2000;

// A word may stand before the mark, with a blank between; neither stands in the middle of a word, an address or a
// number.
const form =
  /(?<![\p{L}\p{N}_&#/=.:?%\\-])(?<!\]\()(?:(?<keyword>\p{L}[\p{L}\p{N}_-]{0,40})[ \t]{1,4})?#(?:(?<project>[\p{L}\p{N}_-]{1,40}):)?(?<id>[1-9]\d{0,14})(?![\p{L}\p{N}_#/-]|[.:,]\p{N})/gu;

/**
 * Finds the references to artifacts in `text`, or in those parts of it that are `words`. A number behind the keyword of
 * something else (`rev #3`) is no reference. Behind any other word the number stands for itself, but a word among
 * `keywords`, which are in lower case, is part of the reference. `#project:12` needs such a keyword.
 */
export function findReferences(
  text: string,
  keywords: ReadonlySet<string>,
  isOther: (keyword: string) => boolean,
  words: readonly WordsRange[] = [{ start: 0, end: text.length }],
): readonly FoundReference[] {
  const found: FoundReference[] = [];
  for (const { start, end } of words) {
    for (const match of text.slice(start, end).matchAll(form)) {
      const { keyword, project, id = "" } = match.groups ?? {};
      const word = keyword?.toLowerCase();
      const isKeyword = word !== undefined && keywords.has(word);
      if ((word !== undefined && !isKeyword && isOther(word)) || (project !== undefined && !isKeyword)) {
        continue;
      }
      const at = isKeyword || keyword === undefined ? 0 : match[0].indexOf("#");
      found.push({ artifactId: Number(id), offset: start + match.index + at, length: match[0].length - at });
      if (found.length === maxReferences) {
        return found;
      }
    }
  }
  return found;
}

/** Gives the keywords in references to artifacts: `bug` of `bug #12`. */
export function keywordsOf(xrefs: readonly (string | undefined)[]): ReadonlySet<string> {
  const words = xrefs.flatMap((xref) => /^(\p{L}[\p{L}\p{N}_-]*)\s+#/u.exec(xref ?? "")?.[1]?.toLowerCase() ?? []);
  return new Set([...generalKeywords, ...words]);
}

/** No more characters are looked at: so many hold a keyword, some blanks and a number. */
const maxTypedLength = 80;

/** Gives what is typed of a number behind a keyword and `#` at the end of `line`; undefined if no reference begins. */
export function typedReference(line: string, keywords: ReadonlySet<string>): string | undefined {
  const { keyword, digits } = typedBehindWord(line);
  return keyword !== undefined && keywords.has(keyword.toLowerCase()) ? digits : undefined;
}

/**
 * Gives what is typed of a number behind a lone `#` at the end of `line`, or behind `#` and a word that stands for
 * nothing else than artifacts; undefined where there is none.
 */
export function typedNumber(line: string, isOther: (keyword: string) => boolean): string | undefined {
  const { keyword, digits } = typedBehindWord(line);
  return keyword === undefined
    ? /(?<![^\s(])#(?<digits>\d*)$/.exec(line.slice(-maxTypedLength))?.groups?.["digits"]
    : isOther(keyword.toLowerCase())
      ? undefined
      : digits;
}

function typedBehindWord(line: string): { readonly keyword?: string; readonly digits?: string } {
  // A line may be of any length, so only its end is looked at.
  return (
    /(?<![\p{L}\p{N}_])(?<keyword>\p{L}[\p{L}\p{N}_-]*)[ \t]+#(?<digits>\d*)$/u.exec(line.slice(-maxTypedLength))
      ?.groups ?? {}
  );
}
