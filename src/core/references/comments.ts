/** A part of a text where people write in words. Offsets are in UTF-16 units. */
export interface WordsRange {
  readonly start: number;
  readonly end: number;
}

/** Tells how comments are written in a language. */
interface CommentSyntax {
  readonly line: readonly string[];
  readonly block: readonly (readonly [start: string, end: string])[];
  /** The marks that begin and end a string on one line; a mark with `\` before it does not end it. */
  readonly quotes: readonly string[];
}

/** The languages whose texts are words throughout. */
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

/** Longer texts are not looked through, since that would be done again after each key. */
const maxText = 1_000_000;

/**
 * Finds where people write in words in a text: all of it, or its comments. It finds nothing in a language whose
 * comments are not known here, and in a text that is too long.
 */
export function wordsIn(text: string, languageId: string): readonly WordsRange[] {
  if (text.length > maxText) {
    return [];
  }
  if (isProse(languageId)) {
    return [{ start: 0, end: text.length }];
  }
  const syntax = commentSyntaxOf(languageId);
  return syntax ? commentsIn(text, syntax) : [];
}

/** Tells whether a text of this language is words throughout. */
function isProse(languageId: string): boolean {
  return prose.has(languageId);
}

/** Finds the comments of a text; what looks like one in a string is none. Takes time in proportion to the text. */
function commentsIn(text: string, { line, block, quotes }: CommentSyntax): readonly WordsRange[] {
  const ranges: WordsRange[] = [];
  const marks = [...block.map(([start]) => start), ...line, ...quotes].toSorted((a, b) => b.length - a.length);
  // A mark behind `\` begins no string outside of one. Otherwise each of them would be searched for its end in vain.
  const escaped = `\\\\[\\\\${quotes.map(exactly).join("")}]`;
  const starts = new RegExp([...marks.map(matching), escaped].join("|"), "g");
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    const { 0: mark, index } = found;
    if (mark.startsWith("\\")) {
      continue;
    }
    const end = block.find(([start]) => start === mark)?.[1];
    const isLine = end === undefined && line.includes(mark);
    const next =
      end !== undefined
        ? endOf(text, end, index + mark.length)
        : isLine
          ? endOfLine(text, index)
          : endOfString(text, mark, index + 1);
    if (end !== undefined || isLine) {
      ranges.push({ start: index, end: next });
    }
    starts.lastIndex = next;
  }
  return ranges;
}

/** Gives the pattern of a mark; one of letters, such as `REM`, is matched only as a whole word. */
function matching(mark: string): string {
  return `${/^\w/.test(mark) ? "\\b" : ""}${exactly(mark)}${/\w$/.test(mark) ? "\\b" : ""}`;
}

function exactly(mark: string): string {
  return mark.replace(/[^\w]/g, "\\$&");
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + mark.length;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** Finds the end of a string. A quote that is not closed on its line begins none, as it is an apostrophe. */
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

/**
 * Tells how comments are written in a language, by the identifier that VS Code's documentation lists under «Known
 * language identifiers», or that its best-known extension contributes. It is undefined where the language is not known
 * here.
 */
function commentSyntaxOf(languageId: string): CommentSyntax | undefined {
  return byLanguage.get(languageId);
}

const slashes: CommentSyntax = { line: ["//"], block: [["/*", "*/"]], quotes: ['"', "'"] };
const slashesWithBackticks: CommentSyntax = { ...slashes, quotes: ['"', "'", "`"] };
/** These are languages in which `'` also begins a lifetime or a number. */
const slashesWithoutApostrophes: CommentSyntax = { ...slashes, quotes: ['"'] };
const hashes: CommentSyntax = { line: ["#"], block: [], quotes: ['"', "'", "`"] };
const dashes: CommentSyntax = { line: ["--"], block: [], quotes: ['"', "'"] };
const percents: CommentSyntax = { line: ["%"], block: [], quotes: ['"'] };
const semicolons: CommentSyntax = { line: [";"], block: [["#|", "|#"]], quotes: ['"'] };
/** Pages are words between tags, so that their quotes are apostrophes. */
const tags: CommentSyntax = { line: [], block: [["<!--", "-->"]], quotes: [] };

const languages: readonly (readonly [ids: string, syntax: CommentSyntax])[] = [
  ["c cpp csharp cuda-cpp groovy java less objective-c objective-cpp proto proto3 scss solidity", slashes],
  ["dart go javascript javascriptreact json jsonc jsonl kotlin scala snippets swift", slashesWithBackticks],
  ["typescript typescriptreact", slashesWithBackticks],
  ["hlsl rust shaderlab systemverilog verilog zig", slashesWithoutApostrophes],
  ["cmake crystal dockercompose dockerfile dotenv elixir feature git-rebase graphql ignore makefile nim perl", hashes],
  ["properties r raku shellscript tcl toml yaml", hashes],
  ["ada vhdl", dashes],
  ["bibtex erlang matlab prolog tex", percents],
  ["clojure lisp racket scheme", semicolons],
  ["html razor svelte vue xml xsl", tags],
  ["bat", { line: ["REM", "@REM", "rem", "@rem", "::"], block: [], quotes: ['"'] }],
  ["coffeescript", { ...hashes, block: [["###", "###"]] }],
  ["css", { ...slashes, line: [] }],
  ["diff", { ...hashes, quotes: [] }],
  ["fortran-modern FortranFreeForm", { line: ["!"], block: [], quotes: ['"', "'"] }],
  ["fsharp", { line: ["//"], block: [["(*", "*)"]], quotes: ['"'] }],
  ["handlebars", { ...tags, block: [["{{!--", "--}}"], ...tags.block] }],
  ["haskell", { ...dashes, block: [["{-", "-}"]], quotes: ['"'] }],
  ["ini", { line: [";", "#"], block: [], quotes: ['"'] }],
  ["jade", { line: ["//"], block: [], quotes: ['"', "'"] }],
  ["julia", { ...hashes, block: [["#=", "=#"]], quotes: ['"'] }],
  ["lua", { ...dashes, block: [["--[[", "]]"]] }],
  ["nix terraform", { line: ["#", "//"], block: slashes.block, quotes: ['"'] }],
  ["ocaml", { line: [], block: [["(*", "*)"]], quotes: ['"'] }],
  [
    "pascal",
    {
      line: ["//"],
      block: [
        ["{", "}"],
        ["(*", "*)"],
      ],
      quotes: ["'"],
    },
  ],
  ["php", { ...slashes, line: ["//", "#"] }],
  ["powershell", { ...hashes, block: [["<#", "#>"]], quotes: ['"', "'"] }],
  [
    "python",
    {
      ...hashes,
      block: [
        ['"""', '"""'],
        ["'''", "'''"],
      ],
    },
  ],
  ["ruby", { ...hashes, block: [["=begin", "=end"]] }],
  ["sql", { ...dashes, block: slashes.block }],
  ["vb", { line: ["'"], block: [], quotes: ['"'] }],
];

const byLanguage: ReadonlyMap<string, CommentSyntax> = new Map(
  languages.flatMap(([ids, syntax]) => ids.split(" ").map((id) => [id, syntax] as const)),
);
