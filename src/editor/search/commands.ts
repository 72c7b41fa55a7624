import { once } from "../../core/util/once.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { ArtifactOpener } from "../opening/artifactOpener.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { FinderDependencies } from "./artifactFinder.ts";
import type { SavedQueries } from "./savedQueries.ts";

type Given = Omit<FinderDependencies, "saveQuery" | "open" | "queries">;

/** Find artifacts; save, edit and remove queries. */
export function searchCommands(given: Given, queries: SavedQueries, opener: () => Promise<ArtifactOpener>) {
  // Loaded when they are asked for: most windows never search.
  const editor = async () => new (await import("./queryEditor.ts")).QueryEditor(given, queries);
  // One, which knows what each service can search for.
  const finder = once(async () => {
    const { ArtifactFinder } = await import("./artifactFinder.ts");
    return new ArtifactFinder({
      ...given,
      queries,
      open: async (artifact, isToSide) => (await opener()).open(artifact, { isToSide }),
      saveQuery: async (...query) => (await editor()).saveText(...query),
    });
  });
  return {
    [commandIds.findArtifact]: async ({ connectionId }, { words }) => (await finder()).find(connectionId, words),
    [commandIds.searchInTracker]: async (tracker, { words }) => (await finder()).findInTracker(tracker, words),
    [commandIds.saveQuery]: async (tracker, given) => (await editor()).save(tracker, given),
    [commandIds.editQuery]: async (name) => (await editor()).edit(name),
    [commandIds.removeQuery]: async (name, { caller }) => (await editor()).remove(name, caller !== "tree"),
  } satisfies Partial<Commands>;
}
