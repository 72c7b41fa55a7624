import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { ArtifactOpener, type OpenArtifactDependencies } from "./artifactOpener.ts";

/** Opens artifacts as documents, by a command too. */
export function createOpening(parts: OpenArtifactDependencies) {
  const opener = new ArtifactOpener(parts);
  const commands = {
    [commandIds.openArtifact]: async (target, artifactId, format) => {
      // Of several rows that are selected the tree passes the one that was clicked, then all.
      const rows: readonly unknown[] = Array.isArray(artifactId) ? artifactId : [];
      if (rows.length === 0) {
        await opener.open(target, artifactId, format);
      }
      for (const row of rows) {
        await opener.open(row, undefined, undefined, { isKept: true });
      }
    },
  } satisfies Partial<CommandSignatures>;
  return { opener, commands };
}
