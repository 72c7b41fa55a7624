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
      label: withoutControls(query.label) || "Query",
      state: "collapsed",
      description: counted,
      icon: "query",
      contextValue: "query branch refreshable",
      tooltip: tooltipOf([query.label, query.query, `Tracker ${query.trackerId}`]),
      spoken: spokenOf(`Query ${query.label}`, counted && `finds ${counted}`),
    };
  },
  below: ({ query }) => `artifacts of the query ${query.label}`,
  ...listBelow((row, tree) => {
    const { trackerId, query } = row.query;
    return artifactList(row, tree, (service, offset, signal) =>
      service.listArtifacts(trackerId, offset, pageSizeAt(offset), signal, { expertQuery: query }),
    );
  }),
};
