import type { Connection } from "../model/connection.ts";
import { plainLetters } from "../util/plainLetters.ts";
import { type AddressProblem, connectionIdFor, isConnectionId, readAddress } from "./address.ts";

/** The parts of a connection that a command gives to be stored. */
interface GivenConnection {
  readonly url: string;
  readonly id?: string;
  readonly label?: string;
}

/**
 * The problems mean:
 * - `address`: it is none
 * - `id`: connections have no such id
 * - `idIsTaken`: it is the id of a connection to another address
 */
export type GivenProblem =
  | { readonly kind: "address"; readonly problem: AddressProblem }
  | { readonly kind: "id" }
  | { readonly kind: "idIsTaken"; readonly by: Connection };

type GivenReading = { readonly kind: "connection"; readonly connection: Connection } | GivenProblem;

/** Gives the connection to store: one of `connections` of that id or, without an id, of that address is updated. */
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
 * Makes a connection beside `connections`, whatever their addresses are. It gets another label where its own is the
 * name or the host of another one: when a folder suggests both, nobody must take one service for the other.
 */
export function newConnection(url: string, label: string, connections: readonly Connection[]): Connection {
  const taken = new Set(connections.flatMap((each) => [each.label, new URL(each.url).host].map(plainLetters)));
  const isFree = label !== "" && !taken.has(plainLetters(label));
  return { id: freeId(url, connections), url, label: isFree ? label : freeLabel(url, connections) };
}

/** Gives the name to offer for a connection beside others: its host, or its host with the first free number. */
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
