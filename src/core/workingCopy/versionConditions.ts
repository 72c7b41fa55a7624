import type { Version } from "../model/artifact.ts";
import type { Condition } from "../model/artifactService.ts";

/**
 * Gives the conditions of the PUTs to one artifact: the Etag, and the time of the last change once the Etag was
 * refused.
 */
export class VersionConditions {
  /** It is true where something on the way changes the Etag, so that the Last-Modified stands in. */
  #isEtagRefused = false;

  /** Gives the condition that demands `version`; undefined where the service told nothing to demand. */
  on({ etag, lastModified }: Version): Condition | undefined {
    if (etag !== undefined && !(this.#isEtagRefused && lastModified !== undefined)) {
      return { ifMatch: etag };
    }
    return lastModified === undefined ? undefined : { ifUnmodifiedSince: lastModified };
  }

  /**
   * Has the next condition demand `version` in another way, after a 412 although it has not moved. Tells whether there
   * is another way.
   */
  demandOtherwise({ etag, lastModified }: Version): boolean {
    this.#isEtagRefused = !this.#isEtagRefused && etag !== undefined && lastModified !== undefined;
    return this.#isEtagRefused;
  }
}
