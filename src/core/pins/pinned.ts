import { isBoolean, isNumber, isText, optional, shapeOf } from "../model/shape.ts";
import { isKnownRepository, type PartialRepository } from "../model/svnRepository.ts";
import type { ProjectSummary } from "../model/tracker.ts";
import type { KeyValueStore } from "../util/keyValueStore.ts";
import { KeptList } from "./keptList.ts";

/** Keeps the favourite projects of each connection over restarts: they are shown first, without asking the service. */
export class PinnedProjects extends KeptList<ProjectSummary> {
  constructor(store: KeyValueStore) {
    super(store, { prefix: "pinned-projects", summaryOf: projectOf, isKnown });
  }
}

function projectOf({ id, label, shortname, hasTrackers, hasSvn }: ProjectSummary): ProjectSummary {
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

/** Keeps the repositories of each connection that the person pinned, over restarts. */
export class PinnedRepositories extends KeptList<PartialRepository> {
  constructor(store: KeyValueStore) {
    super(store, { prefix: "pinned-svn", summaryOf: repositoryOf, isKnown: isKnownRepository });
  }
}

/** Gives what is kept of a repository: no settings, and no members that are undefined. */
function repositoryOf({
  id,
  name,
  projectId,
  projectLabel,
  projectShortname,
  checkoutUrl,
}: PartialRepository): PartialRepository {
  return {
    id,
    ...(name !== undefined && { name }),
    ...(projectId !== undefined && { projectId }),
    ...(projectLabel !== undefined && { projectLabel }),
    ...(projectShortname !== undefined && { projectShortname }),
    ...(checkoutUrl !== undefined && { checkoutUrl }),
  };
}
