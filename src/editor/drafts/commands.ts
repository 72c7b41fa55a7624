import { Uri } from "vscode";
import { type CommandSignatures, commandIds } from "../../contributions.ts";
import { HumanError } from "../present.ts";
import { activeUri } from "../resourceUri.ts";
import type { ArtifactCreator } from "./artifactCreator.ts";

/** New drafts, duplicates and children; and creating what a draft holds. */
export function draftCommands(creator: ArtifactCreator) {
  return {
    [commandIds.createArtifact]: (target, trackerId, format) => creator.create(target, trackerId, format),
    [commandIds.submitDraft]: async (resource) => {
      const uri = resource instanceof Uri ? resource : activeUri();
      if (!uri) {
        throw new HumanError("Open the draft of an artifact first.");
      }
      await creator.submit(uri);
    },
    [commandIds.duplicateArtifact]: (target, artifactId) => creator.duplicate(target, artifactId),
    [commandIds.newChildArtifact]: (target, artifactId, trackerId) =>
      creator.createChild(target, artifactId, trackerId),
  } satisfies Partial<CommandSignatures>;
}
