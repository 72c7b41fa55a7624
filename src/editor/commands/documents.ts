import { Disposable, Uri } from "vscode";
import { commandIds, type UnsavedCount } from "../../contributions.ts";
import type { Previews } from "../documents/previews.ts";
import type { Log } from "../log.ts";
import { HumanError } from "../present.ts";
import { registerCommand } from "../registerCommand.ts";
import { activeUri } from "../resourceUri.ts";

export interface DocumentCommandSurroundings {
  readonly editing: () => Promise<{
    readonly previews: Previews;
    showUnsaved(): Promise<UnsavedCount>;
    switchFormat(resource: unknown): Promise<void>;
  }>;
  readonly log: Log;
}

/** What can be done with the document in the active editor. */
export function registerDocumentCommands({ editing, log }: DocumentCommandSurroundings): Disposable {
  return Disposable.from(
    registerCommand(commandIds.switchFormat, log, async (resource) => (await editing()).switchFormat(resource)),
    registerCommand(commandIds.showUnsaved, log, async () => (await editing()).showUnsaved()),
    registerCommand(commandIds.showRequest, log, async (resource) => {
      await (await editing()).previews.showRequest(uriOf(resource));
    }),
    registerCommand(commandIds.showResponse, log, async (resource) =>
      (await editing()).previews.showResponse(uriOf(resource)),
    ),
  );
}

function uriOf(resource: unknown): Uri {
  const uri = resource instanceof Uri ? resource : activeUri();
  if (!uri) {
    throw new HumanError("Open an artifact first.");
  }
  return uri;
}
