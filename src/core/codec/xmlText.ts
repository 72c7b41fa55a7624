import type { Problem } from "./problem.ts";

/** Characters XML 1.0 cannot hold, not even as references; `\p{Cs}` is half a surrogate pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/gu;

/** The characters of `text` that XML 1.0 cannot hold, with their places. */
export function forbiddenCharacters(text: string): readonly { readonly offset: number; readonly codePoint: number }[] {
  return Array.from(text.matchAll(forbidden), ({ 0: character, index }) => ({
    offset: index,
    codePoint: character.charCodeAt(0),
  }));
}

// Without U+1680 and U+FEFF, white space to the library, and without what needs two units, which it takes for no letters.
const nameStart =
  "A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u167f\\u1681-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufefe\\uff00-\\ufffd";
const nameRest = `${nameStart}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040`;

/** The source of a regular expression with the `u` flag for a name; with a colon it is one of a namespace. */
export const namePattern = `[:${nameStart}][:${nameRest}]*`;

const plainName = new RegExp(`^[${nameStart}][${nameRest}]*$`, "u");

/** Whether an element can have this name without being in a namespace. */
export function isElementName(name: string): boolean {
  return plainName.test(name);
}

// What an editor would change or not show is written as a reference: line ends other than LF, and control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const special = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff\p{Cs}\ufffe\uffff]/gu;

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/**
 * `text` as the content of an element. A character XML cannot hold becomes a reference that is refused when it is read,
 * so that no other character takes its place unnoticed.
 */
export function escapeXml(text: string): string {
  return text.replace(special, (character) => {
    return named[character] ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`;
  });
}

/** What an ampersand may begin: the number or the name of a reference; neither where it stands alone. */
const reference = new RegExp(`&(?:#([0-9]+)|#x([0-9a-fA-F]+)|(${namePattern}));|&`, "gu");

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** What is wrong with a reference, as the code and the facts of a problem. */
type ReferenceMistake = readonly [code: Problem["code"], facts: NonNullable<Problem["facts"]>];

/** `text` with its references resolved; those that are mistakes stay as they are, and `onMistake` is told. */
export function resolveReferences(
  text: string,
  onMistake?: (...mistake: [...ReferenceMistake, offset: number, written: string]) => void,
): string {
  return text.includes("&")
    ? text.replace(reference, (all, decimal?: string, hex?: string, name?: string, offset = 0) => {
        const resolved = resolve(decimal, hex, name);
        if (typeof resolved === "string") {
          return resolved;
        }
        onMistake?.(...resolved, offset, all);
        return all;
      })
    : text;
}

function resolve(decimal?: string, hex?: string, name?: string): string | ReferenceMistake {
  if (name !== undefined) {
    return Object.hasOwn(entities, name) ? (entities[name] ?? "") : ["unknownEntity", { member: name }];
  }
  const digits = decimal ?? hex;
  if (digits === undefined) {
    return ["notWellFormed", { reason: "UnescapedAmpersand" }];
  }
  const codePoint = Number.parseInt(digits, decimal === undefined ? 16 : 10);
  const character = codePoint > 0x10ffff ? "" : String.fromCodePoint(codePoint);
  const isHeld = character !== "" && forbiddenCharacters(character).length === 0;
  return isHeld ? character : ["invalidCharacter", { codePoint }];
}
