import { withoutControls } from "../core/util/withoutControls.ts";

/** A text of the service as a label of a pick, in which `$(bug)` would be a picture. */
export function plainLabel(text: string): string {
  return withoutControls(text).replace(/\$\(/g, "\\$&");
}
