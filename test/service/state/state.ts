import type {
  AccessKey,
  Artifact,
  Attachment,
  Changeset,
  Comment,
  Field,
  Project,
  Report,
  StoredValue,
  SvnRepository,
  Tracker,
  Upload,
  User,
  UserGroup,
  Values,
} from "./model.ts";

/** Artifacts with consecutive ids in one tracker, each made when it is first needed and always the same. */
export interface ArtifactRange {
  readonly trackerId: number;
  readonly firstId: number;
  readonly count: number;
  readonly make: (id: number) => Artifact;
}

/** Artifacts that states start with: made once for many states, each of which copies those that it is asked for. */
export interface InitialArtifacts {
  readonly byId: ReadonlyMap<number, Artifact>;
  readonly idsOfTracker: ReadonlyMap<number, readonly number[]>;
  readonly sourcesOfLinksTo: ReadonlyMap<number, ReadonlySet<number>>;
}

export interface StateParts {
  /** Where the server stands: `Europe/Paris`. */
  readonly zone: string;
  readonly users: readonly User[];
  readonly keys: readonly AccessKey[];
  readonly groups: readonly UserGroup[];
  readonly projects: readonly Project[];
  readonly trackers: readonly Tracker[];
  readonly reports: readonly Report[];
  readonly artifacts: InitialArtifacts;
  readonly ranges: readonly ArtifactRange[];
  readonly attachments: readonly Attachment[];
  readonly repositories: readonly SvnRepository[];
}

/** Everything the service holds, and the few ways it changes. Knows nothing of requests. */
export class State {
  readonly zone: string;
  readonly users: Map<number, User>;
  readonly keys: AccessKey[];
  readonly groups: Map<string, UserGroup>;
  readonly projects: Map<number, Project>;
  readonly trackers: Map<number, Tracker>;
  readonly reports: Map<number, Report>;
  readonly attachments: Map<number, Attachment>;
  readonly uploads = new Map<number, Upload>();
  readonly repositories: Map<number, SvnRepository>;
  readonly deletions: { readonly userId: number; readonly at: number }[] = [];
  readonly clearedHistories = new Set<number>();
  readonly #ranges: readonly ArtifactRange[];
  readonly #initial: ReadonlyMap<number, Artifact>;
  /** Those that are not as they were initially, and those that were asked for. */
  readonly #artifacts = new Map<number, Artifact>();
  readonly #idsOfTracker: Map<number, readonly number[]>;
  readonly #deleted = new Set<number>();
  readonly #sourcesOfLinksTo: Map<number, ReadonlySet<number>>;
  #nextArtifactId: number;
  #nextChangesetId: number;
  #nextFileId: number;
  #nextRepositoryId: number;
  #nextFreeValueId = 9001;
  #nextStepId = 7001;

  constructor(parts: StateParts) {
    this.zone = parts.zone;
    this.users = byId(parts.users.map((user) => ({ ...user })));
    this.keys = parts.keys.map((key) => ({ ...key }));
    this.groups = byId(parts.groups);
    this.projects = byId(parts.projects);
    this.trackers = byId(parts.trackers);
    this.reports = byId(parts.reports);
    this.attachments = byId(parts.attachments);
    this.repositories = byId(parts.repositories);
    this.#ranges = parts.ranges;
    this.#initial = parts.artifacts.byId;
    this.#idsOfTracker = new Map(parts.artifacts.idsOfTracker);
    this.#sourcesOfLinksTo = new Map(parts.artifacts.sourcesOfLinksTo);
    const rangeEnds = parts.ranges.map((range) => range.firstId + range.count);
    this.#nextArtifactId = Math.max(...rangeEnds, ...[...this.#initial.keys()].map((id) => id + 1));
    this.#nextChangesetId = this.#nextArtifactId * 10;
    this.#nextFileId = Math.max(...parts.attachments.map((attachment) => attachment.id)) + 1;
    this.#nextRepositoryId = Math.max(...parts.repositories.map((repository) => repository.id)) + 1;
  }

  artifact(id: number): Artifact | undefined {
    if (this.#deleted.has(id)) {
      return undefined;
    }
    const known = this.#artifacts.get(id);
    if (known) {
      return known;
    }
    const initial = this.#initial.get(id);
    if (!initial) {
      return this.#ranges.find((each) => id >= each.firstId && id < each.firstId + each.count)?.make(id);
    }
    const artifact = { ...initial, changesets: initial.changesets.map((changeset) => ({ ...changeset })) };
    this.#artifacts.set(id, artifact);
    return artifact;
  }

  /** How many changesets the artifacts have that are not as they were initially: none where it was deleted. */
  *changedArtifacts(): Iterable<{ readonly id: number; readonly changesetCount: number }> {
    for (const id of this.#deleted) {
      yield { id, changesetCount: 0 };
    }
    for (const { id, changesets } of this.#artifacts.values()) {
      if (changesets.length !== this.#initial.get(id)?.changesets.length) {
        yield { id, changesetCount: changesets.length };
      }
    }
  }

  /** The ids of a tracker's artifacts in ascending order, `limit` of them from `offset` on. */
  artifactIds(trackerId: number, offset = 0, limit = Number.POSITIVE_INFINITY): readonly number[] {
    const range = this.#ranges.find((each) => each.trackerId === trackerId);
    const extra = this.#idsOfTracker.get(trackerId) ?? [];
    if (!range) {
      return extra.slice(offset, offset + limit);
    }
    const ids: number[] = [];
    let skipped = 0;
    for (let index = 0; index < range.count + extra.length && ids.length < limit; index += 1) {
      const id = index < range.count ? range.firstId + index : (extra[index - range.count] ?? 0);
      if (this.#deleted.has(id)) {
        continue;
      }
      if (skipped < offset) {
        skipped += 1;
      } else {
        ids.push(id);
      }
    }
    return ids;
  }

  countArtifacts(trackerId: number): number {
    const range = this.#ranges.find((each) => each.trackerId === trackerId);
    const extra = this.#idsOfTracker.get(trackerId)?.length ?? 0;
    if (!range) {
      return extra;
    }
    const deleted = [...this.#deleted].filter((id) => id >= range.firstId && id < range.firstId + range.count).length;
    return range.count - deleted + extra;
  }

  addArtifact(trackerId: number, submittedBy: number, at: number, values: Values): Artifact {
    const id = this.#nextArtifactId;
    this.#nextArtifactId += 1;
    const changeset = { id: this.#takeChangesetId(), submittedBy, submittedOn: at, values, comment: undefined };
    const artifact = { id, trackerId, idInTracker: this.countArtifacts(trackerId) + 1, changesets: [changeset] };
    this.#artifacts.set(id, artifact);
    this.#idsOfTracker.set(trackerId, [...(this.#idsOfTracker.get(trackerId) ?? []), id]);
    this.#indexLinks(id, undefined, values);
    return artifact;
  }

  /** Gives an artifact its next version: `changes` over the values it had, or over older ones. */
  addChangeset(
    id: number,
    submittedBy: number,
    at: number,
    changes: Values,
    { comment, email, over }: { comment?: Comment | undefined; email?: string | undefined; over?: Values } = {},
  ): Changeset {
    const artifact = this.artifact(id);
    if (!artifact) {
      throw new Error(`There is no artifact ${id}`);
    }
    this.#artifacts.set(id, artifact);
    const before = lastChangeset(artifact).values;
    const values = new Map([...(over ?? before), ...changes]);
    const about = email === undefined ? { submittedBy } : { submittedBy: 0, email };
    const changeset = { id: this.#takeChangesetId(), submittedOn: at, values, comment, ...about };
    artifact.changesets.push(changeset);
    this.#indexLinks(id, before, values);
    return changeset;
  }

  deleteArtifact(id: number): void {
    const artifact = this.artifact(id);
    if (!artifact) {
      return;
    }
    this.#indexLinks(id, lastChangeset(artifact).values, undefined);
    this.#artifacts.delete(id);
    this.#deleted.add(id);
    const ids = this.#idsOfTracker.get(artifact.trackerId) ?? [];
    this.#idsOfTracker.set(
      artifact.trackerId,
      ids.filter((each) => each !== id),
    );
  }

  /** The ids of artifacts whose last version links to this one, ascending. */
  sourcesOfLinksTo(id: number): readonly number[] {
    return [...(this.#sourcesOfLinksTo.get(id) ?? [])].sort((a, b) => a - b);
  }

  takeFileId(): number {
    this.#nextFileId += 1;
    return this.#nextFileId - 1;
  }

  takeRepositoryId(): number {
    this.#nextRepositoryId += 1;
    return this.#nextRepositoryId - 1;
  }

  takeFreeValueId(): number {
    this.#nextFreeValueId += 1;
    return this.#nextFreeValueId - 1;
  }

  takeStepId(): number {
    this.#nextStepId += 1;
    return this.#nextStepId - 1;
  }

  userNamed(username: string): User | undefined {
    return [...this.users.values()].find((user) => user.username === username);
  }

  trackerOf(artifact: Artifact): Tracker {
    return required(this.trackers.get(artifact.trackerId));
  }

  projectOf(tracker: Tracker): Project {
    return required(this.projects.get(tracker.projectId));
  }

  field(id: number): Field | undefined {
    for (const tracker of this.trackers.values()) {
      const field = tracker.fields.find((each) => each.id === id);
      if (field) {
        return field;
      }
    }
    return undefined;
  }

  #takeChangesetId(): number {
    this.#nextChangesetId += 1;
    return this.#nextChangesetId - 1;
  }

  #indexLinks(id: number, before: Values | undefined, after: Values | undefined): void {
    const [left, linked] = [linkTargets(before), linkTargets(after)];
    for (const target of new Set([...left, ...linked])) {
      const sources = new Set(this.#sourcesOfLinksTo.get(target));
      sources.delete(id);
      this.#sourcesOfLinksTo.set(target, linked.includes(target) ? sources.add(id) : sources);
    }
  }
}

/** What states share that start with these artifacts. */
export function initialArtifacts(artifacts: readonly Artifact[]): InitialArtifacts {
  const links = artifacts.flatMap((artifact) =>
    linkTargets(lastChangeset(artifact).values).map((target) => ({ target, source: artifact.id })),
  );
  const idsOfTracker = Map.groupBy(artifacts, ({ trackerId }) => trackerId);
  const sourcesOfLinksTo = Map.groupBy(links, ({ target }) => target);
  return {
    byId: byId(artifacts),
    idsOfTracker: new Map([...idsOfTracker].map(([trackerId, all]) => [trackerId, all.map(({ id }) => id)])),
    sourcesOfLinksTo: new Map([...sourcesOfLinksTo].map(([to, all]) => [to, new Set(all.map(({ source }) => source))])),
  };
}

export function lastChangeset(artifact: Artifact): Changeset {
  return required(artifact.changesets.at(-1));
}

export function firstChangeset(artifact: Artifact): Changeset {
  return required(artifact.changesets[0]);
}

/** For what the data set guarantees to be there. */
export function required<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("The reference service's data set lacks something it refers to");
  }
  return value;
}

function linkTargets(values: Values | undefined): readonly number[] {
  return [...(values?.values() ?? [])].flatMap((value) =>
    value.kind === "links" ? value.links.map((link) => link.id) : [],
  );
}

function byId<Id, T extends { readonly id: Id }>(items: readonly T[]): Map<Id, T> {
  return new Map(items.map((item) => [item.id, item]));
}

export function withoutUndefined(values: Iterable<readonly [number, StoredValue | undefined]>): Values {
  const kept = new Map<number, StoredValue>();
  for (const [fieldId, value] of values) {
    if (value !== undefined) {
      kept.set(fieldId, value);
    }
  }
  return kept;
}
