import type { SavedQueryProblem } from "../query/savedQueries.ts";
import { assertNever } from "../util/assertNever.ts";

/** What is wrong with the setting of saved queries, one sentence for each problem. */
export function unusableSavedQueries(problems: readonly SavedQueryProblem[]): string {
  const sentences = problems.map((problem) => {
    const which = problem.label === undefined ? `Entry ${(problem.index ?? 0) + 1}` : `«${problem.label}»`;
    return problem.problem === "notAList" ? "It is not a list." : `${which}: ${reason(problem)}`;
  });
  return `Some saved queries in the settings cannot be used. ${sentences.join(" ")}`;
}

function reason({ problem, connectionId }: SavedQueryProblem): string {
  switch (problem) {
    case "notAList":
    case "notAnObject":
      return "it has to be an object with connection, tracker, label and query.";
    case "connection":
      return "its connection has to be the id of a connection.";
    case "unknownConnection":
      return `there is no connection «${connectionId}».`;
    case "tracker":
      return "its tracker has to be the number of a tracker.";
    case "query":
      return "its query is missing.";
    case "duplicate":
      return "there is another one of that label in its tracker.";
    default:
      return assertNever(problem);
  }
}
