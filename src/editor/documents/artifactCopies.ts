import * as vscode from "vscode";
import { carryingComments } from "../../core/comment/carrying.ts";
import { historyOf } from "../../core/comment/commentHistory.ts";
import type { Artifact } from "../../core/model/artifact.ts";
import type { ArtifactService } from "../../core/model/artifactService.ts";
import type { OwnChangesetSource } from "../../core/model/changesetSource.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import { after } from "../../core/util/after.ts";
import { safeListener } from "../../core/util/safeListener.ts";
import type { Hosts } from "../../core/windows/hosts.ts";
import { type ArtifactCopy, type ArtifactStateStore, artifactCopy } from "../../core/workingCopy/artifactKind.ts";
import { artifactStates } from "../../core/workingCopy/artifactStates.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import type { ConfirmationDependencies, Confirmed } from "../../core/workingCopy/confirmation.ts";
import { readingFrozen } from "../../core/workingCopy/frozenReads.ts";
import type { StoredPut, TrackerSource } from "../../core/workingCopy/ports.ts";
import { type CopiesOfConnection, WorkingCopies } from "../../core/workingCopy/workingCopies.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { DiskStateStore } from "./diskStateStore.ts";

/** The client of a connection. Throws when there is no such connection. */
type ClientOf = (connectionId: string) => Promise<ServiceClient>;

interface ConnectionParts extends CopiesOfConnection<ArtifactTypes> {
  readonly service: ArtifactService;
  /** The structures of trackers. */
  readonly trackers: TrackerSource;
  /** What tells whether a comment has arrived. */
  readonly history: OwnChangesetSource;
  makeWith(artifactId: number, store: ArtifactStateStore, dependencies?: Around): ArtifactCopy;
}

type Around = ConfirmationDependencies<ArtifactTypes>;

/** Who hears of what happens to artifacts here. */
interface CopyListeners {
  /** A PUT was carried out. */
  readonly noteStored: (connectionId: string, put: StoredPut) => void;
  /** An artifact was read in the background. */
  readonly noteRead: (connectionId: string, artifact: Artifact) => void;
  /** What was saved of an artifact was read in the background. */
  readonly noteConfirmed: (artifact: ArtifactTarget, found: Confirmed<ArtifactTypes>) => void;
}

/** The working copies of artifacts in this window, and what they are read with. */
export class ArtifactCopies extends WorkingCopies<ArtifactTypes, ConnectionParts> {
  /** `folder` keeps what survives a reload; `hosts` are those that have files in it. `trackersOf` throws where `clientOf` does. */
  constructor(
    clientOf: ClientOf,
    trackersOf: (connectionId: string) => TrackerSource,
    folder: vscode.Uri,
    hosts: Hosts,
    log: (message: string, error: unknown) => void,
    { noteStored, noteRead, noteConfirmed }: CopyListeners,
  ) {
    super((connectionId) => {
      const client = () => clientOf(connectionId);
      const history = historyOf(client);
      const { service, trackers } = readingFrozen(
        carryingComments(
          {
            readArtifact: async (artifactId, signal, how) => {
              const service = await client();
              if (!how?.isBackground) {
                return await service.readArtifact(artifactId, signal, how);
              }
              const read = await service.background.readArtifact(artifactId, signal, how);
              noteRead(connectionId, read.artifact);
              return read;
            },
            updateArtifact: async (...args) => (await client()).updateArtifact(...args),
          },
          history,
        ),
        { tracker: async (...args) => trackersOf(connectionId).tracker(...args) },
      );
      const store = new DiskStateStore<ArtifactTypes>(
        vscode.Uri.joinPath(folder, connectionId),
        hosts,
        artifactStates,
        (error) => log(`What a document of ${connectionId} was made from could not be kept`, error),
      );
      const onFailure = (error: unknown) => log(`Telling of what was saved of ${connectionId}`, error);
      const note = safeListener((put: StoredPut) => noteStored(connectionId, put), onFailure);
      const makeWith: ConnectionParts["makeWith"] = (artifactId, to, dependencies) =>
        artifactCopy(artifactId, service, trackers, to, note, dependencies);
      return {
        ...{ service, trackers, history, store, makeWith },
        make: (artifactId) => {
          const confirmed = (found: Confirmed<ArtifactTypes>) => noteConfirmed({ connectionId, artifactId }, found);
          return makeWith(artifactId, store, { after, confirmed, onFailure });
        },
        removeAll: () => store.removeAll(),
      };
    });
  }

  /** A working copy for one change of an artifact without open documents: nothing is kept of it, or read after it. */
  apart(connectionId: string, artifactId: number): ArtifactCopy {
    return this.of(connectionId).makeWith(artifactId, keepsNothing);
  }
}

const keepsNothing: ArtifactStateStore = {
  read: async () => undefined,
  write: async () => {},
  remove: async () => {},
};
