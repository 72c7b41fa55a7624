import { once } from "../../core/util/once.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import type { ArtifactOpener } from "../opening/artifactOpener.ts";
import type { FinderDependencies } from "./artifactFinder.ts";
import type { QueryEditorDependencies } from "./queryEditor.ts";

type SearchCommandParts = Omit<FinderDependencies, "saveQuery" | "open"> &
  QueryEditorDependencies & { readonly opener: () => Promise<ArtifactOpener> };

/** Find artifacts; save, edit and remove queries. */
export function searchCommands(parts: SearchCommandParts) {
  // Loaded when they are asked for: most windows never search.
  const editor = async () => new (await import("./queryEditor.ts")).QueryEditor(parts);
  // One, which knows what each service can search for.
  const finder = once(async () => {
    const { ArtifactFinder } = await import("./artifactFinder.ts");
    return new ArtifactFinder({
      ...parts,
      open: async (artifact, isToSide) => (await parts.opener()).open(artifact, undefined, undefined, { isToSide }),
      saveQuery: async (...query) => (await editor()).saveText(...query),
    });
  });
  return {
    [commandIds.findArtifact]: async (target, words) => (await finder()).find(target, words),
    [commandIds.searchInTracker]: async (target, trackerId, words) =>
      (await finder()).findInTracker(target, trackerId, words),
    [commandIds.saveQuery]: async (target) => (await editor()).save(target),
    [commandIds.editQuery]: async (target) => (await editor()).edit(target),
    [commandIds.removeQuery]: async (target) => (await editor()).remove(target),
  } satisfies Partial<CommandSignatures>;
}
