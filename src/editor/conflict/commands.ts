import { commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { MeantDocument } from "../targets/documentTarget.ts";
import type { ArtifactConflicts } from "./artifactConflicts.ts";

/** Conflicts about documents of another kind than artifacts. */
type OtherConflicts = Pick<ArtifactConflicts, "isMeant" | "showAt" | "merge" | "keepMine" | "takeTheirs">;

/** A look at what may become a conflict, and the three ways out of one. */
export function conflictCommands(ofArtifacts: ArtifactConflicts, others: readonly OtherConflicts[]) {
  const of = (meant: MeantDocument) => others.find((conflicts) => conflicts.isMeant(meant)) ?? ofArtifacts;
  return {
    [commandIds.compareWithServer]: async ({ uri, isGiven }) => {
      if (!uri || !isGiven || !others.some((conflicts) => conflicts.showAt(uri))) {
        await ofArtifacts.compare(uri);
      }
    },
    [commandIds.mergeConflict]: (meant) => of(meant).merge(meant),
    [commandIds.keepMine]: (meant) => of(meant).keepMine(meant),
    [commandIds.takeTheirs]: (meant) => of(meant).takeTheirs(meant),
  } satisfies Partial<Commands>;
}
