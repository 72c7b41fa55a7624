import type { Artifact, VersionedArtifact } from "../model/artifact.ts";
import type { ReadManner } from "../model/artifactService.ts";
import type { StepAuthor } from "../model/changeset.ts";
import { BoundedMap, jsonSize } from "../util/boundedMap.ts";
import { HandOver } from "../util/handOver.ts";
import type { KnownArtifacts } from "./artifacts.ts";

/** An artifact that was read ahead serves its document where that opens within this time. */
const readAheadForMs = 10_000;
/** No more artifacts are held: nobody tells that the text of one was closed where it was read and never shown. */
const maxOpen = 500;
/** The artifacts that are held take no more together. */
const maxSize = 64 * 1024 * 1024;
/** Artifacts that were read ahead take no more together: two of the largest, or a hundred of usual size. */
const maxAheadSize = 16 * 1024 * 1024;

/** Gives artifacts. Throws `ServiceError`. */
export interface ArtifactSource {
  readArtifact(artifactId: number, signal: AbortSignal, how?: ReadManner): Promise<VersionedArtifact>;
}

interface ReadingPorts {
  readonly service: () => Promise<ArtifactSource & { readonly background: ArtifactSource }>;
  /** Tells whether a tracker is known to freeze fields in states of its artifacts. */
  readonly mayFreeze: (trackerId: number) => boolean;
  readonly artifacts: KnownArtifacts;
  /** Hears that there is a newer step of an artifact. */
  readonly onDidKnowMore: () => void;
}

interface OpenArtifact {
  readonly artifact: Artifact;
  /** The artifact as it was read last since then, for whatever reason. */
  readonly seen?: Artifact;
  /** The newest step of the artifact's history since it was read. */
  readonly step?: StepAuthor;
}

/**
 * Reads the artifacts of one connection, each by itself, and holds those of open documents. Each method stands for one
 * reason to read. All views of an artifact are updated by what is read here.
 */
export class ArtifactReadings {
  readonly #ports: ReadingPorts;
  readonly #open = new BoundedMap<number, OpenArtifact>(maxOpen, { most: maxSize, of: jsonSize });
  readonly #ahead = new HandOver<VersionedArtifact>(readAheadForMs, {
    most: maxAheadSize,
    of: ({ artifact }) => jsonSize(artifact),
  });
  /** The trackers of the artifacts that were read to be edited. */
  readonly #trackerOf = new Map<number, number>();
  /** Counts the changes and openings of each artifact: a reading that began before the last of them is out of date. */
  readonly #turns = new Map<number, number>();

  constructor(ports: ReadingPorts) {
    this.#ports = ports;
    ports.artifacts.onDidSee(({ summary: { id, lastUpdatedBy, lastModifiedOn }, artifact: seen }) => {
      const open = this.#open.get(id);
      if (open && seen) {
        this.#open.set(id, { ...open, seen });
      }
      if (open?.step) {
        this.change(id, { author: lastUpdatedBy, submittedOn: lastModifiedOn });
      }
    });
  }

  /** Reads an artifact for somebody who looks at it. Throws `ServiceError`, as each reading here does. */
  async read(id: number, signal: AbortSignal): Promise<VersionedArtifact> {
    return await this.#read(id, signal);
  }

  /**
   * Reads an artifact for somebody who edits it. Where it was read to be edited before, and its tracker is known to
   * freeze fields, the answer tells which fields may be changed now (test/service/README.md, Workflow): that takes no
   * further request. The answer then holds the tracker's structure and is larger, so nothing else is read in this way.
   */
  async readToEdit(id: number, signal: AbortSignal, how?: ReadManner): Promise<VersionedArtifact> {
    const withRights = this.#ports.mayFreeze(this.#trackerOf.get(id) ?? 0);
    const read = await this.#read(id, signal, withRights ? { ...how, withRights } : how);
    const { tracker } = read.artifact;
    if (tracker) {
      this.#trackerOf.set(id, tracker.id);
    }
    return read;
  }

  /** Reads an artifact whose document is about to open, so that its title is known and nothing is read twice. */
  async readAhead(id: number, signal: AbortSignal): Promise<VersionedArtifact> {
    const turn = this.#turns.get(id);
    const ahead = await this.readToEdit(id, signal);
    if (turn === this.#turns.get(id)) {
      this.#ahead.put(String(id), ahead);
    }
    return ahead;
  }

  /** Gives an artifact for a document that opens or is read again: what was read ahead for it, or what is there now. */
  async readOpened(id: number, signal: AbortSignal): Promise<VersionedArtifact> {
    const opened = this.#ahead.take(String(id)) ?? (await this.readToEdit(id, signal));
    this.#turn(id);
    this.#open.set(id, { artifact: opened.artifact });
    return opened;
  }

  /**
   * Gives the artifact from which its documents are made: after a save the version that was seen since, where
   * `lastModified` says so; else the one that was read for them. Gives undefined where no document of it is open, or
   * none was read in this session.
   */
  get(id: number, lastModified?: string): Artifact | undefined {
    const { artifact, seen } = this.#open.get(id) ?? {};
    const isOfDocuments = Date.parse(seen?.lastModifiedOn ?? "") === Date.parse(lastModified ?? "");
    return isOfDocuments ? seen : artifact;
  }

  /** Gives the newest step of the artifact's history, where there was one since it was read for a document. */
  stepSince(id: number): StepAuthor | undefined {
    return this.#open.get(id)?.step;
  }

  /**
   * Notes that the artifact was changed: its documents are not read again for that, and get nothing that was read
   * ahead.
   */
  change(id: number, step: StepAuthor): void {
    this.#turn(id);
    this.#ahead.take(String(id));
    const open = this.#open.get(id);
    if (open) {
      this.#open.set(id, { ...open, step });
      this.#ports.onDidKnowMore();
    }
  }

  /** Forgets the artifact, whose last document is closed. */
  close(id: number): void {
    this.#open.delete(id);
  }

  #turn(id: number): void {
    this.#turns.set(id, (this.#turns.get(id) ?? 0) + 1);
  }

  async #read(id: number, signal: AbortSignal, how?: ReadManner): Promise<VersionedArtifact> {
    const service = await this.#ports.service();
    const read = await (how?.isBackground ? service.background : service).readArtifact(id, signal, how);
    this.#ports.artifacts.see(read.artifact, read.artifact);
    return read;
  }
}
