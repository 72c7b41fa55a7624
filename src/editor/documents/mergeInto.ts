import type { TextDocument } from "vscode";
import type { ArtifactMerge } from "../../core/workingCopy/artifactTypes.ts";
import { replaceText } from "../text/replaceText.ts";
import type { ArtifactDocument } from "./artifactDocument.ts";

/**
 * Makes the changes of a merge in the text, as it is by now; one that cannot be read is left as it is. False where VS Code did
 * not let it: the next save asks about what is missing.
 */
export async function mergeInto(
  { read, form }: ArtifactDocument,
  text: TextDocument,
  merge: ArtifactMerge,
): Promise<boolean> {
  return await replaceText(text, (now) => {
    const mine = read(now);
    return mine.kind === "entries" ? form.edit(now, merge.again(mine.entries).changes) : now;
  });
}
