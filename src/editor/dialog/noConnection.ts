import { commands } from "vscode";
import { addConnectionButton } from "../../core/labels/actions.ts";
import { noConnectionYet } from "../../core/sentences/connections.ts";
import { commandIds } from "../manifest/contributions.ts";
import { HumanError } from "./present.ts";

/** What is told where a command needs a connection and there is none: with a button that adds one. */
export function noConnection(): HumanError {
  const go = async () => {
    await commands.executeCommand(commandIds.addConnection);
  };
  return new HumanError(noConnectionYet, { ways: [{ label: addConnectionButton, go }] });
}
