import { FileType, Uri, workspace } from "vscode";
import { DiskSource } from "../../core/upload/diskSource.ts";
import { mediaTypeOf } from "../../core/upload/fileName.ts";
import type { SourceLook, UploadSource } from "../../core/upload/ports.ts";
import { type AttachableFile, type ContentFile, nameOfFile } from "../targets/transferredFiles.ts";

/** Of a file that is read piece by piece. */
const pieceBytes = 1024 * 1024;
/** Of a file that is held as a whole: two go up at a time, and the extension host has a few hundred megabytes to spare. */
const heldAtMost = 100_000_000;

export function sourceOf(file: AttachableFile): UploadSource {
  if (!(file instanceof Uri)) {
    return new ContentSource(file);
  }
  return file.scheme === "file" ? new DiskSource(file.fsPath, nameOfFile(file)) : new RemoteSource(file);
}

/** VS Code's file systems give files as a whole, so one of another machine is held while it goes up. */
class RemoteSource implements UploadSource {
  readonly name: string;
  readonly mediaType: string;
  readonly heldAtMost = heldAtMost;
  readonly #uri: Uri;

  constructor(uri: Uri) {
    this.name = nameOfFile(uri);
    this.mediaType = mediaTypeOf(this.name);
    this.#uri = uri;
  }

  async look(): Promise<SourceLook> {
    const { type, size, mtime } = await workspace.fs.stat(this.#uri);
    return (type & FileType.Directory) !== 0
      ? { kind: "directory" }
      : { kind: "file", sizeBytes: size, writtenAtMs: mtime };
  }

  async *read(offset: number): AsyncGenerator<Uint8Array> {
    yield* pieces(await workspace.fs.readFile(this.#uri), offset);
  }
}

/** A picture of the clipboard, or a file that a browser has: it cannot change. */
class ContentSource implements UploadSource {
  readonly name: string;
  readonly mediaType: string;
  readonly #file: ContentFile;
  #content: Thenable<Uint8Array> | undefined;

  constructor(file: ContentFile) {
    this.name = file.name;
    this.mediaType = file.mediaType ?? mediaTypeOf(file.name);
    this.#file = file;
  }

  async look(): Promise<SourceLook> {
    return { kind: "file", sizeBytes: (await this.#bytes()).byteLength, writtenAtMs: 0 };
  }

  async *read(offset: number): AsyncGenerator<Uint8Array> {
    yield* pieces(await this.#bytes(), offset);
  }

  #bytes(): Thenable<Uint8Array> {
    this.#content ??= this.#file.data();
    return this.#content;
  }
}

function* pieces(content: Uint8Array, offset: number): Generator<Uint8Array> {
  for (let at = offset; at < content.byteLength; at += pieceBytes) {
    yield content.subarray(at, at + pieceBytes);
  }
}
