import { originOf } from "../connection/address.ts";
import type { GivenProblem } from "../connection/newConnection.ts";
import type { Connection } from "../model/connection.ts";
import { assertNever } from "../util/assertNever.ts";
import { addressProblems } from "./connections.ts";

type Labelled = Pick<Connection, "label">;

// Adding a connection.

export const addTitle = "Add Connection";
export const addressPrompt = "Address of the service. The address of any of its pages will do.";
export const notAdded = "The connection was not added";
export const malformedConnection =
  "A connection is given as an object with a url, and id, label and accessKey where wanted.";
export const connectionNotWritten =
  "The connection could not be written into the settings. Check that they can be saved.";

export function checking({ url }: Pick<Connection, "url">): string {
  return `Checking ${new URL(url).host}…`;
}

export function connected({ label }: Labelled, userName: string | undefined): string {
  return userName === undefined ? `${label} is connected.` : `${label} is connected, as ${userName}.`;
}

/** What is wrong with a connection that a command gives. */
export function givenProblem(problem: GivenProblem): string {
  switch (problem.kind) {
    case "address":
      return addressProblems[problem.problem];
    case "id":
      return "The id of a connection has lower-case letters, digits and hyphens only.";
    case "idIsTaken":
      return `The id “${problem.by.id}” is already used for ${problem.by.url}.`;
    default:
      return assertNever(problem);
  }
}

export function notAddedUnencrypted({ label }: Labelled): string {
  return `${label} was not added: its address is not encrypted.`;
}

/** `problem` is that of its key. */
export function notAddedForKey({ label }: Labelled, problem: string): string {
  return `${label} was not added: ${problem}`;
}

export function askUnencrypted(origin: string): string {
  return `Send an access key to ${origin} without encryption?`;
}

export const unencryptedDetail =
  "The address begins with http://. Anyone on the network between here and there can read the key and use it, and read and change what you edit. Use https:// where the service has it.";

// Renaming a connection.

export const askWhichToRename = "Rename which connection?";
export const namePrompt = "Name of the connection in the tree and in messages.";
export const nameIsMissing = "A name is needed.";

export function renameTitle({ label }: Labelled): string {
  return `Rename Connection ${label}`;
}

// A second connection to one address.

export function alreadyConnected({ label, url }: Pick<Connection, "label" | "url">): string {
  return `${label} is already connected to ${url}`;
}

export function replaceKeyOf(label: string): string {
  return `Replace the access key of ${label}`;
}

export const replaceKeyDetail = "The connection stays as it is, with what is pinned, saved and open of it.";
export const addSecondConnection = "Add a second connection beside it";
export const addSecondConnectionDetail = "For another account on the same service.";

// Keys.

/** That there is no key for a connection, and why where that is known: `lostSince` is when one was stored. */
export function missingKey({ label, url }: Connection, lostSince: number | undefined, language: string): string {
  if (lostSince === undefined) {
    return `There is no access key for ${label} at ${originOf(url)}.`;
  }
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(lostSince);
  return `The keyring of this machine did not keep the access key of ${label}, stored on ${day}. Unless it was cleared since, VS Code cannot store secrets here, and will ask after each restart: see “Troubleshooting keychain issues” in its documentation.`;
}

/** That a key expires within a week; times are in milliseconds since 1970. */
export function keyExpires({ label }: Labelled, expiresAtMs: number, nowMs: number, language: string): string {
  const when = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" }).format(expiresAtMs);
  return expiresAtMs <= nowMs
    ? `The access key of ${label} expired on ${when}. Make a new one on the service, and set it here.`
    : `The access key of ${label} expires on ${when}. Make a new one on the service before that, and set it here.`;
}

export const makeKeyInBrowser = "Make one in the browser";
export const askWhichToGiveKey = "Set the access key of which connection?";

export function keyTitle(label: string): string {
  return `Access Key of ${label}`;
}

export const keyPrompt = "An access key of yours with the scope REST.";

export function keyProblem(problem: "empty" | "characters"): string {
  return problem === "empty"
    ? "An access key is needed."
    : "An access key has no spaces, line breaks or special characters.";
}

export function keyRefused({ label }: Labelled): string {
  return `${label} does not accept the access key any more. It may have expired or been revoked.`;
}

// Removing a connection.

export const askWhichToRemove = "Remove which connection?";

export function askRemoval({ label }: Labelled): string {
  return `Remove the connection ${label}?`;
}

export const removalDetail =
  "Its entry in the settings, its access key, its saved queries, and what was pinned and opened lately are removed. Nothing changes on the service.";

export function notAllRemoved({ label }: Labelled): string {
  return `${label} and its key were removed, but not everything that was stored of it. The log tells more.`;
}
