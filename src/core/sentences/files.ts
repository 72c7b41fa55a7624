import { t } from "@vscode/l10n";
import type { TransferState } from "../util/transferProgress.ts";

// These sentences are about reading and writing documents as files; `name` is the document's.

/** `explain` adds the reason. */
export function notOpened(name: string): string {
  return t("{name} could not be opened", { name });
}

/** `explain` adds the reason. */
export function fileNotSaved(name: string): string {
  return t("{name} could not be saved", { name });
}

/** `what` says what did not succeed, as for `explain`. */
export function wasCancelled(what: string): string {
  return t("{what}. It was cancelled.", { what });
}

/** This is told of half a surrogate pair, which a file cannot hold: VS Code would write another character for it. */
export const holdsHalfCharacter = t(
  "Nothing was sent: the text holds half a character, which cannot be sent. Remove it, then save again.",
);

/** Goes to VS Code, and to programs that write files; `notSent` is what the person is told. */
export function saveNotAnnounced(name: string): string {
  return t("{name} was not sent: it has unsaved changes in an editor, and nobody announced a save of them.", { name });
}

/** This is told where the artifact's document would have more characters, or its answer more values, than are read. */
export function tooLongToEdit(artifactId: number): string {
  return t(
    "Artifact #{artifactId} is too long to be opened as a document. Open it in the browser to read and change it.",
    { artifactId },
  );
}

// These sentences are told where nobody had announced the save that was to write an unsaved text.

export function notSent(name: string): string {
  return t(
    "{name} was not sent: its save was not announced, which is how programs save. Its text is kept, unsaved. Send saves what it says then, under the usual conditions; a conflict is shown.",
    { name },
  );
}

export const unsavedBesideMadeFrom = t("Made From ↔ Unsaved");

/** Names the document of an artifact, as a person knows it. */
export function artifactName(artifactId: number): string {
  return t("Artifact #{artifactId}", { artifactId });
}

/** Gives a size with its unit: `3.2 MB`. */
export type SizeText = (bytes: number) => string;

/** Says how far a transfer is: `3.2 MB of 10 MB, 12 s left`. */
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
