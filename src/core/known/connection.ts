import { setTimeout as pause } from "node:timers/promises";
import { type CandidateSources, type DocumentNames, noNames } from "../language/ports.ts";
import type { Artifact, ArtifactSummary, VersionedArtifact } from "../model/artifact.ts";
import type { Connection } from "../model/connection.ts";
import type { Entry } from "../model/entry.ts";
import type { User } from "../model/user.ts";
import { searchDebounceMs } from "../search/artifactSearch.ts";
import { type Arrival, ConnectionSearch } from "../search/connectionSearch.ts";
import type { SearchService } from "../search/ports.ts";
import { isServiceError } from "../service/serviceError.ts";
import type { Disposable } from "../util/disposable.ts";
import { Emitter, type Event } from "../util/event.ts";
import { shortName } from "../util/plainLabel.ts";
import { ArtifactReadings, type ArtifactSource } from "./artifactReadings.ts";
import { KnownArtifacts } from "./artifacts.ts";
import { Catalog } from "./catalog.ts";
import { KnownHistories } from "./histories.ts";
import { KnownPeople } from "./people.ts";
import type { CatalogService, CatalogStore } from "./ports.ts";

interface CardService {
  /**
   * Reads artifacts by at most 100 ids a request; those that are unknown or may not be seen are left out. Throws
   * `ServiceError`.
   */
  readArtifacts(artifactIds: readonly number[], signal: AbortSignal): Promise<readonly Artifact[]>;
}

/** The part of a service that is asked here; its `background` side reads what nobody waits for. */
export type KnownService = CatalogService &
  SearchService &
  CardService &
  ArtifactSource & {
    readonly background: CatalogService &
      CardService &
      ArtifactSource & { readUser(userId: number, signal: AbortSignal): Promise<User> };
  };

export interface KnownConnectionsOptions {
  readonly registry: {
    readonly connections: readonly Connection[];
    find(connectionId: string): Connection | undefined;
    /** Gives a connection. Throws for an unknown id. */
    get(connectionId: string): Connection;
    readonly onDidChange: Event<void>;
  };
  readonly serviceOf: (connectionId: string) => Promise<KnownService>;
  /** Tells where names told by a connection are kept over restarts. */
  readonly storeOf: (connectionId: string) => CatalogStore;
  /** Gives the artifacts that the person works with: pinned ones, and those opened lately. */
  readonly recent: (connectionId: string) => readonly ArtifactSummary[];
  readonly logFailure: (what: string, error: unknown) => void;
  readonly nowMs?: () => number;
}

/** Artifacts are not searched for by fewer letters. */
const minLetters = 3;
/** An artifact that somebody points at is asked for together with no more others. */
const maxNear = 100;

/** Holds what is known of one connection, as it was read last: names of all kinds, artifacts and people. */
export class KnownConnection implements Disposable {
  readonly catalog: Catalog;
  readonly artifacts: KnownArtifacts;
  readonly readings: ArtifactReadings;
  readonly people: KnownPeople;
  readonly histories: KnownHistories;
  readonly #knownMore = new Emitter<void>();
  /** Fires when something is known that can be shown, and was not known before. */
  readonly onDidKnowMore = this.#knownMore.event;
  readonly #connectionId: string;
  readonly #options: KnownConnectionsOptions;
  readonly #search: ConnectionSearch;

  constructor({ id, url }: Connection, options: KnownConnectionsOptions) {
    const { storeOf, logFailure, nowMs } = options;
    const service = () => options.serviceOf(id);
    const onDidKnowMore = () => this.#knownMore.fire();
    this.#connectionId = id;
    this.#options = options;
    this.catalog = new Catalog(url, service, storeOf(id), nowMs);
    this.artifacts = new KnownArtifacts(
      async (ids, signal) => (await service()).background.readArtifacts(ids, signal),
      (error) => logFailure(`Reading what artifacts of ${id} link to`, error),
    );
    this.artifacts.onDidKnowMore(onDidKnowMore);
    this.readings = new ArtifactReadings({
      service,
      artifacts: this.artifacts,
      onDidKnowMore,
      mayFreeze: (trackerId) => this.catalog.mayFreeze(trackerId),
    });
    this.histories = new KnownHistories(onDidKnowMore);
    this.people = new KnownPeople(
      async (words, signal) => (await this.catalog.findUsers(words, 0, signal)).items,
      async (userId, signal) => (await service()).background.readUser(userId, signal),
      (error) => logFailure(`Reading whom settings of ${id} name`, error),
      onDidKnowMore,
    );
    this.#search = new ConnectionSearch({
      connectionId: id,
      service,
      catalog: () => this.catalog,
      known: () => options.recent(id),
      usedTrackers: () => [],
      favouriteProjects: () => [],
    });
  }

  dispose(): void {
    this.catalog.dispose();
    this.artifacts.dispose();
    this.#knownMore.dispose();
  }

  /** Forgets everything, as where the key changes: it is asked for when it is next needed. */
  async clear(): Promise<void> {
    this.artifacts.clear();
    this.people.clear();
    this.histories.clear();
    await this.catalog.clear();
  }

  /** Gives names of artifacts and people, with those of the attachments that a document's artifact has. */
  names(attachment: DocumentNames["attachment"] = noNames.attachment): DocumentNames {
    return {
      artifact: (id) => this.artifacts.get(id),
      person: (id) => this.people.name(id),
      attachment,
    };
  }

  /**
   * Reads an artifact whose document is about to open, and the structure of its tracker, from which the document is
   * made. Both are read at the same time where the tracker is known, from whatever showed the artifact or met it
   * before; else the structure is read while the editor is made.
   */
  async readAhead(
    artifactId: number,
    signal: AbortSignal,
    trackerId = this.artifacts.get(artifactId)?.tracker?.id,
  ): Promise<VersionedArtifact> {
    const reading = this.readings.readAhead(artifactId, signal);
    this.#readStructure(trackerId);
    const ahead = await reading;
    if (ahead.artifact.tracker?.id !== trackerId) {
      this.#readStructure(ahead.artifact.tracker?.id);
    }
    return ahead;
  }

  /**
   * Takes in what a save stored of an artifact. Its title is shown at once where the tracker tells which field holds
   * it; the rest is shown after the reading that confirms the save.
   */
  noteStored(artifactId: number, changed: readonly Entry[]): void {
    const summary = this.artifacts.get(artifactId);
    const { titleFieldId } = this.catalog.knownTracker(summary?.tracker?.id ?? 0) ?? {};
    const title = changed.find(({ fieldId }) => fieldId === titleFieldId)?.members["value"];
    if (summary && typeof title === "string") {
      this.artifacts.see({ ...summary, title: shortName(title) });
    }
  }

  /**
   * Gives the names of people that were met: first those of the artifact's discussion as far as it was read, the last
   * speaker first, then the others of the artifact.
   */
  peopleMet(artifactId: number): ReadonlySet<string> {
    const artifact = this.readings.get(artifactId);
    const around = [
      artifact,
      this.artifacts.get(artifactId),
      ...this.#options.recent(this.#connectionId),
      ...this.artifacts.all(),
    ];
    const names = around.flatMap((each) => [...(each?.assignees ?? []), each?.lastUpdatedBy]);
    const steps = this.histories.find(artifactId)?.entries ?? [];
    const speakers = steps.flatMap(({ step: { author, comment } }) => (comment ? [author] : [])).toReversed();
    const all = [...speakers, artifact?.submittedBy, ...names, ...this.people.names];
    return new Set(all.filter((name) => name !== undefined));
  }

  /**
   * Gives what is known of an artifact that somebody points at in `place`. An unknown one is asked for, together with
   * those `near` it, and its answer is awaited for a moment.
   */
  async artifact(
    place: string,
    artifactId: number,
    near: Iterable<number>,
    signal: AbortSignal,
  ): Promise<ArtifactSummary | undefined> {
    if (!this.artifacts.has(artifactId)) {
      const others = [...new Set(near)].filter((id) => id !== artifactId).slice(0, maxNear - 1);
      await this.artifacts.wait(`hover ${place}`, [artifactId, ...others], signal);
    }
    return this.artifacts.get(artifactId);
  }

  /**
   * Gives people and artifacts to completion, which asks at every key: so the service is asked only once nobody types
   * any more. Nothing is offered where it cannot be asked: completion is no place to tell of errors.
   */
  readonly candidates: CandidateSources = {
    people: (words, signal) =>
      this.#unlessFailing([], signal, `Looking for people of ${this.#connectionId}`, async () => {
        await pause(searchDebounceMs, undefined, { signal });
        return await this.people.find(words, signal);
      }),
    artifacts: (words, signal) => {
      const met = this.#met(words);
      return this.#unlessFailing(met, signal, `Looking for artifacts of ${this.#connectionId}`, async () => {
        const find = this.#finding(words);
        if (!find) {
          return met;
        }
        await pause(searchDebounceMs, undefined, { signal });
        return withOthers(met, await find(signal));
      });
    },
    now: () => new Date(),
  };

  /**
   * Finds artifacts by title or id: first those met lately (all of them where no words are given), then what the
   * service finds. Throws `ServiceError` where it cannot be asked.
   */
  async findArtifacts(given: string, signal: AbortSignal): Promise<readonly ArtifactSummary[]> {
    const words = given.replace(/^#(?=\d)/, "");
    const find = this.#finding(words);
    return withOthers(this.#met(words), (await find?.(signal)) ?? []);
  }

  /**
   * Starts reading the structure of a tracker that is not known. Whoever needs it later waits for the same request, and
   * one that cannot be read is not asked for again with each artifact that opens.
   */
  #readStructure(trackerId: number | undefined): void {
    if (trackerId !== undefined && !this.catalog.knownTracker(trackerId)) {
      void this.catalog.structure(trackerId);
    }
  }

  /** Gives the artifacts seen before whose id, title or reference holds `words`. */
  #met(words: string): readonly ArtifactSummary[] {
    const wanted = words.toLowerCase();
    return [...this.#allMet().values()].filter(({ id, title = "", xref = "" }) =>
      [String(id), title.toLowerCase(), xref.toLowerCase()].some((each) => each.includes(wanted)),
    );
  }

  #allMet(): ReadonlyMap<number, ArtifactSummary> {
    return new Map(
      [...this.#options.recent(this.#connectionId), ...this.artifacts.all()].map((artifact) => [artifact.id, artifact]),
    );
  }

  /** Gives the request that `words` need, if any: an id reads that artifact, other words are searched for. */
  #finding(words: string): ((signal: AbortSignal) => Promise<readonly ArtifactSummary[]>) | undefined {
    const id = /^[1-9]\d{0,14}$/.test(words) ? Number(words) : undefined;
    if (id === undefined ? words.trim().length < minLetters : this.#allMet().has(id)) {
      return undefined;
    }
    return async (signal) => {
      const found: ArtifactSummary[] = [];
      if (id !== undefined) {
        found.push(...(await (await this.#options.serviceOf(this.#connectionId)).readArtifacts([id], signal)));
      } else {
        const listener = {
          found: ({ artifacts }: Arrival) => void found.push(...artifacts),
          reached: () => {},
        };
        await this.#search.search(words, { kind: "all" }, listener, signal);
      }
      this.artifacts.learn(found);
      return found;
    };
  }

  async #unlessFailing<T>(instead: T, signal: AbortSignal, what: string, find: () => Promise<T>): Promise<T> {
    try {
      return await find();
    } catch (error) {
      signal.throwIfAborted();
      if (!isServiceError(error) || (error.kind !== "notFound" && error.kind !== "cancelled")) {
        this.#options.logFailure(what, error);
      }
      return instead;
    }
  }
}

function withOthers(met: readonly ArtifactSummary[], others: readonly ArtifactSummary[]): readonly ArtifactSummary[] {
  const isMet = new Set(met.map(({ id }) => id));
  return [...met, ...others.filter(({ id }) => !isMet.has(id))];
}
