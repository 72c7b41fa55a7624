import { type CommandSignatures, commandIds } from "../../contributions.ts";
import type { ArtifactPreviews } from "./artifactPreviews.ts";

/** Shows an artifact or a draft to be read. */
export function previewCommands(previews: () => Promise<ArtifactPreviews>) {
  return {
    [commandIds.preview]: async (target, artifactId) => (await previews()).show(target, artifactId),
  } satisfies Partial<CommandSignatures>;
}
