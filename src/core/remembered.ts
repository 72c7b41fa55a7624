import type { Artifact } from "./model/artifact.ts";
import { isJsonObject, type JsonObject } from "./model/json.ts";
import { Emitter, type Event } from "./util/event.ts";

/** What is kept of an artifact to show it in the tree without asking the service. */
export type ArtifactSummary = Pick<
  Artifact,
  | "id"
  | "title"
  | "xref"
  | "browserUrl"
  | "status"
  | "isOpen"
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

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  get onDidChange(): Event<{ readonly connectionId: string }> {
    return this.#changed.event;
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
    const pinned = this.pinned(connectionId);
    if (!pinned.some((each) => each.id === artifact.id)) {
      await this.#write("pinned", connectionId, [...pinned, artifact]);
      this.#changed.fire({ connectionId });
    }
  }

  async unpin(connectionId: string, artifactId: number): Promise<void> {
    const pinned = this.pinned(connectionId);
    const left = pinned.filter((each) => each.id !== artifactId);
    if (left.length < pinned.length) {
      await this.#write("pinned", connectionId, left);
      this.#changed.fire({ connectionId });
    }
  }

  /** Puts the artifact at the top of the recent ones, and what is known of it now into the pinned one. */
  async opened(connectionId: string, artifact: ArtifactSummary): Promise<void> {
    const others = this.recent(connectionId).filter((each) => each.id !== artifact.id);
    await this.#write("recent", connectionId, [artifact, ...others].slice(0, mostRecent));
    await this.#replace("pinned", connectionId, artifact);
    this.#changed.fire({ connectionId });
  }

  /** Takes over what is known of the artifact now, where it is remembered. */
  async update(connectionId: string, artifact: ArtifactSummary): Promise<void> {
    const isPinned = await this.#replace("pinned", connectionId, artifact);
    const isRecent = await this.#replace("recent", connectionId, artifact);
    if (isPinned || isRecent) {
      this.#changed.fire({ connectionId });
    }
  }

  /** Drops all that is remembered of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.#store.update(`pinned/${connectionId}`, undefined);
    await this.#store.update(`recent/${connectionId}`, undefined);
    this.#changed.fire({ connectionId });
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

  #read(list: List, connectionId: string): readonly ArtifactSummary[] {
    const stored = this.#store.get(`${list}/${connectionId}`);
    return Array.isArray(stored) ? stored.filter(isSummary) : [];
  }

  async #write(list: List, connectionId: string, artifacts: readonly ArtifactSummary[]): Promise<void> {
    await this.#store.update(`${list}/${connectionId}`, artifacts.map(summaryOf));
  }
}

type List = "pinned" | "recent";

const mostRecent = 20;

/** The part of an artifact that is remembered: no values, no attachments. */
export function summaryOf(artifact: ArtifactSummary): ArtifactSummary {
  const { id, title, xref, browserUrl, status, isOpen, tracker } = artifact;
  const { submittedBy, submittedOn, lastUpdatedBy, lastModifiedOn, assignees } = artifact;
  return {
    ...{ id, title, xref, browserUrl, status, isOpen, tracker },
    ...{ submittedBy, submittedOn, lastUpdatedBy, lastModifiedOn, assignees },
  };
}

// Of what an earlier version or another program stored, only what has the shape that the tree relies on.
function isSummary(stored: unknown): stored is ArtifactSummary & JsonObject {
  return (
    isJsonObject(stored) &&
    typeof stored.id === "number" &&
    ["title", "xref", "status"].every((name) => stored[name] === undefined || typeof stored[name] === "string")
  );
}

function isSameSummary(left: ArtifactSummary | undefined, right: ArtifactSummary): boolean {
  return left !== undefined && JSON.stringify(summaryOf(left)) === JSON.stringify(summaryOf(right));
}
