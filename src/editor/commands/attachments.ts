import type { Disposable } from "vscode";
import { commandIds } from "../../contributions.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import type { AttachmentActions } from "../attachments/attachmentActions.ts";
import type { Log } from "../log.ts";
import { registerCommand } from "../registerCommand.ts";

/** Open an attachment in the editor; save one to a file. */
export function registerAttachmentCommands({
  actions,
  log,
}: {
  readonly actions: () => Promise<AttachmentActions>;
  readonly log: Log;
}): Disposable {
  const store = new DisposableStore();
  store.add(
    registerCommand(commandIds.openAttachment, log, async (target, artifactId, n) =>
      (await actions()).open(target, artifactId, n),
    ),
  );
  store.add(
    registerCommand(commandIds.saveAttachmentAs, log, async (target, artifactId, n, file) =>
      (await actions()).saveAs(target, artifactId, n, file),
    ),
  );
  return store;
}
