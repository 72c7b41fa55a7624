import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./host/paths.ts";

/** The texts of the manifest by their keys: English, or those of another language (`fr`). */
export function manifestTexts(language?: string): Readonly<Record<string, string>> {
  return JSON.parse(read(language === undefined ? "package.nls.json" : `package.nls.${language}.json`));
}

/** The manifest as VS Code shows it in English; a key without a text stays `%key%`. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at any place of it
export function readManifest(): any {
  const texts = manifestTexts();
  return JSON.parse(read("package.json"), (_, value: unknown) =>
    typeof value === "string" ? value.replace(/^%([^%]+)%$/, (whole, key: string) => texts[key] ?? whole) : value,
  );
}

/** The keys of texts that the manifest names. */
export function manifestKeys(): readonly string[] {
  return [...read("package.json").matchAll(/"%([^%"]+)%"/g)].map(([, key = ""]) => key);
}

function read(file: string): string {
  return readFileSync(path.join(projectRoot, file), "utf8");
}
