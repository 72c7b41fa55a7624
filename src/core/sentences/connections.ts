import { t } from "@vscode/l10n";
import type { AddressProblem } from "../connection/address.ts";
import type { ConnectionProblem } from "../connection/settings.ts";
import type { SuggestedConnection } from "../connection/suggestions.ts";
import { behindColon } from "../labels/punctuation.ts";
import type { OtherAddress } from "../windows/draftRecord.ts";

// These sentences may be told from the start. What commands say of connections stands in `connectionCommands.ts` and is
// loaded with them.

/** Says what is wrong with an address to the person who wrote it. */
export const addressProblems: Readonly<Record<AddressProblem, string>> = {
  empty: t("An address is needed, such as https://tracker.example."),
  malformed: t("This is not an address. It looks like https://tracker.example."),
  scheme: t("The address has to begin with https:// (or http:// on this machine)."),
  credentials: t("Leave user name and password out of the address: an access key is asked for."),
};

/** Says that a document belongs to a connection that is not there. */
export function connectionIsGone(connectionId: string): string {
  return t(
    "There is no connection “{connectionId}” any more, so its documents cannot be opened. Add it again under this id, or close them.",
    { connectionId },
  );
}

/** Says that something was given up because it was begun at an earlier address of the connection. */
export function leadsElsewhere(label: string): string {
  return t(
    "The connection “{label}” leads to another address now, so this was given up. Do it again: what was made at the address before is compared with what is there first.",
    { label },
  );
}

/** Says what is wrong with the setting of connections, one sentence for each problem. */
export function unusableConnections(problems: readonly ConnectionProblem[]): string {
  const sentences = problems.map((problem) => {
    const which =
      problem.id === undefined ? t("Entry {number}", { number: (problem.index ?? 0) + 1 }) : `“${problem.id}”`;
    return problem.problem === "notAList" ? t("It is not a list.") : behindColon(which, reasons[problem.problem]);
  });
  return t("Some connections in the settings cannot be used. {sentences}", { sentences: sentences.join(" ") });
}

const reasons: Readonly<Record<Exclude<ConnectionProblem["problem"], "notAList">, string>> = {
  ...addressProblems,
  notAnObject: t("it has to be an object with id, url and label."),
  id: t("its id has to be of lower-case letters, digits and hyphens."),
  duplicateId: t("its id is used twice."),
  url: t("its url is missing."),
};

export const noConnectionYet = t("There is no connection yet. Add one first: Artifact Desk: Add Connection.");

export function noConnection(connectionId: string): string {
  return t("There is no connection “{connectionId}”. Add it, or check the setting of connections.", { connectionId });
}

/** Says where a suggested connection comes from. */
export function suggestedBy({ from }: SuggestedConnection): string {
  return t("Suggested by the folder “{from}”.", { from });
}

/** Asks for a yes to a suggested address, which is in the box. */
export function confirmSuggestion({ from, label }: SuggestedConnection): string {
  return t("The folder “{from}” suggests this service, as “{label}”. Go on only if you know the address.", {
    from,
    label,
  });
}

export const askWhichService = t("Which service?");
export const anotherAddress = t("Another Address…");

export const getStarted = t("Get Started");
export const getStartedDetail = t("Shows the first five steps.");

// These sentences are about drafts and comments that were begun at another address of the connection.

export const begunElsewhere = t(
  "Nothing was sent: as far as is known, this was not begun at the address of the connection. It is sent once you have answered that it may.",
);

/** Asks whether something may be sent, which `what` names, such as «The draft». */
export function askToSendThere(what: string, { from, to, isInDoubt }: OtherAddress): string {
  const begun = from === undefined ? t("at an address that is not known any more") : t("for {from}", { from });
  const lost = from === undefined ? t(" Nobody knows whether it was sent before.") : "";
  const doubt = isInDoubt ? t(" It was sent there before, and nobody knows whether it arrived.") : lost;
  return t("{what} was written {begun}, and the connection leads to {to} now.{doubt} Send it to {to}?", {
    what,
    begun,
    to,
    doubt,
  });
}
