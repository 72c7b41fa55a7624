import { t } from "@vscode/l10n";
import { originOf } from "../connection/address.ts";
import type { GivenProblem } from "../connection/newConnection.ts";
import type { Connection } from "../model/connection.ts";
import { assertNever } from "../util/assertNever.ts";
import { addressProblems } from "./connections.ts";

// These sentences are about adding a connection.

export const addTitle = t("Add Connection");
export const addressPrompt = t("Address of the service. The address of any of its pages will do.");
export const notAdded = t("The connection was not added");
export const malformedConnection = t(
  "A connection is given as an object with a url, and id, label and accessKey where wanted.",
);
export const connectionNotWritten = t(
  "Nothing was changed: the settings with the connections could not be written. Check that they can be saved.",
);

export function checking({ url }: Connection): string {
  return t("Checking {host}…", { host: new URL(url).host });
}

export function connected({ label }: Connection, userName: string | undefined): string {
  return userName === undefined
    ? t("{label} is connected.", { label })
    : t("{label} is connected, as {userName}.", { label, userName });
}

/** Says what is wrong with a connection that a command gives. */
export function givenProblem(problem: GivenProblem): string {
  switch (problem.kind) {
    case "address":
      return addressProblems[problem.problem];
    case "id":
      return t("The id of a connection has lower-case letters, digits and hyphens only.");
    case "idIsTaken":
      return t("The id “{id}” is already used for {url}.", { id: problem.by.id, url: problem.by.url });
    default:
      return assertNever(problem);
  }
}

export function notAddedUnencrypted({ label }: Connection): string {
  return t("{label} was not added: its address is not encrypted.", { label });
}

/** `problem` is the one of its key. */
export function notAddedForKey({ label }: Connection, problem: string): string {
  return t("{label} was not added: {problem}", { label, problem });
}

export function askUnencrypted(origin: string): string {
  return t("Send an access key to {origin} without encryption?", { origin });
}

export const unencryptedDetail = t(
  "The address begins with http://. Anyone on the network between here and there can read the key and use it, and read and change what you edit. Use https:// where the service has it.",
);

// These sentences are about renaming a connection.

export const askWhichToRename = t("Rename which connection?");
export const namePrompt = t("Name of the connection in the tree and in messages.");
export const nameIsMissing = t("A name is needed.");

export function renameTitle({ label }: Connection): string {
  return t("Rename Connection {label}", { label });
}

// These sentences are about a second connection to one address.

export function alreadyConnected({ label, url }: Connection): string {
  return t("{label} is already connected to {url}", { label, url });
}

export function replaceKeyOf(label: string): string {
  return t("Replace the access key of {label}", { label });
}

export const replaceKeyDetail = t("The connection stays as it is, with what is pinned, saved and open of it.");
export const addSecondConnection = t("Add a second connection beside it");
export const addSecondConnectionDetail = t("For another account on the same service.");

// These sentences are about keys.

/** Says that there is no key for a connection, and why, if that is known. `lostSince` is when one was stored. */
export function missingKey({ label, url }: Connection, lostSince: number | undefined, language: string): string {
  if (lostSince === undefined) {
    return t("There is no access key for {label} at {originOf}.", { label, originOf: originOf(url) });
  }
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(lostSince);
  return t(
    "The keyring of this machine did not keep the access key of {label}, stored on {day}. Unless it was cleared since, VS Code cannot store secrets here, and will ask after each restart: see “Troubleshooting keychain issues” in its documentation.",
    { label, day },
  );
}

/** Says that a key expires within a week; times are in milliseconds since 1970. */
export function keyExpires({ label }: Connection, expiresAtMs: number, nowMs: number, language: string): string {
  const when = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" }).format(expiresAtMs);
  return expiresAtMs <= nowMs
    ? t("The access key of {label} expired on {when}. Make a new one on the service, and set it here.", { label, when })
    : t("The access key of {label} expires on {when}. Make a new one on the service before that, and set it here.", {
        label,
        when,
      });
}

export const makeKeyInBrowser = t("Make one in the browser");
export const askWhichToGiveKey = t("Set the access key of which connection?");

export function keyTitle(label: string): string {
  return t("Access Key of {label}", { label });
}

export const keyPrompt = t("An access key of yours with the scope REST.");

export function keyProblem(problem: "empty" | "characters"): string {
  return problem === "empty"
    ? t("An access key is needed.")
    : t("An access key has no spaces, line breaks or special characters.");
}

export function keyRefused({ label }: Connection): string {
  return t("{label} does not accept the access key any more. It may have expired or been revoked.", { label });
}

// These sentences are about removing a connection.

export const askWhichToRemove = t("Remove which connection?");

export function askRemoval({ label }: Connection): string {
  return t("Remove the connection {label}?", { label });
}

export const removalDetail = t(
  "Its entry in the settings, its access key, its saved queries, and what was pinned and opened lately are removed. Nothing changes on the service.",
);

export function notAllRemoved({ label }: Connection): string {
  return t("{label} was removed, but not everything that was stored of it. The log tells more.", {
    label,
  });
}
