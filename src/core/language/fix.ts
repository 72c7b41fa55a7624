import { maxDocumentLength } from "../codec/textTree.ts";
import { mostCompared } from "../util/editDistance.ts";
import type { Span } from "../util/span.ts";

/** A way out of a finding: one change of the text. */
export interface Fix {
  readonly about:
    | { readonly kind: "useField" | "useOption"; readonly label: string; readonly id: string }
    /** The label of a free value instead of its id. */
    | { readonly kind: "useLabel"; readonly label: string }
    /** Each part of a label with commas as a value of its own. */
    | { readonly kind: "splitLabel"; readonly count: number }
    | { readonly kind: "removeEntry"; readonly label: string }
    | { readonly kind: "removeMember"; readonly name: string }
    | { readonly kind: "removeLink" }
    | { readonly kind: "makeText" | "makeList" };
  readonly replace: Span;
  readonly text: string;
  /** Tells whether there can be no doubt about it. */
  readonly isPreferred: boolean;
}

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
