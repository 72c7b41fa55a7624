import type { Version } from "../model/artifact.ts";
import type { Condition } from "../model/artifactService.ts";

/** The conditions of the PUTs to one artifact: the Etag, and the time of the last change once the Etag was refused. */
export class VersionConditions {
  /** Something on the way changes the Etag, so the Last-Modified stands in. */
  #isEtagRefused = false;

  /** The condition that demands `version`; undefined where the service told nothing to demand. */
  on({ etag, lastModified }: Version): Condition | undefined {
    if (etag !== undefined && !(this.#isEtagRefused && lastModified !== undefined)) {
      return { ifMatch: etag };
    }
    return lastModified === undefined ? undefined : { ifUnmodifiedSince: lastModified };
  }

  /** After 412 for `version`, which has not moved: whether it can be demanded in another way. */
  demandOtherwise({ etag, lastModified }: Version): boolean {
    this.#isEtagRefused = !this.#isEtagRefused && etag !== undefined && lastModified !== undefined;
    return this.#isEtagRefused;
  }
}
