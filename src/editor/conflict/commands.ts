import type { Uri } from "vscode";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { documentIn } from "../targets/documentTarget.ts";
import { givenUri } from "../text/resourceUri.ts";
import type { ArtifactConflicts } from "./artifactConflicts.ts";

interface ConflictCommandParts<Settings> {
  readonly conflicts: ArtifactConflicts;
  /** Those of the settings of SVN repositories. */
  readonly svn: {
    readonly conflicts: Pick<ArtifactConflicts, "isMeant" | "merge" | "keepMine" | "takeTheirs"> & {
      show(document: Settings): void;
    };
    readonly documents: { at(uri: Uri): Settings | undefined };
  };
}

/** A look at what may become a conflict, and the three ways out of one. */
export function conflictCommands<Settings>({ conflicts, svn }: ConflictCommandParts<Settings>) {
  const meant = (resource: unknown) => (svn.conflicts.isMeant(resource) ? svn.conflicts : conflicts);
  return {
    [commandIds.compareWithServer]: async (resource) => {
      const uri = givenUri(resource);
      const settings = uri && svn.documents.at(uri);
      await (settings ? svn.conflicts.show(settings) : conflicts.compare(documentIn(resource, "artifact", "field")));
    },
    [commandIds.mergeConflict]: async (resource) => await meant(resource).merge(resource),
    [commandIds.keepMine]: async (resource) => await meant(resource).keepMine(resource),
    [commandIds.takeTheirs]: async (resource) => await meant(resource).takeTheirs(resource),
  } satisfies Partial<CommandSignatures>;
}
