import type { Uri } from "vscode";
import { compareButton, keepMineButton, mergeButton } from "../../core/labels/buttons.ts";
import { commandLink } from "../manifest/commandLink.ts";
import { type CommandId, commandIds } from "../manifest/contributions.ts";

/**
 * The ways out of the conflict of the document at `uri`, for the end of a message: VS Code makes links of them. It
 * closes its message of a failed save by itself once the text is saved or given up, which a message of ours could not.
 */
export function conflictLinks(uri: Uri): string {
  const link = (label: string, command: CommandId) => `[${label}](${commandLink(command, uri.toString())})`;
  return [
    link(mergeButton, commandIds.mergeConflict),
    link(compareButton, commandIds.compareWithServer),
    link(keepMineButton, commandIds.keepMine),
  ].join(" · ");
}
