import { type CommandSignatures, commandIds } from "../../contributions.ts";
import type { RepositoryActions } from "./repositoryActions.ts";

/** Create, open, copy and delete SVN repositories. */
export function svnCommands(actions: RepositoryActions) {
  return {
    [commandIds.createSvnRepository]: (target, projectId, name) => actions.create(target, projectId, name),
    [commandIds.openSvnSettings]: (target, id) => actions.openSettings(target, id),
    [commandIds.openSvnAccessFile]: (target, id) => actions.openAccessFile(target, id),
    [commandIds.copySvnCheckoutUrl]: (target, id) => actions.copyCheckoutUrl(target, id),
    [commandIds.deleteSvnRepository]: (target, id) => actions.delete(target, id),
  } satisfies Partial<CommandSignatures>;
}
