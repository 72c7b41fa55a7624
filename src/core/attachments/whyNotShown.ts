import type { ContentKind } from "./attachmentContent.ts";
import { pixelsOf } from "./pictureSize.ts";

/**
 * Tells why an editor is not to show `bytes`; undefined where it may. `binary`: the bytes are no text, so there is
 * nothing to see. `pixels`: a few bytes stand for a picture that takes more memory than a window has to spare.
 */
export function whyNotShown(kind: ContentKind, bytes: Uint8Array): "binary" | "pixels" | undefined {
  if (kind === "image") {
    return (pixelsOf(bytes) ?? 0) > maxMegapixels * 1_000_000 ? "pixels" : undefined;
  }
  return isBinary(bytes) ? "binary" : undefined;
}

/**
 * No picture with more pixels is shown: most cameras have half as many. Each pixel takes four bytes, and up to three
 * more while it is drawn.
 */
export const maxMegapixels = 100;

/** Tells whether `bytes`, the beginning of a file or all of it, are not text: they have a NUL and are no UTF-16. */
function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isUtf16 && bytes.subarray(0, sniffedBytes).includes(0);
}

// VS Code itself looks at fewer bytes when it decides whether a file is text.
const sniffedBytes = 8192;
