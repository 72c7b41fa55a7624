import { blanked, type Span, trimmedSpan } from "../util/span.ts";
import { errorAt, notWellFormed, type Problem } from "./problem.ts";
import { characterProblems, declaration, markup, referenceProblems } from "./xmlText.ts";

/** A text with more mistakes was not written as a document, so nothing of it is read. */
const maxMistakes = 10_000;

/** XML is read to this depth: one more than JSON, where the innermost values are no level of their own. */
export const maxDepth = 101;

// These groups of `markup` are mistakes, named by the code of a problem or by the reason why a text is no XML.
const codes = ["comment", "instruction", "doctype"] as const;
const reasons = ["CdataNotClosed", "TagNotClosed", "MarkupInvalid", "UnescapedLessThan", "GreaterThanAfterBrackets"];

type Tag = Span & { readonly name: string; readonly isEnd: boolean };

/**
 * Finds what no document of the extension holds and what has no end. The library takes most of the first without a
 * word; at the second it throws, or does not tell the place. `plain` is the text with white space in place of both, and
 * of a byte order mark and a declaration.
 */
export function plainXml(text: string): { readonly plain: string; readonly problems: readonly Problem[] } {
  const body = text.replace(declaration, ({ length }) => " ".repeat(length));
  const refused: Problem[] = [];
  const tags: Tag[] = [];
  for (const { 0: part, index: offset, groups = {} } of body.matchAll(markup)) {
    const { slash = "", name, rest = "", reference } = groups;
    const place = { offset, length: trimmedSpan(part)?.length ?? 0 };
    const code = codes.find((each) => groups[each] !== undefined);
    const reason = reasons.find((each) => groups[each] !== undefined);
    if (code) {
      refused.push(errorAt(code, place));
    } else if (reason) {
      refused.push(notWellFormed(reason, place));
    } else if (reference) {
      refused.push(...referenceProblems(reference, offset));
    } else if (name) {
      const isEmpty = !slash && rest.endsWith("/");
      refused.push(...attributeProblems(isEmpty ? rest.slice(0, -1) : rest, offset + 1 + slash.length + name.length));
      tags.push({ ...place, name, isEnd: slash !== "" });
      tags.push(...(isEmpty ? [{ ...place, name, isEnd: true }] : []));
    }
    if (refused.length > maxMistakes) {
      return { plain: "", problems: refused };
    }
  }
  const { tooDeep, lone, kept } = checkTags(tags);
  if (tooDeep) {
    return { plain: "", problems: [tooDeep] };
  }
  const blank = [...refused, ...lone];
  if (blank.length > maxMistakes) {
    return { plain: "", problems: blank };
  }
  return { plain: blanked(body, blank), problems: [...characterProblems(text), ...blank, ...kept] };
}

function attributeProblems(written: string, offset: number): readonly Problem[] {
  const span = trimmedSpan(written);
  const member = /[^ \t\r\n=]+/.exec(written)?.[0] ?? "";
  return span ? [errorAt("attribute", { ...span, offset: offset + span.offset }, { member })] : [];
}

/** Finds the tags without a partner. Those in `lone` have to be blanked for the rest to be understood. */
function checkTags(tags: readonly Tag[]): { tooDeep?: Problem; lone: readonly Problem[]; kept: readonly Problem[] } {
  const open: Tag[] = [];
  const lone: Problem[] = [];
  const kept: Problem[] = [];
  for (const [n, tag] of tags.entries()) {
    const innermost = open.at(-1);
    const start = open.findLastIndex(({ name }) => name === tag.name);
    if (!tag.isEnd) {
      if (open.push(tag) > maxDepth) {
        return { tooDeep: errorAt("tooDeep", { ...tag, length: 1 }, { limit: maxDepth }), lone, kept };
      }
    } else if (start >= 0) {
      lone.push(
        ...open
          .splice(start)
          .slice(1)
          .map((each) => notWellFormed("ElementNotClosed", each)),
      );
    } else if (innermost && innermost === tags[n - 1]) {
      // The tag before this one opened the innermost element, so this is its end tag with a misspelled name. The parser
      // takes it for that, too.
      kept.push(notWellFormed("MismatchedEndTag", { ...tag, name: innermost.name }));
      open.pop();
    } else {
      lone.push(notWellFormed("EndTagUnexpected", tag));
    }
  }
  // Only the innermost open element is told; once it is closed, the next one around it is told.
  return { lone, kept: [...kept, ...open.slice(-1).map((each) => notWellFormed("ElementNotClosed", each))] };
}
