import { isNumber, isText, optional, shapeOf } from "../model/shape.ts";
import type { KnownRepository } from "../model/svnRepository.ts";
import { KeptList, type KeyValueStore } from "./keptList.ts";

/** The repositories of each connection that the person pinned, over restarts. */
export class PinnedRepositories extends KeptList<KnownRepository> {
  constructor(store: KeyValueStore) {
    super(store, { prefix: "pinned-svn", summaryOf, isKnown });
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

const isKnown = shapeOf<KnownRepository>({
  id: isNumber,
  name: optional(isText),
  projectId: optional(isNumber),
  projectLabel: optional(isText),
  projectShortname: optional(isText),
  checkoutUrl: optional(isText),
});
