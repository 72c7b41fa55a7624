import { type FoundReplacement, OverwriteGuard } from "../../core/overwrite/overwriteGuard.ts";
import { replacedBesideNow, replacedUnnoticed } from "../../core/sentences/overwriting.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { Emitter } from "../../core/util/event.ts";
import type { Log } from "../diagnosis/log.ts";
import { inform } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { replacedScheme, SideBySide } from "../text/sideBySide.ts";
import { ReplacedChanges } from "./replacedChanges.ts";

/** Makes what looks after each save whether it replaced a change unseen, and tells of that once `showIn` was called. */
export function createOverwriteGuard(services: Services, log: Log, store: DisposableStore) {
  const { serviceOf, known } = services;
  const found = store.add(new Emitter<FoundReplacement>());
  const guard = store.add(
    new OverwriteGuard({
      // The guard reads the known histories, so that what it reads is shown too.
      history: async (connectionId) => {
        const { background } = await serviceOf(connectionId);
        return known.find(connectionId)?.histories.noting(background) ?? background;
      },
      knownCount: (connectionId, artifactId) => known.find(connectionId)?.histories.countOf(artifactId),
      changed: (connectionId, artifactId, step) => known.find(connectionId)?.readings.change(artifactId, step),
      report: (replacement) => found.fire(replacement),
      cannotTell: (connectionId) => void inform(replacedUnnoticed(connectionId)),
      log: (connectionId, what, error) =>
        log.info(`[${connectionId}] ${what}${error instanceof Error ? `: ${error.message}` : ""}`),
    }),
  );
  return {
    guard,
    /** Has the person told of what was found from here on, who can then put it back into the documents. */
    showIn: (documents: ArtifactDocuments) => {
      const view = store.add(new SideBySide(replacedScheme, replacedBesideNow));
      const replaced = store.add(new ReplacedChanges(services, documents, view));
      store.add(found.event((replacement) => replaced.tell(replacement)));
      return {
        replaced,
        commands: {
          [commandIds.putTheirsBack]: ({ uri }) => replaced.putBack(uri),
        } satisfies Partial<Commands>,
      };
    },
  };
}
