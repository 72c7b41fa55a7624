/** Names what a person may do about a failure; each becomes a button. */
export type Action = "retry" | "setAccessKey" | "editConnection" | "showLog" | "openInBrowser";

/** A way on that only one failure has, as a button. */
export interface Way {
  readonly label: string;
  /** Goes this way. Throws what a command may throw. */
  go(): Promise<void>;
}

/** A failure in a person's words: what happened, what the service said, what to do next. */
export interface Explanation {
  readonly message: string;
  readonly actions: readonly Action[];
  /** The ways that only this failure has. Their buttons come before those of the actions. */
  readonly ways?: readonly Way[];
  /** The page that `openInBrowser` opens. */
  readonly page?: string;
}

/** An error whose message is written for a person and may be shown as it is. */
export class HumanError extends Error {
  override readonly name = "HumanError";
  readonly actions: readonly Action[];
  readonly ways: readonly Way[];
  /** The connection that `actions` are about. */
  readonly connectionId?: string;
  /** The page that the action `openInBrowser` opens. */
  readonly page?: string;

  constructor(
    message: string,
    details: {
      actions?: readonly Action[];
      ways?: readonly Way[];
      connectionId?: string | undefined;
      page?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.actions = details.actions ?? [];
    this.ways = details.ways ?? [];
    this.connectionId = details.connectionId;
    this.page = details.page;
  }
}
