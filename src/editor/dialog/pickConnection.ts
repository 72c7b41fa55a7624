import { commands } from "vscode";
import { originOf } from "../../core/connection/address.ts";
import { addConnectionButton } from "../../core/labels/actions.ts";
import type { Connection } from "../../core/model/connection.ts";
import { noConnectionYet } from "../../core/sentences/connections.ts";
import { commandIds } from "../manifest/contributions.ts";
import { HumanError } from "./present.ts";
import { askQuickPick } from "./quickInput.ts";

/** Makes the error that a command needs a connection and there is none, with a button that adds one. */
export function noConnection(): HumanError {
  const go = async () => {
    await commands.executeCommand(commandIds.addConnection);
  };
  return new HumanError(noConnectionYet, { ways: [{ label: addConnectionButton, go }] });
}

/**
 * Gives the connection to use: the only one, or the one the person picks. Undefined when they gave up; throws a
 * HumanError when there is none.
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
