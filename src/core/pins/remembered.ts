import type { Artifact } from "../model/artifact.ts";
import { isJsonObject } from "../model/json.ts";
import { Emitter, type Event } from "../util/event.ts";
import { listReader } from "./listReader.ts";

/** What is kept of an artifact to show it in the tree without asking the service. */
export type ArtifactSummary = Pick<
  Artifact,
  | "id"
  | "title"
  | "xref"
  | "browserUrl"
  | "status"
  | "isOpen"
  | "statusColor"
  | "tracker"
  | "submittedBy"
  | "submittedOn"
  | "lastUpdatedBy"
  | "lastModifiedOn"
> & { readonly assignees?: readonly string[] };

/** Where pinned and recent artifacts are kept. VS Code's `Memento` fits. */
export interface KeyValueStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The artifacts of each connection that were pinned by the person or opened lately, over restarts. */
export class Remembered {
  readonly #store: KeyValueStore;
  readonly #changed = new Emitter<{ readonly connectionId: string }>();
  readonly #listIn = listReader<ArtifactSummary>(isSummary);

  #known: ReadArtifacts | undefined;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** What is pinned or recent is another, or looks another. */
  get onDidChange(): Event<{ readonly connectionId: string }> {
    return this.#changed.event;
  }

  /** From here on what is read of artifacts is taken over, and completes what is remembered. */
  follow(known: ReadArtifacts, onFailure: (error: unknown) => void): void {
    this.#known = known;
    known.onDidSee(({ connectionId, summary }) => {
      this.seen(connectionId, summary).catch(onFailure);
    });
  }

  /** In the order of pinning. */
  pinned(connectionId: string): readonly ArtifactSummary[] {
    return this.#read("pinned", connectionId);
  }

  /** The last opened first; at most 20. */
  recent(connectionId: string): readonly ArtifactSummary[] {
    return this.#read("recent", connectionId);
  }

  isPinned(connectionId: string, artifactId: number): boolean {
    return this.pinned(connectionId).some((each) => each.id === artifactId);
  }

  async pin(connectionId: string, artifact: ArtifactSummary): Promise<void> {
    if (!this.isPinned(connectionId, artifact.id)) {
      await this.#write("pinned", connectionId, [...this.pinned(connectionId), artifact]);
      this.#changed.fire({ connectionId });
    }
  }

  async unpin(connectionId: string, artifactId: number): Promise<void> {
    await this.#remove("pinned", connectionId, artifactId);
  }

  /** Puts the artifact at the top of the recent ones, with what is known of it and what is given. */
  async opened(connectionId: string, artifact: ArtifactSummary): Promise<void> {
    const summary = this.#completed(connectionId, artifact);
    const recent = this.recent(connectionId);
    if (isSameSummary(recent[0], summary)) {
      return;
    }
    const others = recent.filter((each) => each.id !== artifact.id);
    await this.#write("recent", connectionId, [summary, ...others].slice(0, mostRecent));
    await this.#replace("pinned", connectionId, summary);
    this.#changed.fire({ connectionId });
  }

  /** Takes over what is known of an artifact now; a member that is not given stays as it was remembered. */
  async seen(connectionId: string, known: ArtifactSummary): Promise<void> {
    const artifact = this.#completed(connectionId, known);
    const isPinned = await this.#replace("pinned", connectionId, artifact);
    const isRecent = await this.#replace("recent", connectionId, artifact);
    if (isPinned || isRecent) {
      this.#changed.fire({ connectionId });
    }
  }

  /** The artifact is no more: it is neither pinned nor recent any longer. */
  async deleted(connectionId: string, artifactId: number): Promise<void> {
    await this.#remove("recent", connectionId, artifactId);
    await this.#remove("pinned", connectionId, artifactId);
  }

  /** Drops all that is remembered of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.#store.update(`pinned/${connectionId}`, undefined);
    await this.#store.update(`recent/${connectionId}`, undefined);
    this.#changed.fire({ connectionId });
  }

  #completed(connectionId: string, known: ArtifactSummary): ArtifactSummary {
    const remembered = [...this.recent(connectionId), ...this.pinned(connectionId)];
    const before =
      this.#known?.find(connectionId)?.artifacts.get(known.id) ?? remembered.find((each) => each.id === known.id);
    return { ...before, ...known };
  }

  async #replace(list: List, connectionId: string, artifact: ArtifactSummary): Promise<boolean> {
    const artifacts = this.#read(list, connectionId);
    const index = artifacts.findIndex((each) => each.id === artifact.id);
    if (index < 0 || isSameSummary(artifacts[index], artifact)) {
      return false;
    }
    await this.#write(list, connectionId, artifacts.with(index, artifact));
    return true;
  }

  async #remove(list: List, connectionId: string, artifactId: number): Promise<void> {
    const artifacts = this.#read(list, connectionId);
    const left = artifacts.filter((each) => each.id !== artifactId);
    if (left.length < artifacts.length) {
      await this.#write(list, connectionId, left);
      this.#changed.fire({ connectionId });
    }
  }

  #read(list: List, connectionId: string): readonly ArtifactSummary[] {
    return this.#listIn(this.#store.get(`${list}/${connectionId}`));
  }

  async #write(list: List, connectionId: string, artifacts: readonly ArtifactSummary[]): Promise<void> {
    await this.#store.update(`${list}/${connectionId}`, artifacts.map(summaryOf));
  }
}

/** What was read of artifacts, for as long as the window is open. */
interface ReadArtifacts {
  readonly onDidSee: Event<{ readonly connectionId: string; readonly summary: ArtifactSummary }>;
  find(connectionId: string): { readonly artifacts: { get(id: number): ArtifactSummary | undefined } } | undefined;
}

type List = "pinned" | "recent";

const mostRecent = 20;

/** The part of an artifact that is remembered: no values, no attachments. Every member is there, if only as undefined. */
export function summaryOf(artifact: ArtifactSummary): ArtifactSummary {
  return {
    id: artifact.id,
    title: artifact.title,
    xref: artifact.xref,
    browserUrl: artifact.browserUrl,
    status: artifact.status,
    isOpen: artifact.isOpen,
    statusColor: artifact.statusColor,
    tracker: artifact.tracker,
    submittedBy: artifact.submittedBy,
    submittedOn: artifact.submittedOn,
    lastUpdatedBy: artifact.lastUpdatedBy,
    lastModifiedOn: artifact.lastModifiedOn,
    assignees: artifact.assignees,
  };
}

// Of what an earlier version or another program stored, only what has the shape that the tree relies on.
function isSummary(stored: unknown): boolean {
  return (
    isJsonObject(stored) &&
    typeof stored.id === "number" &&
    ["title", "xref", "status"].every((name) => stored[name] === undefined || typeof stored[name] === "string")
  );
}

function isSameSummary(left: ArtifactSummary | undefined, right: ArtifactSummary): boolean {
  return left !== undefined && JSON.stringify(summaryOf(left)) === JSON.stringify(summaryOf(right));
}
