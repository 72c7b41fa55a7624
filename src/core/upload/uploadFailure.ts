/**
 * - `directory`: not a file
 * - `unreadable`: there is no such file, or it may not be read; `cause` tells
 * - `changed`: it was written to while it went up
 * - `notWhole`: the service has stored another number of bytes than was sent
 * - `unsure`: what the service has by that name may be of another window, and it does not show it
 * - `tooLarge`: over `limitBytes`
 * - `tooLargeToHold`: over `limitBytes`, the most of a file that is not read piece by piece
 * - `quota`: over what is left of `limitBytes`, the most that all temporary files of a person may have
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

/** Why a file does not go up, for reasons other than the connection. */
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
