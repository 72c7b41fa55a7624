import { maxDocumentLength } from "../codec/textTree.ts";
import { mostCompared } from "../util/editDistance.ts";

/** The work that is left for making quick fixes: each may compare thousands of names, or read all of a text. */
export class FixEffort {
  #comparisons = mostCompared;
  #characters = maxDocumentLength;

  /** True where one more name may be compared, which uses up its share. */
  compares(): boolean {
    return this.#comparisons-- > 0;
  }

  /** True where a text may be read again to be edited, which uses up its share. The first one always may. */
  edits({ length }: string): boolean {
    const isLeft = this.#characters > 0;
    this.#characters -= length;
    return isLeft;
  }
}
