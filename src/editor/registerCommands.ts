import { commands, Disposable, Uri } from "vscode";
import { commandFailed } from "../core/labels/actions.ts";
import type { Log } from "./diagnosis/log.ts";
import { isCancelled } from "./dialog/cancellation.ts";
import { type Action, type Explanation, errorOf, explain, HumanError, presentFailure } from "./dialog/present.ts";
import { type CommandId, type CommandSignatures, commandIds } from "./manifest/contributions.ts";

/** What a command does. Commands of the manifest are registered without it; it is loaded when one of them is called. */
export type Command<Id extends CommandId = CommandId> = CommandSignatures[Id];

/**
 * Registers all commands of the manifest; `load` gives what the one that is called does. What that throws is logged and
 * told once: shown to the person who chose the command from a menu, the tree or the palette; thrown, with the sentence
 * that would have been shown, to the caller who gave arguments. Being cancelled is neither.
 */
export function registerCommands(log: Log, load: (id: CommandId) => Promise<Command>): Disposable {
  return Disposable.from(...Object.values(commandIds).map((id) => registerCommand(id, log, load)));
}

function registerCommand(id: CommandId, log: Log, load: (id: CommandId) => Promise<Command>): Disposable {
  const attempt = async (args: unknown[]): Promise<unknown> => {
    try {
      const run = (await load(id)) as (...given: unknown[]) => Promise<unknown>;
      return await run(...args);
    } catch (error) {
      if (isCancelled(error)) {
        return undefined;
      }
      log.failure(id, error);
      const explanation = await explain(error, commandFailed);
      if (isCalledByProgram(args)) {
        throw errorOf(explanation);
      }
      // Not awaited: a command is over when it failed, however long its message stays unread.
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

// Menus, tree and palette pass rows, URIs or nothing, beside a URI no plain value, and never files as the third.
function isCalledByProgram([first, second, third]: readonly unknown[]): boolean {
  return (
    isPlainValue(first) ||
    (first instanceof Uri && isPlainValue(second)) ||
    Array.isArray(third) ||
    (typeof first === "object" &&
      first !== null &&
      ("url" in first || ("connection" in first && typeof first.connection === "string")))
  );
}

function isPlainValue(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
