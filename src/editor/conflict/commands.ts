import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { documentIn } from "../targets/documentTarget.ts";
import { givenUri } from "../text/resourceUri.ts";
import type { ArtifactConflicts } from "./artifactConflicts.ts";

/** Conflicts about documents of another kind than artifacts. */
type OtherConflicts = Pick<ArtifactConflicts, "isMeant" | "showAt" | "merge" | "keepMine" | "takeTheirs">;

/** A look at what may become a conflict, and the three ways out of one. */
export function conflictCommands(ofArtifacts: ArtifactConflicts, others: readonly OtherConflicts[]) {
  const meant = (resource: unknown) => others.find((conflicts) => conflicts.isMeant(resource)) ?? ofArtifacts;
  return {
    [commandIds.compareWithServer]: async (resource) => {
      const uri = givenUri(resource);
      if (!uri || !others.some((conflicts) => conflicts.showAt(uri))) {
        await ofArtifacts.compare(documentIn(resource, "artifact", "field"));
      }
    },
    [commandIds.mergeConflict]: async (resource) => await meant(resource).merge(resource),
    [commandIds.keepMine]: async (resource) => await meant(resource).keepMine(resource),
    [commandIds.takeTheirs]: async (resource) => await meant(resource).takeTheirs(resource),
  } satisfies Partial<CommandSignatures>;
}
