import { sendThereButton } from "../../core/labels/buttons.ts";
import { askToSendThere } from "../../core/sentences/connections.ts";
import { fileNotSaved } from "../../core/sentences/files.ts";
import type { OtherAddress } from "../../core/windows/draftRecord.ts";
import { explain, presentFailure, warn } from "./present.ts";

/** A draft or comment that was begun at another address than its connection leads to now. */
interface BegunElsewhere {
  readonly otherAddress: OtherAddress | undefined;
  /** Lets it be sent to `address` from here on. */
  moveHere(address: string): Promise<void>;
}

/** Asks whether `what` may be sent to where its connection leads now, and saves it after a yes. */
export async function offerToSendThere(
  what: string,
  begun: BegunElsewhere,
  save: () => Promise<unknown>,
): Promise<void> {
  const { otherAddress } = begun;
  const isWanted = otherAddress && (await warn(askToSendThere(what, otherAddress), sendThereButton)) !== undefined;
  // The answer may come long after, when that draft is gone and another one has its place.
  if (isWanted && begun.otherAddress?.to === otherAddress.to) {
    try {
      await begun.moveHere(otherAddress.to);
    } catch (error) {
      await presentFailure(await explain(error, fileNotSaved(what)), undefined);
      return;
    }
    await save();
  }
}
