import { isSameJson } from "../field/canonicalJson.ts";
import { fieldFinder } from "../field/fieldFinder.ts";
import { checkMembers } from "../field/meaning.ts";
import { diffEntries } from "../merge/diffEntries.ts";
import { markedFields } from "../merge/markedFields.ts";
import { type MergeResult, mergeEntries } from "../merge/mergeEntries.ts";
import type { VersionedArtifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import { isServiceError, type ServiceError } from "../service/serviceError.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import {
  type Base,
  differingFields,
  documentEntries,
  hasToken,
  isRacy,
  makeBase,
  sameVersion,
  withEntries,
} from "./base.ts";
import type {
  ArtifactService,
  Condition,
  RequestBody,
  SavedState,
  StateStore,
  StoredPut,
  TrackerSource,
  UpdateAnswer,
} from "./ports.ts";
import {
  chooseMine,
  noteChange,
  type Settlement,
  settle,
  type UnsettledEntry,
  unsettledEntries,
} from "./settlement.ts";
import type { TextContext } from "./textForm.ts";
import { changesFormatOnly, unstoredEntries } from "./unstored.ts";

/** What became of a save. Failures of the service and the network are thrown as `ServiceError` and change nothing here. */
export type SaveOutcome =
  /** The text means what the base means: nothing was sent. */
  | { readonly kind: "unchanged" }
  /** `differing`: fields sent that the service holds otherwise now, by its own rules or by a change right after ours. */
  | {
      readonly kind: "saved";
      readonly base: Base;
      readonly differing: readonly number[];
      /** The service gave no version to demand: a change in the instant before the PUT would not have been noticed. */
      readonly isUnconditional?: true;
    }
  /** Nothing was stored: the artifact is not what the text was made from. */
  | { readonly kind: "conflict"; readonly theirs: Base; readonly reason: ConflictReason }
  /** Nothing was sent: these entries would put back what a colleague changed. */
  | { readonly kind: "unsettled"; readonly entries: readonly UnsettledEntry[] }
  /** Nothing was sent: the user may not write these fields, or the extension cannot. */
  | { readonly kind: "notWritable"; readonly fieldIds: readonly number[] }
  /** Nothing was sent: these values would do damage if they were. */
  | { readonly kind: "harmful"; readonly fieldIds: readonly number[] }
  /** The service said that it was stored, and holds what it held before in these fields. Of the others the base tells. */
  | { readonly kind: "notStored"; readonly fieldIds: readonly number[]; readonly isOnlyFormat: boolean }
  /** 412 for an artifact that has not moved, by each of its versions: something on the way changes the condition. */
  | { readonly kind: "refusedUnmoved"; readonly serviceMessage?: string }
  /** The answer was lost again and again, and the artifact is still what it was. */
  | { readonly kind: "notSaved"; readonly cause: unknown }
  /** The answer was lost and the artifact could not be read either: it may or may not have been stored. */
  | { readonly kind: "unknown"; readonly cause: unknown };

export type ConflictReason =
  /** 412. */
  | "refused"
  /** The version read could not be told from the one before; their values differ. */
  | "changedMeanwhile"
  /** The answer was lost, and what is there now is neither mine nor the base. */
  | "answerLost"
  /** Nobody has chosen yet since the last conflict. */
  | "stillOpen"
  /** What the text was made from is not known any more. */
  | "baseUnknown";

/** A conflict nobody has chosen a way out of. */
export interface Conflict {
  /** What the text was made from; undefined when that is not known any more. */
  readonly ancestor: Base | undefined;
  /** The version shown beside the text. */
  readonly theirs: Base;
}

/** How the entries of a PUT go over the wire; undefined for the service's plain JSON. */
export type Encode = (changed: readonly Entry[], target: Base) => RequestBody | undefined;

interface SaveRequest {
  readonly document: DocumentKey;
  /** What the text says. */
  readonly mine: readonly Entry[];
  readonly signal: AbortSignal;
  readonly encode?: Encode;
}

/** One PUT on its way: what of the text it carries, over which version. */
interface Put extends SaveRequest {
  readonly target: Base;
  readonly changed: readonly Entry[];
  readonly sends: number;
}

type UnansweredPut = Pick<Put, "document" | "target" | "changed">;

/** A merge of a text. */
export interface TextMerge extends MergeResult {
  /** The same for what the text says by now: the person may have typed on. */
  readonly again: (mine: readonly Entry[]) => MergeResult;
}

/** A document of the artifact: its URI as text, or any other name that stays. */
export type DocumentKey = string;

/** A PUT whose answer was lost and that was not applied is sent again this often. */
const sendsAtMost = 2;

/**
 * Everything held about one artifact while a document of it is open: one base, shared by all its documents, and the
 * conflict there may be with what the service has now.
 *
 * The base never moves behind a document: each document keeps the base its text was made from until it follows. Saves
 * are made one after another. No method touches a text; the caller applies what it is given.
 */
export class WorkingCopy {
  readonly artifactId: number;
  readonly #service: ArtifactService;
  readonly #trackers: TrackerSource;
  readonly #store: StateStore;
  readonly #noteStored: (put: StoredPut) => void;
  #base: Base | undefined;
  /** Of each document in conflict. */
  readonly #conflicts = new Map<DocumentKey, Conflict>();
  /** Of documents that an earlier session left in conflict: what theirs is has to be read again before anything is chosen. */
  readonly #leftInConflict = new Set<DocumentKey>();
  /** Of each document whose base moved on while it was open. */
  readonly #settlements = new Map<DocumentKey, Settlement>();
  /** Of the same documents: the base that was shown beside the text, to choose between them. */
  readonly #compared = new Map<DocumentKey, Base>();
  /** Of the same documents: the text as it was last seen. */
  readonly #texts = new Map<DocumentKey, readonly Entry[]>();
  readonly #documents = new Set<DocumentKey>();
  /** The documents whose texts were given to them in this session. */
  readonly #given = new Set<DocumentKey>();
  /** Of each document whose text does not show `#base`: the base it was made from. */
  readonly #shown = new Map<DocumentKey, Base>();
  /** The documents of which nobody knows what their texts were made from. */
  readonly #unknown = new Set<DocumentKey>();
  /** The artifact's own Etag was refused: something on the way changes it, so the Last-Modified stands in. */
  #isEtagRefused = false;
  /** A PUT nobody knows the fate of. */
  #unanswered: UnansweredPut | undefined;
  /** What was kept of an earlier session. */
  #earlier: SavedState | undefined;
  #restoring: Promise<void> | undefined;
  /** What is held now is on disk once this resolves. */
  #kept: Promise<void> = Promise.resolve();
  #isReleased = false;
  #storedCount = 0;
  readonly #queue = new WriteQueue();

  /** `noteStored` hears of each PUT that was carried out, before its save ends. It must not wait for anything. */
  constructor(
    artifactId: number,
    service: ArtifactService,
    trackers: TrackerSource,
    store: StateStore,
    noteStored: (put: StoredPut) => void = () => {},
  ) {
    this.artifactId = artifactId;
    this.#service = service;
    this.#trackers = trackers;
    this.#store = store;
    this.#noteStored = noteStored;
  }

  /** The last version read; undefined until `restore`, `adopt` or `save` found one. */
  get base(): Base | undefined {
    return this.#base;
  }

  /** How many saves were stored: what was asked for before the last of them may be older than the base. */
  get storedCount(): number {
    return this.#storedCount;
  }

  /** The conflict `document` waits in; undefined when there is none. */
  conflictOf(document: DocumentKey): Conflict | undefined {
    return this.#conflicts.get(document);
  }

  /** What tells of the text of `document` what it does not say itself. */
  contextOf(document: DocumentKey): TextContext {
    return {
      base: this.#base,
      madeFrom: this.#shown.get(document),
      settlement: this.#settlements.get(document),
    };
  }

  /** Whether an earlier session left `document` in a conflict that was not met again since: see `compare`. */
  isLeftInConflict(document: DocumentKey): boolean {
    return this.#leftInConflict.has(document);
  }

  /** Takes up what was kept of an earlier session, unless something newer is held already. */
  restore(): Promise<void> {
    this.#restoring ??= this.#store.read(this.artifactId).then((state) => {
      this.#earlier = state;
      if (state && !this.#base) {
        this.#base = state.base;
        for (const [document, settlement] of Object.entries(state.settlements ?? {})) {
          this.#settlements.set(document, settlement);
        }
        for (const [document, base] of Object.entries(state.shown ?? {})) {
          this.#shown.set(document, base);
        }
        for (const document of state.conflicting ?? []) {
          this.#leftInConflict.add(document);
        }
        for (const document of state.unknown ?? []) {
          this.#unknown.add(document);
        }
      }
    });
    return this.#restoring;
  }

  /** Reads the artifact, and the structure of its tracker where that is not known yet. Changes nothing here. */
  async read(signal: AbortSignal): Promise<Base> {
    return this.interpret(await this.#service.readArtifact(this.artifactId, signal), signal);
  }

  /** The base that an answer makes, with the structure of its tracker. Changes nothing here. */
  async interpret(read: VersionedArtifact, signal: AbortSignal): Promise<Base> {
    const trackerId = read.artifact.tracker?.id;
    const tracker = trackerId === undefined ? undefined : await this.#trackers.tracker(trackerId, signal);
    return makeBase(read, tracker);
  }

  /** `document` now shows exactly `base`, with nothing unsaved: any conflict of it is over. */
  adopt(document: DocumentKey, base: Base): Promise<void> {
    return this.#queue.run(async () => {
      // Another document may have been restored with unsaved changes made from what was kept.
      await this.restore();
      if (!this.#documents.has(document)) {
        // Just opened: no earlier text of it can come back.
        this.#forget(document);
        this.#shown.set(document, base);
      }
      this.#given.add(document);
      await this.#moveBase(document, documentEntries(base), base);
    });
  }

  /** `document` now shows `base`, which it was given after a save; the base itself may have moved on since. */
  follow(document: DocumentKey, base: Base): void {
    this.#watch(document, documentEntries(base), base);
    this.#unknown.delete(document);
    if (base === this.#base) {
      this.#shown.delete(document);
    } else {
      this.#shown.set(document, base);
    }
    this.#persist();
  }

  /**
   * A document was opened. One that was restored with unsaved changes (`isDirty`), or was open before this session, is
   * made from what the earlier session knew, whatever has been read since.
   */
  async track(document: DocumentKey, isDirty = false): Promise<void> {
    if (this.#documents.has(document)) {
      return;
    }
    this.#documents.add(document);
    await this.restore();
    if ((isDirty || !this.#given.has(document)) && this.#documents.has(document) && !this.#shown.has(document)) {
      const base = this.#earlier?.shown?.[document] ?? this.#earlier?.base;
      if (base && base !== this.#base) {
        this.#shown.set(document, base);
        this.#persist();
      } else if (!base && !this.#given.has(document)) {
        this.#unknown.add(document);
        this.#persist();
      }
    }
  }

  untrack(document: DocumentKey): void {
    this.#documents.delete(document);
    this.#given.delete(document);
    this.#forget(document);
  }

  /** The last document was closed: nothing is kept from here on, not even of a save still under way. */
  release(): void {
    this.#isReleased = true;
  }

  /**
   * The person wrote `mine` in `document`, or came back to it by undoing or redoing. To be told of every change while
   * `isSettling`: it may bring back a value from before a colleague's, or be the decision about one.
   */
  noteText(document: DocumentKey, mine: readonly Entry[], isUndo: boolean): void {
    const settlement = this.#settlements.get(document);
    if (!settlement || !this.#base) {
      return;
    }
    // Of a text just restored it is not known which of its values is the new one: none of them is a decision.
    const before = this.#texts.get(document) ?? (isUndo ? [] : mine);
    this.#texts.set(document, mine);
    const noted = noteChange(settlement, this.#base, before, mine, isUndo);
    if (noted !== settlement) {
      this.#settlements.set(document, noted);
      this.#persist();
    }
  }

  /** Whether `unsettled` may name anything. */
  isSettling(document: DocumentKey): boolean {
    return this.#settlements.has(document);
  }

  /** The entries of `mine` that would put back a colleague's change without anybody having said so. */
  unsettled(document: DocumentKey, mine: readonly Entry[]): readonly UnsettledEntry[] {
    const settlement = this.#settlements.get(document);
    if (!this.#base || !settlement) {
      return [];
    }
    const entries = this.#rebased(document, mine, this.#base)?.entries ?? mine;
    return unsettledEntries(settlement, this.#base, entries);
  }

  /** The person said that mine is right for this field, whatever theirs is. */
  async chooseMine(document: DocumentKey, fieldId: number): Promise<void> {
    this.#bringUp(document, fieldId);
    const settlement = this.#settlements.get(document);
    if (settlement) {
      this.#settlements.set(document, chooseMine(settlement, fieldId));
      this.#persist();
    }
  }

  /** What is chosen for a field was shown over the base, and holds what it took from that: it is made from that from here on. */
  #bringUp(document: DocumentKey, fieldId: number): void {
    const shown = this.#shown.get(document);
    const entry = this.#base?.fields.find((field) => field.fieldId === fieldId)?.entry;
    if (shown && entry) {
      const made = withEntries(shown, [entry], shown.version, shown.isRacy);
      this.#settle(document, shown, this.#texts.get(document) ?? [], made);
      this.#shown.set(document, made);
    }
  }

  /**
   * Theirs and mine in one, by entry: what only they changed is taken, what only mine changed stays, and where both did
   * mine stays in the text, or both between marks in a long one, and `unsettled` names it. Theirs is the base from here on. Undefined when there is no conflict.
   */
  merge(document: DocumentKey, mine: readonly Entry[]): Promise<TextMerge | undefined> {
    return this.#queue.run(async () => {
      const conflict = this.#conflicts.get(document);
      if (!conflict) {
        return undefined;
      }
      const { ancestor, theirs } = conflict;
      const again = (text: readonly Entry[]) =>
        mergeEntries(ancestor?.fields ?? [], text, theirs.fields, { conflictMarks: true });
      await this.#acceptTheirs(document, mine, conflict);
      return { ...again(mine), again };
    });
  }

  /** Theirs, to replace the text with. It is the base from here on. Undefined when there is nothing to choose. */
  takeTheirs(document: DocumentKey, mine: readonly Entry[]): Promise<Base | undefined> {
    return this.#queue.run(async () => {
      const conflict = this.#conflicts.get(document);
      if (!conflict) {
        const base = this.#settlements.has(document) ? this.#base : undefined;
        if (base) {
          this.#watch(document, mine, base);
          this.#shown.delete(document);
          this.#persist();
        }
        return base;
      }
      await this.#acceptTheirs(document, mine, conflict);
      return conflict.theirs;
    });
  }

  /**
   * Reads theirs and opens the conflict that a save would be refused for, before there is one: sends nothing, moves no base.
   * False where nothing is to be decided: theirs is what the text was made from, or says what `mine` says. `mine` is
   * undefined while the text cannot be read.
   *
   * @throws ServiceError when theirs cannot be read.
   */
  compare(document: DocumentKey, mine: readonly Entry[] | undefined, signal: AbortSignal): Promise<boolean> {
    return this.#queue.run(async () => {
      await this.restore();
      if (this.#base && this.#unanswered) {
        await this.#recognise(this.#base, this.#unanswered, signal);
      }
      const theirs = await this.read(signal);
      const conflict = this.#conflicts.get(document);
      const base = conflict || this.#unknown.has(document) ? undefined : this.#base;
      const isUnmoved = base && sameVersion(theirs.version, base.version) && differingFields(base, theirs).length === 0;
      if (!isUnmoved && !(mine && this.#changes(theirs, mine).length === 0)) {
        const ancestor = conflict ? conflict.ancestor : this.#madeFrom(document);
        this.#openConflict(document, ancestor, theirs, "refused");
      }
      if (!this.#conflicts.has(document)) {
        this.#leftInConflict.delete(document);
      }
      return this.#conflicts.has(document);
    });
  }

  /**
   * Stores what `mine` changes. One PUT with just the changed entries, on the condition of the base; with `keepMine`
   * over the version of theirs that was shown, on the condition of that version.
   *
   * @throws ServiceError when the service refuses or cannot be reached: the base stays, the document stays dirty.
   */
  save(
    document: DocumentKey,
    mine: readonly Entry[],
    how: "plain" | "keepMine",
    signal: AbortSignal,
    encode?: Encode,
  ): Promise<SaveOutcome> {
    return this.#queue.run(() => this.#save({ document, mine, signal, ...(encode && { encode }) }, how));
  }

  /**
   * Another document's save moved the base on: what to change in the text of `document`, so that it shows the new base with
   * its own unsaved changes. What both changed stays mine, and `unsettled` names it. Undefined when it shows the base.
   */
  rebase(document: DocumentKey, mine: readonly Entry[]): Promise<TextMerge | undefined> {
    return this.#queue.run(async () => {
      const shown = this.#shown.get(document);
      const base = this.#base;
      if (!shown || !base) {
        return undefined;
      }
      const again = (text: readonly Entry[]) => mergeEntries(shown.fields, text, base.fields);
      this.#watch(document, mine, base);
      this.#shown.delete(document);
      this.#endConflict(document);
      this.#persist();
      return { ...again(mine), again };
    });
  }

  /**
   * `to` takes the place of `from`, with the base its text is made from and what is to be settled in it. A conflict is
   * met again at the next save, since theirs was never shown beside `to`.
   */
  async handOver(from: DocumentKey, to: DocumentKey): Promise<void> {
    this.#forget(to);
    this.#given.add(to);
    this.#documents.add(to);
    const perDocument: Map<DocumentKey, unknown>[] = [this.#shown, this.#settlements, this.#texts];
    for (const states of perDocument) {
      if (states.has(from)) {
        states.set(to, states.get(from));
      }
    }
    if (this.#unknown.has(from)) {
      this.#unknown.add(to);
    }
    this.#persist();
  }

  /** Whether the text of `document` is made from an older base than the one held now. */
  isBehind(document: DocumentKey): boolean {
    return this.#shown.has(document);
  }

  /** What a plain save would send now, and on which condition: the same reckoning, nothing sent. */
  pending(document: DocumentKey, mine: readonly Entry[]): { entries: readonly Entry[]; condition?: Condition } {
    if (!this.#base) {
      return { entries: [] };
    }
    const entries = this.#changes(this.#base, this.#rebased(document, mine, this.#base)?.entries ?? mine);
    const condition = this.#conditionOn(this.#base);
    return { entries, ...(condition && { condition }) };
  }

  /** Resolves once nothing is under way: what is asked for next is done at once, with the text as it is then. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #save(request: SaveRequest, how: "plain" | "keepMine"): Promise<SaveOutcome> {
    const { document, mine, signal } = request;
    await this.restore();
    if (this.#base && this.#unanswered) {
      await this.#recognise(this.#base, this.#unanswered, signal);
    }
    const conflict = this.#conflicts.get(document);
    if (conflict) {
      return how === "keepMine"
        ? this.#bring(request, mine, conflict.theirs)
        : this.#meetTheirs(document, mine, conflict.ancestor, await this.read(signal), "stillOpen");
    }
    const target = this.#base;
    if (!target || this.#unknown.has(document)) {
      return this.#meetTheirs(document, mine, undefined, await this.read(signal), "baseUnknown");
    }
    const rebased = this.#rebased(document, mine, target);
    if (rebased && rebased.conflicts.length > 0) {
      // To be kept over this base, mine has to be compared with it first.
      return this.#openConflict(document, this.#shown.get(document), target, "changedMeanwhile");
    }
    const entries = rebased?.entries ?? mine;
    const isKept = how === "keepMine" && this.#compared.get(document) === target;
    const unsettled = isKept ? [] : unsettledEntries(this.#settlements.get(document), target, entries);
    if (unsettled.length > 0) {
      this.#compared.set(document, target);
      return { kind: "unsettled", entries: unsettled };
    }
    return this.#bring(request, entries, target);
  }

  /** Stores `entries`, which the text stands for, over `target`: the base, or the version shown in the conflict. */
  async #bring(request: SaveRequest, entries: readonly Entry[], target: Base): Promise<SaveOutcome> {
    const { document, mine, signal } = request;
    const changed = this.#changes(target, entries);
    if (changed.length === 0) {
      await this.#moveBase(document, mine, target);
      return { kind: "unchanged" };
    }
    const marked = markedFields(target.fields, changed);
    const undecided = unsettledEntries(this.#settlements.get(document), target, changed).filter(({ fieldId }) =>
      marked.includes(fieldId),
    );
    if (undecided.length > 0) {
      return { kind: "unsettled", entries: undecided };
    }
    const unwritable = changed.filter((entry) => !isWritable(target, entry.fieldId)).map((entry) => entry.fieldId);
    if (unwritable.length > 0) {
      return { kind: "notWritable", fieldIds: unwritable };
    }
    const harmful = changed.filter((entry) => isHarmful(target, entry)).map((entry) => entry.fieldId);
    if (harmful.length > 0) {
      return { kind: "harmful", fieldIds: harmful };
    }
    const put: Put = { ...request, target, changed, sends: 1 };
    if (!target.isRacy && hasToken(target.version)) {
      return this.#send(put);
    }
    const now = await this.read(signal);
    if (differingFields(target, now).length > 0) {
      return this.#openConflict(document, this.#ancestorOf(document, target), now, "changedMeanwhile");
    }
    // Where the new answer lacks what a PUT can demand, the version before it is demanded.
    return this.#send({ ...put, target: hasToken(now.version) ? now : { ...now, version: target.version } });
  }

  async #send(put: Put): Promise<SaveOutcome> {
    // Should this be the last that happens here, the restored text is still checked against the version it was made from.
    await this.#kept;
    let answer: UpdateAnswer;
    try {
      const { changed, target, signal } = put;
      const body = put.encode?.(changed, target);
      answer = await this.#service.updateArtifact(this.artifactId, changed, this.#conditionOn(target), signal, body);
    } catch (error) {
      if (isServiceError(error) && mayHaveStored(error)) {
        return this.#settleLostAnswer(put, error);
      }
      throw error;
    }
    return answer.kind === "updated" ? this.#finish(put, answer) : this.#meetRefusal(put, answer.serviceMessage);
  }

  /** After a PUT that was applied: the base is what the service has now, as far as the answer or a read tells. */
  async #finish(put: Put, answer: Extract<UpdateAnswer, { kind: "updated" }>): Promise<SaveOutcome> {
    const racy = isRacy(answer.version, answer.date);
    const sent = withEntries(put.target, put.changed, answer.version, racy);
    const isSameVersion = hasToken(answer.version) && sameVersion(put.target.version, answer.version);
    const isDoubted = isSameVersion || put.changed.some((entry) => changesFormatOnly(put.target, entry));
    if (hasToken(answer.version) && !racy && !isDoubted) {
      await this.#moveBase(put.document, put.mine, sent, put.changed);
      this.#report(put, answer);
      return { kind: "saved", base: sent, differing: [] };
    }
    let now: Base;
    try {
      now = await this.read(put.signal);
    } catch (cause) {
      if (isDoubted || (!hasToken(answer.version) && hasToken(put.target.version))) {
        // The service tells the version it made: this may be the answer of something before it, or nothing was stored.
        this.#unanswered = put;
        return { kind: "unknown", cause };
      }
      // It is stored; only what the service made of it is not known. Being racy, it is read before the next PUT.
      const unread = { ...sent, isRacy: true };
      await this.#moveBase(put.document, put.mine, unread, put.changed);
      this.#report(put, answer);
      return { kind: "saved", base: unread, differing: [], ...this.#howSent(put) };
    }
    if (isSameVersion && !sameVersion(answer.version, now.version) && !holdsAll(now, put.changed)) {
      // Nothing was stored, and a colleague has stored something since.
      return this.#openConflict(put.document, this.#ancestorOf(put.document, put.target), now, "changedMeanwhile");
    }
    const isNothingStored = isSameVersion && isUnmoved(put.target, now);
    const unstored = unstoredEntries(put.target, put.changed, now, isNothingStored);
    if (unstored.length > 0) {
      return this.#finishInPart(put, now, unstored);
    }
    const isDoubtful = !hasToken(answer.version) && (hasToken(put.target.version) || isUnmoved(put.target, now));
    if (isDoubtful && !holdsAll(now, put.changed)) {
      // The service tells the version it made: the answer may be another's.
      return this.#settleBy(now, put, new Error("A success that tells no version"));
    }
    await this.#moveBase(put.document, put.mine, now, put.changed);
    const sentIds = new Set(put.changed.map((entry) => entry.fieldId));
    const differing = differingFields(sent, now).filter((id) => sentIds.has(id));
    this.#report(put, answer, differing);
    return { kind: "saved", base: now, differing, ...this.#howSent(put) };
  }

  #report(
    { target, changed }: Pick<Put, "target" | "changed">,
    { version, date }: Pick<StoredPut, "version" | "date">,
    differing: readonly number[] = [],
  ): void {
    const { artifactId } = this;
    this.#noteStored({ artifactId, target, changed, version, ...(date !== undefined && { date }), differing });
  }

  /** After a PUT of which the service stored all but `unstored`: these stay changes of the text. */
  async #finishInPart(put: Put, now: Base, unstored: readonly Entry[]): Promise<SaveOutcome> {
    const stored = put.changed.filter((entry) => !unstored.includes(entry));
    if (stored.length > 0 || !isUnmoved(put.target, now)) {
      const isUnstored = fieldFinder(unstored);
      await this.#moveBase(
        put.document,
        put.mine.filter(({ fieldId }) => !isUnstored(fieldId)),
        now,
        stored,
      );
    }
    if (stored.length > 0) {
      this.#report({ target: put.target, changed: stored }, now);
    }
    const isOnlyFormat = unstored.every((entry) => changesFormatOnly(now, entry));
    return { kind: "notStored", fieldIds: unstored.map(({ fieldId }) => fieldId), isOnlyFormat };
  }

  async #meetRefusal(put: Put, serviceMessage: string | undefined): Promise<SaveOutcome> {
    const theirs = await this.read(put.signal);
    if (!isUnmoved(put.target, theirs)) {
      return this.#meetTheirs(put.document, put.mine, this.#ancestorOf(put.document, put.target), theirs, "refused");
    }
    const { etag, lastModified } = theirs.version;
    if (!this.#isEtagRefused && etag !== undefined && lastModified !== undefined) {
      this.#isEtagRefused = true;
      return this.#send({ ...put, target: theirs });
    }
    this.#isEtagRefused = false;
    return { kind: "refusedUnmoved", ...(serviceMessage !== undefined && { serviceMessage }) };
  }

  /** What became of a PUT of which the answer does not tell: the artifact does. */
  async #settleLostAnswer(put: Put, cause: ServiceError): Promise<SaveOutcome> {
    let now: Base;
    try {
      now = await this.read(put.signal);
    } catch {
      this.#unanswered = put;
      return { kind: "unknown", cause };
    }
    return this.#settleBy(now, put, cause);
  }

  async #settleBy(now: Base, put: Put, cause: unknown): Promise<SaveOutcome> {
    if (holdsAll(now, put.changed)) {
      await this.#moveBase(put.document, put.mine, now, put.changed);
      this.#report(put, now);
      return { kind: "saved", base: now, differing: [], ...this.#howSent(put) };
    }
    if (!isUnmoved(put.target, now)) {
      return this.#openConflict(put.document, this.#ancestorOf(put.document, put.target), now, "answerLost");
    }
    if (isServiceError(cause) && cause.kind !== "answerLost") {
      throw cause;
    }
    if (put.sends < sendsAtMost) {
      return this.#send({ ...put, target: now, sends: put.sends + 1 });
    }
    // A gateway may still carry it out: the next save looks for that.
    this.#unanswered = put;
    return { kind: "notSaved", cause };
  }

  /** Whether a PUT of unknown fate was applied, and nothing else happened: then what is there now is the base. */
  async #recognise(base: Base, { document, target, changed }: UnansweredPut, signal: AbortSignal) {
    const now = await this.read(signal);
    const applied = withEntries(base, changed, now.version, now.isRacy);
    if (!sameVersion(now.version, base.version) && differingFields(applied, now).length === 0) {
      this.#watch(document, [], now, changed);
      const shown = this.#shown.get(document);
      if (shown) {
        this.#shown.set(document, withEntries(shown, changed, shown.version, shown.isRacy));
      }
      this.#keepOthersBehind(document, base);
      this.#base = now;
      this.#endConflict(document);
      this.#report({ target, changed }, now);
    }
    this.#unanswered = undefined;
    this.#persist();
  }

  /** Theirs beside a text nobody has chosen for yet: no conflict is left when they mean the same. */
  async #meetTheirs(
    document: DocumentKey,
    mine: readonly Entry[],
    ancestor: Base | undefined,
    theirs: Base,
    reason: ConflictReason,
  ): Promise<SaveOutcome> {
    if (this.#changes(theirs, mine).length === 0) {
      await this.#moveBase(document, mine, theirs);
      return { kind: "unchanged" };
    }
    return this.#openConflict(document, ancestor, theirs, reason);
  }

  #openConflict(document: DocumentKey, ancestor: Base | undefined, theirs: Base, reason: ConflictReason): SaveOutcome {
    this.#conflicts.set(document, { ancestor, theirs });
    this.#leftInConflict.delete(document);
    this.#persist();
    return { kind: "conflict", theirs, reason };
  }

  /** What the text was made from, also where a conflict is met on the way to keeping mine over theirs. */
  #ancestorOf(document: DocumentKey, target: Base): Base | undefined {
    const conflict = this.#conflicts.get(document);
    return conflict ? conflict.ancestor : (this.#shown.get(document) ?? target);
  }

  /** Undefined when that is not known. */
  #madeFrom(document: DocumentKey): Base | undefined {
    return this.#unknown.has(document) ? undefined : (this.#shown.get(document) ?? this.#base);
  }

  async #acceptTheirs(document: DocumentKey, mine: readonly Entry[], conflict: Conflict): Promise<void> {
    const previous = this.#base;
    this.#settle(document, conflict.ancestor, mine, conflict.theirs);
    this.#base = conflict.theirs;
    this.#compared.set(document, conflict.theirs);
    this.#endConflict(document);
    this.#unknown.delete(document);
    this.#shown.delete(document);
    if (previous) {
      this.#keepOthersBehind(document, previous);
    }
    this.#persist();
  }

  /**
   * `base` is what the service has, `mine` what the text of `document` says: until the document follows, it is made
   * from the text's own entries, which nobody changes by leaving them alone. Of entries it lacks the person has seen
   * no newer value than before.
   */
  async #moveBase(
    document: DocumentKey,
    mine: readonly Entry[],
    base: Base,
    stored: readonly Entry[] = [],
  ): Promise<void> {
    const previous = this.#base;
    const madeFrom = this.#madeFrom(document);
    this.#storedCount += stored.length > 0 ? 1 : 0;
    this.#watch(document, mine, base, stored);
    this.#base = base;
    this.#endConflict(document);
    this.#compared.delete(document);
    this.#unknown.delete(document);
    this.#unanswered = undefined;
    const shown = asSeen(base, madeFrom ? documentEntries(madeFrom) : [], mine);
    if (differingFields(shown, base).length > 0) {
      this.#shown.set(document, shown);
    } else {
      this.#shown.delete(document);
    }
    if (previous && previous !== base) {
      this.#keepOthersBehind(document, previous);
    }
    this.#persist();
  }

  /** `document` is made from `base` from here on: its older texts can still come back by undoing. */
  #watch(document: DocumentKey, mine: readonly Entry[], base: Base, stored: readonly Entry[] = []): void {
    const madeFrom = this.#madeFrom(document);
    if (madeFrom !== base) {
      this.#settle(document, madeFrom, mine, base, stored);
    }
  }

  #settle(
    document: DocumentKey,
    ancestor: Base | undefined,
    mine: readonly Entry[],
    theirs: Base,
    stored: readonly Entry[] = [],
  ): void {
    const settlement = settle(this.#settlements.get(document), ancestor, mine, theirs, stored);
    if (settlement) {
      this.#settlements.set(document, settlement);
      this.#texts.set(document, mine);
    } else {
      this.#settlements.delete(document);
      this.#texts.delete(document);
    }
  }

  #forget(document: DocumentKey): void {
    for (const states of [
      this.#shown,
      this.#settlements,
      this.#compared,
      this.#texts,
      this.#conflicts,
      this.#leftInConflict,
      this.#unknown,
    ]) {
      states.delete(document);
    }
  }

  #endConflict(document: DocumentKey): void {
    this.#conflicts.delete(document);
    this.#leftInConflict.delete(document);
  }

  #keepOthersBehind(document: DocumentKey, previous: Base): void {
    for (const other of this.#documents) {
      if (other !== document && !this.#shown.has(other) && !this.#unknown.has(other)) {
        this.#shown.set(other, previous);
      }
    }
  }

  #rebased(document: DocumentKey, mine: readonly Entry[], base: Base): MergeResult | undefined {
    const shown = this.#shown.get(document);
    return shown && mergeEntries(shown.fields, mine, base.fields);
  }

  #changes(target: Base, mine: readonly Entry[]): readonly Entry[] {
    return diffEntries(target.fields, mine).map((changed) => changed.entry);
  }

  #howSent({ target }: Put): Pick<Extract<SaveOutcome, { kind: "saved" }>, "isUnconditional"> {
    return this.#conditionOn(target) ? {} : { isUnconditional: true };
  }

  #conditionOn({ version: { etag, lastModified } }: Base): Condition | undefined {
    if (etag !== undefined && !(this.#isEtagRefused && lastModified !== undefined)) {
      return { ifMatch: etag };
    }
    return lastModified === undefined ? undefined : { ifUnmodifiedSince: lastModified };
  }

  /**
   * Not waited for: whatever older state a crash leaves on the disk, a text made from it is checked against it, and so is
   * refused where the service has moved on.
   */
  #persist(): void {
    if (this.#base && !this.#isReleased) {
      const conflicting = [...this.#conflicts.keys(), ...this.#leftInConflict];
      this.#kept = this.#store.write(this.artifactId, {
        base: this.#base,
        ...(this.#settlements.size > 0 && { settlements: Object.fromEntries(this.#settlements) }),
        ...(this.#shown.size > 0 && { shown: Object.fromEntries(this.#shown) }),
        ...(conflicting.length > 0 && { conflicting }),
        ...(this.#unknown.size > 0 && { unknown: [...this.#unknown] }),
      });
    }
  }
}

/** Whether a PUT that failed like this may have been carried out. A 503 is given by who does not even try. */
function mayHaveStored({ kind, status }: ServiceError): boolean {
  return kind === "answerLost" || (kind === "unavailable" && status !== 503);
}

/** Whether `now` is the version of `target`, and says the same. */
function isUnmoved(target: Base, now: Base): boolean {
  return sameVersion(target.version, now.version) && differingFields(target, now).length === 0;
}

function isWritable(target: Base, fieldId: number): boolean {
  // A field the base does not know is left to the service, which names it in its answer.
  return target.fields.find((field) => field.fieldId === fieldId)?.isWritable ?? true;
}

function isHarmful(target: Base, entry: Entry): boolean {
  const field = target.fields.find(({ fieldId }) => fieldId === entry.fieldId);
  return field !== undefined && checkMembers(entry.members, field).some((problem) => problem.severity === "error");
}

/** `base` with the values of `mine`, of what that lacks those of `before`, and without what neither shows. */
function asSeen(base: Base, before: readonly Entry[], mine: readonly Entry[]): Base {
  const inBefore = fieldFinder(before);
  const inMine = fieldFinder(mine);
  const fields = base.fields.flatMap((field) => {
    const entry = inMine(field.fieldId) ?? inBefore(field.fieldId);
    if (!entry) {
      return field.isWritable ? [] : [field];
    }
    return [isSameJson(entry.members, field.entry?.members) ? field : { ...field, entry }];
  });
  return { ...base, fields };
}

function holdsAll(base: Base, entries: readonly Entry[]): boolean {
  return diffEntries(base.fields, entries).length === 0;
}
