import { checkMembers } from "../field/meaning.ts";
import { diffEntries } from "../merge/diffEntries.ts";
import { markedFields } from "../merge/markedFields.ts";
import { type MergeResult, mergeEntries } from "../merge/mergeEntries.ts";
import type { VersionedArtifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import { isServiceError } from "../service/serviceError.ts";
import { type Base, differingFields, hasToken, isRacy, makeBase, sameVersion, withEntries } from "./base.ts";
import type { ArtifactService, Condition, RequestBody, StateStore, TrackerSource, UpdateAnswer } from "./ports.ts";
import { type Settlement, settle, type UnsettledEntry, unsettledEntries } from "./settlement.ts";

/** What became of a save. Failures of the service and the network are thrown as `ServiceError` and change nothing here. */
export type SaveOutcome =
  /** The text means what the base means: nothing was sent. */
  | { readonly kind: "unchanged" }
  /** `differing`: fields sent that the service holds otherwise now, by its own rules or by a change right after ours. */
  | { readonly kind: "saved"; readonly base: Base; readonly differing: readonly number[] }
  /** Nothing was stored: the artifact is not what the text was made from. */
  | { readonly kind: "conflict"; readonly theirs: Base; readonly reason: ConflictReason }
  /** Nothing was sent: these entries would put back what a colleague changed. */
  | { readonly kind: "unsettled"; readonly entries: readonly UnsettledEntry[] }
  /** Nothing was sent: the user may not write these fields, or the extension cannot. */
  | { readonly kind: "notWritable"; readonly fieldIds: readonly number[] }
  /** Nothing was sent: these values would do damage if they were. */
  | { readonly kind: "harmful"; readonly fieldIds: readonly number[] }
  /** 412 twice for an artifact that has not moved: something on the way changes the condition. */
  | { readonly kind: "refusedUnmoved"; readonly serviceMessage?: string }
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
  #base: Base | undefined;
  #conflict: Conflict | undefined;
  /** Of each document that was given theirs to settle with. */
  readonly #settlements = new Map<DocumentKey, Settlement>();
  readonly #documents = new Set<DocumentKey>();
  /** Of each document whose text does not show `#base`: the base it was made from. */
  readonly #shown = new Map<DocumentKey, Base>();
  /** The version a 412 was last answered to, to notice a refusal that no change explains. */
  #refusedVersion: Base["version"] | undefined;
  /** Entries of a PUT nobody knows the fate of. */
  #unanswered: readonly Entry[] | undefined;
  #restoring: Promise<void> | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(artifactId: number, service: ArtifactService, trackers: TrackerSource, store: StateStore) {
    this.artifactId = artifactId;
    this.#service = service;
    this.#trackers = trackers;
    this.#store = store;
  }

  /** The last version read; undefined until `restore`, `adopt` or `save` found one. */
  get base(): Base | undefined {
    return this.#base;
  }

  get conflict(): Conflict | undefined {
    return this.#conflict;
  }

  /** Takes up what was kept of an earlier session, unless something newer is held already. */
  restore(): Promise<void> {
    this.#restoring ??= this.#store.read(this.artifactId).then((state) => {
      if (state && !this.#base) {
        this.#base = state.base;
        for (const [document, settlement] of Object.entries(state.settlements ?? {})) {
          this.#settlements.set(document, settlement);
        }
        for (const [document, base] of Object.entries(state.shown ?? {})) {
          this.#shown.set(document, base);
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
    return this.#enqueue(() => this.#moveBase(document, [], base));
  }

  /** `document` now shows `base`, which it was given after a save; the base itself may have moved on since. */
  async follow(document: DocumentKey, base: Base): Promise<void> {
    if (base === this.#base) {
      this.#shown.delete(document);
    } else {
      this.#shown.set(document, base);
    }
    this.#persist();
  }

  /** A document that may fall behind when another one moves the base. */
  track(document: DocumentKey): void {
    this.#documents.add(document);
  }

  untrack(document: DocumentKey): void {
    this.#documents.delete(document);
    this.#shown.delete(document);
    this.#settlements.delete(document);
  }

  /** Whether `unsettled` may name anything. */
  isSettling(document: DocumentKey): boolean {
    return this.#settlements.has(document);
  }

  /** The entries of `mine` that would put back a colleague's change without anybody having said so. */
  unsettled(document: DocumentKey, mine: readonly Entry[]): readonly UnsettledEntry[] {
    return this.#base ? unsettledEntries(this.#settlements.get(document), this.#base, mine) : [];
  }

  /** The person said that mine is right for this field, whatever theirs is. */
  async chooseMine(document: DocumentKey, fieldId: number): Promise<void> {
    const settlement = this.#settlements.get(document);
    if (settlement) {
      this.#settlements.set(document, { ...settlement, mineChosen: [...settlement.mineChosen, fieldId] });
      this.#persist();
    }
  }

  /**
   * Theirs and mine in one, by entry: what only they changed is taken, what only mine changed stays, and where both did
   * mine stays in the text, or both between marks in a long one, and `unsettled` names it. Theirs is the base from here on. Undefined when there is no conflict.
   */
  merge(document: DocumentKey, mine: readonly Entry[]): Promise<MergeResult | undefined> {
    return this.#enqueue(async () => {
      const conflict = this.#conflict;
      if (!conflict) {
        return undefined;
      }
      const result = mergeEntries(conflict.ancestor?.fields ?? [], mine, conflict.theirs.fields, {
        conflictMarks: true,
      });
      await this.#acceptTheirs(document, mine, conflict);
      return result;
    });
  }

  /** Theirs, to replace the text with. It is the base from here on. Undefined when there is nothing to choose. */
  takeTheirs(document: DocumentKey, mine: readonly Entry[]): Promise<Base | undefined> {
    return this.#enqueue(async () => {
      const conflict = this.#conflict;
      if (!conflict) {
        return this.#settlements.has(document) ? this.#base : undefined;
      }
      await this.#acceptTheirs(document, mine, conflict);
      return conflict.theirs;
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
    return this.#enqueue(() => this.#save({ document, mine, signal, ...(encode && { encode }) }, how));
  }

  /**
   * Another document's save moved the base on: what to change in the text of `document`, so that it shows the new base with
   * its own unsaved changes. What both changed stays mine, and `unsettled` names it. Undefined when it shows the base.
   */
  rebase(document: DocumentKey, mine: readonly Entry[]): Promise<MergeResult | undefined> {
    return this.#enqueue(async () => {
      const shown = this.#shown.get(document);
      const result = this.#base && this.#rebased(document, mine, this.#base);
      if (shown && this.#base) {
        this.#settlements.set(document, settle(this.#settlements.get(document), shown, mine, this.#base));
        this.#shown.delete(document);
        this.#persist();
      }
      return result;
    });
  }

  /** `to` takes the place of `from`, with the base its text is made from and what is to be settled in it. */
  async handOver(from: DocumentKey, to: DocumentKey): Promise<void> {
    for (const states of [this.#shown, this.#settlements] as Map<DocumentKey, Base | Settlement>[]) {
      const state = states.get(from);
      states.delete(to);
      if (state) {
        states.set(to, state);
      }
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
    const condition = conditionOn(this.#base);
    return { entries, ...(condition && { condition }) };
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    // A failure is its caller's; the next in the queue goes on.
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #save(request: SaveRequest, how: "plain" | "keepMine"): Promise<SaveOutcome> {
    const { document, mine, signal } = request;
    await this.restore();
    if (!this.#base) {
      return this.#meetTheirs(document, mine, undefined, await this.read(signal), "baseUnknown");
    }
    if (this.#unanswered) {
      await this.#recognise(this.#base, this.#unanswered, signal);
    }
    if (this.#conflict) {
      return how === "keepMine"
        ? this.#bring(request, mine, this.#conflict.theirs)
        : this.#meetTheirs(document, mine, this.#conflict.ancestor, await this.read(signal), "stillOpen");
    }
    const target = this.#base;
    const rebased = this.#rebased(document, mine, target);
    if (rebased && rebased.conflicts.length > 0 && how === "plain") {
      return this.#openConflict(this.#shown.get(document), target, "changedMeanwhile");
    }
    const entries = rebased?.entries ?? mine;
    const unsettled = how === "plain" ? unsettledEntries(this.#settlements.get(document), target, entries) : [];
    return unsettled.length > 0 ? { kind: "unsettled", entries: unsettled } : this.#bring(request, entries, target);
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
    return differingFields(target, now).length > 0
      ? this.#openConflict(this.#ancestorOf(target), now, "changedMeanwhile")
      : this.#send({ ...put, target: now });
  }

  async #send(put: Put): Promise<SaveOutcome> {
    let answer: UpdateAnswer;
    try {
      const { changed, target, signal } = put;
      const body = put.encode?.(changed, target);
      answer = await this.#service.updateArtifact(this.artifactId, changed, conditionOn(target), signal, body);
    } catch (error) {
      if (isServiceError(error) && error.kind === "answerLost") {
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
    if (hasToken(answer.version) && !racy) {
      await this.#moveBase(put.document, put.mine, sent);
      return { kind: "saved", base: sent, differing: [] };
    }
    let now: Base;
    try {
      now = await this.read(put.signal);
    } catch {
      // It is stored; only what the service made of it is not known. Being racy, it is read before the next PUT.
      const unread = { ...sent, isRacy: true };
      await this.#moveBase(put.document, put.mine, unread);
      return { kind: "saved", base: unread, differing: [] };
    }
    await this.#moveBase(put.document, put.mine, now);
    const sentIds = new Set(put.changed.map((entry) => entry.fieldId));
    return { kind: "saved", base: now, differing: differingFields(sent, now).filter((id) => sentIds.has(id)) };
  }

  async #meetRefusal(put: Put, serviceMessage: string | undefined): Promise<SaveOutcome> {
    const theirs = await this.read(put.signal);
    const isUnmoved = sameVersion(theirs.version, put.target.version);
    const isRepeated = isUnmoved && this.#refusedVersion && sameVersion(this.#refusedVersion, put.target.version);
    this.#refusedVersion = put.target.version;
    return isRepeated
      ? { kind: "refusedUnmoved", ...(serviceMessage !== undefined && { serviceMessage }) }
      : this.#meetTheirs(put.document, put.mine, this.#ancestorOf(put.target), theirs, "refused");
  }

  async #settleLostAnswer(put: Put, cause: unknown): Promise<SaveOutcome> {
    let now: Base;
    try {
      now = await this.read(put.signal);
    } catch {
      this.#unanswered = put.changed;
      return { kind: "unknown", cause };
    }
    if (holdsAll(now, put.changed)) {
      await this.#moveBase(put.document, put.mine, now);
      return { kind: "saved", base: now, differing: [] };
    }
    if (!sameVersion(now.version, put.target.version) || differingFields(put.target, now).length > 0) {
      return this.#openConflict(this.#ancestorOf(put.target), now, "answerLost");
    }
    if (put.sends < sendsAtMost) {
      return this.#send({ ...put, target: now, sends: put.sends + 1 });
    }
    this.#unanswered = put.changed;
    return { kind: "unknown", cause };
  }

  /** Whether a PUT of unknown fate was applied, and nothing else happened: then what is there now is the base. */
  async #recognise(base: Base, unanswered: readonly Entry[], signal: AbortSignal): Promise<void> {
    const now = await this.read(signal);
    const applied = withEntries(base, unanswered, now.version, now.isRacy);
    if (!sameVersion(now.version, base.version) && differingFields(applied, now).length === 0) {
      this.#base = now;
      this.#conflict = undefined;
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
    return this.#openConflict(ancestor, theirs, reason);
  }

  #openConflict(ancestor: Base | undefined, theirs: Base, reason: ConflictReason): SaveOutcome {
    this.#conflict = { ancestor, theirs };
    return { kind: "conflict", theirs, reason };
  }

  /** A conflict met on the way to keeping mine over theirs still has the text's own base for an ancestor. */
  #ancestorOf(target: Base): Base | undefined {
    return this.#conflict ? this.#conflict.ancestor : target;
  }

  async #acceptTheirs(document: DocumentKey, mine: readonly Entry[], conflict: Conflict): Promise<void> {
    const previous = this.#base;
    this.#settlements.set(document, settle(this.#settlements.get(document), conflict.ancestor, mine, conflict.theirs));
    this.#base = conflict.theirs;
    this.#conflict = undefined;
    this.#shown.delete(document);
    if (previous) {
      this.#keepOthersBehind(document, previous);
    }
    this.#persist();
  }

  /**
   * `base` is what the service has, `mine` what the text of `document` says: until the document follows, the base it
   * was made from is the one overlaid with the text's own entries, which nobody changes by leaving them alone.
   */
  async #moveBase(document: DocumentKey, mine: readonly Entry[], base: Base): Promise<void> {
    const previous = this.#base;
    if (base !== previous) {
      this.#settlements.delete(document);
    }
    this.#base = base;
    this.#conflict = undefined;
    this.#refusedVersion = undefined;
    this.#unanswered = undefined;
    const shown = withEntries(base, mine, base.version, base.isRacy);
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

  #keepOthersBehind(document: DocumentKey, previous: Base): void {
    for (const other of this.#documents) {
      if (other !== document && !this.#shown.has(other)) {
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

  /**
   * Not waited for: whatever older state a crash leaves on the disk, a text made from it is checked against it, and so is
   * refused where the service has moved on.
   */
  #persist(): void {
    if (this.#base) {
      void this.#store.write(this.artifactId, {
        base: this.#base,
        ...(this.#settlements.size > 0 && { settlements: Object.fromEntries(this.#settlements) }),
        ...(this.#shown.size > 0 && { shown: Object.fromEntries(this.#shown) }),
      });
    }
  }
}

function conditionOn(target: Base): Condition | undefined {
  const { etag, lastModified } = target.version;
  if (etag !== undefined) {
    return { ifMatch: etag };
  }
  return lastModified === undefined ? undefined : { ifUnmodifiedSince: lastModified };
}

function isWritable(target: Base, fieldId: number): boolean {
  // A field the base does not know is left to the service, which names it in its answer.
  return target.fields.find((field) => field.fieldId === fieldId)?.isWritable ?? true;
}

function isHarmful(target: Base, entry: Entry): boolean {
  const field = target.fields.find(({ fieldId }) => fieldId === entry.fieldId);
  return field !== undefined && checkMembers(entry.members, field).some((problem) => problem.severity === "error");
}

function holdsAll(base: Base, entries: readonly Entry[]): boolean {
  return diffEntries(base.fields, entries).length === 0;
}
