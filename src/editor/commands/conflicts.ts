import { Disposable } from "vscode";
import { commandIds } from "../../contributions.ts";
import type { Conflicts } from "../conflict/conflicts.ts";
import type { Log } from "../log.ts";
import { registerCommand } from "../registerCommand.ts";

export interface ConflictCommandSurroundings {
  readonly conflicts: () => Promise<Pick<Conflicts, "compare" | "merge" | "keepMine" | "takeTheirs">>;
  readonly log: Log;
}

/** A look at what may become a conflict, and the three ways out of one. */
export function registerConflictCommands({ conflicts, log }: ConflictCommandSurroundings): Disposable {
  return Disposable.from(
    registerCommand(commandIds.compareWithServer, log, async (resource) => (await conflicts()).compare(resource)),
    registerCommand(commandIds.mergeConflict, log, async (resource) => (await conflicts()).merge(resource)),
    registerCommand(commandIds.keepMine, log, async (resource) => (await conflicts()).keepMine(resource)),
    registerCommand(commandIds.takeTheirs, log, async (resource) => (await conflicts()).takeTheirs(resource)),
  );
}
