import { commands, window } from "vscode";
import { commandIds } from "../contributions.ts";
import { isServiceError, type ServiceError } from "../core/service/serviceError.ts";
import { assertNever } from "../core/util/assertNever.ts";

/** What a person may do about something, each a button. */
export type Action = "retry" | "setAccessKey" | "editConnection" | "showLog";

/** A failure in a person's words: what happened, what the service said, what to do next. */
export interface Explanation {
  readonly message: string;
  readonly actions: readonly Action[];
}

/** An error whose message is written for a person and may be shown as it is. */
export class HumanError extends Error {
  override readonly name = "HumanError";
  readonly actions: readonly Action[];
  /** The connection that `actions` are about. */
  readonly connectionId?: string;

  constructor(
    message: string,
    details: { actions?: readonly Action[]; connectionId?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.actions = details.actions ?? [];
    if (details.connectionId !== undefined) {
      this.connectionId = details.connectionId;
    }
  }
}

/**
 * Runs `work`; a ServiceError it throws, other than `cancelled`, becomes a HumanError that begins with `what`, such as
 * «Artifact #512 could not be opened».
 */
export async function explained<T>(what: string, connectionId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isServiceError(error) && error.kind !== "cancelled") {
      throw new HumanError(...humanErrorArguments(error, what, connectionId));
    }
    throw error;
  }
}

/** What to tell a person of `error`, beginning with `what`. */
export function explain(error: unknown, what: string): Explanation {
  if (error instanceof HumanError) {
    return { message: error.message, actions: error.actions };
  }
  if (isServiceError(error)) {
    return {
      message: [`${what}.`, reasonOf(error), saidBy(error), nextStep(error)].filter((part) => part !== "").join(" "),
      actions: actionsFor(error),
    };
  }
  return { message: `${what}. Something unexpected happened; the log tells more.`, actions: ["retry", "showLog"] };
}

/** Why the service could not do it, in one sentence. */
export function reasonOf(error: ServiceError): string {
  switch (error.kind) {
    case "unreachable":
      return "The service cannot be reached.";
    case "tls":
      return "The secure connection to the service could not be made: its certificate is not trusted.";
    case "timeout":
      return "The service did not answer in time.";
    case "answerLost":
      return "The connection broke before the answer came, so the service may or may not have done it.";
    case "unauthorized":
      return "The service does not accept the access key.";
    case "forbidden":
      return "Your account may not do this.";
    case "notFound":
      return "The service does not have it, or your account may not see it.";
    case "rejected":
      return `The service refused it${status(error)}.`;
    case "tooManyRequests":
      return "The service asks for fewer requests.";
    case "unavailable":
      return `The service is not working right now${status(error)}.`;
    case "redirected":
      return error.otherOrigin === undefined
        ? "The service points to another of its pages instead of answering, perhaps to one to sign in."
        : `The service points to another address${elsewhere(error)}, which is never followed.`;
    case "invalidAnswer":
      return invalidAnswerReason(error);
    case "foreignOrigin":
      return `It lies on another server${elsewhere(error)}, and the access key is never sent there.`;
    case "cancelled":
      return "It was cancelled.";
    default:
      return assertNever(error.kind);
  }
}

/**
 * Shows an explanation and does what the chosen button says; gives the action chosen, for the caller to do the rest
 * (`retry`). Undefined when the person closed it.
 */
export async function presentFailure(
  explanation: Explanation,
  connectionId: string | undefined,
): Promise<Action | undefined> {
  const actions = explanation.actions.filter(
    (action) => connectionId !== undefined || (action !== "setAccessKey" && action !== "editConnection"),
  );
  const labels = actions.map((action) => actionLabels[action]);
  const chosen = await window.showErrorMessage(plain(explanation.message), ...labels);
  const action = actions.find((each) => actionLabels[each] === chosen);
  switch (action) {
    case "setAccessKey":
      await commands.executeCommand(commandIds.setAccessKey, { connectionId });
      break;
    case "editConnection":
      await commands.executeCommand("workbench.action.openSettings", "artifactDesk.connections");
      break;
    case "showLog":
      await commands.executeCommand(commandIds.showLog);
      break;
    default:
  }
  return action;
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
export async function complain<Label extends string>(
  message: string,
  ...labels: readonly Label[]
): Promise<Label | undefined> {
  return (await window.showErrorMessage(plain(message), ...labels)) as Label | undefined;
}

/** Asks for a yes in a dialog that has to be answered; whether `yes` was chosen. */
export async function confirm(question: string, detail: string, yes: string): Promise<boolean> {
  return (await window.showWarningMessage(plain(question), { modal: true, detail }, yes)) === yes;
}

const actionLabels: Readonly<Record<Action, string>> = {
  retry: "Retry",
  setAccessKey: "Set Access Key",
  editConnection: "Edit Connection",
  showLog: "Show Log",
};

function humanErrorArguments(
  error: ServiceError,
  what: string,
  connectionId: string,
): ConstructorParameters<typeof HumanError> {
  const { message, actions } = explain(error, what);
  return [message, { actions, connectionId, cause: error }];
}

function nextStep(error: ServiceError): string {
  switch (error.kind) {
    case "unreachable":
      return "Check the network, VPN and proxy settings, then try again.";
    case "tls":
      return "If your company has certificates of its own, they must be installed on this machine.";
    case "timeout":
    case "unavailable":
      return "Try again later.";
    case "answerLost":
      return "Look at what the service has now before you repeat it.";
    case "unauthorized":
      return "It may have expired or been revoked: set a new one.";
    case "forbidden":
      return "Ask an administrator of the project for the permission.";
    case "tooManyRequests":
      return error.retryAfterMs === undefined
        ? "Try again later."
        : `Try again in ${Math.ceil(error.retryAfterMs / 1000)} seconds.`;
    case "redirected":
      return "Check the address of the connection.";
    case "invalidAnswer":
      return error.problem === "html"
        ? "Check the address of the connection, and whether a proxy asks to sign in."
        : "";
    case "notFound":
    case "rejected":
    case "foreignOrigin":
    case "cancelled":
      return "";
    default:
      return assertNever(error.kind);
  }
}

function actionsFor(error: ServiceError): readonly Action[] {
  switch (error.kind) {
    case "unreachable":
    case "timeout":
    case "tooManyRequests":
    case "unavailable":
      return ["retry", "showLog"];
    case "tls":
    case "invalidAnswer":
    case "redirected":
      return ["retry", "editConnection", "showLog"];
    case "unauthorized":
      return ["setAccessKey"];
    case "answerLost":
    case "rejected":
    case "foreignOrigin":
      return ["showLog"];
    case "forbidden":
    case "notFound":
    case "cancelled":
      return [];
    default:
      return assertNever(error.kind);
  }
}

function invalidAnswerReason(error: ServiceError): string {
  switch (error.problem) {
    case "html":
      return "A web page came instead of data, perhaps one to sign in.";
    case "truncated":
      return "The answer was cut short.";
    case "tooLarge":
      return "The answer is larger than is read into memory.";
    default:
      return "The answer is not what this service sends.";
  }
}

/** The service's own words, quoted as such, on one line and not without end; empty when it said nothing. */
export function saidBy(error: ServiceError): string {
  const said = error.serviceMessage?.replace(/\s+/g, " ").trim() ?? "";
  if (said === "") {
    return "";
  }
  const quote = said.length > longestQuote ? `${said.slice(0, longestQuote)}…` : said;
  return `The service says: “${quote}”${/[.!?…]$/.test(quote) ? "" : "."}`;
}

const longestQuote = 400;

function status(error: ServiceError): string {
  return error.status === undefined ? "" : ` (status ${error.status})`;
}

function elsewhere(error: ServiceError): string {
  return error.otherOrigin === undefined ? "" : ` (${error.otherOrigin})`;
}

// A notification turns [text](target) into a link, one to a command included: names and answers of a service must not.
function plain(message: string): string {
  return message.replaceAll("](", "] (");
}
