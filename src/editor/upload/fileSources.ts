import { FileType, Uri, workspace } from "vscode";
import { diskSource } from "../../core/upload/diskSource.ts";
import { mediaTypeOf } from "../../core/upload/fileName.ts";
import type { UploadSource } from "../../core/upload/ports.ts";
import { once } from "../../core/util/once.ts";
import { type AttachableFile, type ContentFile, nameOfFile } from "../targets/transferredFiles.ts";

/** The size of a piece of a file that is read piece by piece. */
const pieceBytes = 1024 * 1024;
/**
 * A file that is held as a whole has no more bytes: two go up at a time, and the extension host has a few hundred
 * megabytes to spare.
 */
const maxHeldBytes = 100_000_000;

/** Gives the source from which the content of a file is read while it goes up. */
export function sourceOf(file: AttachableFile): UploadSource {
  if (!(file instanceof Uri)) {
    return contentSource(file);
  }
  return file.scheme === "file" ? diskSource(file.fsPath, nameOfFile(file)) : remoteSource(file);
}

/**
 * Reads a file of another machine. VS Code's file systems give files as a whole, so the file is held while it goes up.
 * They may tell a wrong size, so the bytes are counted: the file is read once for that, and again when its size or time
 * has changed.
 */
function remoteSource(uri: Uri): UploadSource {
  const name = nameOfFile(uri);
  let counted: { readonly told: string; readonly sizeBytes: number } | undefined;
  return {
    name,
    mediaType: mediaTypeOf(name),
    maxHeldBytes,
    look: async () => {
      const { type, size, mtime } = await workspace.fs.stat(uri);
      if ((type & FileType.Directory) !== 0) {
        return { kind: "directory" };
      }
      if (size > maxHeldBytes) {
        return { kind: "file", sizeBytes: size, writtenAtMs: mtime };
      }
      const told = `${size} ${mtime}`;
      if (counted?.told !== told) {
        counted = { told, sizeBytes: (await workspace.fs.readFile(uri)).byteLength };
      }
      return { kind: "file", sizeBytes: counted.sizeBytes, writtenAtMs: mtime };
    },
    read: (offset) => {
      const reading = Promise.resolve(workspace.fs.readFile(uri)).then((content) => {
        // The file has another size by now: the next try counts its bytes again.
        counted = content.byteLength === counted?.sizeBytes ? counted : undefined;
        return content;
      });
      return pieces(reading, offset);
    },
  };
}

/** Reads a picture of the clipboard, or a file that a browser has: it cannot change. */
function contentSource(file: ContentFile): UploadSource {
  const content = once(async () => file.data());
  return {
    name: file.name,
    mediaType: file.mediaType ?? mediaTypeOf(file.name),
    look: async () => ({ kind: "file", sizeBytes: (await content()).byteLength, writtenAtMs: 0 }),
    read: (offset) => pieces(content(), offset),
  };
}

async function* pieces(reading: PromiseLike<Uint8Array>, offset: number): AsyncGenerator<Uint8Array> {
  const content = await reading;
  for (let at = offset; at < content.byteLength; at += pieceBytes) {
    yield content.subarray(at, at + pieceBytes);
  }
}
