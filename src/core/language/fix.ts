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
  /** Whether there can be no doubt about it. */
  readonly isPreferred: boolean;
}
