/**
 * The kinds mean:
 * - `directory`: it is a folder, not a file
 * - `unreadable`: there is no such file, or it may not be read; `cause` tells
 * - `changed`: it was written to while it was sent
 * - `notWhole`: the service has stored another number of bytes than was sent
 * - `unsure`: what the service has by that name may be another window's, and the service does not show it
 * - `tooLarge`: it has more than `limitBytes`
 * - `tooLargeToHold`: it has more than `limitBytes`, the most of a file that is not read piece by piece
 * - `quota`: it has more than what is left of `limitBytes`, the most that all temporary files of a person may have
 * - `empty`: the service takes no empty file
 * - `nameTaken`: others send files of that name and size
 * - `noUploads`: the service has no way to send files
 */
type UploadFailureKind =
  | "directory"
  | "unreadable"
  | "changed"
  | "notWhole"
  | "unsure"
  | "tooLarge"
  | "tooLargeToHold"
  | "quota"
  | "empty"
  | "nameTaken"
  | "noUploads";

/** An error that keeps a file from being sent, for other reasons than the connection. */
export class UploadFailure extends Error {
  override readonly name = "UploadFailure";
  readonly kind: UploadFailureKind;
  readonly fileName: string;
  readonly limitBytes?: number;
  readonly leftBytes?: number;

  constructor(
    kind: UploadFailureKind,
    fileName: string,
    details: { readonly limitBytes?: number; readonly leftBytes?: number; readonly cause?: unknown } = {},
  ) {
    super(`${fileName}: ${kind}`, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.fileName = fileName;
    this.limitBytes = details.limitBytes;
    this.leftBytes = details.leftBytes;
  }
}
