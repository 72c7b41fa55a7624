import { DraftTooLong } from "../../core/draft/printDraft.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { tooLongToCreate } from "../../core/sentences/drafts.ts";
import { HumanError } from "../dialog/present.ts";

/** Gives what `print` gives; throws a HumanError where the text of a draft of that tracker would be too long. */
export async function unlessTooLong<T>(tracker: Tracker | undefined, print: () => Promise<T>): Promise<T> {
  try {
    return await print();
  } catch (error) {
    throw error instanceof DraftTooLong ? new HumanError(tooLongToCreate(tracker?.label), { cause: error }) : error;
  }
}
