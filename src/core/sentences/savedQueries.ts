import type { SavedQueryProblem } from "../query/savedQueries.ts";
import { assertNever } from "../util/assertNever.ts";

/** What is wrong with the setting of saved queries, one sentence for each problem. */
export function unusableSavedQueries(problems: readonly SavedQueryProblem[]): string {
  const sentences = problems.map((problem) => {
    const which = problem.label === undefined ? `Entry ${(problem.index ?? 0) + 1}` : `“${problem.label}”`;
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
      return `there is no connection “${connectionId}”.`;
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

export const askWhereToSave = "Save a query of which connection?";
export const trackerOfQuery = "Tracker of the query";
export const readingFields = "Reading the tracker's fields";
export const askingAboutQuery = "Asking the service about the query";
/** For `explained`. */
export const queryNotSaved = "The query was not saved";
export const queryIsMissing = "A query is needed.";
export const queryNameIsMissing = "A name is needed.";
export const queryNameIsTaken = "There is a query of that name in this tracker. Choose another one.";
export const chooseQuery = "Choose a saved query in the tree first.";
export const queryExample = 'status = "Open" AND assigned_to = MYSELF()';

export function queryTitle(isNew: boolean): string {
  return isNew ? "Save as Query" : "Edit Query";
}

export function queryPrompt(tracker: string): string {
  return `Query of ${tracker}, in the service's query language.`;
}

export function queryNamePrompt(found: number): string {
  return found === 1
    ? "Name of the query in the tree. It finds 1 artifact now."
    : `Name of the query in the tree. It finds ${found} artifacts now.`;
}

export function querySaved(query: string, connection: string, found: number): string {
  return found === 1
    ? `“${query}” is among the queries of ${connection} in the tree. It finds 1 artifact now.`
    : `“${query}” is among the queries of ${connection} in the tree. It finds ${found} artifacts now.`;
}

export function askQueryRemoval(query: string): string {
  return `Remove the query “${query}”?`;
}

export function queryRemovalDetail(query: string): string {
  return `${query}\n\nNothing changes on the service.`;
}
