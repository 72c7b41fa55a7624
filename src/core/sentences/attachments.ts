import type { NoFileField } from "../upload/attachTarget.ts";
import { assertNever } from "../util/assertNever.ts";
import { brokeOff, sentences } from "./failures.ts";

// `name` is that of the file.

export const chooseAttachment = "Choose an attachment in the tree, or open its artifact first.";

export function savingAttachment(name: string): string {
  return `Saving ${name}`;
}

export function saveTitle(name: string): string {
  return `Save ${name}`;
}

export function attachmentSaved(name: string, path: string): string {
  return `${name} is saved to ${path}.`;
}

export function isNoText(name: string): string {
  return `${name} is not text, so there is nothing to see of it in an editor.`;
}

export function isTooLarge(name: string, limit: string): string {
  return `${name} is larger than ${limit}, which is as much as opens in the editor.`;
}

export function notAnAttachment(given: unknown): string {
  return `“${String(given)}” is not the number of an attachment.`;
}

/** For `explained`. */
export function attachmentsNotRead(artifactId: number): string {
  return `The attachments of #${artifactId} could not be read`;
}

/** For `explained`. */
export function attachmentFailed(name: string, artifactId: number, what: "open" | "save"): string {
  return what === "open"
    ? `${name} of artifact #${artifactId} could not be opened`
    : `${name} of artifact #${artifactId} could not be saved`;
}

export function noAttachments(artifactId: number): string {
  return `Artifact #${artifactId} has no attachments that you may see.`;
}

export function noAttachment(artifactId: number, n: number): string {
  return `Artifact #${artifactId} has no attachment ${n}: it was removed, or your account may not see it.`;
}

export function attachmentPlaceholder(artifactId: number): string {
  return `Attachment of #${artifactId}`;
}

export function attachmentName(name: string, artifactId: number): string {
  return `Attachment ${name} of #${artifactId}`;
}

export function askRemoval(name: string, artifactId: number): string {
  return `Remove ${name} from #${artifactId}?`;
}

export const removalIsFinal = "The service deletes the file, and nobody can put it back. All other attachments stay.";

export function removing(name: string, artifactId: number): string {
  return `Removing ${name} from #${artifactId}`;
}

export function attachmentRemoved(name: string, artifactId: number): string {
  return `${name} removed from #${artifactId}`;
}

export function removedAlready(name: string, artifactId: number): string {
  return `${name} was removed from #${artifactId} already`;
}

/** For `explained`. */
export function couldNotBeRemoved(name: string, artifactId: number): string {
  return `${name} could not be removed from #${artifactId}`;
}

export function notRemovable(name: string, artifactId: number, why: NoFileField): string {
  const failed = couldNotBeRemoved(name, artifactId);
  switch (why.kind) {
    case "none":
    case "notForFiles":
      return `${failed}: it is in no field for files that you may see.`;
    case "notWritable":
      return `${failed}: your account may not change ${why.label}.`;
    case "frozen":
      return `${failed}: the state the artifact is in keeps ${why.label} as it is.`;
    default:
      return assertNever(why);
  }
}

export function stillChanging(name: string, artifactId: number): string {
  return `${couldNotBeRemoved(name, artifactId)}. Others change the artifact again and again. Try again.`;
}

/** `cause`: what became of the request. */
export function maybeRemoved(name: string, artifactId: number, cause: unknown): string {
  return sentences(
    `${name} may or may not be removed from #${artifactId}.`,
    brokeOff("while the artifact was being saved", cause),
    "Look at the artifact before you try again.",
  );
}

export function removalNotStored(name: string, artifactId: number): string {
  return `${couldNotBeRemoved(name, artifactId)}. The service did not store it.`;
}

/** `why` as `whyNotWritten` gives it, or the disk. */
export function attachmentNotSaved(name: string, why: string): string {
  return `${name} could not be saved. ${why}`;
}

export function bytesMissing(received: number, expected: number): string {
  return `Only ${received} of ${expected} bytes arrived. Try again.`;
}

/** By the code of the file system's failure; undefined for one that is not known. */
export function whyNotWritten(code: string): string | undefined {
  switch (code) {
    case "ENOSPC":
      return "There is no space left on the disk.";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "You may not write there. Choose another folder.";
    case "ENOENT":
    case "ENOTDIR":
      return "The folder does not exist. Choose another one.";
    case "EISDIR":
      return "There is a folder of that name. Choose another name.";
    default:
      return undefined;
  }
}
