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
  /** Gives the history of a connection. Throws where there is no such connection. */
  history(connectionId: string): Promise<OwnChangesetSource>;
  /** Gives the number of steps that the history of an artifact had when it was last read for another purpose. */
  knownCount?(connectionId: string, artifactId: number): number | undefined;
  /** Tells the person that a change was replaced unseen. */
  report(found: FoundReplacement): void;
  /** Tells the person, once, that saves of this connection cannot be looked after: the history may not be read. */
  cannotTell(connectionId: string): void;
  /**
   * Hears that a step of an artifact's history was made, or was read as the newest one. Of a save from here only the
   * time is told, where it is known.
   */
  changed(connectionId: string, artifactId: number, step: StepAuthor): void;
  /** Logs why a save could not be judged; `error` is what was thrown, if anything. */
  log(connectionId: string, what: string, error?: unknown): void;
}

/** The guard remembers so many saves of an artifact, judged or not, and so many steps of its history. */
const maxPending = 20;
const maxTaken = 50;

/**
 * Looks in the background, after each save, whether it replaced a change that its condition should have caught, or was
 * itself replaced like that.
 *
 * Each connection has one look at a time, which judges all saves of an artifact that have gathered by then. A look that
 * fails is made again with the next save of the artifact, or the next reading after a save. Where such a reading finds
 * another version than was saved, the saves are judged once more: the service may have written a PUT after the look
 * that it had checked before the save. A service without histories is asked once.
 */
export class OverwriteGuard {
  readonly #dependencies: GuardDependencies;
  readonly #connections = new Map<string, GuardedConnection>();

  constructor(dependencies: GuardDependencies) {
    this.#dependencies = dependencies;
  }

  /** Has to be called when a PUT was carried out. Returns at once. */
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
   * Has to be called when a reading after a save finds other values of these fields on the service. Gives the fields of
   * which nobody was told, and tells nothing of them any more.
   */
  untold(connectionId: string, artifactId: number, fieldIds: readonly number[]): readonly number[] {
    return this.#connections.get(connectionId)?.untold(artifactId, fieldIds) ?? fieldIds;
  }

  /**
   * Has to be called when a reading after a save was answered: failed looks of an artifact are made again. Where the
   * reading found something else than was saved, `isMoved`, what was judged since the last such call is judged again.
   * Resolves once that is done.
   */
  async lookAgain(connectionId: string, artifactId: number, isMoved: boolean): Promise<void> {
    await this.#connections.get(connectionId)?.lookAgain(artifactId, isMoved);
  }

  /** Ends what is under way for a connection, and forgets what is known of it. */
  forget(connectionId: string): void {
    this.#connections.get(connectionId)?.end();
    this.#connections.delete(connectionId);
  }

  /** Lets the service of one connection, or of all, be asked for histories again: it may have them by now. */
  askAgain(connectionId?: string): void {
    for (const [id, connection] of this.#connections) {
      if (connectionId === undefined || id === connectionId) {
        connection.askAgain();
      }
    }
  }

  /** Lets each connection be asked again that is read anew as a whole, or all connections where nothing is given. */
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

/** A save that is to be judged, or that was judged as the step `changesetId` of the history. */
interface GuardedPut {
  readonly put: StoredPut;
  readonly changesetId?: number;
}

/** Holds what is known of the saves of one artifact. */
interface Saves {
  /** The saves that are to be judged, in the order in which they were made. */
  pending: readonly GuardedPut[];
  /** The saves that were judged, and that a PUT may still have replaced. */
  judged: readonly GuardedPut[];
  /** The ids of steps of the history that are saves of this window. */
  taken: readonly number[];
  /** The fields of which the person knows that the service holds something else than was saved last. */
  readonly told: Set<number>;
  /** The number of steps that the history had. */
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
    saves.pending = [...saves.pending, { put }].slice(-maxPending);
    this.#plan(put.artifactId, saves);
  }

  async lookAgain(artifactId: number, isMoved: boolean): Promise<void> {
    await this.idle();
    const saves = this.#saves.get(artifactId);
    if (!saves) {
      return;
    }
    if (isMoved) {
      saves.pending = [...saves.judged, ...saves.pending].slice(-maxPending);
    }
    saves.judged = [];
    this.#plan(artifactId, saves);
    await this.idle();
  }

  #plan(artifactId: number, saves: Saves): void {
    if (saves.pending.length > 0 && !saves.isQueued) {
      saves.isQueued = true;
      // The look itself catches failures; anything that is thrown here would be a bug of the extension.
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
        left[0]?.put.stepsBefore ??
        countBefore(saves, left) ??
        this.#dependencies.knownCount?.(this.#connectionId, artifactId);
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

  async #judge(judged: GuardedPut, later: readonly GuardedPut[], look: Look): Promise<void> {
    const { saves } = look;
    const { put } = judged;
    let judgement = await this.#judgeBy(judged, later, look);
    if (put.ownId === undefined && look.ownId === undefined && !(judgement.kind === "told" && judgement.isSure)) {
      look.ownId = await this.#ownId(look.source);
      judgement = look.ownId === undefined ? judgement : await this.#judgeBy(judged, later, look);
    }
    if (this.#ending.signal.aborted) {
      return;
    }
    if (judgement.kind !== "told") {
      this.#log(`The history of #${put.artifactId} does not show which of its steps a save is`);
      return;
    }
    const { changesetId, replacements } = judgement;
    if (changesetId !== undefined) {
      saves.taken = [...new Set([...saves.taken, changesetId])].slice(-maxTaken);
      saves.judged = [...saves.judged, { put, changesetId }].slice(-maxPending);
    }
    // The changes that the save has replaced were told when it was judged first.
    const isFirst = judged.changesetId === undefined;
    for (const found of replacements.filter(({ lost }) => isFirst || lost === "mine")) {
      this.#report(put, found);
    }
  }

  /** Tells what has replaced a change. What replaced mine is told once, by the guard or the reading that finds it. */
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
      return { pending: [], judged: [], taken: [], told: new Set(), count: undefined, isQueued: false };
    });
  }

  async #judgeBy(
    { put, changesetId }: GuardedPut,
    later: readonly GuardedPut[],
    { end, saves, ...look }: Look,
  ): Promise<Judgement> {
    const ownId = put.ownId ?? look.ownId;
    for (;;) {
      const taken = new Set(saves.taken.filter((id) => id !== changesetId));
      const known = { taken, laterPuts: [...later, ...saves.pending].map((each) => each.put) };
      const judgement = judgeSave(put, end, { ...known, ...(ownId !== undefined && { ownId }) });
      if (judgement.kind !== "unfinished" || !(await end.readOlder(this.#ending.signal))) {
        return judgement;
      }
    }
  }

  /** Reads the user's id, which seldom decides. It is not kept, as another key may belong to another user. */
  async #ownId(source: OwnChangesetSource): Promise<number | undefined> {
    try {
      return await source.readOwnId(this.#ending.signal);
    } catch (error) {
      this.#log("Whose key it is could not be read, so saves are told by what they hold alone", error);
      return undefined;
    }
  }

  #meetFailure(artifactId: number, saves: Saves, left: readonly GuardedPut[], error: unknown): void {
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

/** Gives how many steps the history had before `left`, the last of which may be counted already. */
function countBefore({ count }: Saves, left: readonly GuardedPut[]): number | undefined {
  const counted = left.filter(({ changesetId }) => changesetId !== undefined).length;
  return count === undefined ? undefined : count - counted;
}
