import type { Span } from "../util/span.ts";

/** What stands, or would stand, where the cursor is. */
export interface TextPlace {
  /**
   * Of a value: the way to it from the root, `["values", 2, "bind_value_ids", 0]`. Of a name: the way to the object. Of
   * content: the way to the element it is in; in XML what it may be is for those to say who know what belongs there.
   */
  readonly path: readonly (string | number)[];
  readonly wants: "value" | "name" | "content";
  /** Of content: how many items stand before it in the same element. */
  readonly items: number;
  /** What has been typed there, up to the cursor: `"Op`, `10`, `<va`. */
  readonly typed: string;
  /** What is to be replaced: all that is typed there, behind the cursor too. */
  readonly replace: Span;
  /** What has to stand around what is put in: a comma. */
  readonly before: string;
  readonly after: string;
}
