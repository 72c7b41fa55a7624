import type { Attachment } from "../model/artifact.ts";
import { imageType, pictured } from "./image.ts";
import { pixelsOf } from "./pictureSize.ts";

interface Picture {
  /** As data. */
  readonly address: string;
  readonly pixels: number;
}

/**
 * What was read of the pictures of a page. Each is known by where its bytes are: another service may give its number to
 * another file.
 */
export class Pictures {
  /** Undefined for what is no picture, or cannot be had. */
  readonly #read = new Map<string, Picture | undefined>();

  /** Those of a page's `attachments` that nobody has tried to read, of the service at `base`. Others are forgotten. */
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

  /** `bytes` are what was read of `attachment`; undefined where it cannot be had. */
  note(base: string, attachment: Attachment, bytes: Uint8Array | undefined): void {
    const type = bytes && imageType(bytes);
    const picture = type && {
      address: `data:${type};base64,${Buffer.from(bytes).toString("base64")}`,
      pixels: pixelsOf(bytes) ?? 0,
    };
    this.#read.set(placeOf(base, attachment), picture);
  }

  /**
   * The addresses of the pictures that can be shown, by the numbers of their attachments. A browser holds all of a page
   * at once: one that would be too much beside those before it is not shown.
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

/** Six pictures of a large screen. Each pixel takes four bytes. */
const maxPixelsOfPage = 50_000_000;

function placeOf(base: string, { n, contentUrl }: Attachment): string {
  return JSON.stringify([base, n, contentUrl]);
}
