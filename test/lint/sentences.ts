import { readFileSync } from "node:fs";
import type { AnyNode, CallExpression, ObjectExpression } from "acorn";
import { nodesIn } from "./findRegexps.ts";

/** The sentences that a source file gives to `t`, in English: what is translated. */
export function sentencesIn(root: string, file: string): readonly string[] {
  return sentencesOf(file, readFileSync(`${root}/${file}`, "utf8"));
}

/**
 * As `sentencesIn`, of a text.
 * @throws {Error} when `t` is given something else than the text of a sentence, which nobody could translate, or other
 * values than the sentence takes in
 */
export function sentencesOf(file: string, text: string): readonly string[] {
  if (!text.includes('from "@vscode/l10n"')) {
    return [];
  }
  return nodesIn(text).flatMap((node) => {
    if (!isTranslation(node)) {
      return [];
    }
    const [sentence, given] = node.arguments;
    const at = `${file}:${node.loc?.start.line}`;
    if (sentence?.type !== "Literal" || typeof sentence.value !== "string") {
      throw new Error(`${at} gives t no sentence`);
    }
    if (
      given?.type === "ObjectExpression" &&
      `${namesOf(given)}` !== `${placeholdersOf(sentence.value).filter(isNamed)}`
    ) {
      throw new Error(`${at} gives ${sentence.value} other values than it takes in`);
    }
    return [sentence.value];
  });
}

/**
 * The texts of a source file that a person may read and that are not given to `t`, with their places: those of two
 * words or more, and those that begin with a capital. Templates are shown with `{}` for what they take in.
 */
export function untranslatedIn(root: string, file: string): readonly string[] {
  return untranslatedOf(file, readFileSync(`${root}/${file}`, "utf8"));
}

/** As `untranslatedIn`, of a text. */
export function untranslatedOf(file: string, text: string): readonly string[] {
  const nodes = nodesIn(text);
  const translated = nodes.flatMap((node) => (isTranslation(node) && node.arguments[0] ? [node.arguments[0]] : []));
  const ofCode = nodes.flatMap((node) =>
    node.type === "ImportDeclaration" || node.type === "ExportNamedDeclaration" || node.type === "ExportAllDeclaration"
      ? [node.source]
      : node.type === "Property"
        ? [node.key]
        : [],
  );
  const known = new Set<unknown>([...translated, ...ofCode]);
  return nodes.flatMap((node) => {
    const words = known.has(node) ? undefined : wordsOf(node);
    return words !== undefined && isReadByPeople(words) ? [`${file}:${node.loc?.start.line} ${words}`] : [];
  });
}

function isTranslation(node: AnyNode): node is CallExpression {
  return node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "t";
}

function wordsOf(node: AnyNode): string | undefined {
  if (node.type === "TemplateLiteral") {
    return node.quasis.map(({ value }) => value.cooked).join("{}");
  }
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

function isReadByPeople(words: string): boolean {
  return /\p{L}.* .*\p{L}|^\p{Lu}\p{Ll}+$/u.test(words.replaceAll("{}", ""));
}

/** The names that stand in braces in a sentence, each once, in order of the alphabet. */
export function placeholdersOf(sentence: string): readonly string[] {
  return [...new Set([...sentence.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name))].sort();
}

/** What is only numbered is filled in by VS Code. */
function isNamed(placeholder: string): boolean {
  return !/^\d+$/.test(placeholder);
}

function namesOf({ properties }: ObjectExpression): readonly string[] {
  return properties
    .flatMap((property) =>
      property.type === "Property" && property.key.type === "Identifier" ? [property.key.name] : [],
    )
    .sort();
}
