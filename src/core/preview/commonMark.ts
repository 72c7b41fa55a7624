/**
 * Markup of a CommonMark text by a renderer that knows more than CommonMark. Formulas and the colouring of code are
 * kept from it: a formula of a thousand characters takes a minute, and the service shows neither. Undefined where
 * `render` gives that.
 */
export async function commonMarkOnly(
  source: string,
  render: (source: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const markup = await render(
    source
      .replace(reserved, "\ufffd")
      .replace(dollars, (all, backslashes: string) => (backslashes.length % 2 === 0 ? `${backslashes}${dollar}` : all))
      .replace(codeLanguages, `$&${noLanguage}`),
  );
  return markup?.replace(shownDollars, () => "$").replace(shownNoLanguages, "");
}

// Unicode keeps both for a program's own use: no text has them. In addresses they are written in percents.
const [dollar, noLanguage] = ["\ufdd0", "\ufdd1"];
const reserved = /[\ufdd0\ufdd1]/g;
const shownDollars = /\ufdd0|%EF%B7%90/g;
const shownNoLanguages = /\ufdd1|%EF%B7%91/g;

/** One behind an odd number of backslashes begins no formula. */
const dollars = /(?<!\\)(\\*)\$/g;
/** The start of a block of code, up to the name of its language. */
const codeLanguages = /(?<![`~])(?:`{3,}|~{3,})[^\S\n\r]*(?=[^\s`~])/g;
