import type { Disposable } from "vscode";
import { commandIds } from "../../contributions.ts";
import type { Log } from "../log.ts";
import { registerCommand } from "../registerCommand.ts";
import type { ArtifactOpener } from "./artifactOpener.ts";

/** Open an artifact as a document. */
export function registerOpenArtifact({
  opener,
  log,
}: {
  readonly opener: () => Promise<ArtifactOpener>;
  readonly log: Log;
}): Disposable {
  return registerCommand(commandIds.openArtifact, log, async (target, artifactId, format) => {
    // Of several rows that are selected the tree passes the one that was clicked, then all.
    const rows: readonly unknown[] = Array.isArray(artifactId) ? artifactId : [];
    if (rows.length === 0) {
      await (await opener()).open(target, artifactId, format);
    }
    for (const row of rows) {
      await (await opener()).open(row, undefined, undefined);
    }
  });
}
