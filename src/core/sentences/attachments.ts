import { t } from "@vscode/l10n";
import type { NoFileField } from "../upload/attachTarget.ts";
import { assertNever } from "../util/assertNever.ts";
import { brokeOff, sentences } from "./failures.ts";

// `name` is that of the file.

export const chooseAttachment = t("Choose an attachment in the tree, or open its artifact first.");

export function savingAttachment(name: string): string {
  return t("Saving {name}", { name });
}

export function saveTitle(name: string): string {
  return t("Save {name}", { name });
}

export function attachmentSaved(name: string, path: string): string {
  return t("{name} is saved to {path}.", { name, path });
}

export function isNoText(name: string): string {
  return t("{name} is not text, so there is nothing to see of it in an editor.", { name });
}

export function isTooLarge(name: string, limit: string): string {
  return t("{name} is larger than {limit}, which is as much as opens in the editor.", { name, limit });
}

/** `limit` counts millions. */
export function hasTooManyPixels(name: string, limit: number): string {
  return t(
    "{name} has more than {limit} million pixels, or does not tell how many, so it does not open in the editor.",
    {
      name,
      limit,
    },
  );
}

export function notAnAttachment(given: unknown): string {
  return t("“{given}” is not the number of an attachment.", { given: String(given) });
}

/** `explained` adds the reason. */
export function attachmentsNotRead(artifactId: number): string {
  return t("The attachments of #{artifactId} could not be read", { artifactId });
}

/** `explained` adds the reason. */
export function attachmentFailed(name: string, artifactId: number, what: "open" | "save"): string {
  return what === "open"
    ? t("{name} of artifact #{artifactId} could not be opened", { name, artifactId })
    : t("{name} of artifact #{artifactId} could not be saved", { name, artifactId });
}

export function noAttachments(artifactId: number): string {
  return t("Artifact #{artifactId} has no attachments that you may see.", { artifactId });
}

export function noAttachment(artifactId: number, n: number): string {
  return t("Artifact #{artifactId} has no attachment {n}: it was removed, or your account may not see it.", {
    artifactId,
    n,
  });
}

export function attachmentPlaceholder(artifactId: number): string {
  return t("Attachment of #{artifactId}", { artifactId });
}

export function attachmentName(name: string, artifactId: number): string {
  return t("Attachment {name} of #{artifactId}", { name, artifactId });
}

export function askRemoval(name: string, artifactId: number): string {
  return t("Remove {name} from #{artifactId}?", { name, artifactId });
}

export const removalIsFinal = t(
  "The service deletes the file, and nobody can put it back. All other attachments stay.",
);

export function removing(name: string, artifactId: number): string {
  return t("Removing {name} from #{artifactId}", { name, artifactId });
}

export function attachmentRemoved(name: string, artifactId: number): string {
  return t("{name} removed from #{artifactId}", { name, artifactId });
}

export function removedAlready(name: string, artifactId: number): string {
  return t("{name} was removed from #{artifactId} already", { name, artifactId });
}

/** `explained` adds the reason. */
export function couldNotBeRemoved(name: string, artifactId: number): string {
  return t("{name} could not be removed from #{artifactId}", { name, artifactId });
}

export function notRemovable(name: string, artifactId: number, why: NoFileField): string {
  const failed = couldNotBeRemoved(name, artifactId);
  switch (why.kind) {
    case "none":
    case "notForFiles":
      return t("{failed}: it is in no field for files that you may see.", { failed });
    case "notWritable":
      return t("{failed}: your account may not change {label}.", { failed, label: why.label });
    case "frozen":
      return t("{failed}: the state the artifact is in keeps {label} as it is.", { failed, label: why.label });
    default:
      return assertNever(why);
  }
}

export function stillChanging(name: string, artifactId: number): string {
  return t("{failed}. Others change the artifact again and again. Try again.", {
    failed: couldNotBeRemoved(name, artifactId),
  });
}

/** `cause` tells what became of the request. */
export function maybeRemoved(name: string, artifactId: number, cause: unknown): string {
  return sentences(
    t("{name} may or may not be removed from #{artifactId}.", { name, artifactId }),
    brokeOff(t("while the artifact was being saved"), cause),
    t("Look at the artifact before you try again."),
  );
}

export function removalNotStored(name: string, artifactId: number): string {
  return t("{failed}. The service did not store it.", {
    failed: couldNotBeRemoved(name, artifactId),
  });
}

/** `why` comes from `whyNotWritten`, or from the disk. */
export function attachmentNotSaved(name: string, why: string): string {
  return t("{name} could not be saved. {why}", { name, why });
}

export function bytesMissing(received: number, expected: number): string {
  return t("Only {received} of {expected} bytes arrived. Try again.", { received, expected });
}

/** Says why a file was not written, by the code of the file system's failure; undefined for an unknown code. */
export function whyNotWritten(code: string): string | undefined {
  switch (code) {
    case "ENOSPC":
      return t("There is no space left on the disk.");
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return t("You may not write there. Choose another folder.");
    case "ENOENT":
    case "ENOTDIR":
      return t("The folder does not exist. Choose another one.");
    case "EISDIR":
      return t("There is a folder of that name. Choose another name.");
    default:
      return undefined;
  }
}
