import { isJsonObject } from "../model/json.ts";
import type { Page, ProjectSummary, ReportSummary, Tracker, TrackerSummary } from "../model/tracker.ts";
import type { User } from "../model/user.ts";
import { isServiceError, type ServiceError } from "../service/serviceError.ts";
import { assertNever } from "../util/assertNever.ts";
import type { Disposable } from "../util/disposable.ts";
import { Emitter } from "../util/event.ts";
import { SharedWork } from "../util/sharedWork.ts";
import type { TrackerSource } from "../workingCopy/ports.ts";
import { EntryCache, type Limits } from "./entryCache.ts";
import { isKeptPage, keptTracker } from "./keptShapes.ts";
import type { CatalogEntry, CatalogService, CatalogStore } from "./ports.ts";

/** Names what a catalog can be asked for. Listings come in the service's own pages, each by its offset. */
export type CatalogSubject =
  | { readonly kind: "tracker"; readonly trackerId: number }
  | { readonly kind: "projects"; readonly offset: number; readonly isMember?: true }
  | { readonly kind: "trackers"; readonly projectId: number; readonly offset: number }
  | { readonly kind: "reports"; readonly trackerId: number; readonly offset: number }
  | { readonly kind: "users"; readonly words: string; readonly offset: number };

type AskedService = CatalogService & { readonly background?: CatalogService };

/** An entry that is older than this is read again when it is next needed. */
export const staleAfterMs = 5 * 60_000;

/** A structure that could not be read is not asked for again for this long by callers that want it at every key. */
const restMs = 30_000;

/** A tracker of sixty fields takes some 30 KB, a page of fifty projects 6 KB. */
const usualLimits: Limits = { entries: 2000, bytes: 8 * 1024 * 1024 };

/**
 * Holds the names that a service gives to its numbers: structures of trackers, projects, trackers, reports, people. It
 * is their one source for tree, documents and pickers.
 *
 * What is known is served at once, however old. Where it is stale it is read again in the background, with one
 * request, at most once in `staleAfterMs`, and `onDidChange` tells when it has become different. So nothing that has to
 * be right may depend on it: saving goes by what the service says. Simultaneous needs of one thing share one request,
 * which is cancelled when all who wait for it have given up. A request that failed is forgotten. What the service does
 * not have is not asked for again before `clear` or `askAgain`: its `notFound` stays.
 */
export class Catalog implements CatalogService, TrackerSource, Disposable {
  /** Gives the service; its `background` side reads what nobody waits for. */
  readonly #service: () => Promise<AskedService>;
  readonly #nowMs: () => number;
  readonly #cache: EntryCache;
  readonly #changed = new Emitter<CatalogSubject>();
  /** Fires when something that was served is known to be different now. */
  readonly onDidChange = this.#changed.event;
  readonly #reads = new SharedWork<object>();
  readonly #absent = new Map<string, ServiceError>();
  /** Holds the trackers whose states may freeze fields, as they were read last. */
  readonly #freezing = new Set<number>();
  /** Holds when each stale entry was last read again, whether that succeeded or not. */
  readonly #checkedAt = new Map<string, number>();
  /** Holds when a structure that could not be read may be asked for again by callers that want it at every key. */
  readonly #restUntil = new Map<number, number>();
  /**
   * Holds the structures that are being asked for: callers that come meanwhile wait for the same answer, however late
   * the store says that it has none.
   */
  readonly #structures = new SharedWork<Tracker | undefined>();

  /** `baseUrl` is the address of the service: what another address told is not served. */
  constructor(
    baseUrl: string,
    service: () => Promise<AskedService>,
    store: CatalogStore,
    nowMs: () => number = Date.now,
    limits = usualLimits,
  ) {
    this.#service = service;
    this.#nowMs = nowMs;
    this.#cache = new EntryCache(baseUrl, store, limits);
  }

  /**
   * Gives the structure of a tracker; undefined where it cannot be read, now or at all. An artifact can be edited
   * without it, so a failure to read it fails nothing: throws only when cancelled.
   */
  async tracker(trackerId: number, signal: AbortSignal): Promise<Tracker | undefined> {
    try {
      return await this.readTracker(trackerId, signal);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  /** Gives the structure where it is in memory, and asks nobody. */
  knownTracker(trackerId: number): Tracker | undefined {
    return this.#cache.peek(nameOf({ kind: "tracker", trackerId }))?.value as Tracker | undefined;
  }

  /**
   * Gives the structure to a caller that wants it at every key, and waits for the first answer only. Where that was
   * none nobody waits again: it is asked for from time to time in the background, and `onDidChange` tells when it has
   * come.
   */
  async structure(trackerId: number): Promise<Tracker | undefined> {
    const restUntil = this.#restUntil.get(trackerId);
    if (restUntil === undefined || this.knownTracker(trackerId)) {
      // A known structure is asked for as well: the answer comes at once, and a stale one is read again in the
      // background.
      return await this.#askForStructure(trackerId);
    }
    if (this.#nowMs() >= restUntil) {
      this.#restUntil.set(trackerId, this.#nowMs() + restMs);
      void this.#askForStructure(trackerId).then(
        (tracker) => tracker && this.#changed.fire({ kind: "tracker", trackerId }),
      );
    }
    return undefined;
  }

  /** Lets structures that could not be read be asked for again when they are next wanted. */
  retryStructures(): void {
    this.#restUntil.clear();
    this.#structures.drop();
  }

  /** Gives the structure to a caller that cannot do without it: throws what kept it from being read. */
  async readTracker(trackerId: number, signal: AbortSignal): Promise<Tracker> {
    const tracker = await this.#get({ kind: "tracker", trackerId }, signal, (service, own) =>
      service.readTracker(trackerId, own),
    );
    if (tracker.mayFreeze) {
      this.#freezing.add(trackerId);
    } else {
      this.#freezing.delete(trackerId);
    }
    return tracker;
  }

  /**
   * Tells whether states of the tracker may freeze fields, as was read last, even where its structure was forgotten
   * since.
   */
  mayFreeze(trackerId: number): boolean {
    return this.#freezing.has(trackerId);
  }

  listProjects(offset: number, signal: AbortSignal, only?: { readonly isMember: true }): Promise<Page<ProjectSummary>> {
    return this.#get({ kind: "projects", offset, ...only }, signal, (service, own) =>
      service.listProjects(offset, own, only),
    );
  }

  listTrackers(projectId: number, offset: number, signal: AbortSignal): Promise<Page<TrackerSummary>> {
    return this.#get({ kind: "trackers", projectId, offset }, signal, (service, own) =>
      service.listTrackers(projectId, offset, own),
    );
  }

  listReports(trackerId: number, offset: number, signal: AbortSignal): Promise<Page<ReportSummary>> {
    return this.#get({ kind: "reports", trackerId, offset }, signal, (service, own) =>
      service.listReports(trackerId, offset, own),
    );
  }

  /** Finds people whose name or login holds `words`. What it finds is kept in memory only. */
  findUsers(words: string, offset: number, signal: AbortSignal): Promise<Page<User>> {
    return this.#get({ kind: "users", words, offset }, signal, (service, own) => service.findUsers(words, offset, own));
  }

  /** Forgets what the service did not have, as it may be there now: it is asked for when it is next needed. */
  askAgain(): void {
    this.#absent.clear();
  }

  /** Forgets what was told of a tracker, or of a project and its trackers: it is asked for when it is next needed. */
  async forget(what: { readonly projectId: number } | { readonly trackerId: number }): Promise<void> {
    const trackerIds = "trackerId" in what ? [what.trackerId] : await this.#knownTrackersOf(what.projectId);
    const whole = new Set(trackerIds.map((trackerId) => nameOf({ kind: "tracker", trackerId })));
    const pages = trackerIds.map((trackerId) => `reports-${trackerId}-`);
    if ("projectId" in what) {
      pages.push(`trackers-${what.projectId}-`);
    }
    const isGone = (name: string) => whole.has(name) || pages.some((page) => name.startsWith(page));
    this.#reads.drop(isGone);
    for (const names of [this.#absent, this.#checkedAt]) {
      for (const name of [...names.keys()].filter(isGone)) {
        names.delete(name);
      }
    }
    this.#cache.remove(isGone, whole);
  }

  /** Forgets everything: it is asked for when it is next needed. Resolves when nothing of it is in the store. */
  async clear(): Promise<void> {
    this.#forget();
    await this.#cache.clear();
  }

  /** Resolves when everything is written. */
  settled(): Promise<void> {
    return this.#cache.settled();
  }

  /** Ends serving: from now on nothing comes from memory or store, and nothing is kept there. */
  dispose(): void {
    this.#forget();
    this.#cache.close();
    this.#changed.dispose();
  }

  async #knownTrackersOf(projectId: number): Promise<readonly number[]> {
    const ids: number[] = [];
    for (let offset = 0; ; ) {
      const subject = { kind: "trackers", projectId, offset } as const;
      const entry = await this.#cache.get(nameOf(subject), (value) => keptOf(subject, value));
      const page: Partial<Page<unknown>> = entry?.value ?? {};
      ids.push(...(page.items ?? []).flatMap((item) => (hasId(item) ? item.id : [])));
      if (typeof page.nextOffset !== "number" || page.nextOffset <= offset) {
        return ids;
      }
      offset = page.nextOffset;
    }
  }

  #askForStructure(trackerId: number): Promise<Tracker | undefined> {
    const ask = async (signal: AbortSignal, isCurrent: () => boolean) => {
      const tracker = await this.tracker(trackerId, signal);
      if (tracker) {
        this.#restUntil.delete(trackerId);
      } else if (isCurrent()) {
        this.#restUntil.set(trackerId, this.#nowMs() + restMs);
      }
      return tracker;
    };
    return this.#structures.share(nameOf({ kind: "tracker", trackerId }), ask, new AbortController().signal);
  }

  #forget(): void {
    this.#reads.drop();
    this.#structures.drop();
    for (const map of [this.#absent, this.#checkedAt, this.#restUntil]) {
      map.clear();
    }
  }

  async #get<T extends object>(subject: CatalogSubject, signal: AbortSignal, read: Read<T>): Promise<T> {
    signal.throwIfAborted();
    const name = nameOf(subject);
    const entry =
      this.#cache.peek(name) ??
      (isKept(subject) ? await this.#cache.get(name, (value) => keptOf(subject, value)) : undefined);
    signal.throwIfAborted();
    if (entry === undefined) {
      return (await this.#readOnce(subject, read, signal)) as T;
    }
    this.#revalidate(subject, entry, read);
    return entry.value as T;
  }

  #revalidate(subject: CatalogSubject, { readAt, value }: CatalogEntry, read: Read<object>): void {
    const name = nameOf(subject);
    const now = this.#nowMs();
    const isFresh = (at: number | undefined) => at !== undefined && at <= now && now - at < staleAfterMs;
    if (isFresh(readAt) || isFresh(this.#checkedAt.get(name)) || this.#reads.has(name)) {
      return;
    }
    this.#checkedAt.set(name, now);
    const { signal } = new AbortController();
    const tellUnless = (isSame: () => boolean) => {
      if (this.#checkedAt.has(name) && !isSame()) {
        this.#changed.fire(subject);
      }
    };
    this.#readOnce(subject, (service, own) => read(service.background ?? service, own), signal).then(
      (answer) => tellUnless(() => JSON.stringify(answer) === JSON.stringify(value)),
      // What is known stays unless it is gone from the service: nobody waits for this reading.
      () => tellUnless(() => !this.#absent.has(name)),
    );
  }

  async #readOnce(subject: CatalogSubject, read: Read<object>, signal: AbortSignal): Promise<object> {
    const name = nameOf(subject);
    const absent = this.#absent.get(name);
    if (absent) {
      throw absent;
    }
    return await this.#reads.share(name, (own, isCurrent) => this.#read(subject, read, own, isCurrent), signal);
  }

  async #read(
    subject: CatalogSubject,
    read: Read<object>,
    signal: AbortSignal,
    isCurrent: () => boolean,
  ): Promise<object> {
    const name = nameOf(subject);
    const readAt = this.#nowMs();
    try {
      const value = await read(await this.#service(), signal);
      if (isCurrent()) {
        this.#cache.put(name, { readAt, value }, isKept(subject));
      }
      return value;
    } catch (error) {
      if (isCurrent() && isServiceError(error) && error.kind === "notFound") {
        this.#absent.set(name, error);
        this.#cache.remove((each) => each === name, isKept(subject) ? [name] : []);
      }
      throw error;
    }
  }
}

type Read<T> = (service: AskedService, signal: AbortSignal) => Promise<T>;

/** Tells whether an entry may be put into the store: not people, as their entry's name holds what somebody typed. */
function isKept({ kind }: CatalogSubject): boolean {
  return kind !== "users";
}

/** Gives the name of an entry: letters, digits and dashes only, save for people, whose entries are not stored. */
function nameOf(subject: CatalogSubject): string {
  switch (subject.kind) {
    case "tracker":
      return `tracker-${subject.trackerId}`;
    case "projects":
      return `${subject.isMember ? "own-projects" : "projects"}-${subject.offset}`;
    case "trackers":
      return `trackers-${subject.projectId}-${subject.offset}`;
    case "reports":
      return `reports-${subject.trackerId}-${subject.offset}`;
    case "users":
      return `users-${subject.offset} ${subject.words}`;
    default:
      return assertNever(subject);
  }
}

/** Gives what was kept; undefined where it has not the shape that `subject` asks for. */
function keptOf(subject: CatalogSubject, value: object): object | undefined {
  if (subject.kind !== "tracker") {
    return isKeptPage(value) ? value : undefined;
  }
  const tracker = keptTracker(value);
  return tracker?.id === subject.trackerId ? tracker : undefined;
}

function hasId(item: unknown): item is { readonly id: number } {
  return isJsonObject(item) && typeof item.id === "number";
}
