import type { Connection } from "../model/connection.ts";
import { plainLetters } from "../util/plainLetters.ts";
import { type AddressProblem, connectionIdFor, isConnectionId, readAddress } from "./address.ts";

/** What a command gives of a connection to be stored. */
interface GivenConnection {
  readonly url: string;
  readonly id?: string;
  readonly label?: string;
}

/**
 * - an address that is none
 * - `id`: not one that connections have
 * - `idIsTaken`: the id of a connection to another address
 */
export type GivenProblem =
  | { readonly kind: "address"; readonly problem: AddressProblem }
  | { readonly kind: "id" }
  | { readonly kind: "idIsTaken"; readonly by: Connection };

type GivenReading = { readonly kind: "connection"; readonly connection: Connection } | GivenProblem;

/** The connection to store: one of `connections` of that id or, where no id is given, of that address is updated. */
export function readGiven(given: GivenConnection, connections: readonly Connection[]): GivenReading {
  const address = readAddress(given.url);
  if (address.kind === "problem") {
    return { kind: "address", problem: address.problem };
  }
  if (given.id !== undefined && !isConnectionId(given.id)) {
    return { kind: "id" };
  }
  const { url } = address;
  const existing = connections.find((each) => (given.id === undefined ? each.url === url : each.id === given.id));
  if (existing && existing.url !== url) {
    return { kind: "idIsTaken", by: existing };
  }
  const id = existing?.id ?? given.id ?? freeId(url, connections);
  const label = given.label?.trim() ?? "";
  return {
    kind: "connection",
    connection: { id, url, label: label === "" ? (existing?.label ?? new URL(url).host) : label },
  };
}

/**
 * A connection beside `connections`, whatever their addresses are. A label is left out that is the name or the host of
 * another one: a folder that suggests both must not have one service taken for the other.
 */
export function newConnection(url: string, label: string, connections: readonly Connection[]): Connection {
  const taken = new Set(connections.flatMap((each) => [each.label, new URL(each.url).host].map(plainLetters)));
  const isFree = label !== "" && !taken.has(plainLetters(label));
  return { id: freeId(url, connections), url, label: isFree ? label : freeLabel(url, connections) };
}

/** The name to offer for a connection beside others: its host, or that with the first free number. */
export function freeLabel(url: string, connections: readonly Connection[]): string {
  const { host } = new URL(url);
  const taken = new Set(connections.map(({ label }) => label));
  let label = host;
  for (let number = 2; taken.has(label); number += 1) {
    label = `${host} ${number}`;
  }
  return label;
}

function freeId(url: string, connections: readonly Connection[]): string {
  return connectionIdFor(url, new Set(connections.map(({ id }) => id)));
}
