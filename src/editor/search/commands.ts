import type { TrackerReference } from "../../core/model/artifact.ts";
import type { PinnedProjects } from "../../core/pins/pinned.ts";
import { once } from "../../core/util/once.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { ArtifactOpener } from "../opening/artifactOpener.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import type { UsedPlaces } from "./artifactFinder.ts";
import type { SavedQueries } from "./savedQueries.ts";

interface Places {
  /** Gives the trackers whose rows were opened in the tree. */
  readonly explorer: { openedTrackers(connectionId: string): readonly TrackerReference[] };
  readonly projectPins: PinnedProjects;
}

/** Makes the commands that find artifacts, and those that save, edit and remove queries. */
export function searchCommands(
  services: Services,
  { explorer, projectPins }: Places,
  queries: SavedQueries,
  opener: () => Promise<ArtifactOpener>,
) {
  // The editor and the finder are loaded when they are asked for: most windows never search.
  const editor = async () => new (await import("./queryEditor.ts")).QueryEditor(services, queries);
  // There is one finder, since it learns what each service can search for.
  const finder = once(async () => {
    const { ArtifactFinder } = await import("./artifactFinder.ts");
    const used: UsedPlaces = {
      trackers: (id) => [
        ...explorer.openedTrackers(id),
        ...queries.list(id).map(({ trackerId }) => ({ id: trackerId })),
      ],
      projects: (id) => projectPins.list(id),
    };
    return new ArtifactFinder(
      services,
      used,
      async (artifact, isToSide) => (await opener()).open(artifact, { isToSide }),
      async (...query) => (await editor()).saveText(...query),
    );
  });
  return {
    [commandIds.findArtifact]: async ({ connectionId }, { words }) => (await finder()).find(connectionId, words),
    [commandIds.searchInTracker]: async (tracker, { words }) => (await finder()).findInTracker(tracker, words),
    [commandIds.saveQuery]: async (tracker, given) => (await editor()).save(tracker, given),
    [commandIds.editQuery]: async (name) => (await editor()).edit(name),
    [commandIds.removeQuery]: async (name, { caller }) => (await editor()).remove(name, caller !== "tree"),
  } satisfies Partial<Commands>;
}
