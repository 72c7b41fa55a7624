import { trackerByNumber } from "../../labels/values.ts";
import { artifactsOfQuery, finds, querySpoken, query as queryWord } from "../../sentences/tree.ts";
import { withoutControls } from "../../util/withoutControls.ts";
import { spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { QueryRow } from "../rows.ts";
import { artifactList, listBelow, pageSizeAt } from "./lists.ts";

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
