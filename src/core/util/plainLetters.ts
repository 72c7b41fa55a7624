/** No more of a text is looked at: a list shows less of a row, whose label may have any length. */
const mostLetters = 2000;

/** Gives a text as it is searched: in small letters, without accents, and only the beginning of a long one. */
export function plainLetters(text: string): string {
  const small = text.slice(0, mostLetters).toLowerCase();
  return isAscii.test(small) ? small : withoutMarks(withoutMarks(small).normalize("NFD"));
}

// Removes the accents that are characters of their own. This is done before `normalize` too, which sorts the marks
// behind a letter and would take seconds for thousands of them.
function withoutMarks(text: string): string {
  return text.replace(/\p{M}/gu, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is what is looked for
const isAscii = /^[\u0000-\u007f]*$/;
