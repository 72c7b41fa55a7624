import { t } from "@vscode/l10n";
import { behindColon, quoted } from "../labels/punctuation.ts";
import type { SavedQueryProblem } from "../query/savedQueries.ts";
import { assertNever } from "../util/assertNever.ts";

/** Says what is wrong with the setting of saved queries, one sentence for each problem. */
export function unusableSavedQueries(problems: readonly SavedQueryProblem[]): string {
  const sentences = problems.map((problem) => {
    const which =
      problem.label === undefined ? t("Entry {number}", { number: (problem.index ?? 0) + 1 }) : quoted(problem.label);
    return problem.problem === "notAList" ? t("It is not a list.") : behindColon(which, reason(problem));
  });
  return t("Some saved queries in the settings cannot be used. {sentences}", { sentences: sentences.join(" ") });
}

function reason({ problem, connectionId }: SavedQueryProblem): string {
  switch (problem) {
    case "notAList":
    case "notAnObject":
      return t("it has to be an object with connection, tracker, label and query.");
    case "connection":
      return t("its connection has to be the id of a connection.");
    case "unknownConnection":
      return t("there is no connection “{connectionId}”.", { connectionId: connectionId ?? "" });
    case "tracker":
      return t("its tracker has to be the number of a tracker.");
    case "query":
      return t("its query is missing.");
    case "duplicate":
      return t("there is another one of that label in its tracker.");
    default:
      return assertNever(problem);
  }
}

export const askWhereToSave = t("Save a query of which connection?");
export const trackerOfQuery = t("Tracker of the query");
export const readingFields = t("Reading the tracker's fields");
export const askingAboutQuery = t("Asking the service about the query");
/** `explained` adds the reason. */
export const queryNotSaved = t("The query was not saved");
export const queryIsMissing = t("A query is needed.");
export const queryNameIsMissing = t("A name is needed.");
export const queryNameIsTaken = t("There is a query of that name in this tracker. Choose another one.");
export const chooseQuery = t("Choose a saved query in the tree first.");
export const queryExample = t('status = "Open" AND assigned_to = MYSELF()');

export function queryTitle(isNew: boolean): string {
  return isNew ? t("Save as Query") : t("Edit Query");
}

export function queryPrompt(tracker: string): string {
  return t("Query of {tracker}, in the service's query language.", { tracker });
}

export function queryNamePrompt(found: number): string {
  return found === 1
    ? t("Name of the query in the tree. It finds 1 artifact now.")
    : t("Name of the query in the tree. It finds {found} artifacts now.", { found });
}

export function querySaved(query: string, connection: string, found: number): string {
  return found === 1
    ? t("“{query}” is among the queries of {connection} in the tree. It finds 1 artifact now.", { query, connection })
    : t("“{query}” is among the queries of {connection} in the tree. It finds {found} artifacts now.", {
        query,
        connection,
        found,
      });
}

export function askQueryRemoval(query: string): string {
  return t("Remove the query “{query}”?", { query });
}

export function queryRemovalDetail(query: string): string {
  return t("{query}\n\nNothing changes on the service.", { query });
}
