import { filterText } from "../../sentences/filters.ts";
import {
  allArtifacts,
  allArtifactsOf,
  allArtifactsSpoken,
  artifactsBelow,
  tracker as trackerWord,
} from "../../sentences/tree.ts";
import { withoutControls } from "../../util/plainLabel.ts";
import { labelOf, spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { AllArtifactsRow } from "../rows.ts";
import { filterContext, filteredArtifacts, listBelow } from "./lists.ts";

/** All artifacts of a tracker beside its reports, or those that its filter lets through. */
export const allArtifactsKind: RowKind<AllArtifactsRow> = {
  look: ({ tracker, filter }) => {
    const filtered = filterText(filter ?? undefined);
    const name = labelOf(tracker, trackerWord);
    return {
      label: allArtifacts(filtered !== undefined),
      state: "collapsed",
      description: filtered && withoutControls(filtered),
      icon: filtered === undefined ? "allArtifacts" : "filteredArtifacts",
      contextValue: `allArtifacts ${filterContext(filter)}branch refreshable`,
      tooltip: tooltipOf([allArtifactsOf(name, filtered !== undefined), filtered, filter?.query]),
      spoken: spokenOf(allArtifactsSpoken(name, filtered !== undefined), filtered),
    };
  },
  below: ({ tracker }) => artifactsBelow(labelOf(tracker, trackerWord)),
  ...listBelow(filteredArtifacts),
  refresh: async (row, { branches, known }) => {
    if (row.filter) {
      // What it lets through goes by the structure of the tracker.
      await known.of(row.connectionId).catalog.forget({ trackerId: row.tracker.id });
    }
    branches.reread(row);
  },
};
