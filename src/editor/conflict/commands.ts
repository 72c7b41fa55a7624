import type { Uri } from "vscode";
import { compareButton, keepMineButton, mergeButton } from "../../core/labels/buttons.ts";
import { commandLink } from "../manifest/commandLink.ts";
import { type CommandId, commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { MeantDocument } from "../targets/documentTarget.ts";
import type { ArtifactConflicts } from "./artifactConflicts.ts";

/** Shows the conflicts about documents of another kind than artifacts. */
type OtherConflicts = Pick<ArtifactConflicts, "isMeant" | "showAt" | "merge" | "keepMine" | "takeTheirs">;

/** Makes the command that looks for a conflict before a save, and those of the three ways out of one. */
export function conflictCommands(ofArtifacts: ArtifactConflicts, others: readonly OtherConflicts[]) {
  const of = (meant: MeantDocument) => others.find((conflicts) => conflicts.isMeant(meant)) ?? ofArtifacts;
  const each = async (all: readonly MeantDocument[], act: "merge" | "keepMine" | "takeTheirs") => {
    for (const meant of all) {
      await of(meant)[act](meant);
    }
  };
  return {
    [commandIds.compareWithServer]: async ({ uri, isGiven }) => {
      if (!uri || !isGiven || !others.some((conflicts) => conflicts.showAt(uri))) {
        await ofArtifacts.compare(uri);
      }
    },
    [commandIds.mergeConflict]: (all) => each(all, "merge"),
    [commandIds.keepMine]: (all) => each(all, "keepMine"),
    [commandIds.takeTheirs]: (all) => each(all, "takeTheirs"),
  } satisfies Partial<Commands>;
}

/**
 * Gives the ways out of the conflict of the document at `uri`, for the end of a message: VS Code makes links of them.
 * They go into VS Code's own message of a failed save, as VS Code closes that once the text is saved or reverted; a
 * message of the extension would stay.
 */
export function conflictLinks(uri: Uri): string {
  const link = (label: string, command: CommandId) => `[${label}](${commandLink(command, uri.toString())})`;
  return [
    link(mergeButton, commandIds.mergeConflict),
    link(compareButton, commandIds.compareWithServer),
    link(keepMineButton, commandIds.keepMine),
  ].join(" · ");
}
