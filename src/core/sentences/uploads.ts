import { t } from "@vscode/l10n";
import type { NoFileField } from "../upload/attachTarget.ts";
import type { UploadFailure } from "../upload/uploadFailure.ts";
import { assertNever } from "../util/assertNever.ts";
import { brokeOff, sentences } from "./failures.ts";
import type { SizeText } from "./files.ts";

export const chooseArtifactToAttach = t("Choose the artifact in the tree, or open it first.");
export const attachTitle = t("Attach to Artifact");
export const connectionToAttach = t("Connection of the artifact to attach to");
export const filesByAddress = t("Files are given by their addresses.");
export const artifactWords = t("Number or words of the artifact to attach to");
export const fileFieldWords = t("Field for the files");

export function filesTitle(artifactId: number): string {
  return t("Attach Files to #{artifactId}", { artifactId });
}

export function askAboutAddresses(count: number, artifactId: number): string {
  return count === 1
    ? t("Is this file to be uploaded and attached to #{artifactId}?", { artifactId })
    : t("Are these {count} files to be uploaded and attached to #{artifactId}?", { count, artifactId });
}

/** `paths` are given in full. */
export function cameByAddress(paths: readonly string[]): string {
  return t(
    "{paths}\n\nWhat was dropped names them by address only, as a web page can. Attach them only if you know that you dropped them.",
    { paths: paths.join("\n") },
  );
}

export const asText = t("Insert as Text");
export const nothingInserted = t("Insert Nothing");
export const filesAfterCreation = t(
  "Files can be attached once the artifact exists. Create it, then drop or paste them into its texts.",
);

export function tooManyAddresses(artifactId: number): string {
  return t(
    "Nothing was attached to #{artifactId}: what was dropped names more files by address than can be shown. Drop fewer, or choose them with Attach Files.",
    { artifactId },
  );
}

/** Names the file, or tells how many files there are. */
export function filesNamed(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? "") : t("{count} files", { count: names.length });
}

export function uploading(files: string, artifactId: number): string {
  return t("Uploading {files} to #{artifactId}", { files, artifactId });
}

export function attaching(files: string, artifactId: number): string {
  return t("Attaching {files} to #{artifactId}", { files, artifactId });
}

export function attached(files: string, artifactId: number): string {
  return t("{files} attached to #{artifactId}", { files, artifactId });
}

export function putIntoDocument(files: string, artifactId: number): string {
  return t("The document of #{artifactId} has unsaved changes, so {files} went into its text: save it to attach.", {
    artifactId,
    files,
  });
}

/** `explained` adds the reason. */
export function couldNotUpload(files: string, artifactId: number): string {
  return t("{files} could not be attached to #{artifactId}", { files, artifactId });
}

/** `explained` adds the reason: the files are stored, and the artifact is as it was. */
export function uploadedOnly(files: string, artifactId: number): string {
  return t("{files} could be uploaded, but not attached to #{artifactId}", { files, artifactId });
}

export function changedAgain(files: string, artifactId: number): string {
  return t("{failed}. Others change the artifact again and again. Try again.", {
    failed: uploadedOnly(files, artifactId),
  });
}

/** `cause` tells what became of the request. */
export function maybeAttached(files: string, artifactId: number, cause: unknown): string {
  return sentences(
    t("{files} may or may not be attached to #{artifactId}.", { files, artifactId }),
    brokeOff(t("while the artifact was being saved"), cause),
    t("Look at the artifact before you try again."),
  );
}

export function notAttached(files: string, artifactId: number): string {
  return t("{failed}. The service did not store it.", { failed: uploadedOnly(files, artifactId) });
}

export function noFileField(artifactId: number, why: NoFileField): string {
  switch (why.kind) {
    case "none":
      return t("Nothing can be attached to #{artifactId}: it has no field for files that you may see.", { artifactId });
    case "notWritable":
      return t("Nothing can be attached to #{artifactId}: your account may not change {label}.", {
        artifactId,
        label: why.label,
      });
    case "frozen":
      return t("Nothing can be attached to #{artifactId}: the state it is in keeps {label} as it is.", {
        artifactId,
        label: why.label,
      });
    case "notForFiles":
      return t("{fieldId} is not a field for files of #{artifactId}.", { fieldId: why.fieldId, artifactId });
    default:
      return assertNever(why);
  }
}

export function textIsBroken(artifactId: number): string {
  return t(
    "The document of #{artifactId} has unsaved changes and is not valid, so no attachment can be added to it. See the Problems view.",
    { artifactId },
  );
}

export function uploadFailed(failure: UploadFailure, artifactId: number, size: SizeText): string {
  return `${couldNotUpload(failure.fileName, artifactId)}. ${whyNotUploaded[failure.kind](failure, size)}`;
}

const whyNotUploaded: Readonly<Record<UploadFailure["kind"], (failure: UploadFailure, size: SizeText) => string>> = {
  directory: () => t("It is a folder. Attach its files, or an archive of it."),
  unreadable: ({ cause }) => whyUnreadable(cause),
  changed: () => t("It changed while it was being uploaded. Try again once nothing writes to it."),
  notWhole: () => t("The service has not stored all of it. Try again: it is sent from its beginning."),
  unsure: () =>
    t(
      "The connection broke while it was sent, and the service does not show what it has under that name. Try again: it is sent from its beginning, under another name.",
    ),
  tooLarge: ({ limitBytes = 0 }, size) =>
    t("It is larger than {size}, which is as much as the service takes.", { size: size(limitBytes) }),
  tooLargeToHold: ({ limitBytes = 0 }, size) =>
    t("It is not on the machine of the extension, which can take {size} of such a file. Copy it there first.", {
      size: size(limitBytes),
    }),
  quota: ({ limitBytes = 0, leftBytes = 0 }, size) =>
    t(
      "The service keeps {size} of your files that are not attached yet, and has room for {left} more. Such files go after three days.",
      { size: size(limitBytes), left: size(leftBytes) },
    ),
  empty: () => t("It is empty, and this service takes no empty files."),
  nameTaken: () => t("Others upload files of the same name and size right now. Rename it, or try again later."),
  noUploads: () => t("The service has no way to upload files."),
};

function whyUnreadable(cause: unknown): string {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  switch (code) {
    case "ENOENT":
    case "FileNotFound":
      return t("There is no such file.");
    case "EACCES":
    case "EPERM":
    case "NoPermissions":
      return t("You may not read it.");
    default:
      return t("It cannot be read.");
  }
}

/** `files` comes from `filesNamed`. */
export function asLink(files: string): string {
  return t("Attach and Insert Link to {files}", { files });
}

export function asPicture(files: string): string {
  return t("Attach and Insert {files} as Picture", { files });
}
