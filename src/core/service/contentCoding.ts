import { pipeline, type Readable } from "node:stream";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { UnknownCoding } from "./failure.ts";

/** What `Accept-Encoding` asks for where compression may be used. */
export const acceptedCodings = "gzip, br";

const gunzip = promisify(zlib.gunzip);
const brotliDecompress = promisify(zlib.brotliDecompress);

// Not by undici's interceptor, which is experimental: with it bytes could be counted behind decompression only, for the log
// and for the least rate of a download, and a coding that it does not know would pass for content.

/** `content` without the coding its `Content-Encoding` names. Throws when it is over `maxBytes`, cut short or damaged. */
export async function inflated(content: Uint8Array, coding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  if (content.length === 0) {
    return content;
  }
  const options = { maxOutputLength: maxBytes, chunkSize: pieceBytes(content.length) };
  switch (nameOf(coding)) {
    case "identity":
      return content;
    case "gzip":
      return gunzip(content, options);
    case "br":
      return brotliDecompress(content, options);
  }
}

/** Decompression leaves its thread after each piece; with zlib's own 16 KB most of its time goes there. */
function pieceBytes(compressedBytes: number): number {
  return Math.min(Math.max(16 * 1024, compressedBytes * 8), 1024 * 1024);
}

/** The same for a stream. */
export function decoded(content: Readable, coding: string | undefined): Readable {
  switch (nameOf(coding)) {
    case "identity":
      return content;
    case "gzip":
      return pipeline(content, zlib.createGunzip(), () => {});
    case "br":
      return pipeline(content, zlib.createBrotliDecompress(), () => {});
  }
}

function nameOf(coding: string | undefined): "identity" | "gzip" | "br" {
  switch (coding?.trim().toLowerCase()) {
    case undefined:
    case "identity":
      return "identity";
    case "gzip":
    case "x-gzip":
      return "gzip";
    case "br":
      return "br";
    default:
      throw new UnknownCoding();
  }
}
