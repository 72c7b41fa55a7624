import type { Connection } from "../model/connection.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { type AddressProblem, isConnectionId, readAddress } from "./address.ts";

/** An entry of `artifactDesk.connections` that cannot be used, with the reason. */
export interface ConnectionProblem {
  /** Its position in the setting, from 0; undefined when the setting as a whole is not a list. */
  readonly index?: number;
  readonly id?: string;
  readonly problem: "notAList" | "notAnObject" | "id" | "duplicateId" | "url" | AddressProblem;
}

/**
 * Gives the connections of the setting `artifactDesk.connections`, in its order, and a problem for each entry left out.
 * It never throws, whatever the person wrote there.
 */
export function readConnections(setting: unknown): {
  readonly connections: readonly Connection[];
  readonly problems: readonly ConnectionProblem[];
} {
  const entries = settingList(setting);
  if (!entries) {
    return { connections: [], problems: [{ problem: "notAList" }] };
  }
  const connections = new Map<string, Connection>();
  const problems: ConnectionProblem[] = [];
  entries.forEach((entry, index) => {
    const read = readConnection(entry);
    if ("problem" in read) {
      problems.push({ index, ...read });
    } else if (connections.has(read.id)) {
      problems.push({ index, id: read.id, problem: "duplicateId" });
    } else {
      connections.set(read.id, read);
    }
  });
  return { connections: [...connections.values()], problems };
}

/**
 * Gives the setting with `connection` in it: in place of the entry of that id, else at the end. All else that the
 * person wrote there stays as it is, entries that cannot be used included.
 */
export function withConnection(setting: unknown, connection: Connection): readonly Json[] {
  const entries = entriesToKeep(setting);
  const index = entries.findIndex((entry) => isEntryOf(entry, connection.id));
  const written = { id: connection.id, url: connection.url, label: connection.label };
  return index < 0 ? [...entries, written] : entries.with(index, written);
}

/** Gives the setting without the entries of that id. */
export function withoutConnection(setting: unknown, connectionId: string): readonly Json[] {
  return entriesToKeep(setting).filter((entry) => !isEntryOf(entry, connectionId));
}

function readConnection(entry: unknown): Connection | Pick<ConnectionProblem, "id" | "problem"> {
  if (!isJsonObject(entry)) {
    return { problem: "notAnObject" };
  }
  const { id, url, label } = entry;
  if (!isConnectionId(id)) {
    return { problem: "id", ...(typeof id === "string" ? { id } : {}) };
  }
  if (typeof url !== "string") {
    return { id, problem: "url" };
  }
  const address = readAddress(url);
  if (address.kind === "problem") {
    return { id, problem: address.problem };
  }
  return { id, url: address.url, label: typeof label === "string" && label.trim() !== "" ? label.trim() : id };
}

function isEntryOf(entry: Json, connectionId: string): boolean {
  return isJsonObject(entry) && entry.id === connectionId;
}

/** Gives the entries of a setting that has to be a list: none where it is not set, undefined where it is no list. */
export function settingList(setting: unknown): readonly Json[] | undefined {
  const list = setting ?? [];
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}

/** Gives the entries for a list that is to be written: what was written in place of a list stays as an entry. */
export function entriesToKeep(setting: unknown): readonly Json[] {
  return settingList(setting) ?? [setting as Json];
}
