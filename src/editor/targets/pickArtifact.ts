import { artifactWords, attachTitle } from "../../core/sentences/uploads.ts";
import { pickChoices, type ShownChoice } from "../dialog/pickChoices.ts";

/** Asks for an artifact, those met lately first; undefined when the person gave up. */
export async function pickArtifact(
  label: string,
  find: (words: string, signal: AbortSignal) => Promise<readonly ShownChoice[]>,
  isTooShort: (words: string) => boolean,
): Promise<number | undefined> {
  const chosen = await pickChoices({
    title: `${attachTitle} (${label})`,
    placeholder: artifactWords,
    isMany: false,
    chosen: [],
    choices: await find("", new AbortController().signal),
    isTooShort,
    find,
  });
  return chosen?.[0] && Number(chosen[0].id);
}
