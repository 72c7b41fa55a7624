import { trackerByNumber } from "../../labels/values.ts";
import { filterText } from "../../sentences/filters.ts";
import {
  allArtifacts,
  allArtifactsOf,
  allArtifactsSpoken,
  artifactsBelow,
  artifactsOfQuery,
  artifactsOfReport,
  defaultReport,
  finds,
  linkDirections,
  linkedArtifacts,
  linkedFrom,
  linkedWith,
  linksDirection,
  linksSpoken,
  ofArtifact,
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
import type { AllArtifactsRow, LinksRow, QueryRow, ReportRow } from "../rows.ts";
import { artifactList, filterContext, filteredArtifacts, listBelow, pageSizeAt } from "./lists.ts";

/** The row of a tracker's report, with the artifacts that it lists. */
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

/** The row of a saved query, with the artifacts that it finds. */
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

/** The row of a tracker's artifacts beside its reports: all, or those that its filter lets through. */
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
      // The filter goes by the structure of the tracker.
      await known.of(row.connectionId).catalog.forget({ trackerId: row.tracker.id });
    }
    branches.reread(row);
  },
};

/** The row of one type of link of an artifact in one direction, with the artifacts at the other end. */
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
