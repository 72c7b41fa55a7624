import type { Connection } from "../../core/model/connection.ts";
import { isJsonObject } from "../../core/model/json.ts";
import type { Services } from "../services/services.ts";

type Connections = Pick<Services, "registry" | "pickConnection">;

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
