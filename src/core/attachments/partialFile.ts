import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";

/** An error: a stream ended before it had given as many bytes as were announced. */
export class CutShort extends Error {
  override readonly name = "CutShort";
  readonly receivedBytes: number;
  readonly expectedBytes: number;

  constructor(receivedBytes: number, expectedBytes: number) {
    super(`${receivedBytes} of ${expectedBytes} bytes arrived`);
    this.receivedBytes = receivedBytes;
    this.expectedBytes = expectedBytes;
  }
}

/**
 * Writes what arrives to `target`, which is replaced only when all of it is there. Until then a file `….part` beside it
 * takes the bytes, and is removed when anything goes wrong. It gives the number of bytes.
 *
 * It throws `CutShort` when fewer bytes arrive than `sizeBytes` says, the reason of `signal` when that aborts, and what
 * the stream or the disk throws.
 */
export async function writeWhole(
  target: string,
  content: { readonly chunks: AsyncIterable<Uint8Array>; readonly sizeBytes?: number | undefined },
  signal: AbortSignal,
  onProgress: (receivedBytes: number) => void,
): Promise<number> {
  const partial = path.join(path.dirname(target), `.${randomUUID()}.part`);
  const file = await open(partial, "wx");
  try {
    let receivedBytes = 0;
    for await (const chunk of content.chunks) {
      signal.throwIfAborted();
      await file.appendFile(chunk);
      receivedBytes += chunk.byteLength;
      onProgress(receivedBytes);
    }
    if (content.sizeBytes !== undefined && receivedBytes < content.sizeBytes) {
      throw new CutShort(receivedBytes, content.sizeBytes);
    }
    await file.sync();
    await file.close();
    signal.throwIfAborted();
    await rename(partial, target);
    return receivedBytes;
  } catch (error) {
    await file.close().catch(() => {
      // The file was closed before; the error that matters is `error`.
    });
    await rm(partial, { force: true });
    throw error;
  }
}
