import {
  linkDirections,
  linkedArtifacts,
  linkedWith,
  linksDirection,
  linksSpoken,
  ofArtifact,
} from "../../sentences/tree.ts";
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
    const label = withoutControls(link.label) || link.type || linkedArtifacts;
    return {
      label,
      state: "collapsed",
      description: linkDirections[link.direction],
      icon: direction,
      contextValue: "links branch refreshable",
      tooltip: tooltipOf([
        isForward ? `#${sourceId} → ${label}` : `#${sourceId} ← ${label}`,
        linksDirection(sourceId, isForward),
      ]),
      spoken: spokenOf(linksSpoken(label), linkDirections[link.direction], ofArtifact(sourceId)),
    };
  },
  below: ({ sourceId }) => linkedWith(sourceId),
  ...listBelow((row, tree) =>
    artifactList(row, tree, (service, offset, signal) =>
      service.listLinkedArtifacts(row.sourceId, row.link, offset, signal),
    ),
  ),
};
