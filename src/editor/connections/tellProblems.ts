import { commands } from "vscode";
import { commandIds } from "../../contributions.ts";
import type { ConnectionProblem } from "../../core/connection/settings.ts";
import { warn } from "../present.ts";
import { connectionProblemsText, notConnectedText } from "./problemTexts.ts";

/** Tells what is wrong with the setting of connections, and offers to open it. */
export async function tellConnectionProblems(problems: readonly ConnectionProblem[]): Promise<void> {
  if ((await warn(connectionProblemsText(problems), "Open Settings")) !== undefined) {
    await commands.executeCommand("workbench.action.openSettings", "artifactDesk.connections");
  }
}

/** Tells that there is no such connection, and offers to add one. */
export async function tellNotConnected(connectionId: string): Promise<void> {
  if ((await warn(notConnectedText(connectionId), "Add Connection")) !== undefined) {
    await commands.executeCommand(commandIds.addConnection);
  }
}
