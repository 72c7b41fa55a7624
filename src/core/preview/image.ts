import { pixelsOf } from "./pictureSize.ts";

type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** The media type of a picture that may be shown, judged by its first bytes alone; undefined for everything else. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  return (pixelsOf(bytes) ?? Number.POSITIVE_INFINITY) <= maxPixels ? typeOf(bytes) : undefined;
}

/** A large photograph. Each takes four bytes of memory where it is shown, however small. */
const maxPixels = 25_000_000;

function typeOf(bytes: Uint8Array): ImageType | undefined {
  const starts = (...expected: readonly number[]) => expected.every((byte, index) => bytes[index] === byte);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) {
    return "image/png";
  }
  if (starts(0xff, 0xd8, 0xff)) {
    return "image/jpeg";
  }
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) {
    return "image/gif";
  }
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : undefined;
}

/** The attachments worth reading for a small picture, by name and announced size: so many, so large, in their order. */
export function pictured<A extends { readonly name: string; readonly sizeBytes?: number }>(
  attachments: readonly A[],
): readonly A[] {
  let total = 0;
  return attachments
    .filter(({ name, sizeBytes = 0 }) => /\.(?:png|jpe?g|gif|webp)$/i.test(name) && sizeBytes <= maxPictureBytes)
    .filter(({ sizeBytes = maxPictureBytes }) => {
      total += sizeBytes;
      return total <= allPicturesBytes;
    })
    .slice(0, maxPictures);
}

/** No larger picture is read for a preview; neither are more of them, nor more bytes altogether. */
export const maxPictureBytes = 1_000_000;
const maxPictures = 12;
const allPicturesBytes = 4_000_000;
