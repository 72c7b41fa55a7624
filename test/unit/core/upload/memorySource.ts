import type { Pause, UploadSource } from "../../../../src/core/upload/ports.ts";

/** A file in memory that tests can change, and whose reading they can follow. */
export class MemorySource implements UploadSource {
  readonly name: string;
  readonly mediaType = "text/plain";
  content: Buffer;
  writtenAtMs = 1;
  isDirectory = false;
  isGone = false;
  /** Called before each chunk with its offset. */
  onRead: (offset: number) => void = () => {};
  readonly #chunkBytes: number;

  constructor(name: string, content: string | Buffer, chunkBytes = 64) {
    this.name = name;
    this.content = Buffer.from(content);
    this.#chunkBytes = chunkBytes;
  }

  write(content: string | Buffer): void {
    this.content = Buffer.from(content);
    this.writtenAtMs++;
  }

  async look() {
    if (this.isGone) {
      throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    }
    return this.isDirectory
      ? ({ kind: "directory" } as const)
      : ({ kind: "file", sizeBytes: this.content.length, writtenAtMs: this.writtenAtMs } as const);
  }

  async *read(offset: number): AsyncGenerator<Uint8Array> {
    for (let at = offset; ; at += this.#chunkBytes) {
      this.onRead(at);
      if (this.isGone) {
        throw Object.assign(new Error("no such file"), { code: "ENOENT" });
      }
      if (at >= this.content.length) {
        return;
      }
      yield this.content.subarray(at, at + this.#chunkBytes);
    }
  }
}

/** Does not wait, but lets others do what they have to; tells how long it was asked to wait. */
export function noPause(waits: number[] = []): Pause {
  return async (ms) => {
    waits.push(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
}
