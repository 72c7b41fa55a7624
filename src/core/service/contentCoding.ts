import { pipeline, type Readable } from "node:stream";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { GivenUp } from "./failure.ts";

/** What `Accept-Encoding` asks for where compression may be used. */
export const acceptedCodings = "gzip, br";

const gzip = { inflate: promisify(zlib.gunzip), stream: zlib.createGunzip };
const brotli = { inflate: promisify(zlib.brotliDecompress), stream: zlib.createBrotliDecompress };
const codings = new Map([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["br", brotli],
]);

// Not by undici's interceptor, which is experimental: with it bytes could be counted behind decompression only, for the log
// and for the least rate of a download, and a coding that it does not know would pass for content.

/** `content` without the coding its `Content-Encoding` names. Throws when it is over `maxBytes`, cut short or damaged. */
export async function inflated(content: Uint8Array, coding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  if (content.length === 0) {
    return content;
  }
  const options = { maxOutputLength: maxBytes, chunkSize: pieceBytes(content.length) };
  return (await codingOf(coding)?.inflate(content, options)) ?? content;
}

/** Decompression leaves its thread after each piece; with zlib's own 16 KB most of its time goes there. */
function pieceBytes(compressedBytes: number): number {
  return Math.min(Math.max(16 * 1024, compressedBytes * 8), 1024 * 1024);
}

/** The same for a stream. */
export function decoded(content: Readable, coding: string | undefined): Readable {
  const known = codingOf(coding);
  return known ? pipeline(content, known.stream(), () => {}) : content;
}

/** Undefined where content is not coded. */
function codingOf(name = "identity"): typeof gzip | typeof brotli | undefined {
  const coding = name.trim().toLowerCase();
  if (coding !== "identity" && !codings.has(coding)) {
    throw new GivenUp("invalidAnswer", "contentType"); // Nobody asked for it, and nobody knows it.
  }
  return codings.get(coding);
}
