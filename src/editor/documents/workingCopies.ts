import * as vscode from "vscode";
import type { VersionedArtifact } from "../../core/model/artifact.ts";
import type { ArtifactService } from "../../core/model/artifactService.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import {
  type ArtifactCopy,
  type ArtifactStateStore,
  artifactCopy,
  interpretArtifact,
} from "../../core/workingCopy/artifactKind.ts";
import type { Base } from "../../core/workingCopy/base.ts";
import { readingFrozen } from "../../core/workingCopy/frozenReads.ts";
import type { StoredPut, TrackerSource } from "../../core/workingCopy/ports.ts";
import { DiskStateStore } from "./diskStateStore.ts";

/** The client of a connection. Throws when there is no such connection. */
export type ClientOf = (connectionId: string) => Promise<ServiceClient>;

/** The working copies of this window: one for each artifact of which a document is open. */
export class WorkingCopies {
  readonly #clientOf: ClientOf;
  readonly #trackersOf: (connectionId: string) => TrackerSource;
  readonly #folder: vscode.Uri;
  readonly #log: (message: string, error: unknown) => void;
  readonly #noteStored: (connectionId: string, put: StoredPut) => void;
  readonly #connections = new Map<string, ConnectionCopies>();

  /**
   * `folder` keeps what survives a reload; it belongs to this window alone. `trackersOf` throws where `clientOf` does.
   * `noteStored` hears of each PUT that was carried out.
   */
  constructor(
    clientOf: ClientOf,
    trackersOf: (connectionId: string) => TrackerSource,
    folder: vscode.Uri,
    log: (message: string, error: unknown) => void,
    noteStored: (connectionId: string, put: StoredPut) => void,
  ) {
    this.#clientOf = clientOf;
    this.#trackersOf = trackersOf;
    this.#folder = folder;
    this.#log = log;
    this.#noteStored = noteStored;
  }

  get(connectionId: string, artifactId: number): ArtifactCopy {
    const connection = this.#connection(connectionId);
    let copy = connection.copies.get(artifactId);
    if (!copy) {
      copy = this.#make(connectionId, artifactId, connection.store);
      connection.copies.set(artifactId, copy);
    }
    return copy;
  }

  /** A working copy for one change of an artifact without open documents: nothing is kept of it. */
  apart(connectionId: string, artifactId: number): ArtifactCopy {
    return this.#make(connectionId, artifactId, keepsNothing);
  }

  readArtifact(connectionId: string, artifactId: number, signal: AbortSignal): Promise<VersionedArtifact> {
    return this.#connection(connectionId).service.readArtifact(artifactId, signal);
  }

  /** The base that an answer makes, with the structure of its tracker. */
  interpret(connectionId: string, read: VersionedArtifact, signal: AbortSignal): Promise<Base> {
    return interpretArtifact(read, this.#connection(connectionId).trackers, signal);
  }

  /** The structure of a tracker; undefined where the service does not give it. Throws only when cancelled. */
  tracker(connectionId: string, trackerId: number, signal: AbortSignal): Promise<Tracker | undefined> {
    return this.#connection(connectionId).trackers.tracker(trackerId, signal);
  }

  /** The last document of the artifact was closed with nothing unsaved. */
  async release(connectionId: string, artifactId: number): Promise<void> {
    const connection = this.#connection(connectionId);
    connection.copies.get(artifactId)?.release();
    connection.copies.delete(artifactId);
    await connection.store.remove(artifactId);
  }

  /** Removes all that is kept of a connection in this window. */
  async forget(connectionId: string): Promise<void> {
    const connection = this.#connections.get(connectionId);
    this.#connections.delete(connectionId);
    for (const copy of connection?.copies.values() ?? []) {
      copy.release();
    }
    // After what was being written.
    await connection?.store.settled();
    try {
      await vscode.workspace.fs.delete(this.#folderOf(connectionId), { recursive: true });
    } catch {
      // Nothing was kept.
    }
  }

  #make(connectionId: string, artifactId: number, store: ArtifactStateStore): ArtifactCopy {
    const { service, trackers } = this.#connection(connectionId);
    const note = (put: StoredPut) => this.#noteStored(connectionId, put);
    return artifactCopy(artifactId, service, trackers, store, note);
  }

  #connection(connectionId: string): ConnectionCopies {
    let connection = this.#connections.get(connectionId);
    if (!connection) {
      const client = () => this.#clientOf(connectionId);
      const service: ArtifactService = {
        readArtifact: async (...args) => (await client()).readArtifact(...args),
        updateArtifact: async (...args) => (await client()).updateArtifact(...args),
      };
      const trackers: TrackerSource = { tracker: async (...args) => this.#trackersOf(connectionId).tracker(...args) };
      connection = {
        ...readingFrozen(service, trackers),
        store: new DiskStateStore(this.#folderOf(connectionId), (error) =>
          this.#log(`What a document of ${connectionId} was made from could not be kept`, error),
        ),
        copies: new Map(),
      };
      this.#connections.set(connectionId, connection);
    }
    return connection;
  }

  #folderOf(connectionId: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, connectionId);
  }
}

interface ConnectionCopies {
  readonly service: ArtifactService;
  readonly trackers: TrackerSource;
  readonly store: DiskStateStore;
  readonly copies: Map<number, ArtifactCopy>;
}

const keepsNothing: ArtifactStateStore = {
  read: async () => undefined,
  write: async () => {},
  remove: async () => {},
};
