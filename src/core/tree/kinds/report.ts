import {
  artifactsOfReport,
  defaultReport,
  ofTracker,
  privateReport,
  reportOf,
  report as reportWord,
  tracker as trackerWord,
} from "../../sentences/tree.ts";
import { kindAndName, labelOf, spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { ReportRow } from "../rows.ts";
import { artifactList, listBelow } from "./lists.ts";

/** A report of a tracker: the artifacts that it lists. */
export const reportKind: RowKind<ReportRow> = {
  look: ({ report, tracker }) => {
    const label = labelOf(report, reportWord);
    const trackerName = labelOf(tracker, trackerWord);
    const traits = [report.isDefault ? defaultReport : "", report.isPublic === false ? privateReport : ""];
    return {
      label,
      state: "collapsed",
      description: traits.filter((trait) => trait !== "").join(", "),
      icon: "report",
      contextValue: "report branch refreshable",
      tooltip: tooltipOf([label, reportOf(trackerName)]),
      spoken: spokenOf(kindAndName(report, reportWord), ...traits, ofTracker(trackerName)),
    };
  },
  below: ({ report }) => artifactsOfReport(labelOf(report, reportWord)),
  ...listBelow((row, tree) =>
    artifactList(row, tree, (service, offset, signal) => service.listReportArtifacts(row.report.id, offset, signal)),
  ),
};
