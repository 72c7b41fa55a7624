/** More than a list shows of a row, whose label may have any length. */
const mostLetters = 2000;

/** A text as it is looked for: in small letters, without accents; of a long one its beginning. */
export function plainLetters(text: string): string {
  const small = text.slice(0, mostLetters).toLowerCase();
  return isAscii.test(small) ? small : withoutMarks(withoutMarks(small).normalize("NFD"));
}

// Those that stand by themselves go first: `normalize` sorts the marks of a letter, for seconds in a list of such.
function withoutMarks(text: string): string {
  return text.replace(/\p{M}/gu, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is what is looked for
const isAscii = /^[\u0000-\u007f]*$/;
