import { Disposable, Uri } from "vscode";
import { commandIds } from "../../contributions.ts";
import type { ArtifactCreator } from "../drafts/artifactCreator.ts";
import type { Log } from "../log.ts";
import { HumanError } from "../present.ts";
import { registerCommand } from "../registerCommand.ts";
import { activeUri } from "../resourceUri.ts";

/** New drafts, duplicates and children; and creating what a draft holds. */
export function registerCreateCommands({
  creator,
  log,
}: {
  readonly creator: () => Promise<ArtifactCreator>;
  readonly log: Log;
}): Disposable {
  return Disposable.from(
    registerCommand(commandIds.createArtifact, log, async (target, trackerId, format) =>
      (await creator()).create(target, trackerId, format),
    ),
    registerCommand(commandIds.submitDraft, log, async (resource) => {
      const uri = resource instanceof Uri ? resource : activeUri();
      if (!uri) {
        throw new HumanError("Open the draft of an artifact first.");
      }
      await (await creator()).submit(uri);
    }),
    registerCommand(commandIds.duplicateArtifact, log, async (target, artifactId) =>
      (await creator()).duplicate(target, artifactId),
    ),
    registerCommand(commandIds.newChildArtifact, log, async (target, artifactId, trackerId) =>
      (await creator()).createChild(target, artifactId, trackerId),
    ),
  );
}
