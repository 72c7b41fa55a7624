import { t } from "@vscode/l10n";
import { behindColon, quoted } from "../labels/punctuation.ts";
import type { UnsettledEntry } from "../workingCopy/artifactTypes.ts";
import type { ConflictReason } from "../workingCopy/kindTypes.ts";
import { brokeOff, sentences } from "./failures.ts";

// These sentences tell what became of a save of an artifact; `labels` are those of fields.

/** Ends each sentence about a conflict. */
export const chooseVersion = t("Choose Merge, Keep Mine or Take Theirs above the comparison.");

export const textIsBroken = t("Nothing was sent: the text is not a valid document. See the Problems view.");

/** This is told where something is sent only once, and nobody would know after a restart that it was sent. */
export const sendingNotKept = t(
  "Nothing was sent: this machine could not note that it is being sent, so that a lost answer could have it sent twice after a restart. Make room on the disk where VS Code keeps its data, then save again. The log tells more.",
);

/** `code` is what the disk said, such as «EBUSY». */
export function keptNotReadable(code: string): string {
  return t(
    "Nothing was sent or replaced: a file in which this machine keeps what it knows of this cannot be read right now ({code}). Another program may have it open. Try again.",
    { code },
  );
}

/** `where` is `keptText` where a document with unsaved changes does not show the service's values. */
export function savedDifferently(artifactId: number, labels: readonly string[], where: "shown" | "keptText"): string {
  const then =
    where === "shown"
      ? t("The document shows them now.")
      : t("Your unsaved text is kept. What you did not change of it follows with the next save.");
  return t("#{artifactId} is saved, but the service holds other values than were sent in: {labels}. {then}", {
    artifactId,
    labels: quotedAll(labels),
    then,
  });
}

export function noVersions(connectionId: string): string {
  return t(
    "The service of “{connectionId}” tells no versions of its artifacts. Each save is compared with what is stored right before it is sent, but a change by somebody else in that very moment would be replaced. Whoever runs the service can help: something in front of it may drop the headers Etag and Last-Modified.",
    { connectionId },
  );
}

export function overtaken(artifactId: number): string {
  return t(
    "Nothing was written: #{artifactId} was changed on the service since this file was read. Read it again, then write.",
    { artifactId },
  );
}

/** Holds what is known of the change that a save would have replaced. */
interface ChangeMet {
  /** The labels of the fields that it changed. */
  readonly labels: readonly string[];
  /** The end of a sentence that `lastChangedBy` gives. */
  readonly last: string;
}

export function artifactConflict(
  { reason, cause }: { readonly reason: ConflictReason; readonly cause?: unknown },
  artifactId: number,
  met?: ChangeMet,
): string {
  switch (reason) {
    case "refused":
    case "changedMeanwhile":
      return t("#{artifactId} was changed on the service since it was opened{change}. {ways}", {
        artifactId,
        change: met ? changeMet(met) : "",
        ways: chooseVersion,
      });
    case "answerLost":
      return sentences(
        brokeOff(t("while #{artifactId} was being saved", { artifactId }), cause),
        t("It may have been stored, and #{artifactId} has been changed on the service since. {ways}", {
          artifactId,
          ways: chooseVersion,
        }),
      );
    case "stillOpen":
      return t("#{artifactId} is still in conflict with the version on the service. {ways}", {
        artifactId,
        ways: chooseVersion,
      });
    case "baseUnknown":
      return t(
        "It is not known any more which version of #{artifactId} this text was made from, so it is compared with the one on the service. {ways}",
        { artifactId, ways: chooseVersion },
      );
  }
}

/** No more labels are named, since a message shows only a few lines. */
const maxLabels = 5;

function changeMet({ labels, last }: ChangeMet): string {
  const more = labels.length - maxLabels;
  const fields = [quotedAll(labels.slice(0, maxLabels)), ...(more > 0 ? [t("{more} more", { more })] : [])]
    .filter(Boolean)
    .join(", ");
  return `${fields && behindColon("", fields)}${last && `; ${last}`}`;
}

export function entriesUnsettled(entries: readonly UnsettledEntry[]): string {
  const labelsOf = (those: readonly UnsettledEntry[]) => those.map(({ label, fieldId }) => label || fieldId).join(", ");
  const marked = entries.filter(({ isMarked }) => isMarked);
  if (marked.length === 0) {
    return t(
      "Nothing was sent: {labels} changed on the service too. Choose Use Mine or Use Theirs above each marked entry, or Keep Mine for all of them.",
      { labels: labelsOf(entries) },
    );
  }
  // Keep Mine sends no marks either, so they come first.
  return marked.some(({ theirs }) => theirs)
    ? t(
        "Nothing was sent: the marks of a merge are in {labels}. Choose Use Mine or Use Theirs above them, or take them out. Put a space before those that belong to the text.",
        { labels: labelsOf(marked) },
      )
    : t(
        "Nothing was sent: the marks of a merge are in {labels}, and they do not tell whose lines are whose. Take them out, or put a space before those that belong to the text.",
        { labels: labelsOf(marked) },
      );
}

/** This is told where the service answered 412 although the version has not moved. */
export function refusedUnmoved(artifactId: number): string {
  return t(
    "The service refused the save of #{artifactId} because the artifact had changed, but it has not. Something between the editor and the service, such as a proxy, seems to alter the version it is asked for. Your text is kept; save it in the browser, or ask whoever runs the service about the headers If-Match and Etag.",
    { artifactId },
  );
}

/** `cause` tells what became of the request that was sent last. */
export function notSaved(artifactId: number, cause: unknown): string {
  return sentences(
    t("#{artifactId} was not saved: the service still has the version from before.", { artifactId }),
    brokeOff(t("each time it was sent"), cause),
    t("Your text is kept. Check the network, then save again."),
  );
}

/** `cause` tells what became of the request. */
export function maybeSaved(artifactId: number, cause: unknown): string {
  return sentences(
    brokeOff(t("while #{artifactId} was being saved", { artifactId }), cause),
    t(
      "It may or may not have been stored, and the service cannot be asked now. Your text is kept. Save again once the service is reachable: it is checked first.",
    ),
  );
}

export function mayNotWrite(labels: readonly string[]): string {
  return t("Nothing was sent: you may not write {labels}. Remove these entries and save again.", {
    labels: quotedAll(labels),
  });
}

export function wouldStoreOtherValues(labels: readonly string[]): string {
  return t("Nothing was sent: the service would store something else for {labels}. See the Problems view.", {
    labels: quotedAll(labels),
  });
}

export function formatNotStored(labels: readonly string[]): string {
  return t(
    "The format of {labels} was not stored: the service takes another format only together with another text. Change the text too and save again, or put the format back.",
    { labels: quotedAll(labels) },
  );
}

export function valuesNotStored(labels: readonly string[]): string {
  return t(
    "The service took {labels} and stored nothing of it. Your text is kept. Change the value and save again, or put it back.",
    { labels: quotedAll(labels) },
  );
}

// These sentences are about changing the format of a document.

export const openForFormat = t("Open an artifact as JSON or XML first.");

export function otherFormatUnsaved(artifactId: number, format: string): string {
  return t(
    "#{artifactId} has unsaved changes as {format} too, which would be replaced. Save or revert one of the two first.",
    { artifactId, format },
  );
}

function quotedAll(labels: readonly string[]): string {
  return labels.map(quoted).join(", ");
}

// These sentences tell that a text cannot be shown in a format, or moved over to another one; `labels` are those of
// fields.

export const brokenNotMoved = t("The text is not a valid document, so it cannot be moved over. See the Problems view.");
export const textNotMoved = t("The editor did not let the text be moved over. The document stays as it is.");
export const typedWhilePutBack = t(
  "The text was changed at that very moment. Nothing was sent, and the document stays unsaved.",
);

/** `format` is such as `XML`. */
export function tooLongInFormat(format: string): string {
  return t("In {format} the document would be too long to be edited. It stays as it is.", { format });
}

export function notMovedToXml(labels: readonly string[]): string {
  return t("XML cannot hold a character of {labels}. The document stays as it is.", { labels: labels.join(", ") });
}

export function noTextToWrite(artifactId: number, labels: readonly string[]): string {
  return t("Artifact #{artifactId} has no text in {labels} that you may write.", {
    artifactId,
    labels: labels.join(", "),
  });
}

export function notShownAsXml(artifactId: number, labels: readonly string[]): string {
  return t("XML cannot hold a character of {labels} in artifact #{artifactId}. Open it as JSON instead.", {
    labels: labels.join(", "),
    artifactId,
  });
}
