import { errorAt, type Problem } from "./problem.ts";

/** Characters XML 1.0 cannot hold, not even as references; `\p{Cs}` is half a surrogate pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/gu;

/** Finds the characters of `text` that XML 1.0 cannot hold, with their places. */
export function forbiddenCharacters(text: string): readonly { readonly offset: number; readonly codePoint: number }[] {
  return Array.from(text.matchAll(forbidden), ({ 0: character, index }) => ({
    offset: index,
    codePoint: character.charCodeAt(0),
  }));
}

/** Gives each character of `text` that XML 1.0 cannot hold as a problem. */
export function characterProblems(text: string): readonly Problem[] {
  return forbiddenCharacters(text).map(({ offset, codePoint }) => {
    const isHalf = codePoint >= 0xd800 && codePoint <= 0xdfff;
    return errorAt(isHalf ? "loneSurrogate" : "invalidCharacter", { offset, length: 1 }, { codePoint });
  });
}

// U+1680 and U+FEFF are left out, as the library takes them for white space. So are characters of two units, which it
// takes for no letters.
const nameStart =
  "A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u167f\\u1681-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufefe\\uff00-\\ufffd";
const nameRest = `${nameStart}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040`;

// A name with a colon belongs to a namespace.
const namePattern = `[:${nameStart}][:${nameRest}]*`;

const space = "[ \\t\\r\\n]";
const version = `${space}+version${space}*=${space}*(?:"1\\.0"|'1\\.0')`;
const encoding = `${space}+encoding${space}*=${space}*(?:"[A-Za-z][\\w.-]*"|'[A-Za-z][\\w.-]*')`;
const standalone = `${space}+standalone${space}*=${space}*(?:"(?:yes|no)"|'(?:yes|no)')`;

/** Matches what may come before all else in a text: a byte order mark and a declaration. */
export const declaration = new RegExp(`^\\ufeff?(?:<\\?xml${version}(?:${encoding})?(?:${standalone})?${space}*\\?>)?`);

const plainName = new RegExp(`^[${nameStart}][${nameRest}]*$`, "u");

/** Tells whether an element can have this name without being in a namespace. */
export function isElementName(name: string): boolean {
  return plainName.test(name);
}

// What an editor would change or not show is written as a reference: line ends other than LF, and control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const special = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff\p{Cs}\ufffe\uffff]/gu;

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/**
 * Gives `text` as the content of an element. A character that XML cannot hold becomes a reference that is refused when
 * it is read, so that no other character takes its place unnoticed.
 */
export function escapeXml(text: string): string {
  return text.replace(special, (character) => {
    return named[character] ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`;
  });
}

// A reference names a character by its number or its name. A lone ampersand is no reference, and is found too.
const referencePattern = `&(?:#([0-9]+)|#x([0-9a-fA-F]+)|(${namePattern}));|&`;
const reference = new RegExp(referencePattern, "gu");

const sections =
  "(?<comment><!--.*?(?:-->|$))|(?<instruction><\\?.*?(?:\\?>|$))|<!\\[CDATA\\[.*?(?:\\]\\]>|(?<CdataNotClosed>$))" +
  `|(?<doctype><!DOCTYPE(?:[^[<>]*>|.*?(?:\\]${space}*>|$)))`;
const quoted = `"[^"<]*"|'[^'<]*'`;
// Without the bound, millions of quotes would overflow the stack.
const attributes = `(?:${space}|/)[^<>"']*(?:(?:${quoted})[^<>"']*){0,100}`;
const tag = `<(?<slash>/?)(?<name>${namePattern})(?<rest>(?:${attributes})?)(?:>|(?<TagNotClosed>[^<]*))`;
const strays = "(?<MarkupInvalid><[!/][^<>]*>?)|(?<UnescapedLessThan><)|(?<GreaterThanAfterBrackets>\\]\\]>)";

/**
 * Finds, one after another, all parts that are more than characters, or look like it. A section without an end reaches
 * to the end of the text, and a tag without one to the next tag.
 */
export const markup = new RegExp(`${sections}|${tag}|${strays}|(?<reference>${referencePattern})`, "gsu");

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plainReferences: ReadonlySet<string> = new Set(Object.keys(entities).map((name) => `&${name};`));

/** Gives `text` with its references resolved; those that are mistakes stay as they are. */
export function resolveReferences(text: string): string {
  return text.replace(reference, (written, decimal?: string, hex?: string, name?: string) => {
    const resolved = resolve(decimal, hex, name);
    return typeof resolved === "string" ? resolved : written;
  });
}

/** Tells what is wrong with a reference that stands at `offset`. */
export function referenceProblems(written: string, offset: number): readonly Problem[] {
  // The names that XML knows are answered fast, as a text may hold a million of them.
  if (plainReferences.has(written)) {
    return [];
  }
  const [, decimal, hex, name] = [...written.matchAll(reference)][0] ?? [];
  const resolved = resolve(decimal, hex, name);
  return typeof resolved === "string"
    ? []
    : [errorAt(resolved.code, { offset, length: written.length }, resolved.facts)];
}

type ReferenceMistake = Pick<Problem, "code" | "facts">;

function resolve(decimal?: string, hex?: string, name?: string): string | ReferenceMistake {
  if (name !== undefined) {
    return Object.hasOwn(entities, name) ? (entities[name] ?? "") : { code: "unknownEntity", facts: { member: name } };
  }
  const digits = decimal ?? hex;
  if (digits === undefined) {
    return { code: "notWellFormed", facts: { reason: "UnescapedAmpersand" } };
  }
  const codePoint = Number.parseInt(digits, decimal === undefined ? 16 : 10);
  const character = codePoint > 0x10ffff ? "" : String.fromCodePoint(codePoint);
  return character === "" || forbiddenCharacters(character).length > 0
    ? { code: "invalidCharacter", facts: { codePoint } }
    : character;
}
