import type { Span } from "../util/span.ts";
import { errorAt, type Problem } from "./problem.ts";
import { forbiddenCharacters, namePattern, resolveReferences } from "./xmlText.ts";

// All that a text is made of, one part after another; groups named by a code or a reason are mistakes. What has no end reaches
// to the end of the text, a tag to the next one.
const parts = new RegExp(
  "(?<comment><!--[\\s\\S]*?(?:-->|$))|(?<instruction><\\?[\\s\\S]*?(?:\\?>|$))" +
    "|(?<doctype><!DOCTYPE(?:[^\\[<>]*>|[\\s\\S]*?(?:\\][ \\t\\r\\n]*>|$)))" +
    "|<!\\[CDATA\\[[\\s\\S]*?(?:\\]\\]>|(?<CdataNotClosed>$))" +
    `|<(?<slash>/?)(?<name>${namePattern})(?<rest>(?:[ \\t\\r\\n/][^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)?)` +
    "(?:>|(?<TagNotClosed>[^<]*))|(?<MarkupInvalid><[!/][^<>]*>?)|(?<UnescapedLessThan><)" +
    "|(?<GreaterThanAfterBrackets>\\]\\]>)|(?<text>(?:[^<\\]]|\\](?!\\]>))+)",
  "gu",
);
const codes = ["comment", "instruction", "doctype"] as const;
const reasons = ["CdataNotClosed", "TagNotClosed", "MarkupInvalid", "UnescapedLessThan", "GreaterThanAfterBrackets"];

const prolog =
  /^\ufeff?(?:<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.0"|'1\.0')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>)?/;

/**
 * `text` with nothing in it but elements, texts and CDATA sections: a byte order mark, a declaration and what no document of
 * ours holds are blank, the latter with its problem. The library takes most of that without a word. `deepAt` is the first
 * start tag inside of `maxDepth` elements.
 */
export function plainXml(text: string, maxDepth: number): { plain: string; problems: Problem[]; deepAt?: number } {
  const problems = forbiddenCharacters(text).map(({ offset, codePoint }) => {
    const isHalf = codePoint >= 0xd800 && codePoint <= 0xdfff;
    return errorAt(isHalf ? "loneSurrogate" : "invalidCharacter", { offset, length: 1 }, { codePoint });
  });
  const blanks: Span[] = [];
  const refuse = (offset: number, part: string, code: Problem["code"], facts?: Problem["facts"]) => {
    blanks.push({ offset, length: part.length });
    problems.push(errorAt(code, { offset, length: writtenIn(part)?.length ?? 0 }, facts));
  };
  const body = text.replace(prolog, ({ length }) => " ".repeat(length));
  let depth = 0;
  for (const { 0: part, index: offset, groups = {} } of body.matchAll(parts)) {
    const { slash, name, rest = "" } = groups;
    const code = codes.find((each) => groups[each] !== undefined);
    const reason = reasons.find((each) => groups[each] !== undefined);
    if (code || reason) {
      refuse(offset, part, code ?? "notWellFormed", reason === undefined ? undefined : { reason });
    } else if (groups.text) {
      resolveReferences(part, (wrong, facts, at, all) => refuse(offset + at, all, wrong, facts));
    } else if (name) {
      if (!slash && depth === maxDepth) {
        return { plain: body, problems, deepAt: offset };
      }
      depth = slash ? Math.max(0, depth - 1) : depth + (rest.endsWith("/") ? 0 : 1);
      if (!slash && name.includes(":")) {
        problems.push(errorAt("namespace", { offset: offset + 1, length: name.length }));
      }
      const attributes = writtenIn(slash ? rest : rest.replace(/\/$/, ""));
      if (attributes) {
        const written = rest.slice(attributes.offset, attributes.offset + attributes.length);
        const at = part.indexOf(name) + name.length + attributes.offset;
        refuse(offset + at, written, "attribute", { member: written.replace(/[\s=][\s\S]*/, "") });
      }
    }
  }
  return { plain: blanked(body, blanks), problems };
}

/** Where what is more than white space begins and ends; undefined where there is nothing else. */
export function writtenIn(text: string): Span | undefined {
  const match = /[^ \t\r\n](?:[\s\S]*[^ \t\r\n])?/.exec(text);
  return match ? { offset: match.index, length: match[0].length } : undefined;
}

/** `text` with white space in place of `spans`, which are in the order of the text. */
export function blanked(text: string, spans: readonly Span[]): string {
  const ends = [0, ...spans.map(({ offset, length }) => offset + length)];
  const kept = spans.map(({ offset, length }, n) => text.slice(ends[n], offset) + " ".repeat(length));
  return kept.join("") + text.slice(ends.at(-1));
}
