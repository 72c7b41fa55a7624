import type { Disposable } from "vscode";
import { commandIds } from "../../contributions.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import type { Log } from "../log.ts";
import { registerCommand } from "../registerCommand.ts";
import type { RepositoryActions } from "../svn/repositoryActions.ts";

/** Create, open, copy and delete SVN repositories. */
export function registerSvnCommands({
  actions,
  log,
}: {
  readonly actions: () => Promise<RepositoryActions>;
  readonly log: Log;
}): Disposable {
  const store = new DisposableStore();
  store.add(
    registerCommand(commandIds.createSvnRepository, log, async (target, projectId, name) =>
      (await actions()).create(target, projectId, name),
    ),
  );
  store.add(
    registerCommand(commandIds.openSvnSettings, log, async (target, id) => (await actions()).openSettings(target, id)),
  );
  store.add(
    registerCommand(commandIds.openSvnAccessFile, log, async (target, id) =>
      (await actions()).openAccessFile(target, id),
    ),
  );
  store.add(
    registerCommand(commandIds.copySvnCheckoutUrl, log, async (target, id) =>
      (await actions()).copyCheckoutUrl(target, id),
    ),
  );
  store.add(
    registerCommand(commandIds.deleteSvnRepository, log, async (target, id) => (await actions()).delete(target, id)),
  );
  return store;
}
