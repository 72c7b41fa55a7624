import { maxDocumentLength } from "../codec/textTree.ts";
import { mostCompared } from "../util/editDistance.ts";
import type { Span } from "../util/span.ts";

/** A way out of a finding, as one change of the text. */
export interface Fix {
  readonly about:
    | { readonly kind: "useField" | "useOption"; readonly label: string; readonly id: string }
    /** Puts in the label of a free value instead of its id. */
    | { readonly kind: "useLabel"; readonly label: string }
    /** Makes a value of each part of a label with commas. */
    | { readonly kind: "splitLabel"; readonly count: number }
    | { readonly kind: "removeEntry"; readonly label: string }
    | { readonly kind: "removeMember"; readonly name: string }
    | { readonly kind: "removeLink" }
    | { readonly kind: "makeText" | "makeList" };
  readonly replace: Span;
  readonly text: string;
  /** Tells whether this is surely what was meant. */
  readonly isPreferred: boolean;
}

/** Counts the work that is left for making quick fixes: each may compare thousands of names, or read all of a text. */
export class FixEffort {
  #comparisons = mostCompared;
  #characters = maxDocumentLength;

  /** Tells whether one more name may be compared, and takes that from what is left. */
  compares(): boolean {
    return this.#comparisons-- > 0;
  }

  /** Tells whether a text may be read again to be edited, and takes that from what is left. The first one may. */
  edits({ length }: string): boolean {
    const isLeft = this.#characters > 0;
    this.#characters -= length;
    return isLeft;
  }
}
