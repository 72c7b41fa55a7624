import type { Artifact, VersionedArtifact } from "../model/artifact.ts";
import type { StepAuthor } from "../model/changeset.ts";
import { BoundedMap } from "../util/boundedMap.ts";
import { HandOver } from "../util/handOver.ts";
import type { KnownArtifacts } from "./artifacts.ts";

/** An artifact that was read ahead of its document serves the document when that opens within this time. */
const readAheadForMs = 10_000;
/** Of a text that is read and never shown nobody tells that it is closed. */
const maxArtifacts = 500;

interface OpenArtifact {
  readonly artifact: Artifact;
  /** The last reading of it since, whatever that was for. */
  readonly seen?: Artifact;
  /** The newest step of its history since it was read. */
  readonly step?: StepAuthor;
}

/** The artifacts of open documents, all of each as it was read last for a document. */
export class OpenArtifacts {
  readonly #open = new BoundedMap<number, OpenArtifact>(maxArtifacts);
  readonly #readAhead = new HandOver<VersionedArtifact>(readAheadForMs);
  readonly #onDidLearn: () => void;
  /** Counts what makes a reading that began before it an old one. */
  #turns = 0;

  /** `onDidLearn` hears that there is a newer step of an artifact. */
  constructor({ onDidSee }: Pick<KnownArtifacts, "onDidSee">, onDidLearn: () => void) {
    this.#onDidLearn = onDidLearn;
    onDidSee(({ summary: { id, lastUpdatedBy, lastModifiedOn }, artifact: seen }) => {
      const open = this.#open.get(id);
      if (open && seen) {
        this.#open.set(id, { ...open, seen });
      }
      if (open?.step) {
        this.change(id, { author: lastUpdatedBy, submittedOn: lastModifiedOn });
      }
    });
  }

  /**
   * The artifact as it was read for its documents, or as it was seen since where that is the version of `lastModified`,
   * from which the documents are made by now: after a save they are not read again. Undefined where no document of it
   * is open, or none was read in this session.
   */
  get(id: number, lastModified?: string): Artifact | undefined {
    const { artifact, seen } = this.#open.get(id) ?? {};
    const isOfDocuments = Date.parse(seen?.lastModifiedOn ?? "") === Date.parse(lastModified ?? "");
    return isOfDocuments ? seen : artifact;
  }

  /** The newest step of its history, where there was one since it was read for a document. */
  stepSince(id: number): StepAuthor | undefined {
    return this.#open.get(id)?.step;
  }

  /** Reads an artifact whose document is about to open, so that its title is known and nothing is read twice. */
  async readAhead(id: number, read: () => Promise<VersionedArtifact>): Promise<Artifact> {
    const turn = this.#turns;
    const ahead = await read();
    if (turn === this.#turns) {
      this.#readAhead.put(String(id), ahead);
    }
    return ahead.artifact;
  }

  /** An artifact for a document: what was read ahead, or what `read` gives. */
  async read(id: number, read: () => Promise<VersionedArtifact>): Promise<VersionedArtifact> {
    const opened = this.#readAhead.take(String(id)) ?? (await read());
    this.#turns++;
    this.#open.set(id, { artifact: opened.artifact });
    return opened;
  }

  /** The artifact was changed; its documents are not read again for that, and not given what was read ahead of it. */
  change(id: number, step: StepAuthor): void {
    this.#turns++;
    this.#readAhead.take(String(id));
    const open = this.#open.get(id);
    if (open) {
      this.#open.set(id, { ...open, step });
      this.#onDidLearn();
    }
  }

  /** The last document of the artifact is closed. */
  close(id: number): void {
    this.#open.delete(id);
  }
}
