import { isConnectionId } from "../connection/address.ts";
import { entriesToKeep, settingList } from "../connection/settings.ts";
import { isNumberId } from "../model/id.ts";
import { isJsonObject, type Json } from "../model/json.ts";

/** A query of the setting `artifactDesk.queries`. Connection, tracker and label together occur once. */
export interface SavedQuery {
  readonly connectionId: string;
  readonly trackerId: number;
  readonly label: string;
  /** The query in the service's query language: `status = "Open" AND severity = "Crash"`. */
  readonly query: string;
}

/** An entry of `artifactDesk.queries` that cannot be used, with the reason. */
export interface SavedQueryProblem {
  /** The position in the setting, from 0; undefined where the setting is no list. */
  readonly index?: number;
  readonly label?: string;
  readonly connectionId?: string;
  readonly problem: "notAList" | "notAnObject" | "connection" | "unknownConnection" | "tracker" | "query" | "duplicate";
}

/** Gives a key that tells queries apart, and stays when the text of a query is changed. */
export function keyOfQuery({ connectionId, trackerId, label }: Omit<SavedQuery, "query">): string {
  return JSON.stringify([connectionId, trackerId, label]);
}

/**
 * Reads the queries of the setting `artifactDesk.queries`, in its order, with a problem for each entry that is left
 * out. So are the entries of connections that are not among `connectionIds`.
 *
 * Never throws, whatever the person wrote there. A query without a label is labelled by its text.
 */
export function readSavedQueries(
  setting: unknown,
  connectionIds: readonly string[],
): { readonly queries: readonly SavedQuery[]; readonly problems: readonly SavedQueryProblem[] } {
  const entries = settingList(setting);
  if (!entries) {
    return { queries: [], problems: [{ problem: "notAList" }] };
  }
  const queries = new Map<string, SavedQuery>();
  const problems: SavedQueryProblem[] = [];
  entries.forEach((entry, index) => {
    const read = readSavedQuery(entry);
    const { connectionId, label } = read;
    const facts = { index, ...(connectionId !== undefined && { connectionId }), ...(label !== undefined && { label }) };
    if ("problem" in read) {
      problems.push({ ...facts, problem: read.problem });
    } else if (!connectionIds.includes(read.connectionId)) {
      problems.push({ ...facts, problem: "unknownConnection" });
    } else if (queries.has(keyOfQuery(read))) {
      problems.push({ ...facts, problem: "duplicate" });
    } else {
      queries.set(keyOfQuery(read), read);
    }
  });
  return { queries: [...queries.values()], problems };
}

/**
 * Gives the setting with `query` in it: in the place of `replaced` or of the one with the same connection, tracker and
 * label, else at the end. All else that the person wrote there stays as it is, also entries that cannot be used.
 */
export function withSavedQuery(
  setting: unknown,
  query: SavedQuery,
  replaced: Omit<SavedQuery, "query"> = query,
): readonly Json[] {
  const entries = entriesToKeep(setting);
  const place = entries.findIndex((entry) => isEntryOf(entry, replaced));
  const { connectionId: connection, trackerId: tracker, label, query: text } = query;
  const written = { connection, tracker, label, query: text };
  const put = place < 0 ? [...entries, written] : entries.with(place, written);
  return put.filter((entry) => entry === written || !isEntryOf(entry, query));
}

/** Gives the setting without that query. */
export function withoutSavedQuery(setting: unknown, query: Omit<SavedQuery, "query">): readonly Json[] {
  return entriesToKeep(setting).filter((entry) => !isEntryOf(entry, query));
}

/** Gives the setting without the queries of a connection. */
export function withoutSavedQueriesOf(setting: unknown, connectionId: string): readonly Json[] {
  return entriesToKeep(setting).filter((entry) => !(isJsonObject(entry) && entry.connection === connectionId));
}

type QueryReading = SavedQuery | (Pick<SavedQueryProblem, "problem" | "label"> & { readonly connectionId?: string });

function readSavedQuery(entry: unknown): QueryReading {
  if (!isJsonObject(entry)) {
    return { problem: "notAnObject" };
  }
  const { connection, tracker } = entry;
  const query = textOf(entry.query);
  const label = textOf(entry.label)?.replace(/\s+/g, " ") ?? query?.replace(/\s+/g, " ");
  const facts = label === undefined ? {} : { label };
  if (!isConnectionId(connection)) {
    return { ...facts, problem: "connection" };
  }
  if (!isNumberId(tracker)) {
    return { ...facts, connectionId: connection, problem: "tracker" };
  }
  return query === undefined || label === undefined
    ? { ...facts, connectionId: connection, problem: "query" }
    : { connectionId: connection, trackerId: tracker, label, query };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function isEntryOf(entry: Json, query: Omit<SavedQuery, "query">): boolean {
  const read = readSavedQuery(entry);
  return !("problem" in read) && keyOfQuery(read) === keyOfQuery(query);
}
