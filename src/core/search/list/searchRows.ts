import { projectByNumber, trackerByNumber } from "../../labels/values.ts";
import type { ArtifactSummary, TrackerReference } from "../../model/artifact.ts";
import type { Connection } from "../../model/connection.ts";
import type { Tracker } from "../../model/tracker.ts";
import { checkQuery } from "../../query/checkQuery.ts";
import { keywordOf, parseReference } from "../../references/reference.ts";
import { explain } from "../../sentences/explain.ts";
import { reasonOf, saidBy } from "../../sentences/failures.ts";
import { queryProblem } from "../../sentences/queries.ts";
import {
  addToOpen,
  closed,
  couldNotBeSearched,
  moreIn,
  notConnectedTo,
  nothingFound,
  nothingFoundYet,
  notSearched,
  openNamed,
  pressEnterTo,
  queryIsRefused,
  recentAndPinned,
  searchedAll,
  searchedKnown,
  searchedTrackers,
  searching,
  searchProject,
  searchTracker,
  tooShortToSearch,
  typeWords,
  typeWordsOrQuery,
  unnamedTracker,
} from "../../sentences/search.ts";
import { isServiceError } from "../../service/serviceError.ts";
import { assertNever } from "../../util/assertNever.ts";
import { plainLabel } from "../../util/plainLabel.ts";
import type { FoundGroup, SearchedConnection, SearchResults } from "../artifactSearch.ts";
import type { SearchReach, SearchScope } from "../connectionSearch.ts";
import { looksLikeQuery } from "../words.ts";

// These rows show the results of a search.

/** A row of the list that a search shows. */
export type SearchRow =
  /** A heading above the rows of one place. */
  | { readonly kind: "group"; readonly label: string }
  | ({ readonly kind: "artifact"; readonly connectionId: string; readonly summary: ArtifactSummary } & RowTexts)
  | Line;

/** A row that tells something; `action` is what choosing it does, if anything. */
type Line = { readonly kind: "line"; readonly icon?: string; readonly action?: SearchAction } & RowTexts;

interface RowTexts {
  /** Tells the rows of a list apart, and stays the same while more arrive. */
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

type SearchAction = { readonly kind: "searchAgain" } | LeavingAction;

/** An action that leads to another list or question. */
export type LeavingAction =
  | { readonly kind: "setAccessKey"; readonly connectionId: string }
  | { readonly kind: "searchTracker"; readonly connectionId: string; readonly tracker: TrackerReference }
  | { readonly kind: "pickTracker" }
  | { readonly kind: "pickProject" };

interface SearchView {
  readonly results: SearchResults;
  readonly scope: SearchScope;
  /** The connections that are searched. */
  readonly connections: readonly Connection[];
  /** The connections of the settings, to any of which a pasted address may belong. */
  readonly allConnections: readonly Connection[];
  /** The tracker that is searched, once its fields are known. */
  readonly structure?: Tracker | undefined;
}

/**
 * Gives the rows in their order: the artifacts that the text names, what was found, what failed, and what else can be
 * done.
 */
export function searchRows(view: SearchView): readonly SearchRow[] {
  const named = namedRows(view);
  if (named.isCertain) {
    return named.rows;
  }
  const shown = new Set(named.rows.map(({ key }) => key));
  const found = view.results.groups.flatMap((group) => groupRows(view, group, shown));
  const said = view.results.connections.flatMap((connection) => connectionRows(view, connection));
  const rows: readonly SearchRow[] = [...named.rows, ...found];
  const ending = [...emptyRows(view, rows.length > 0), ...problemRows(view), ...said, ...furtherRows(view)];
  return ending.length === 0 ? rows : [...rows, { kind: "group", label: "" }, ...ending];
}

/** Gives the row that Enter takes at once. Where no artifact is found, it is the first one that leads on. */
export function firstChoice(rows: readonly SearchRow[]): SearchRow | undefined {
  const choices = rows.filter((row) => row.kind === "artifact" || (row.kind === "line" && row.action !== undefined));
  return choices.find(({ kind }) => kind === "artifact") ?? choices[0];
}

/** Finds the artifact that a text names, by number or address: that of each connection, if it may be of any. */
export function namedArtifacts(
  text: string,
  connections: readonly Connection[],
  allConnections: readonly Connection[],
): readonly { readonly connectionId: string; readonly artifactId: number }[] {
  const reference = parseReference(text, allConnections);
  if (reference?.kind !== "artifact") {
    return [];
  }
  const { artifactId, connectionId } = reference;
  return (connectionId === undefined ? connections.map(({ id }) => id) : [connectionId]).map((id) => ({
    connectionId: id,
    artifactId,
  }));
}

/** Tells whether a text surely names something and is not to be searched for: a bare number may be part of a title. */
export function isReference(text: string, allConnections: readonly Connection[]): boolean {
  return parseReference(text, allConnections) !== undefined && !/^\s*\d+\s*$/.test(text);
}

function namedRows(view: SearchView): {
  readonly rows: readonly Exclude<SearchRow, { kind: "group" }>[];
  readonly isCertain: boolean;
} {
  const { text, groups } = view.results;
  const isCertain = isReference(text, view.allConnections);
  const reference = parseReference(text, view.allConnections);
  if (reference?.kind === "unknownOrigin") {
    const rows = [line("unknownOrigin", notConnectedTo(reference.origin), { detail: addToOpen })];
    return { isCertain, rows };
  }
  const known = groups.filter(({ kind }) => kind === "known");
  const rows = namedArtifacts(text, view.connections, view.allConnections).map(({ connectionId, artifactId }) => {
    const summary = known
      .filter((group) => group.connectionId === connectionId)
      .flatMap(({ artifacts }) => artifacts)
      .find(({ id }) => id === artifactId) ?? { id: artifactId };
    const { key, label } = artifactTexts(connectionId, summary);
    const description = openNamed(artifactId, labelOf(view, connectionId));
    return { kind: "artifact", connectionId, summary, key, label, description } as const;
  });
  return { rows, isCertain };
}

function groupRows(view: SearchView, group: FoundGroup, shown: ReadonlySet<string>): readonly SearchRow[] {
  const { connectionId, tracker, more } = group;
  const artifacts: readonly SearchRow[] = group.artifacts
    .map((summary) => ({
      ...({ kind: "artifact", connectionId, summary } as const),
      ...artifactTexts(connectionId, summary, group.kind),
    }))
    .filter(({ key }) => !shown.has(key));
  const rows = [...artifacts];
  if (more > 0 && tracker !== undefined) {
    const label = moreIn(more, plainLabel(tracker.label ?? unnamedTracker(tracker.id)));
    rows.push(line(`more/${group.key}`, label, { action: { kind: "searchTracker", connectionId, tracker } }));
  }
  return rows.length === 0 ? [] : [{ kind: "group", label: groupLabel(view, group) }, ...rows];
}

function groupLabel(view: SearchView, { kind, connectionId, tracker, artifacts }: FoundGroup): string {
  const place =
    kind === "known"
      ? recentAndPinned
      : tracker === undefined
        ? keywordOf(artifacts[0]?.xref ?? "found")
        : [tracker.label ?? trackerByNumber(tracker.id), tracker.projectLabel].filter((part) => part).join(" · ");
  return plainLabel(view.connections.length > 1 ? `${place} · ${labelOf(view, connectionId)}` : place);
}

/** Gives the texts of an artifact's row. The heading tells its tracker already, unless `group` is `known`. */
function artifactTexts(
  connectionId: string,
  { id, title, status, isOpen, tracker, xref }: ArtifactSummary,
  group: FoundGroup["kind"] = "known",
): RowTexts {
  const state = [status, isOpen === false ? closed : undefined]
    .filter((part, index, parts) => part && part.toLowerCase() !== parts[index - 1]?.toLowerCase())
    .join(", ");
  const place = group === "found" ? [] : [tracker?.label ?? xref, tracker?.projectLabel];
  const description = [state, ...place].filter((part) => part).join(" · ");
  return {
    key: `${connectionId}/${id}`,
    label: plainLabel(`#${id} ${title ?? ""}`),
    ...(description === "" ? {} : { description: plainLabel(description) }),
  };
}

/**
 * Gives a row that tells that nothing is shown. There is none where every connection has failed, as other rows tell
 * that.
 */
function emptyRows(view: SearchView, isSomethingShown: boolean): readonly SearchRow[] {
  const { results, scope } = view;
  const { text, isRunning, connections } = results;
  const hasFailed = ({ error, reach }: SearchedConnection) =>
    error !== undefined || (scope.kind === "tracker" && (reach?.failures.length ?? 0) > 0);
  if (isSomethingShown || (text.trim() !== "" && connections.every(hasFailed))) {
    return [];
  }
  if (text.trim() === "") {
    return [line("type", scope.kind === "tracker" ? typeWordsOrQuery : typeWords)];
  }
  const wanted = plainLabel(text.trim());
  // A connection that answers late, or waits for another key, does not keep back what is known of the others.
  const awaited = connections.filter((each) => each.isRunning).map(({ connectionId }) => labelOf(view, connectionId));
  const running = awaited.length < connections.length ? nothingFoundYet(wanted, awaited) : searching;
  return [isRunning ? line("searching", running) : line("nothing", nothingFound(wanted))];
}

/** Gives rows about what will keep the service from taking a query, or from finding anything by it. */
function problemRows({ results: { text }, scope, structure }: SearchView): readonly SearchRow[] {
  if (scope.kind !== "tracker" || !looksLikeQuery(text)) {
    return [];
  }
  return checkQuery(text, structure)
    .filter(({ code }) => code !== "unknown")
    .map((problem) =>
      line(`problem/${problem.code}/${problem.offset}`, queryProblem(problem, text), { icon: "warning" }),
    );
}

/** Gives rows about how a connection was searched, once it was, and about what went wrong. */
function connectionRows(view: SearchView, connection: SearchedConnection): readonly SearchRow[] {
  const { connectionId, reach, error, isRunning } = connection;
  const label = labelOf(view, connectionId);
  if (error !== undefined) {
    const isKeyRefused = isServiceError(error) && error.kind === "unauthorized";
    return [
      line(`error/${connectionId}`, couldNotBeSearched(label), {
        icon: "error",
        detail: pressEnterTo(reasonIn(error), isKeyRefused ? "setKey" : "retry"),
        action: isKeyRefused ? { kind: "setAccessKey", connectionId } : { kind: "searchAgain" },
      }),
    ];
  }
  if (reach === undefined || isRunning) {
    return [];
  }
  const failures = reach.failures.map(({ kind, id, label: name, error: failure }) => {
    const place = plainLabel(name ?? (kind === "tracker" ? trackerByNumber(id) : projectByNumber(id)));
    const isRefused = isServiceError(failure) && failure.kind === "rejected" && looksLikeQuery(view.results.text);
    const words = isRefused ? queryIsRefused : couldNotBeSearched(place);
    return line(`failure/${connectionId}/${kind}/${id}`, words, { icon: "warning", detail: reasonIn(failure) });
  });
  const reached = reachText(view, label, reach);
  return reached === undefined ? failures : [...failures, line(`reach/${connectionId}`, reached, { icon: "info" })];
}

function reachText(view: SearchView, label: string, { kind, searched, hasMore }: SearchReach): string | undefined {
  switch (kind) {
    case "fullText":
      return searchedAll(label, hasMore);
    case "trackers":
      return view.scope.kind === "tracker"
        ? undefined
        : searchedTrackers(searched, view.scope.kind === "project" ? plainLabel(view.scope.project.label) : label);
    case "known":
      return searchedKnown(label);
    case "tooShort":
      return tooShortToSearch;
    default:
      return assertNever(kind);
  }
}

/** Gives rows that lead to other places to search, once a search has ended. */
function furtherRows({ results, scope }: SearchView): readonly SearchRow[] {
  const isOffered =
    scope.kind !== "tracker" &&
    results.connections.some(
      ({ reach, isRunning }) => !isRunning && (reach?.kind === "trackers" || reach?.kind === "fullText"),
    );
  return isOffered
    ? [
        line("pickTracker", searchTracker, { icon: "search", action: { kind: "pickTracker" } }),
        line("pickProject", searchProject, { icon: "project", action: { kind: "pickProject" } }),
      ]
    : [];
}

function line(key: string, label: string, more: Pick<Line, "icon" | "detail" | "action"> = {}): Line {
  return { kind: "line", key, label, ...more };
}

function reasonIn(error: unknown): string {
  if (!isServiceError(error)) {
    return explain(error, notSearched).message;
  }
  const said = saidBy(error);
  return plainLabel(error.kind === "rejected" && said !== "" ? said : `${reasonOf(error)} ${said}`.trim());
}

function labelOf({ connections, allConnections }: SearchView, connectionId: string): string {
  const connection = [...connections, ...allConnections].find(({ id }) => id === connectionId);
  return plainLabel(connection?.label ?? connectionId);
}
