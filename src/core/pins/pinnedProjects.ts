import { isJsonObject } from "../model/json.ts";
import type { ProjectSummary } from "../model/tracker.ts";
import { KeptList, type KeyValueStore } from "./keptList.ts";

/** The favourite projects of each connection, over restarts: shown first, and without asking the service. */
export class PinnedProjects extends KeptList<ProjectSummary> {
  constructor(store: KeyValueStore) {
    super(store, { prefix: "pinned-projects", summaryOf, isKnown });
  }
}

function summaryOf({ id, label, shortname, hasTrackers, hasSvn }: ProjectSummary): ProjectSummary {
  return {
    id,
    label,
    ...(shortname !== undefined && { shortname }),
    ...(hasTrackers !== undefined && { hasTrackers }),
    ...(hasSvn !== undefined && { hasSvn }),
  };
}

function isKnown(stored: unknown): boolean {
  return isJsonObject(stored) && typeof stored.id === "number" && typeof stored.label === "string";
}
