import * as vscode from "vscode";
import { carryingComments } from "../../core/comment/carrying.ts";
import { historyOf } from "../../core/comment/commentHistory.ts";
import { isSameAddress } from "../../core/connection/address.ts";
import type { OwnChangesetSource } from "../../core/model/changeset.ts";
import { after } from "../../core/util/after.ts";
import { safeListener } from "../../core/util/event.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { WriteQueue } from "../../core/util/writeQueue.ts";
import { type ArtifactCopy, type ArtifactStateStore, artifactCopy } from "../../core/workingCopy/artifactKind.ts";
import { artifactStates } from "../../core/workingCopy/artifactStates.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import type { ConfirmationDependencies, Confirmed } from "../../core/workingCopy/confirmation.ts";
import type { StoredPut, TrackerSource } from "../../core/workingCopy/ports.ts";
import { type CopiesOfConnection, WorkingCopies } from "../../core/workingCopy/workingCopies.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { requireAddress, serviceAt } from "../services/serviceAt.ts";
import type { WindowServices } from "../services/services.ts";
import { DiskStateStore } from "./diskStateStore.ts";

interface ArtifactCopiesParts extends CopiesOfConnection<ArtifactTypes> {
  /** Reads the history, which tells whether a comment has arrived. */
  readonly history: OwnChangesetSource;
  /** Throws a HumanError once the connection leads elsewhere or is gone. */
  requireHere(): void;
  makeWith(artifactId: number, store: ArtifactStateStore, dependencies?: Around): ArtifactCopy;
  /**
   * Gives the queue in which this window writes an artifact, by whatever means: the service may undo one of two writes
   * that overlap (test/service/README.md, Lost updates).
   */
  queueOf(artifactId: number): WriteQueue;
}

type Around = ConfirmationDependencies<ArtifactTypes>;

/** Tells others in this window what happens to artifacts here. */
interface CopyListeners {
  /** Hears that a PUT was carried out. */
  readonly noteStored: (connectionId: string, put: StoredPut) => void;
  /** Hears that what was saved of an artifact was read in the background. */
  readonly noteConfirmed: (artifact: ArtifactTarget, found: Confirmed<ArtifactTypes>) => void;
}

/** Holds the working copies of artifacts in this window, and what they are read with. */
export class ArtifactCopies extends WorkingCopies<ArtifactTypes, ArtifactCopiesParts> {
  constructor(parts: WindowServices, { noteStored, noteConfirmed }: CopyListeners) {
    const { registry, known, ownFolder, hosts, logFailure } = parts;
    const connect = (connectionId: string, address: string): ArtifactCopiesParts => {
      const client = serviceAt(parts, connectionId, address);
      const history = historyOf(client);
      const requireHere = () => requireAddress(registry, connectionId, address);
      const service = carryingComments(
        {
          readArtifact: async (...args) => {
            requireHere();
            return await known.of(connectionId).readings.readToEdit(...args);
          },
          updateArtifact: async (...args) => (await client()).updateArtifact(...args),
        },
        history,
      );
      const store = new DiskStateStore<ArtifactTypes>(
        vscode.Uri.joinPath(ownFolder, connectionId),
        hosts,
        artifactStates,
        address,
        (error) => logFailure(`What a document of ${connectionId} was made from could not be kept`, error),
      );
      const onFailure = (error: unknown) => logFailure(`Telling of what was saved of ${connectionId}`, error);
      const addressOf = () => registry.find(connectionId)?.url;
      // A save may end at an address that the connection had before: nothing else here is told of it then.
      const note = safeListener((put: StoredPut) => {
        if (isSameAddress(address, addressOf() ?? "")) {
          noteStored(connectionId, put);
        }
      }, onFailure);
      const trackers: TrackerSource = { tracker: async (...args) => known.of(connectionId).catalog.tracker(...args) };
      const queues = new Map<number, WriteQueue>();
      const queueOf = (artifactId: number) => getOrMake(queues, artifactId, () => new WriteQueue());
      const makeWith: ArtifactCopiesParts["makeWith"] = (artifactId, to, dependencies) =>
        artifactCopy(artifactId, service, trackers, to, note, dependencies, queueOf(artifactId));
      return {
        queueOf,
        history,
        store,
        makeWith,
        requireHere,
        make: (artifactId) => {
          const confirmed = (found: Confirmed<ArtifactTypes>) => noteConfirmed({ connectionId, artifactId }, found);
          return makeWith(artifactId, store, { after, confirmed, onFailure });
        },
        removeAll: () => store.removeAll(),
      };
    };
    super((connectionId) => registry.find(connectionId)?.url, connect);
  }

  /**
   * Makes a working copy for one change of an artifact without open documents: nothing is kept of it, and nothing is
   * read after its save.
   */
  apart(connectionId: string, artifactId: number): ArtifactCopy {
    return this.of(connectionId).makeWith(artifactId, keepsNothing);
  }
}

const keepsNothing: ArtifactStateStore = {
  read: async () => undefined,
  write: async () => {},
  remove: async () => {},
};
