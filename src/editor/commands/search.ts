import { Disposable } from "vscode";
import { commandIds } from "../../contributions.ts";
import type { Log } from "../log.ts";
import { registerCommand } from "../registerCommand.ts";
import type { ArtifactFinder } from "../search/artifactFinder.ts";
import type { QueryEditor } from "../search/queryEditor.ts";

/** Find artifacts; save, edit and remove queries. */
export function registerSearchCommands({
  finder,
  queryEditor,
  log,
}: {
  readonly finder: () => Promise<ArtifactFinder>;
  readonly queryEditor: () => Promise<QueryEditor>;
  readonly log: Log;
}): Disposable {
  return Disposable.from(
    registerCommand(commandIds.findArtifact, log, async (target, words) => (await finder()).find(target, words)),
    registerCommand(commandIds.searchInTracker, log, async (target, trackerId, words) =>
      (await finder()).findInTracker(target, trackerId, words),
    ),
    registerCommand(commandIds.saveQuery, log, async (target) => (await queryEditor()).save(target)),
    registerCommand(commandIds.editQuery, log, async (target) => (await queryEditor()).edit(target)),
    registerCommand(commandIds.removeQuery, log, async (target) => (await queryEditor()).remove(target)),
  );
}
