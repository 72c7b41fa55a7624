import { kindAndName, labelOf, spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { ReportRow } from "../rows.ts";
import { artifactList, listBelow } from "./lists.ts";

/** A report of a tracker: the artifacts that it lists. */
export const reportKind: RowKind<ReportRow> = {
  look: ({ report, tracker }) => {
    const label = labelOf(report, "Report");
    const ofTracker = labelOf(tracker, "Tracker");
    const traits = [report.isDefault ? "default" : "", report.isPublic === false ? "private" : ""];
    return {
      label,
      state: "collapsed",
      description: traits.filter((trait) => trait !== "").join(", "),
      icon: "report",
      contextValue: "report branch refreshable",
      tooltip: tooltipOf([label, `Report of ${ofTracker}`]),
      spoken: spokenOf(kindAndName(report, "Report"), ...traits, `of the tracker ${ofTracker}`),
    };
  },
  below: ({ report }) => `artifacts of the report ${labelOf(report, "Report")}`,
  ...listBelow((row, tree) =>
    artifactList(row, tree, (service, offset, signal) => service.listReportArtifacts(row.report.id, offset, signal)),
  ),
};
