/** Where people write in words in a text of a language. Offsets in UTF-16 units. */
export interface WordsRange {
  readonly start: number;
  readonly end: number;
}

interface Syntax {
  readonly line?: readonly string[];
  readonly block?: readonly (readonly [start: string, end: string])[];
  /** What begins and ends a string on one line, `\` before it aside. */
  readonly quotes?: string;
}

const slashes: Syntax = { line: ["//"], block: [["/*", "*/"]], quotes: "\"'`" };
const hashes: Syntax = { line: ["#"], quotes: "\"'" };
const tags: Syntax = { block: [["<!--", "-->"]] };

const syntaxes: Readonly<Record<string, Syntax>> = {
  ...Object.fromEntries(
    [
      ...["c", "cpp", "csharp", "java", "javascript", "javascriptreact", "typescript", "typescriptreact", "go", "rust"],
      ...["swift", "kotlin", "scala", "dart", "groovy", "objective-c", "objective-cpp", "jsonc"],
    ].map((language) => [language, slashes]),
  ),
  ...Object.fromEntries(
    [
      "python",
      "ruby",
      "shellscript",
      "perl",
      "r",
      "yaml",
      "dockerfile",
      "makefile",
      "properties",
      "elixir",
      "toml",
    ].map((language) => [language, hashes]),
  ),
  ...Object.fromEntries(["html", "xml", "xsl"].map((language) => [language, tags])),
  php: { line: ["//", "#"], block: [["/*", "*/"]], quotes: "\"'" },
  sql: { line: ["--"], block: [["/*", "*/"]], quotes: "'" },
  lua: { line: ["--"], block: [["--[[", "]]"]], quotes: "\"'" },
  powershell: { line: ["#"], block: [["<#", "#>"]], quotes: "\"'" },
  vb: { line: ["'"], quotes: '"' },
};

/** Languages that are words throughout. */
const prose = new Set([
  "markdown",
  "plaintext",
  "scminput",
  "git-commit",
  "restructuredtext",
  "asciidoc",
  "latex",
  "artifact-markdown",
  "artifact-html",
  "artifact-text",
]);

/**
 * The comments of a text, of prose all of it; undefined for a language whose comments are not known. What looks like one in
 * a string is none. Takes time in proportion to the text.
 */
export function wordsIn(text: string, languageId: string): readonly WordsRange[] | undefined {
  if (prose.has(languageId)) {
    return [{ start: 0, end: text.length }];
  }
  const syntax = Object.hasOwn(syntaxes, languageId) ? syntaxes[languageId] : undefined;
  return syntax && commentsIn(text, syntax);
}

function commentsIn(text: string, { line = [], block = [], quotes = "" }: Syntax): readonly WordsRange[] {
  const ranges: WordsRange[] = [];
  const starts = new RegExp(
    [...block.map(([start]) => start), ...line, ...quotes].map((each) => each.replace(/[^\w]/g, "\\$&")).join("|"),
    "g",
  );
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    const { 0: mark, index } = found;
    const end = block.find(([start]) => start === mark)?.[1];
    const next =
      end !== undefined
        ? endOf(text, end, index + mark.length)
        : line.includes(mark)
          ? endOfLine(text, index)
          : endOfString(text, mark, index + 1);
    if (end !== undefined || line.includes(mark)) {
      ranges.push({ start: index, end: next });
    }
    starts.lastIndex = next;
  }
  return ranges;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + mark.length;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** A string that its line does not end is taken for none: an apostrophe. */
function endOfString(text: string, quote: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") {
      at++;
    } else if (character === quote) {
      return at + 1;
    } else if (character === "\n" && quote !== "`") {
      return from;
    }
  }
  return from;
}
