import { env } from "vscode";
import { sizeText as sizeIn } from "../../core/tree/formats.ts";

/** Gives a size for a person: `3.2 MB`, in the language of the editor. */
export function sizeText(bytes: number): string {
  return sizeIn(bytes, env.language);
}
