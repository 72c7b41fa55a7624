import { isJsonObject } from "../model/json.ts";
import type { RepositorySummary } from "../model/svnRepository.ts";
import type { KeyValueStore } from "../remembered.ts";
import { Emitter, type Event } from "../util/event.ts";

/** A repository as far as it is known: of one pinned by its number, perhaps nothing else. */
export type KnownRepository = Pick<RepositorySummary, "id"> & Partial<RepositorySummary>;

/** The repositories of each connection that the person pinned, over restarts. */
export class PinnedRepositories {
  readonly #store: KeyValueStore;
  readonly #changed = new Emitter<{ readonly connectionId: string }>();

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  /** What is pinned is another, or looks another. */
  get onDidChange(): Event<{ readonly connectionId: string }> {
    return this.#changed.event;
  }

  /** In the order of pinning. */
  list(connectionId: string): readonly KnownRepository[] {
    const stored = this.#store.get(keyOf(connectionId));
    return Array.isArray(stored) ? stored.filter(isKnown) : [];
  }

  has(connectionId: string, repositoryId: number): boolean {
    return this.list(connectionId).some(({ id }) => id === repositoryId);
  }

  async pin(connectionId: string, repository: KnownRepository): Promise<void> {
    if (!this.has(connectionId, repository.id)) {
      await this.#write(connectionId, [...this.list(connectionId), summaryOf(repository)]);
    }
  }

  async unpin(connectionId: string, repositoryId: number): Promise<void> {
    if (this.has(connectionId, repositoryId)) {
      await this.#write(
        connectionId,
        this.list(connectionId).filter(({ id }) => id !== repositoryId),
      );
    }
  }

  /** Takes over what is known of a repository now; what `known` does not tell stays as it was. */
  async seen(connectionId: string, known: KnownRepository): Promise<void> {
    const pinned = this.list(connectionId);
    const after = pinned.map((each) => (each.id === known.id ? { ...each, ...summaryOf(known) } : each));
    if (JSON.stringify(after) !== JSON.stringify(pinned)) {
      await this.#write(connectionId, after);
    }
  }

  /** Drops all that is remembered of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.#store.update(keyOf(connectionId), undefined);
    this.#changed.fire({ connectionId });
  }

  async #write(connectionId: string, repositories: readonly KnownRepository[]): Promise<void> {
    await this.#store.update(keyOf(connectionId), repositories);
    this.#changed.fire({ connectionId });
  }
}

function keyOf(connectionId: string): string {
  return `pinned-svn/${connectionId}`;
}

/** Without settings and without members that are undefined. */
function summaryOf({
  id,
  name,
  projectId,
  projectLabel,
  projectShortname,
  checkoutUrl,
}: KnownRepository): KnownRepository {
  return {
    id,
    ...(name !== undefined && { name }),
    ...(projectId !== undefined && { projectId }),
    ...(projectLabel !== undefined && { projectLabel }),
    ...(projectShortname !== undefined && { projectShortname }),
    ...(checkoutUrl !== undefined && { checkoutUrl }),
  };
}

// Of what an earlier version or another program stored, only what has the shape that the tree relies on.
function isKnown(stored: unknown): stored is KnownRepository & Record<string, never> {
  return (
    isJsonObject(stored) &&
    typeof stored.id === "number" &&
    ["name", "projectLabel", "projectShortname", "checkoutUrl"].every(
      (name) => stored[name] === undefined || typeof stored[name] === "string",
    )
  );
}
