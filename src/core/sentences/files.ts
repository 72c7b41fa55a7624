import { t } from "@vscode/l10n";
import type { TransferState } from "../util/transferProgress.ts";

// Documents as files: reading and writing them; `name` of the document.

/** For `explain`. */
export function notOpened(name: string): string {
  return t("{name} could not be opened", { name });
}

/** For `explain`. */
export function fileNotSaved(name: string): string {
  return t("{name} could not be saved", { name });
}

/** `what` did not come about, as for `explain`. */
export function wasCancelled(what: string): string {
  return t("{what}. It was cancelled.", { what });
}

/** The encoding of files has no half characters: VS Code writes another one in place of each. */
export const holdsHalfCharacter = t(
  "Nothing was sent: the text holds half a character, which cannot be sent. Remove it, then save again.",
);

/** For VS Code, and for programs that write files: see `notSent`. */
export function saveNotAnnounced(name: string): string {
  return t("{name} was not sent: it has unsaved changes in an editor, and nobody announced a save of them.", { name });
}

/** Its document would have more characters, or what the service sends of it more values, than are read. */
export function tooLongToEdit(artifactId: number): string {
  return t(
    "Artifact #{artifactId} is too long to be opened as a document. Open it in the browser to read and change it.",
    { artifactId },
  );
}

// An unsaved text was to be written by a save that nobody has announced.

export function notSent(name: string): string {
  return t(
    "{name} was not sent: its save was not announced, which is how programs save. Its text is kept, unsaved. Send saves what it says then, under the usual conditions; a conflict is shown.",
    { name },
  );
}

export const unsavedBesideMadeFrom = t("Made From ↔ Unsaved");

/** The document of an artifact, as a person knows it. */
export function artifactName(artifactId: number): string {
  return t("Artifact #{artifactId}", { artifactId });
}

/** A size with its unit: `3.2 MB`. */
export type SizeText = (bytes: number) => string;

/** `3.2 MB of 10 MB, 12 s left` */
export function transferState({ doneBytes, totalBytes, secondsLeft }: TransferState, size: SizeText): string {
  const all = totalBytes === undefined ? "" : t(" of {size}", { size: size(totalBytes) });
  const left = secondsLeft === undefined ? "" : t(", {time} left", { time: timeLeft(secondsLeft) });
  return `${size(doneBytes)}${all}${left}`;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) {
    return t("{seconds} s", { seconds });
  }
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? t("{minutes} min", { minutes })
    : t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
