import fc from "fast-check";

const [firstSurrogate, surrogates] = [0xd800, 0x800];

/**
 * Any character of Unicode, for `fc.string({ unit: anyCharacter })`: as the library's own `binary`, which makes a list
 * of all of them first.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(
  (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
  (character) => {
    const code = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character || /[\ud800-\udfff]/u.test(character)) {
      throw new Error("not one character");
    }
    return code < firstSurrogate ? code : code - surrogates;
  },
);
