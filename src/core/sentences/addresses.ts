import { t } from "@vscode/l10n";
import type { OtherAddress } from "../windows/draftRecord.ts";

// Drafts and comments whose connection leads to another address than when they were begun.

export const begunElsewhere = t(
  "Nothing was sent: this was begun when the connection led to another address. It is sent once you have answered that it may.",
);

/** Asks whether it may be sent; `what` such as «The draft». */
export function askToSendThere(what: string, { from, to, isInDoubt }: OtherAddress): string {
  const begun = from === undefined ? t("at an address that is not known any more") : t("for {from}", { from });
  const doubt = isInDoubt ? t(" It was sent there before, and nobody knows whether it arrived.") : "";
  return t("{what} was written {begun}, and the connection leads to {to} now.{doubt} Send it to {to}?", {
    what,
    begun,
    to,
    doubt,
  });
}
