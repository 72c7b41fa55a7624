import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { shippedTranslations } from "../../../src/build/shippedTranslations.ts";
import { translatedSchema } from "../../../src/build/translatedSchema.ts";
import { manifestTexts } from "../manifest.ts";
import { projectRoot } from "./paths.ts";

/** The language in which every sentence of ours stands in marks: what is shown without them is not translated. */
export const pseudoLanguage = "qps-ploc";

/** What a sentence takes in, what leads somewhere, and signs that mean something where they stand. */
const unmarked = /(\{\w+\}|\]\([^)]*\)|\[|\n)/;

/** `sentence` with each piece of its words in marks, and what it takes in outside of them. */
export function inPseudoLanguage(sentence: string): string {
  return sentence
    .split(unmarked)
    .map((piece) => (unmarked.test(piece) || !/\p{L}/u.test(piece) ? piece : `⟦${piece}⟧`))
    .join("");
}

/** Adds that language to the extension that is installed in `extensionsFolder`: nothing of it is in the package. */
export function addPseudoLanguage(extensionsFolder: string): void {
  const name = readdirSync(extensionsFolder).find((each) => /^artifact-desk\.artifact-desk-\d/.test(each));
  if (name === undefined) {
    throw new Error(`the extension is not in ${extensionsFolder}`);
  }
  const folder = path.join(extensionsFolder, name);
  const manifest = Object.entries(manifestTexts()).map(([key, text]) =>
    key.startsWith("schema.") ? [key, text.replace("/en/", `/${pseudoLanguage}/`)] : [key, inPseudoLanguage(text)],
  );
  writeJson(path.join(folder, `package.nls.${pseudoLanguage}.json`), Object.fromEntries(manifest));
  const sentences = Object.keys(textsOf("l10n/bundle.l10n.fr.json"));
  const translated = Object.fromEntries(sentences.map((sentence) => [sentence, inPseudoLanguage(sentence)]));
  writeJson(path.join(folder, `dist/l10n/bundle.l10n.${pseudoLanguage}.json`), shippedTranslations(translated));
  for (const file of readdirSync(path.join(projectRoot, "media/schemas"))) {
    const schema: Parameters<typeof translatedSchema>[0] = JSON.parse(
      readFileSync(path.join(projectRoot, "media/schemas", file), "utf8"),
    );
    writeJson(path.join(folder, "dist/schemas", pseudoLanguage, file), translatedSchema(schema, inPseudoLanguage));
  }
}

/** The texts of a file of translations of the project, by key. */
export function textsOf(file: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(path.join(projectRoot, file), "utf8"));
}

function writeJson(file: string, content: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
}
