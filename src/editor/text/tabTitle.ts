import { withoutIcons } from "../../core/util/plainLabel.ts";

/** The label of the tab of an artifact's document: `#512 It breaks`. */
export function tabTitle(artifactId: number, title = ""): string {
  return withoutIcons(`#${artifactId} ${title}`).trim();
}
