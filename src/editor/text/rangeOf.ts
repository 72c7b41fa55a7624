import { Range, type TextDocument } from "vscode";
import type { Span } from "../../core/util/span.ts";

/** The range of a place in a text. */
export function rangeOf(text: TextDocument, { offset, length }: Span): Range {
  return new Range(text.positionAt(offset), text.positionAt(offset + length));
}
