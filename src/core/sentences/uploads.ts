import type { NoFileField } from "../upload/attachTarget.ts";
import type { UploadFailure } from "../upload/uploadFailure.ts";
import { assertNever } from "../util/assertNever.ts";
import { brokeOff, sentences } from "./failures.ts";
import type { SizeText } from "./transfers.ts";

export const chooseArtifactToAttach = "Choose the artifact in the tree, or open it first.";
export const attachTitle = "Attach to Artifact";
export const connectionToAttach = "Connection of the artifact to attach to";
export const filesByAddress = "Files are given by their addresses.";
export const artifactWords = "Number or words of the artifact to attach to";
export const fileFieldWords = "Field for the files";

export function filesTitle(artifactId: number): string {
  return `Attach Files to #${artifactId}`;
}

export function askAboutAddresses(count: number, artifactId: number): string {
  return count === 1
    ? `Is this file to be uploaded and attached to #${artifactId}?`
    : `Are these ${count} files to be uploaded and attached to #${artifactId}?`;
}

/** `paths` in full. */
export function cameByAddress(paths: readonly string[]): string {
  return `${paths.join("\n")}\n\nWhat was dropped names them by address only, as a web page can. Attach them only if you know that you dropped them.`;
}

export const asText = "Insert as Text";
export const nothingInserted = "Insert Nothing";
export const filesAfterCreation =
  "Files can be attached once the artifact exists. Create it, then drop or paste them into its texts.";

export function tooManyAddresses(artifactId: number): string {
  return `Nothing was attached to #${artifactId}: what was dropped names more files by address than can be shown. Drop fewer, or choose them with Attach Files.`;
}

/** Of one file its name, else how many they are. */
export function filesNamed(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : `${names.length} files`;
}

export function uploading(files: string, artifactId: number): string {
  return `Uploading ${files} to #${artifactId}`;
}

export function attaching(files: string, artifactId: number): string {
  return `Attaching ${files} to #${artifactId}`;
}

export function attached(files: string, artifactId: number): string {
  return `${files} attached to #${artifactId}`;
}

export function putIntoDocument(files: string, artifactId: number): string {
  return `The document of #${artifactId} has unsaved changes, so ${files} went into its text: save it to attach.`;
}

/** For `explained`. */
export function couldNotUpload(files: string, artifactId: number): string {
  return `${files} could not be attached to #${artifactId}`;
}

/** For `explained`: the files are up, the artifact is as it was. */
export function uploadedOnly(files: string, artifactId: number): string {
  return `${files} could be uploaded, but not attached to #${artifactId}`;
}

export function changedAgain(files: string, artifactId: number): string {
  return `${uploadedOnly(files, artifactId)}. Others change the artifact again and again. Try again.`;
}

/** `cause`: what became of the request. */
export function maybeAttached(files: string, artifactId: number, cause: unknown): string {
  return sentences(
    `${files} may or may not be attached to #${artifactId}.`,
    brokeOff("while the artifact was being saved", cause),
    "Look at the artifact before you try again.",
  );
}

export function notAttached(files: string, artifactId: number): string {
  return `${uploadedOnly(files, artifactId)}. The service did not store it.`;
}

export function noFileField(artifactId: number, why: NoFileField): string {
  switch (why.kind) {
    case "none":
      return `Nothing can be attached to #${artifactId}: it has no field for files that you may see.`;
    case "notWritable":
      return `Nothing can be attached to #${artifactId}: your account may not change ${why.label}.`;
    case "frozen":
      return `Nothing can be attached to #${artifactId}: the state it is in keeps ${why.label} as it is.`;
    case "notForFiles":
      return `${why.fieldId} is not a field for files of #${artifactId}.`;
    default:
      return assertNever(why);
  }
}

export function textIsBroken(artifactId: number): string {
  return `The document of #${artifactId} has unsaved changes and is not valid, so no attachment can be added to it. See the Problems view.`;
}

export function uploadFailed(failure: UploadFailure, artifactId: number, size: SizeText): string {
  return `${couldNotUpload(failure.fileName, artifactId)}. ${whyNotUploaded[failure.kind](failure, size)}`;
}

const whyNotUploaded: Readonly<Record<UploadFailure["kind"], (failure: UploadFailure, size: SizeText) => string>> = {
  directory: () => "It is a folder. Attach its files, or an archive of it.",
  unreadable: ({ cause }) => whyUnreadable(cause),
  changed: () => "It changed while it was being uploaded. Try again once nothing writes to it.",
  notWhole: () => "The service has not stored all of it. Try again: it is sent from its beginning.",
  tooLarge: ({ limitBytes = 0 }, size) =>
    `It is larger than ${size(limitBytes)}, which is as much as the service takes.`,
  tooLargeToHold: ({ limitBytes = 0 }, size) =>
    `It is not on the machine of the extension, which can take ${size(limitBytes)} of such a file. Copy it there first.`,
  quota: ({ limitBytes = 0, leftBytes = 0 }, size) =>
    `The service keeps ${size(limitBytes)} of your files that are not attached yet, and has room for ${size(leftBytes)} more. Such files go after three days.`,
  empty: () => "It is empty, and this service takes no empty files.",
  nameTaken: () => "Others upload files of the same name and size right now. Rename it, or try again later.",
  noUploads: () => "The service has no way to upload files.",
};

function whyUnreadable(cause: unknown): string {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  switch (code) {
    case "ENOENT":
    case "FileNotFound":
      return "There is no such file.";
    case "EACCES":
    case "EPERM":
    case "NoPermissions":
      return "You may not read it.";
    default:
      return "It cannot be read.";
  }
}

/** `files` as `filesNamed` gives them. */
export function asLink(files: string): string {
  return `Attach and Insert Link to ${files}`;
}

export function asPicture(files: string): string {
  return `Attach and Insert ${files} as Picture`;
}
