import { onOneLine } from "./onOneLine.ts";
import { shortened } from "./shortened.ts";
import { withoutControls } from "./withoutControls.ts";

/** A text of the service as a label of a row or lens: on one line, not without end. */
export function plainLabel(text: string): string {
  return shortened(onOneLine(withoutIcons(text)), maxLabelLength);
}

/**
 * A text in which `$(bug)` is no picture. A backslash before it helps only where pictures are drawn; elsewhere it is
 * shown, and screen readers say it.
 */
export function withoutIcons(text: string): string {
  return withoutControls(text).replaceAll("$(", "$ (");
}

const maxLabelLength = 120;
