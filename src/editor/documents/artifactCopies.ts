import * as vscode from "vscode";
import { carryingComments } from "../../core/comment/carrying.ts";
import { historyOf } from "../../core/comment/said.ts";
import type { Artifact, VersionedArtifact } from "../../core/model/artifact.ts";
import type { ArtifactService } from "../../core/model/artifactService.ts";
import type { OwnChangesetSource } from "../../core/model/changesetSource.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import { after } from "../../core/util/after.ts";
import { Emitter } from "../../core/util/event.ts";
import { sheltered } from "../../core/util/sheltered.ts";
import { type ArtifactCopy, type ArtifactStateStore, artifactCopy } from "../../core/workingCopy/artifactKind.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import type { Base } from "../../core/workingCopy/base.ts";
import type { ConfirmationDependencies, Confirmed } from "../../core/workingCopy/confirmation.ts";
import { readingFrozen } from "../../core/workingCopy/frozenReads.ts";
import { interpretArtifact } from "../../core/workingCopy/interpretArtifact.ts";
import type { StoredPut, TrackerSource } from "../../core/workingCopy/ports.ts";
import { type CopiesOfConnection, WorkingCopies } from "../../core/workingCopy/workingCopies.ts";
import { artifactStates, DiskStateStore } from "./diskStateStore.ts";

/** The client of a connection. Throws when there is no such connection. */
type ClientOf = (connectionId: string) => Promise<ServiceClient>;

interface ConnectionParts extends CopiesOfConnection<ArtifactTypes> {
  readonly service: ArtifactService;
  readonly trackers: TrackerSource;
  readonly history: OwnChangesetSource;
  makeWith(artifactId: number, store: ArtifactStateStore, dependencies?: Around): ArtifactCopy;
}

type Around = ConfirmationDependencies<ArtifactTypes>;

/** What was saved of an artifact was read in the background. */
interface ConfirmedArtifact {
  readonly connectionId: string;
  readonly artifactId: number;
  readonly found: Confirmed<ArtifactTypes>;
}

/** Who hears of what happens to artifacts here. */
interface CopyListeners {
  /** A PUT was carried out. */
  readonly noteStored: (connectionId: string, put: StoredPut) => void;
  /** An artifact was read in the background. */
  readonly noteRead: (connectionId: string, artifact: Artifact) => void;
}

/** The working copies of artifacts in this window, and what they are read with. */
export class ArtifactCopies implements vscode.Disposable {
  readonly #copies: WorkingCopies<ArtifactTypes, ConnectionParts>;
  readonly #onDidConfirm = new Emitter<ConfirmedArtifact>();

  readonly onDidConfirm = this.#onDidConfirm.event;

  /** `folder` keeps what survives a reload; it belongs to this window alone. `trackersOf` throws where `clientOf` does. */
  constructor(
    clientOf: ClientOf,
    trackersOf: (connectionId: string) => TrackerSource,
    folder: vscode.Uri,
    log: (message: string, error: unknown) => void,
    { noteStored, noteRead }: CopyListeners,
  ) {
    this.#copies = new WorkingCopies((connectionId) => {
      const client = () => clientOf(connectionId);
      const history = historyOf(client);
      const { service, trackers } = readingFrozen(
        carryingComments(
          {
            readArtifact: async (artifactId, signal, how) => {
              const service = await client();
              if (!how?.isUnasked) {
                return await service.readArtifact(artifactId, signal, how);
              }
              const read = await service.unasked.readArtifact(artifactId, signal, how);
              noteRead(connectionId, read.artifact);
              return read;
            },
            updateArtifact: async (...args) => (await client()).updateArtifact(...args),
          },
          history,
        ),
        { tracker: async (...args) => trackersOf(connectionId).tracker(...args) },
      );
      const own = vscode.Uri.joinPath(folder, connectionId);
      const store = new DiskStateStore(own, artifactStates, (error) =>
        log(`What a document of ${connectionId} was made from could not be kept`, error),
      );
      const onFailure = (error: unknown) => log(`Telling of what was saved of ${connectionId}`, error);
      const note = sheltered((put: StoredPut) => noteStored(connectionId, put), onFailure);
      const makeWith: ConnectionParts["makeWith"] = (artifactId, to, dependencies) =>
        artifactCopy(artifactId, service, trackers, to, note, dependencies);
      return {
        ...{ service, trackers, history, store, makeWith },
        make: (artifactId) => {
          const confirmed = (found: Confirmed<ArtifactTypes>) =>
            this.#onDidConfirm.fire({ connectionId, artifactId, found });
          return makeWith(artifactId, store, { after, confirmed, onFailure });
        },
        settled: () => store.settled(),
        removeAll: async () => {
          try {
            await vscode.workspace.fs.delete(own, { recursive: true });
          } catch {
            // Nothing was kept.
          }
        },
      };
    });
  }

  get(connectionId: string, artifactId: number): ArtifactCopy {
    return this.#copies.get(connectionId, artifactId);
  }

  /** A working copy for one change of an artifact without open documents: nothing is kept of it, or read after it. */
  apart(connectionId: string, artifactId: number): ArtifactCopy {
    return this.#copies.of(connectionId).makeWith(artifactId, keepsNothing);
  }

  readArtifact(connectionId: string, artifactId: number, signal: AbortSignal): Promise<VersionedArtifact> {
    return this.#copies.of(connectionId).service.readArtifact(artifactId, signal);
  }

  /** The base that an answer makes, with the structure of its tracker. */
  interpret(connectionId: string, read: VersionedArtifact, signal: AbortSignal): Promise<Base> {
    return interpretArtifact(read, this.#copies.of(connectionId).trackers, signal);
  }

  /** The structure of a tracker; undefined where the service does not give it. Throws only when cancelled. */
  tracker(connectionId: string, trackerId: number, signal: AbortSignal): Promise<Tracker | undefined> {
    return this.#copies.of(connectionId).trackers.tracker(trackerId, signal);
  }

  /** What tells whether a comment has arrived. */
  history(connectionId: string): OwnChangesetSource {
    return this.#copies.of(connectionId).history;
  }

  /** The last document of the artifact was closed with nothing unsaved. */
  release(connectionId: string, artifactId: number): Promise<void> {
    return this.#copies.release(connectionId, artifactId);
  }

  /** Removes all that is kept of a connection in this window. */
  forget(connectionId: string): Promise<void> {
    return this.#copies.forget(connectionId);
  }

  /** Ends what is under way in the background. */
  dispose(): void {
    this.#copies.dispose();
    this.#onDidConfirm.dispose();
  }
}

const keepsNothing: ArtifactStateStore = {
  read: async () => undefined,
  write: async () => {},
  remove: async () => {},
};
