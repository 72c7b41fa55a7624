import { filterText } from "../../filter/filterText.ts";
import { withoutControls } from "../../util/withoutControls.ts";
import { labelOf, spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { AllArtifactsRow } from "../rows.ts";
import { filterContext, filteredArtifacts, listBelow } from "./lists.ts";

/** All artifacts of a tracker beside its reports, or those that its filter lets through. */
export const allArtifactsKind: RowKind<AllArtifactsRow> = {
  look: ({ tracker, filter }) => {
    const filtered = filterText(filter ?? undefined);
    const name = labelOf(tracker, "Tracker");
    return {
      label: filtered === undefined ? "All Artifacts" : "Artifacts",
      state: "collapsed",
      description: filtered && withoutControls(filtered),
      icon: filtered === undefined ? "allArtifacts" : "filteredArtifacts",
      contextValue: `allArtifacts ${filterContext(filter)}branch refreshable`,
      tooltip: tooltipOf([
        `${filtered === undefined ? "All artifacts" : "Artifacts"} of ${name}`,
        filtered,
        filter?.query,
      ]),
      spoken: spokenOf(`${filtered === undefined ? "All" : "Filtered"} artifacts of the tracker ${name}`, filtered),
    };
  },
  below: ({ tracker }) => `artifacts of ${labelOf(tracker, "Tracker")}`,
  ...listBelow(filteredArtifacts),
};
