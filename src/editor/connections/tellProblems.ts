import { commands } from "vscode";
import type { ConnectionProblem } from "../../core/connection/settings.ts";
import { addConnectionButton, openSettingsButton } from "../../core/labels/actions.ts";
import { connectionIsGone, unusableConnections } from "../../core/sentences/connections.ts";
import { warn } from "../dialog/present.ts";
import { commandIds } from "../manifest/contributions.ts";

/** Tells what is wrong with the setting of connections, and offers to open it. */
export async function tellConnectionProblems(problems: readonly ConnectionProblem[]): Promise<void> {
  if ((await warn(unusableConnections(problems), openSettingsButton)) !== undefined) {
    await commands.executeCommand("workbench.action.openSettings", "artifactDesk.connections");
  }
}

/** Tells that there is no such connection, and offers to add one. */
export async function tellNotConnected(connectionId: string): Promise<void> {
  if ((await warn(connectionIsGone(connectionId), addConnectionButton)) !== undefined) {
    await commands.executeCommand(commandIds.addConnection);
  }
}
