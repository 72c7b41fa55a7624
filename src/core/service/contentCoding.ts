import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { GivenUp } from "./failure.ts";

/** What `Accept-Encoding` asks for where compression may be used. */
export const acceptedCodings = "gzip, br";

const gunzip = promisify(zlib.gunzip);
const codings = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["br", promisify(zlib.brotliDecompress)],
]);

// Not by undici's interceptor, which is experimental: with it bytes could be counted behind decompression only, for the
// log and for the least rate of a download, and a coding that it does not know would pass for content.

/**
 * `content` without the coding its `Content-Encoding` names. Throws when it is over `maxBytes`, cut short or damaged,
 * and where `accepted`, which the request has said in `Accept-Encoding`, does not have the coding: what nobody asked
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

/** Why content in that coding cannot be read; undefined where it can. */
export function codingProblem(coding = "identity", accepted = "identity"): GivenUp | undefined {
  const name = nameOf(coding);
  const isAccepted = name === "identity" || (accepted === acceptedCodings && codings.has(name));
  return isAccepted ? undefined : new GivenUp("invalidAnswer", "contentType");
}

/** Decompression leaves its thread after each piece; with zlib's own 16 KB most of its time goes there. */
function pieceBytes(compressedBytes: number): number {
  return Math.min(Math.max(16 * 1024, compressedBytes * 8), 1024 * 1024);
}

function nameOf(coding: string): string {
  return coding.trim().toLowerCase();
}
