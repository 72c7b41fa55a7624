import type { ReadDocument } from "../codec/readDocument.ts";
import type { TextNode } from "../codec/textTree.ts";
import type { Span } from "../util/span.ts";

/**
 * The parts of a text that reach over several lines, outer ones first: what can be folded away. Indentation does not
 * tell them in XML, where the lines of a long text begin where they do.
 */
export function foldsOf({ text, root }: ReadDocument): readonly Span[] {
  const folds: Span[] = [];
  const visit = ({ whole, children }: TextNode): void => {
    // Only in it: a line may be as long as the text, and all parts of it would be looked through to its end.
    if (text.slice(whole.offset, whole.offset + whole.length).includes("\n")) {
      folds.push(whole);
      children.forEach(visit);
    }
  };
  if (root) {
    visit(root);
  }
  return folds;
}
