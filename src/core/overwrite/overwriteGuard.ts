import type { OwnChangesetSource, StepAuthor } from "../model/changeset.ts";
import type { RefreshScope } from "../model/refreshScope.ts";
import { isOfNoOpenRoute } from "../service/serviceError.ts";
import { getOrMake } from "../util/getOrMake.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import type { StoredPut } from "../workingCopy/ports.ts";
import { type Judgement, judgeSave, type Replacement } from "./judgeSave.ts";
import { HistoryEnd } from "./newestSteps.ts";

export interface FoundReplacement extends Replacement {
  readonly connectionId: string;
  readonly artifactId: number;
}

export interface GuardDependencies {
  /** Throws where there is no such connection. */
  history(connectionId: string): Promise<OwnChangesetSource>;
  /** Tells how many steps the history of an artifact had when it was read last for something else. */
  knownCount?(connectionId: string, artifactId: number): number | undefined;
  /** A change was replaced unseen. */
  report(found: FoundReplacement): void;
  /** Saves of this connection cannot be looked after: the user may not read the history. Told once. */
  cannotTell(connectionId: string): void;
  /** A step of an artifact's history was made, or read to be the newest; of a save from here only when is known. */
  changed(connectionId: string, artifactId: number, step: StepAuthor): void;
  /** A save that could not be judged, and why; `error` where one was thrown. */
  log(connectionId: string, what: string, error?: unknown): void;
}

/** What is remembered of saves that could not be judged yet, and of those that were. */
const maxPending = 20;
const maxTaken = 50;

/**
 * Looks after each save, in the background, whether it replaced a change that its condition should have caught, or was
 * itself replaced like that.
 *
 * One look at a time for each connection; all saves of an artifact that have gathered by then are judged by one look. A
 * look that fails is made again with the next save of the artifact, or reading after one. A service without histories
 * is asked once.
 */
export class OverwriteGuard {
  readonly #dependencies: GuardDependencies;
  readonly #connections = new Map<string, GuardedConnection>();

  constructor(dependencies: GuardDependencies) {
    this.#dependencies = dependencies;
  }

  /** A PUT was carried out. Returns at once. */
  note(connectionId: string, put: StoredPut): void {
    const { lastModified } = put.version;
    this.#dependencies.changed(
      connectionId,
      put.artifactId,
      lastModified === undefined ? {} : { submittedOn: lastModified },
    );
    const make = () => new GuardedConnection(connectionId, this.#dependencies);
    getOrMake(this.#connections, connectionId, make).note(put);
  }

  /**
   * A reading after a save found that the service holds something else in these fields. Gives those that nobody was
   * told of; of them nothing is told here any more.
   */
  untold(connectionId: string, artifactId: number, fieldIds: readonly number[]): readonly number[] {
    return this.#connections.get(connectionId)?.untold(artifactId, fieldIds) ?? fieldIds;
  }

  /** The service has answered: saves of an artifact whose look has failed are looked after again. Returns at once. */
  lookAgain(connectionId: string, artifactId: number): void {
    this.#connections.get(connectionId)?.lookAgain(artifactId);
  }

  /** Ends what is under way for a connection, and forgets what is known of it. */
  forget(connectionId: string): void {
    this.#connections.get(connectionId)?.end();
    this.#connections.delete(connectionId);
  }

  /** Asks the service of one connection, or of all, for histories again: it may have them by now. */
  askAgain(connectionId?: string): void {
    for (const [id, connection] of this.#connections) {
      if (connectionId === undefined || id === connectionId) {
        connection.askAgain();
      }
    }
  }

  /** Asks again for each connection of which all is read again, or for all connections where nothing is given. */
  askAgainIn(scopes: readonly RefreshScope[] | undefined): void {
    for (const scope of scopes?.filter(({ only }) => only === undefined) ?? [undefined]) {
      this.askAgain(scope?.connectionId);
    }
  }

  /** Resolves once no look is under way. */
  async idle(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((connection) => connection.idle()));
  }

  dispose(): void {
    for (const connectionId of [...this.#connections.keys()]) {
      this.forget(connectionId);
    }
  }
}

/** What is known of the saves of one artifact. */
interface Saves {
  /** To be judged, in the order they were made. */
  pending: readonly StoredPut[];
  /** The steps of the history that are saves of this window. */
  taken: readonly number[];
  /** The fields of which the person knows that something else is there than was saved last. */
  readonly told: Set<number>;
  /** How many steps the history had. */
  count: number | undefined;
  isQueued: boolean;
}

interface Look {
  readonly source: OwnChangesetSource;
  readonly end: HistoryEnd;
  readonly saves: Saves;
  ownId: number | undefined;
}

class GuardedConnection {
  readonly #connectionId: string;
  readonly #dependencies: GuardDependencies;
  readonly #queue = new WriteQueue();
  readonly #ending = new AbortController();
  readonly #saves = new Map<number, Saves>();
  /** Tells whether the service gives histories; undefined until it was asked. */
  #hasHistory: boolean | undefined;
  #isToldBlind = false;

  constructor(connectionId: string, dependencies: GuardDependencies) {
    this.#connectionId = connectionId;
    this.#dependencies = dependencies;
  }

  note(put: StoredPut): void {
    const saves = this.#savesOf(put.artifactId);
    for (const { fieldId } of put.changed) {
      saves.told.delete(fieldId);
    }
    if (this.#hasHistory === false) {
      return;
    }
    saves.pending = [...saves.pending, put].slice(-maxPending);
    this.lookAgain(put.artifactId);
  }

  lookAgain(artifactId: number): void {
    const saves = this.#saves.get(artifactId);
    if (saves && saves.pending.length > 0 && !saves.isQueued) {
      saves.isQueued = true;
      // A failure is caught inside; what is thrown here would be a bug of ours.
      void this.#queue.run(() => this.#look(artifactId, saves));
    }
  }

  untold(artifactId: number, fieldIds: readonly number[]): readonly number[] {
    const { told } = this.#savesOf(artifactId);
    const untold = fieldIds.filter((fieldId) => !told.has(fieldId));
    for (const fieldId of untold) {
      told.add(fieldId);
    }
    return untold;
  }

  end(): void {
    this.#ending.abort();
    this.#saves.clear();
  }

  askAgain(): void {
    this.#hasHistory = this.#hasHistory === false ? undefined : this.#hasHistory;
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #look(artifactId: number, saves: Saves): Promise<void> {
    const { signal } = this.#ending;
    const left = [...saves.pending];
    saves.pending = [];
    saves.isQueued = false;
    if (signal.aborted || this.#hasHistory === false) {
      return;
    }
    try {
      const source = await this.#dependencies.history(this.#connectionId);
      const known =
        left[0]?.stepsBefore ?? saves.count ?? this.#dependencies.knownCount?.(this.#connectionId, artifactId);
      const end = await HistoryEnd.read(source, artifactId, known, signal);
      if (!end) {
        this.#giveUp(`The history of #${artifactId} tells no number of its steps`);
        return;
      }
      this.#hasHistory = true;
      const newest = end.steps.at(-1);
      if (newest && !signal.aborted) {
        this.#dependencies.changed(this.#connectionId, artifactId, newest);
      }
      const look: Look = { source, end, saves, ownId: undefined };
      for (let put = left[0]; put; put = left[0]) {
        await this.#judge(put, left.slice(1), look);
        left.shift();
      }
      saves.count = end.count;
    } catch (error) {
      this.#meetFailure(artifactId, saves, left, error);
    }
  }

  async #judge(put: StoredPut, later: readonly StoredPut[], look: Look): Promise<void> {
    const { saves } = look;
    let judgement = await this.#judgeBy(put, later, look);
    if (put.ownId === undefined && look.ownId === undefined && !(judgement.kind === "told" && judgement.isSure)) {
      look.ownId = await this.#ownId(look.source);
      judgement = look.ownId === undefined ? judgement : await this.#judgeBy(put, later, look);
    }
    if (this.#ending.signal.aborted) {
      return;
    }
    if (judgement.kind !== "told") {
      this.#log(`The history of #${put.artifactId} does not show which of its steps a save is`);
      return;
    }
    if (judgement.changesetId !== undefined) {
      saves.taken = [...saves.taken, judgement.changesetId].slice(-maxTaken);
    }
    for (const found of judgement.replacements) {
      this.#report(put, found);
    }
  }

  /** What is there instead of mine is told once, by whoever finds it first. */
  #report({ artifactId }: StoredPut, found: Replacement): void {
    const replaced = found.fields.map(({ field }) => field.fieldId);
    const untold = found.lost === "mine" ? this.untold(artifactId, replaced) : replaced;
    const fields = found.fields.filter(({ field }) => untold.includes(field.fieldId));
    if (fields.length > 0) {
      this.#dependencies.report({ ...found, fields, connectionId: this.#connectionId, artifactId });
    }
  }

  #savesOf(artifactId: number): Saves {
    return getOrMake(this.#saves, artifactId, () => {
      return { pending: [], taken: [], told: new Set(), count: undefined, isQueued: false };
    });
  }

  async #judgeBy(put: StoredPut, later: readonly StoredPut[], { end, saves, ...look }: Look): Promise<Judgement> {
    const ownId = put.ownId ?? look.ownId;
    for (;;) {
      const known = { taken: new Set(saves.taken), laterPuts: [...later, ...saves.pending] };
      const judgement = judgeSave(put, end, { ...known, ...(ownId !== undefined && { ownId }) });
      if (judgement.kind !== "unfinished" || !(await end.readOlder(this.#ending.signal))) {
        return judgement;
      }
    }
  }

  /** Asked for where it decides, which is seldom: another key may be another user's. */
  async #ownId(source: OwnChangesetSource): Promise<number | undefined> {
    try {
      return await source.readOwnId(this.#ending.signal);
    } catch (error) {
      this.#log("Whose key it is could not be read, so saves are told by what they hold alone", error);
      return undefined;
    }
  }

  #meetFailure(artifactId: number, saves: Saves, left: readonly StoredPut[], error: unknown): void {
    if (this.#ending.signal.aborted) {
      return;
    }
    if (isOfNoOpenRoute(error)) {
      if (this.#hasHistory === undefined) {
        this.#giveUp("The service gives no histories", error);
      } else {
        this.#log(`The history of #${artifactId} may not be read`, error);
        this.#tellBlind();
      }
      return;
    }
    saves.pending = [...left, ...saves.pending].slice(-maxPending);
    this.#log(`The history of #${artifactId} could not be read; it is read again later`, error);
  }

  #log(what: string, error?: unknown): void {
    this.#dependencies.log(this.#connectionId, what, error);
  }

  #tellBlind(): void {
    if (!this.#isToldBlind) {
      this.#isToldBlind = true;
      this.#dependencies.cannotTell(this.#connectionId);
    }
  }

  #giveUp(why: string, error?: unknown): void {
    this.#hasHistory = false;
    this.#saves.clear();
    this.#tellBlind();
    this.#log(`${why}, so it is not noticed here when a save replaces another one of the same moment`, error);
  }
}
