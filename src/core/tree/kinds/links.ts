import {
  linkDirections,
  linkedArtifacts,
  linkedFrom,
  linkedWith,
  linksDirection,
  linksSpoken,
  ofArtifact,
} from "../../sentences/tree.ts";
import { withoutControls } from "../../util/plainLabel.ts";
import { spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { LinksRow } from "../rows.ts";
import { artifactList, listBelow } from "./lists.ts";

/** The artifacts that one artifact is linked with by one type of link in one direction. */
export const linksKind: RowKind<LinksRow> = {
  look: ({ link, sourceId }) => {
    const isForward = link.direction === "forward";
    const direction = isForward ? "outgoing" : "incoming";
    const named = withoutControls(link.label) || link.type || linkedArtifacts;
    const isPlainBack = !isForward && link.type === "";
    const label = isPlainBack ? linkedFrom : named;
    const told = isPlainBack ? undefined : linkDirections[link.direction];
    return {
      label,
      state: "collapsed",
      description: told,
      icon: direction,
      contextValue: "links branch refreshable",
      tooltip: tooltipOf([
        isForward ? `#${sourceId} → ${label}` : `#${sourceId} ← ${label}`,
        linksDirection(sourceId, isForward),
      ]),
      spoken: spokenOf(linksSpoken(label), told, ofArtifact(sourceId)),
    };
  },
  below: ({ sourceId }) => linkedWith(sourceId),
  ...listBelow((row, tree) =>
    artifactList(row, tree, (service, offset, signal) =>
      service.listLinkedArtifacts(row.sourceId, row.link, offset, signal),
    ),
  ),
};
