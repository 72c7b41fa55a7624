import type { Remembered } from "../../core/remembered.ts";
import type { DraftsSurroundings } from "./drafts.ts";

export interface ShowCreatedParts {
  readonly remembered: Pick<Remembered, "recent" | "opened">;
  readonly explorer: {
    created(connectionId: string, trackerId: number, artifact: { readonly id: number }): void;
  };
}

/** Puts an artifact that was created from a draft among the recent ones, and into the rows of its tracker. */
export function showCreated({ remembered, explorer }: ShowCreatedParts): DraftsSurroundings["onDidCreate"] {
  return async ({ connectionId, trackerId, artifactId }) => {
    const recent = () => remembered.recent(connectionId).find(({ id }) => id === artifactId);
    if (!recent()) {
      await remembered.opened(connectionId, { id: artifactId });
    }
    explorer.created(connectionId, trackerId, recent() ?? { id: artifactId });
  };
}
