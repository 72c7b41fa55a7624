import type { Attachment } from "../model/artifact.ts";
import { imageType, pictured } from "./image.ts";

/**
 * What was read of the pictures of a page. Each is known by where its bytes are: another service may give its number to
 * another file.
 */
export class Pictures {
  /** The address of a picture as data; undefined for what is none, or cannot be had. */
  readonly #read = new Map<string, string | undefined>();

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
    const address = type && `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
    this.#read.set(placeOf(base, attachment), address);
  }

  /** The addresses of the pictures that can be shown, by the numbers of their attachments. */
  of(base: string, attachments: readonly Attachment[]): ReadonlyMap<number, string> {
    return new Map(
      attachments.flatMap((attachment) => {
        const address = this.#read.get(placeOf(base, attachment));
        return address === undefined ? [] : [[attachment.n, address] as const];
      }),
    );
  }
}

function placeOf(base: string, { n, contentUrl }: Attachment): string {
  return JSON.stringify([base, n, contentUrl]);
}
