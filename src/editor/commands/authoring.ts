import { Disposable, window } from "vscode";
import type { Authoring } from "../../authoring.ts";
import { commandIds } from "../../contributions.ts";
import type { Log } from "../log.ts";
import { previewType } from "../preview/previewType.ts";
import { registerCommand } from "../registerCommand.ts";

/** What helps to read and to write artifacts. */
export function registerAuthoring({
  authoring,
  log,
}: {
  readonly authoring: () => Promise<Authoring>;
  readonly log: Log;
}): Disposable {
  return Disposable.from(
    registerCommand(commandIds.preview, log, async (...args) => (await authoring()).previews.show(...args)),
    registerCommand(commandIds.setField, log, async (...args) => (await authoring()).fields.set(...args)),
    registerCommand(commandIds.goToField, log, async (...args) => (await authoring()).fields.goTo(...args)),
    registerCommand(commandIds.changeStatus, log, async (...args) =>
      (await authoring()).quickChange.change("status", ...args),
    ),
    registerCommand(commandIds.changeAssignee, log, async (...args) =>
      (await authoring()).quickChange.change("assignee", ...args),
    ),
    registerCommand(commandIds.insertReference, log, async (...args) => (await authoring()).insertReference(...args)),
    window.registerWebviewPanelSerializer(previewType, {
      deserializeWebviewPanel: async (panel) => (await authoring()).previews.restore(panel),
    }),
  );
}
