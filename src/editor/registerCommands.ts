import { commands, Disposable } from "vscode";
import { commandFailed } from "../core/labels/actions.ts";
import type { Log } from "./diagnosis/log.ts";
import { isCancelled } from "./dialog/cancellation.ts";
import { type Action, type Explanation, errorOf, explain, HumanError, presentFailure } from "./dialog/present.ts";
import { type CommandId, commandIds } from "./manifest/contributions.ts";
import { callerOf } from "./targets/caller.ts";

/** Runs a command with the arguments of its caller. */
type Run = (id: CommandId, args: readonly unknown[]) => Promise<unknown>;

/**
 * Registers all commands of the manifest. What `run` throws is logged and told once. It is shown to a person who chose
 * the command from a menu, the tree or the palette. It is thrown, with the sentence that would have been shown, to a
 * caller who gave arguments. What was cancelled is neither shown nor thrown.
 */
export function registerCommands(log: Log, run: Run): Disposable {
  return Disposable.from(...Object.values(commandIds).map((id) => registerCommand(id, log, run)));
}

function registerCommand(id: CommandId, log: Log, run: Run): Disposable {
  const attempt = async (args: unknown[]): Promise<unknown> => {
    try {
      return await run(id, args);
    } catch (error) {
      if (isCancelled(error)) {
        return undefined;
      }
      log.failure(id, error);
      const explanation = await explain(error, commandFailed);
      if (callerOf(args) === "program") {
        throw errorOf(explanation);
      }
      // Nobody waits for the message: a command is over when it failed, however long its message stays unread.
      void present(error, explanation).then(
        (action) => (action === "retry" ? attempt(args) : undefined),
        (failure: unknown) => log.failure(id, failure),
      );
      return undefined;
    }
  };
  return commands.registerCommand(id, (...args: unknown[]) => attempt(args));
}

function present(error: unknown, explanation: Explanation): Promise<Action | undefined> {
  return presentFailure(explanation, error instanceof HumanError ? error.connectionId : undefined);
}
