import type { Remembered } from "../../core/pins/remembered.ts";
import type { Explorer } from "../../core/tree/explorer/explorer.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { WindowServices } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { ArtifactCreator } from "./artifactCreator.ts";
import { type CreatedFromDraft, Drafts } from "./drafts.ts";

/** Makes the drafts of artifacts, and the commands for new ones, duplicates and children, and for creating them. */
export function createDrafts(
  services: WindowServices,
  artifacts: ArtifactDocuments,
  explorer: Explorer,
  store: DisposableStore,
) {
  const onDidCreate = (created: CreatedFromDraft) => showCreated(services.remembered, explorer, created);
  const drafts = store.add(new Drafts(services, artifacts, onDidCreate));
  const creator = new ArtifactCreator(services, drafts);
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

/** Puts an artifact that was created from a draft among the recent ones, and into the rows of its tracker. */
async function showCreated(
  remembered: Remembered,
  explorer: Explorer,
  { connectionId, trackerId, artifactId }: CreatedFromDraft,
): Promise<void> {
  const recent = () => remembered.recent(connectionId).find(({ id }) => id === artifactId);
  if (!recent()) {
    await remembered.opened(connectionId, { id: artifactId });
  }
  explorer.created(connectionId, trackerId, recent() ?? { id: artifactId });
}
