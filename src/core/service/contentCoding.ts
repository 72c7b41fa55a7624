import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { GivenUp } from "./failure.ts";

/** `Accept-Encoding` asks for these where compression may be used. */
export const acceptedCodings = "gzip, br";

const gunzip = promisify(zlib.gunzip);
const codings = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["br", promisify(zlib.brotliDecompress)],
]);

// undici's own interceptor is not used: it is experimental, it would count bytes only behind decompression, for the log
// and for the least rate of a download, and it takes a coding that it does not know for content.

/**
 * Gives `content` without the coding that its `Content-Encoding` names. It throws when the content is over `maxBytes`,
 * cut short or damaged, and when its coding is not in `accepted`, the request's `Accept-Encoding`: what nobody asked
 * for may be anything.
 */
export async function inflated(
  content: Uint8Array,
  coding: string,
  accepted: string | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  const problem = codingProblem(coding, accepted);
  if (problem) {
    throw problem;
  }
  const options = { maxOutputLength: maxBytes, chunkSize: pieceBytes(content.length) };
  return (await codings.get(nameOf(coding))?.(content, options)) ?? content;
}

/** Tells why content in that coding cannot be read; undefined where it can. */
export function codingProblem(coding = "identity", accepted = "identity"): GivenUp | undefined {
  const name = nameOf(coding);
  const isAccepted = name === "identity" || (accepted === acceptedCodings && codings.has(name));
  return isAccepted ? undefined : new GivenUp("invalidAnswer", "contentType");
}

/**
 * Gives the size of pieces for zlib, which leaves its thread after each: with its own pieces of 16 KB most of the time
 * goes there.
 */
function pieceBytes(compressedBytes: number): number {
  return Math.min(Math.max(16 * 1024, compressedBytes * 8), 1024 * 1024);
}

function nameOf(coding: string): string {
  return coding.trim().toLowerCase();
}
