import { withoutControls } from "../../util/withoutControls.ts";
import { spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { LinksRow } from "../rows.ts";
import { artifactList, listBelow } from "./lists.ts";

/** The artifacts that one artifact is linked with by one type of link in one direction. */
export const linksKind: RowKind<LinksRow> = {
  look: ({ link, sourceId }) => {
    const isForward = link.direction === "forward";
    const direction = isForward ? "outgoing" : "incoming";
    const label = withoutControls(link.label) || link.type || "Linked artifacts";
    return {
      label,
      state: "collapsed",
      description: direction,
      icon: direction,
      contextValue: "links branch refreshable",
      tooltip: tooltipOf([
        isForward ? `#${sourceId} → ${label}` : `#${sourceId} ← ${label}`,
        isForward ? `Artifacts that #${sourceId} links to` : `Artifacts that link to #${sourceId}`,
      ]),
      spoken: spokenOf(`Linked artifacts: ${label}`, direction, `of artifact ${sourceId}`),
    };
  },
  below: ({ sourceId }) => `artifacts linked with ${sourceId}`,
  ...listBelow((row, tree) =>
    artifactList(row, tree, (service, offset, signal) =>
      service.listLinkedArtifacts(row.sourceId, row.link, offset, signal),
    ),
  ),
};
