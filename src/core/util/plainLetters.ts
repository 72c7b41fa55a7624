/** A text as it is looked for: in small letters, without accents. */
export function plainLetters(text: string): string {
  const small = text.toLowerCase();
  return isAscii.test(small) ? small : withoutMarks(withoutMarks(small).normalize("NFD"));
}

// Those that stand by themselves go first: `normalize` sorts the marks of a letter, for hours where there are many.
function withoutMarks(text: string): string {
  return text.replace(/\p{M}/gu, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is what is looked for
const isAscii = /^[\u0000-\u007f]*$/;
