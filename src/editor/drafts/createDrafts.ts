import type { Tracker } from "../../core/model/tracker.ts";
import type { Remembered } from "../../core/pins/remembered.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { WindowServices } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { ArtifactCreator } from "./artifactCreator.ts";
import { Drafts, type DraftsDependencies } from "./drafts.ts";

interface DraftParts extends WindowServices, Pick<DraftsDependencies, "artifacts"> {
  readonly remembered: Pick<Remembered, "recent" | "opened">;
  readonly explorer: {
    created(connectionId: string, trackerId: number, artifact: { readonly id: number }): void;
  };
}

/** Drafts of artifacts; and commands for new ones, duplicates and children, and for creating what a draft holds. */
export function createDrafts(parts: DraftParts, store: DisposableStore) {
  const drafts = store.add(
    new Drafts({
      ...parts,
      structure: (...args) => readStructure(parts, ...args),
      onDidCreate: (created) => showCreated(parts, created),
    }),
  );
  const creator = new ArtifactCreator(parts, drafts);
  return {
    drafts,
    commands: {
      [commandIds.createArtifact]: ({ connectionId, tracker }, { format }) =>
        drafts.open(connectionId, tracker.id, format),
      [commandIds.submitDraft]: (uri) => drafts.submit(uri),
      [commandIds.duplicateArtifact]: (artifact) => creator.duplicate(artifact),
      [commandIds.newChildArtifact]: (artifact, { trackerId }) => creator.createChild(artifact, trackerId),
    } satisfies Partial<Commands>,
  };
}

/** The structure of a tracker; undefined where the service has no route for it. Throws what kept it from being read. */
async function readStructure(
  { catalogOf }: Pick<DraftParts, "catalogOf">,
  connectionId: string,
  trackerId: number,
  signal: AbortSignal,
): Promise<Tracker | undefined> {
  try {
    return await catalogOf(connectionId).readTracker(trackerId, signal);
  } catch (error) {
    if (isServiceError(error) && error.kind === "notFound" && error.serviceMessage === undefined) {
      return undefined;
    }
    throw error;
  }
}

/** Puts an artifact that was created from a draft among the recent ones, and into the rows of its tracker. */
async function showCreated(
  { remembered, explorer }: DraftParts,
  { connectionId, trackerId, artifactId }: Parameters<DraftsDependencies["onDidCreate"]>[0],
): Promise<void> {
  const recent = () => remembered.recent(connectionId).find(({ id }) => id === artifactId);
  if (!recent()) {
    await remembered.opened(connectionId, { id: artifactId });
  }
  explorer.created(connectionId, trackerId, recent() ?? { id: artifactId });
}
