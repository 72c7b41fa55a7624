import { isKnownRepository, type KnownRepository } from "../model/svnRepository.ts";
import type { KeyValueStore } from "../util/keyValueStore.ts";
import { KeptList } from "./keptList.ts";

/** The repositories of each connection that the person pinned, over restarts. */
export class PinnedRepositories extends KeptList<KnownRepository> {
  constructor(store: KeyValueStore) {
    super(store, { prefix: "pinned-svn", summaryOf, isKnown: isKnownRepository });
  }
}

/** Without settings and without members that are undefined. */
function summaryOf({
  id,
  name,
  projectId,
  projectLabel,
  projectShortname,
  checkoutUrl,
}: KnownRepository): KnownRepository {
  return {
    id,
    ...(name !== undefined && { name }),
    ...(projectId !== undefined && { projectId }),
    ...(projectLabel !== undefined && { projectLabel }),
    ...(projectShortname !== undefined && { projectShortname }),
    ...(checkoutUrl !== undefined && { checkoutUrl }),
  };
}
