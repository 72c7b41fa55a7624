import type { CommentSyntax } from "./comments.ts";

/**
 * Tells how comments are written in a language, by the identifier that VS Code's documentation lists under «Known
 * language identifiers», or that its best-known extension contributes. Undefined where the language is not known here.
 */
export function commentSyntaxOf(languageId: string): CommentSyntax | undefined {
  return byLanguage.get(languageId);
}

const slashes: CommentSyntax = { line: ["//"], block: [["/*", "*/"]], quotes: ['"', "'"] };
const slashesWithBackticks: CommentSyntax = { ...slashes, quotes: ['"', "'", "`"] };
/** `'` also begins a lifetime or a number there. */
const slashesWithoutApostrophes: CommentSyntax = { ...slashes, quotes: ['"'] };
const hashes: CommentSyntax = { line: ["#"], block: [], quotes: ['"', "'", "`"] };
const dashes: CommentSyntax = { line: ["--"], block: [], quotes: ['"', "'"] };
const percents: CommentSyntax = { line: ["%"], block: [], quotes: ['"'] };
const semicolons: CommentSyntax = { line: [";"], block: [["#|", "|#"]], quotes: ['"'] };
/** Pages are words between tags: their quotes are apostrophes. */
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
