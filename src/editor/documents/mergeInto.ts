import type { TextDocument } from "vscode";
import type { KindTypes, TextMerge } from "../../core/workingCopy/kindTypes.ts";
import { replaceText } from "../text/replaceText.ts";
import type { GuardedDocument } from "./guardedDocument.ts";

/**
 * Makes the changes of a merge in the text as it is now; a text that cannot be read is left as it is. Gives false where
 * VS Code did not let it: then the next save asks about what is missing.
 */
export async function mergeInto<T extends KindTypes>(
  document: GuardedDocument<T>,
  text: TextDocument,
  merge: TextMerge<T>,
): Promise<boolean> {
  return await replaceText(text, (now) => {
    const mine = document.mineIn(now);
    return mine === undefined ? now : document.withMerge(now, merge.again(mine));
  });
}
