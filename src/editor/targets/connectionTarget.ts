import type { Connection } from "../../core/model/connection.ts";
import { isJsonObject } from "../../core/model/json.ts";

interface Connections {
  /** Throws a HumanError where there is no such connection. */
  readonly registry: { get(connectionId: string): Connection };
  /** The only one, or the one the person picks; undefined when they gave up. */
  readonly pickConnection: (question: string) => Promise<Connection | undefined>;
}

/** The id of the connection that a command was called for: given alone, or by a row or another object of it. */
export function connectionIdIn(target: unknown): string | undefined {
  const id = isJsonObject(target) ? target.connectionId : target;
  return typeof id === "string" ? id : undefined;
}

/** The connection of that id; without one the only one, or the one the person picks. Undefined when they gave up. */
export async function connectionOrPicked(
  { registry, pickConnection }: Connections,
  connectionId: string | undefined,
  question: string,
): Promise<Connection | undefined> {
  return connectionId === undefined ? await pickConnection(question) : registry.get(connectionId);
}
