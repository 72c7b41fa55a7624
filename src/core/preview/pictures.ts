import { framesOf, pixelsOf } from "../attachments/pictureSize.ts";
import type { Attachment } from "../model/artifact.ts";

interface Picture {
  /** The picture itself, as a `data:` address. */
  readonly address: string;
  /** The pixels of all pictures that it shows one after another. */
  readonly pixels: number;
}

/**
 * Keeps the pictures of a page that were read, by the place of their bytes: another service may give a file's number to
 * another file.
 */
export class Pictures {
  /** It is undefined for what is no picture, or cannot be had. */
  readonly #read = new Map<string, Picture | undefined>();

  /** Gives those of a page's `attachments` that nobody has tried to read, of the service at `base`; forgets others. */
  unread(base: string, attachments: readonly Attachment[]): readonly Attachment[] {
    const shown = pictured(attachments);
    const places = new Set(shown.map((attachment) => placeOf(base, attachment)));
    for (const place of this.#read.keys()) {
      if (!places.has(place)) {
        this.#read.delete(place);
      }
    }
    return shown.filter((attachment) => !this.#read.has(placeOf(base, attachment)));
  }

  /** Notes the bytes that were read of `attachment`; undefined where it cannot be had. */
  note(base: string, attachment: Attachment, bytes: Uint8Array | undefined): void {
    const type = bytes && imageType(bytes);
    const picture = type && {
      address: `data:${type};base64,${Buffer.from(bytes).toString("base64")}`,
      pixels: (pixelsOf(bytes) ?? 0) * framesOf(bytes),
    };
    this.#read.set(placeOf(base, attachment), picture);
  }

  /**
   * Gives the addresses of the pictures that can be shown, by the numbers of their attachments. A browser holds all
   * pictures of a page at once, so a picture that is too much together with those before it is left out.
   */
  of(base: string, attachments: readonly Attachment[]): ReadonlyMap<number, string> {
    const shown = new Map<number, string>();
    let pixelsLeft = maxPixelsOfPage;
    for (const attachment of attachments) {
      const picture = this.#read.get(placeOf(base, attachment));
      if (picture && picture.pixels <= pixelsLeft) {
        pixelsLeft -= picture.pixels;
        shown.set(attachment.n, picture.address);
      }
    }
    return shown;
  }
}

/**
 * The pictures of a page have no more pixels together: a screen has two to eight million. Each takes four bytes, and up
 * to three more while it is drawn.
 */
const maxPixelsOfPage = 40_000_000;

function placeOf(base: string, { n, contentUrl }: Attachment): string {
  return JSON.stringify([base, n, contentUrl]);
}

type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** Gives the media type of a picture that may be shown, judged by its first bytes; undefined for everything else. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  return (pixelsOf(bytes) ?? Number.POSITIVE_INFINITY) <= maxPixels ? typeOf(bytes) : undefined;
}

/**
 * No picture with more pixels is shown: a large photograph has so many. Each takes four bytes of memory where it is
 * shown, however small.
 */
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

/** Gives the attachments worth reading for a small picture, by name and announced size: the first, within limits. */
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

/** Previews read no larger picture; and no more pictures, nor more bytes in all, than the next two numbers say. */
export const maxPictureBytes = 1_000_000;
const maxPictures = 12;
const allPicturesBytes = 4_000_000;
