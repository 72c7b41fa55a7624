import { isBoolean, isNumber, isText, optional, shapeOf } from "../model/shape.ts";
import type { ProjectSummary } from "../model/tracker.ts";
import type { KeyValueStore } from "../util/keyValueStore.ts";
import { KeptList } from "./keptList.ts";

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

const isKnown = shapeOf<ProjectSummary>({
  id: isNumber,
  label: isText,
  shortname: optional(isText),
  hasTrackers: optional(isBoolean),
  hasSvn: optional(isBoolean),
});
