import type { Extension, Memento, TreeView, Uri } from "vscode";
import type { Artifact } from "./core/model/artifact.ts";
import type { Remembered } from "./core/pins/remembered.ts";
import type { Row } from "./core/tree/rows.ts";
import { ClickedRows } from "./core/util/clickedRows.ts";
import type { DisposableStore } from "./core/util/disposable.ts";
import type { KeyValueStore } from "./core/util/keyValueStore.ts";
import type { WriteQueue } from "./core/util/writeQueue.ts";
import type { AccessKeys } from "./editor/connections/accessKeys.ts";
import type { ConnectionRegistry } from "./editor/connections/connectionRegistry.ts";
import { SuggestedConnections } from "./editor/connections/suggestedConnections.ts";
import type { Log } from "./editor/diagnosis/log.ts";
import { pickConnection } from "./editor/dialog/pickConnection.ts";
import { createFreshness } from "./editor/freshness/freshness.ts";
import { createKnown } from "./editor/known/createKnown.ts";
import { SavedQueries } from "./editor/search/savedQueries.ts";
import { readHere } from "./editor/services/serviceAt.ts";
import { createTree } from "./editor/tree/createTree.ts";
import type { WalkthroughSteps } from "./editor/walkthrough/walkthroughSteps.ts";

/** The objects that are there from the start. */
export interface StartParts {
  readonly extension: Extension<unknown>;
  /** Keeps what is known of connections over restarts. */
  readonly memory: KeyValueStore;
  readonly workspaceState: Memento;
  /** The storage of the extension. */
  readonly storage: Uri;
  /** Runs what the window is not to close before. */
  readonly lastWrites: WriteQueue;
  readonly log: Log;
  readonly keys: AccessKeys;
  readonly registry: ConnectionRegistry;
  readonly remembered: Remembered;
  readonly view: TreeView<Row>;
  /** The steps of the walkthrough. */
  readonly steps: WalkthroughSteps;
}

/** The objects that features are given: each feature takes those it needs, by these names. */
export type Parts = ReturnType<typeof createParts>;

/** Makes what all features need: what is known of the services, and the tree. */
export function createParts(start: StartParts, store: DisposableStore) {
  const { registry, remembered, storage, log, view } = start;
  const logFailure = log.failure.bind(log);
  const serviceOf = registry.service.bind(registry);
  const known = store.add(createKnown(registry, remembered, storage, logFailure));
  store.add(known.onDidSee(({ artifact }) => artifact && start.steps.done("opened")));
  const queries = store.add(new SavedQueries(registry, serviceOf));
  const { changes, marks, watch } = createFreshness(store);
  const suggestions = store.add(new SuggestedConnections());
  const tree = createTree({ ...start, known, queries, marks, suggestions }, store);
  const rows = () => (view.visible ? tree.explorer.artifactsInSight : []);
  const freshness = watch({ registry, known, rows, log });
  return {
    ...start,
    ...tree,
    serviceOf,
    logFailure,
    known,
    queries,
    suggestions,
    changes,
    marks,
    freshness,
    clicked: new ClickedRows(),
    onDidRemoveConnection: registry.onDidRemove,
    onDidMoveConnection: registry.onDidMove,
    catalogOf: (connectionId: string) => known.of(connectionId).catalog,
    pickConnection: (question: string) => pickConnection(registry.connections, question),
    readArtifact: async (connectionId: string, artifactId: number, signal: AbortSignal): Promise<Artifact> =>
      await readHere(registry, connectionId, async () => {
        return (await known.of(connectionId).readings.read(artifactId, signal)).artifact;
      }),
  };
}
