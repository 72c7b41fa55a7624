import { commands, window } from "vscode";
import { type Action, type Explanation, HumanError } from "../../core/failure/humanError.ts";
import { actionLabels, commandFailed } from "../../core/labels/actions.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { plain } from "../../core/util/plainWords.ts";
import { commandIds } from "../manifest/contributions.ts";
import { isCancelled } from "./cancellation.ts";
import { openPage } from "./handOut.ts";

export { type Action, type Explanation, HumanError } from "../../core/failure/humanError.ts";

/**
 * Runs `work`. A ServiceError that it throws, unless it was cancelled, becomes a HumanError that begins with `what`,
 * such as «Artifact #512 could not be opened».
 */
export async function explained<T>(what: string, connectionId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isServiceError(error) && error.kind !== "cancelled") {
      const { message, actions } = await explain(error, what);
      throw new HumanError(message, { actions, connectionId, cause: error });
    }
    throw error;
  }
}

/** Puts `error` into words for a person, beginning with `what`. */
export async function explain(error: unknown, what: string): Promise<Explanation> {
  // The words for failures are loaded with the first failure.
  const failures = await import("../../core/sentences/explain.ts");
  return failures.explain(error, what);
}

/**
 * Shows an explanation and does what the chosen button says. Gives the action chosen, so that the caller can do the
 * rest (`retry`). Gives undefined when the person closed it or chose a button that only this failure has; what fails
 * behind that button is shown too.
 */
export async function presentFailure(
  explanation: Explanation,
  connectionId: string | undefined,
): Promise<Action | undefined> {
  const actions = explanation.actions.filter(
    (action) => connectionId !== undefined || (action !== "setAccessKey" && action !== "editConnection"),
  );
  const { ways = [] } = explanation;
  const labels = [...ways.map(({ label }) => label), ...actions.map((action) => actionLabels[action])];
  const chosen = await window.showErrorMessage(plain(explanation.message), ...labels);
  const way = ways.find(({ label }) => label === chosen);
  if (way) {
    await showingFailure(connectionId, () => way.go());
    return undefined;
  }
  const action = actions.find((each) => actionLabels[each] === chosen);
  switch (action) {
    case "setAccessKey":
      await commands.executeCommand(commandIds.setAccessKey, { connectionId });
      break;
    case "editConnection":
      await commands.executeCommand("workbench.action.openSettings", "artifactDesk.connections");
      break;
    case "openInBrowser":
      if (explanation.page !== undefined) {
        await openPage(explanation.page);
      }
      break;
    case "showLog":
      await commands.executeCommand(commandIds.showLog);
      break;
    default:
  }
  return action;
}

/**
 * Carries out a button of a message, for which no command waits. What fails is shown, and *Retry* there carries it out
 * again.
 */
export async function showingFailure(connectionId: string | undefined, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isCancelled(error) && (await presentFailure(await explain(error, commandFailed), connectionId)) === "retry") {
      await showingFailure(connectionId, work);
    }
  }
}

/** Tells something, with a button per label; gives the label chosen. */
export async function inform<Label extends string>(
  message: string,
  ...labels: readonly Label[]
): Promise<Label | undefined> {
  return (await window.showInformationMessage(plain(message), ...labels)) as Label | undefined;
}

/** Warns of something, with a button per label; gives the label chosen. */
export async function warn<Label extends string>(
  message: string,
  ...labels: readonly Label[]
): Promise<Label | undefined> {
  return (await window.showWarningMessage(plain(message), ...labels)) as Label | undefined;
}

/** Tells of a failure, with a button per label; gives the label chosen. */
export async function tellError<Label extends string>(
  message: string,
  ...labels: readonly Label[]
): Promise<Label | undefined> {
  return (await window.showErrorMessage(plain(message), ...labels)) as Label | undefined;
}

/** Tells in the status bar for a while that something was done, behind an icon of ours where one is named. */
export function tellBriefly(message: string, icon?: string): void {
  window.setStatusBarMessage(`${icon === undefined ? "" : `$(${icon}) `}${plain(message)}`, briefMs);
}

const briefMs = 5000;

/** Makes the error of an explanation, for VS Code or another extension: VS Code shows what nobody catches. */
export function errorOf({ message }: Explanation): Error {
  return new Error(plain(message));
}

/** Asks for a yes in a dialog that has to be answered. Tells whether `yes` was chosen. */
export async function confirm(question: string, detail: string, yes: string): Promise<boolean> {
  return (await window.showWarningMessage(plain(question), { modal: true, detail: plain(detail) }, yes)) === yes;
}
