import { readFileSync } from "node:fs";
import { nodesIn } from "./findRegexps.ts";

/** Quotation marks that no message has: those of all messages are “ and ”. */
const otherQuotes = /[«»„‟]/u;

/** What people call the service. Other servers are meant as such: what an attachment lies on, what VS Code runs on. */
const server = /(?<!another |other |code-|without a )\bservers?\b/i;

/** What is wrong with words that a user reads; undefined where nothing is. */
export function wrongWords(words: string): string | undefined {
  const found = otherQuotes.exec(words) ?? server.exec(words.replace(/`[^`]*`/g, ""));
  return found?.[0];
}

/** The words in the strings of a source file: a line each for those that are wrong. */
export function wrongWordsIn(root: string, file: string): readonly string[] {
  return wrongWordsOf(file, readFileSync(`${root}/${file}`, "utf8"));
}

/** As `wrongWordsIn`, of a text. */
export function wrongWordsOf(file: string, text: string): readonly string[] {
  return nodesIn(text).flatMap((node) => {
    const words =
      node.type === "TemplateElement" ? node.value.cooked : node.type === "Literal" ? node.value : undefined;
    const wrong = typeof words === "string" ? wrongWords(words) : undefined;
    return wrong === undefined ? [] : [`${file}:${node.loc?.start.line} ${wrong}`];
  });
}
