import { Disposable } from "vscode";
import { commandIds } from "../../contributions.ts";
import type { Conflicts } from "../conflict/conflicts.ts";
import type { Log } from "../log.ts";
import type { ReplacedChanges } from "../overwrite/replacedChanges.ts";
import { registerCommand } from "../registerCommand.ts";

export interface ConflictCommandSurroundings {
  readonly conflicts: () => Promise<Pick<Conflicts, "compare" | "merge" | "keepMine" | "takeTheirs">>;
  readonly replaced: () => Promise<Pick<ReplacedChanges, "putBack">>;
  readonly log: Log;
}

/** A look at what may become a conflict, the three ways out of one, and the way back from one that nobody noticed. */
export function registerConflictCommands({ conflicts, replaced, log }: ConflictCommandSurroundings): Disposable {
  return Disposable.from(
    registerCommand(commandIds.compareWithServer, log, async (resource) => (await conflicts()).compare(resource)),
    registerCommand(commandIds.mergeConflict, log, async (resource) => (await conflicts()).merge(resource)),
    registerCommand(commandIds.keepMine, log, async (resource) => (await conflicts()).keepMine(resource)),
    registerCommand(commandIds.takeTheirs, log, async (resource) => (await conflicts()).takeTheirs(resource)),
    registerCommand(commandIds.putTheirsBack, log, async (resource) => (await replaced()).putBack(resource)),
  );
}
