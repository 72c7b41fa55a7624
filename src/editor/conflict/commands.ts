import { commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { MeantDocument } from "../targets/documentTarget.ts";
import type { ArtifactConflicts } from "./artifactConflicts.ts";

/** Conflicts about documents of another kind than artifacts. */
type OtherConflicts = Pick<ArtifactConflicts, "isMeant" | "showAt" | "merge" | "keepMine" | "takeTheirs">;

/** A look at what may become a conflict, and the three ways out of one. */
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
