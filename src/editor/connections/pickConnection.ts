import { originOf } from "../../core/connection/address.ts";
import type { Connection } from "../../core/model/connection.ts";
import { noConnection } from "../dialog/noConnection.ts";
import { askQuickPick } from "../dialog/quickInput.ts";

/**
 * The connection to use: the only one, or the one the person picks. Undefined when given up; throws a HumanError when
 * there is none.
 */
export async function pickConnection(
  connections: readonly Connection[],
  placeHolder: string,
): Promise<Connection | undefined> {
  if (connections.length === 0) {
    throw noConnection();
  }
  if (connections.length === 1) {
    return connections[0];
  }
  const items = connections.map((connection) => ({
    label: connection.label,
    description: originOf(connection.url),
    connection,
  }));
  return (await askQuickPick(items, { placeHolder }))?.connection;
}
