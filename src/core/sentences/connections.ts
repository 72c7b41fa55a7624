import type { AddressProblem } from "../connection/address.ts";
import type { ConnectionProblem } from "../connection/settings.ts";

// What is told from the start; what commands say of connections stands in `connectionCommands.ts` and is loaded with
// them.

/** What is wrong with an address, for the person who wrote it. */
export const addressProblems: Readonly<Record<AddressProblem, string>> = {
  empty: "An address is needed, such as https://tracker.example.",
  malformed: "This is not an address. It looks like https://tracker.example.",
  scheme: "The address has to begin with https:// (or http:// on this machine).",
  credentials: "Leave user name and password out of the address: an access key is asked for.",
};

/** That a document is of a connection that is not there. */
export function connectionIsGone(connectionId: string): string {
  return `There is no connection “${connectionId}” any more, so its documents cannot be opened. Add it again under this id, or close them.`;
}

/** That something was given up, since it was begun at the address that a connection had before. */
export function leadsElsewhere(label: string): string {
  return `The connection “${label}” leads to another address now, so this was given up. Do it again: what was made at the address before is compared with what is there first.`;
}

/** What is wrong with the setting of connections, one sentence for each problem. */
export function unusableConnections(problems: readonly ConnectionProblem[]): string {
  const sentences = problems.map((problem) => {
    const which = problem.id === undefined ? `Entry ${(problem.index ?? 0) + 1}` : `“${problem.id}”`;
    return problem.problem === "notAList" ? "It is not a list." : `${which}: ${reasons[problem.problem]}`;
  });
  return `Some connections in the settings cannot be used. ${sentences.join(" ")}`;
}

const reasons: Readonly<Record<Exclude<ConnectionProblem["problem"], "notAList">, string>> = {
  ...addressProblems,
  notAnObject: "it has to be an object with id, url and label.",
  id: "its id has to be of lower-case letters, digits and hyphens.",
  duplicateId: "its id is used twice.",
  url: "its url is missing.",
};

export const noConnectionYet = "There is no connection yet. Add one first: Artifact Desk: Add Connection.";

export function noConnection(connectionId: string): string {
  return `There is no connection “${connectionId}”. Add it, or check the setting of connections.`;
}
