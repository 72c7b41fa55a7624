import { parse } from "jsonc-parser";
import type { CommentSyntax } from "./comments.ts";

/**
 * How comments are written in a language, by the texts of the language configurations that extensions bring for it:
 * JSON with comments, as VS Code describes in «Language Configuration Guide». Undefined where nothing is known. Never
 * throws.
 */
export function commentSyntaxOf(languageId: string, configurations: readonly string[]): CommentSyntax | undefined {
  if (configurations.length === 0) {
    return elsewhere.get(languageId);
  }
  const all = configurations.map(read);
  const line = unique([...all.flatMap((each) => each.line), ...(furtherLines.get(languageId) ?? [])]);
  const block = all.flatMap((each) => each.block).filter(([start]) => !line.includes(start));
  // Pages are words between tags: their quotes are apostrophes.
  const isMarkup = block.some(([start]) => start === "<!--");
  const quotes = isMarkup ? [] : unique(all.flatMap((each) => each.quotes)).filter((quote) => !line.includes(quote));
  return line.length + block.length === 0 ? undefined : { line, block, quotes };
}

/** There is room for one line comment in a configuration. */
const furtherLines: ReadonlyMap<string, readonly string[]> = new Map([["php", ["#"]]]);

const slashes: CommentSyntax = { line: ["//"], block: [["/*", "*/"]], quotes: ['"', "'", "`"] };
const hashes: CommentSyntax = { line: ["#"], block: [], quotes: ['"', "'"] };

/**
 * Languages that VS Code does not know by itself: in a remote window their extension may be on the other side, unseen.
 */
const elsewhere: ReadonlyMap<string, CommentSyntax> = new Map([
  ["elixir", hashes],
  ["kotlin", slashes],
  ["scala", slashes],
  ["toml", hashes],
]);

function read(text: string): CommentSyntax {
  const configuration: unknown = parse(text, [], { allowTrailingComma: true });
  const { comments, autoClosingPairs, surroundingPairs } = membersOf(configuration);
  const { lineComment, blockComment } = membersOf(comments);
  const line = membersOf(lineComment)["comment"] ?? lineComment;
  const [start, end] = Array.isArray(blockComment) ? blockComment : [];
  return {
    line: isMark(line) ? [line] : [],
    block: isMark(start) && isMark(end) ? [[start, end]] : [],
    quotes: [autoClosingPairs, surroundingPairs].flatMap(quotesIn),
  };
}

/** Pairs are written `["(", ")"]` or `{ "open": "(", "close": ")" }`. */
function quotesIn(pairs: unknown): readonly string[] {
  return (Array.isArray(pairs) ? pairs : []).flatMap((pair: unknown) => {
    const { open, close } = Array.isArray(pair) ? { open: pair[0], close: pair[1] } : membersOf(pair);
    return typeof open === "string" && open === close && /^["'`]$/.test(open) ? [open] : [];
  });
}

function isMark(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= maxMarkLength;
}

const maxMarkLength = 20;

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function unique(all: readonly string[]): readonly string[] {
  return [...new Set(all)];
}
