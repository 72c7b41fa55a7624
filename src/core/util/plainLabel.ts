import { shortened } from "./shortened.ts";
import { withoutControls } from "./withoutControls.ts";

/**
 * A text of the service as a label of a row or lens: on one line, not without end. `$(bug)` would be a picture there; a
 * backslash before it helps only where pictures are drawn, and screen readers say it.
 */
export function plainLabel(text: string): string {
  return shortened(withoutControls(text).replaceAll("$(", "$ (").replace(/\s+/g, " ").trim(), longestLabel);
}

const longestLabel = 120;
