/** A text as it is looked for: in small letters, without accents. */
export function plainLetters(text: string): string {
  const small = text.toLowerCase();
  return isAscii.test(small) ? small : small.normalize("NFD").replace(/\p{M}/gu, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is what is looked for
const isAscii = /^[\u0000-\u007f]*$/;
