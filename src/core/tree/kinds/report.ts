import { trackerByNumber } from "../../labels/values.ts";
import {
  artifactsOfQuery,
  artifactsOfReport,
  defaultReport,
  finds,
  ofTracker,
  privateReport,
  querySpoken,
  query as queryWord,
  reportOf,
  report as reportWord,
  tracker as trackerWord,
} from "../../sentences/tree.ts";
import { withoutControls } from "../../util/plainLabel.ts";
import { kindAndName, labelOf, spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { QueryRow, ReportRow } from "../rows.ts";
import { artifactList, listBelow, pageSizeAt } from "./lists.ts";

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

/** A saved query: the artifacts it finds. */
export const queryKind: RowKind<QueryRow> = {
  look: ({ query, count }, { formats }) => {
    const counted = count === undefined ? undefined : formats.count(count);
    return {
      label: withoutControls(query.label) || queryWord,
      state: "collapsed",
      description: counted,
      icon: "query",
      contextValue: "query branch refreshable",
      tooltip: tooltipOf([query.label, query.query, trackerByNumber(query.trackerId)]),
      spoken: spokenOf(querySpoken(query.label), counted && finds(counted)),
    };
  },
  below: ({ query }) => artifactsOfQuery(query.label),
  ...listBelow((row, tree) => {
    const { trackerId, query } = row.query;
    return artifactList(row, tree, (service, offset, signal) =>
      service.listArtifacts(trackerId, offset, pageSizeAt(offset), signal, { expertQuery: query }),
    );
  }),
};
