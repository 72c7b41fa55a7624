import { type Check, isBoolean, isText, listOf, optional, recordOf, shapeOf } from "../model/shape.ts";
import type { DocumentKind, Unanswered } from "./documentKind.ts";
import { type CopyState, emptyState, type Step, type TakenIn, withDocument } from "./documentState.ts";
import type { DocumentKey, KindTypes } from "./kindTypes.ts";
import type { SetWatch } from "./memberWatch.ts";
import type { Settlement } from "./settlement.ts";
import type { Lacking, TheirChange } from "./valueWatch.ts";

/** Holds the state of a working copy as it goes on, and keeps it for the next session. */
export class KeptState<T extends KindTypes> {
  readonly #kind: DocumentKind<T>;
  readonly #id: number;
  readonly #store: StateStore<T>;
  #now: CopyState<T> = emptyState();
  /** Holds what was kept of an earlier session. */
  #earlier: SavedState<T> | undefined;
  #restoring: Promise<void> | undefined;
  /** Resolves once what is held now is on disk. */
  #kept: Promise<void> = Promise.resolve();
  #isReleased = false;
  /** The PUT that is under way: if this host ends meanwhile, nobody knows its fate. */
  #sent: Unanswered<T> | undefined;
  #isSentKept = false;

  constructor(kind: DocumentKind<T>, id: number, store: StateStore<T>) {
    this.#kind = kind;
    this.#id = id;
    this.#store = store;
  }

  get now(): CopyState<T> {
    return this.#now;
  }

  get earlier(): SavedState<T> | undefined {
    return this.#earlier;
  }

  /** Resolves once what is held now is on disk. */
  get kept(): Promise<void> {
    return this.#kept;
  }

  /** Takes up what was kept of an earlier session, unless something newer is held already. */
  restore(): Promise<void> {
    this.#restoring ??= this.#store.read(this.#id).then(
      (saved) => {
        this.#earlier = saved;
        this.#now = restored(this.#now, saved);
      },
      (error: unknown) => {
        // What cannot be read now may be readable later.
        this.#restoring = undefined;
        throw error;
      },
    );
    return this.#restoring;
  }

  /** Goes on to a state. The promise that it gives has to be waited for before a save ends. */
  apply({ state, isKept, stored }: Step<T>): Promise<void> | undefined {
    this.#now = state;
    const noted = stored && this.#kind.noteStored?.(stored);
    if (isKept) {
      this.#keep();
    }
    return noted;
  }

  /** Notes that a PUT is about to go out: it is on disk with what is held once the promise resolves. */
  noteSent(put: Unanswered<T>): Promise<void> {
    this.#sent = put;
    this.#keep();
    return this.#kept;
  }

  /**
   * Notes that the PUT that went out is not under way any more. With `isKept` that is kept at once, though nothing else
   * changed.
   */
  noteAnswered(isKept: boolean): void {
    this.#sent = undefined;
    if (isKept && this.#isSentKept) {
      this.#keep();
    }
  }

  /** Ends the keeping: nothing is kept from here on. */
  release(): void {
    this.#isReleased = true;
  }

  /**
   * Writes what is held to the disk. Nobody has to wait for it: whatever older state a crash leaves on the disk, a text
   * made from it is checked against it, and so is refused where the service has moved on.
   */
  #keep(): void {
    const unanswered = this.#sent ?? this.#now.unanswered;
    const saved = savedState({ ...this.#now, unanswered });
    if (saved && !this.#isReleased) {
      this.#isSentKept = this.#sent !== undefined;
      this.#kept = this.#store.write(this.#id, saved);
    }
  }
}

/**
 * Holds what a working copy keeps over reloads and crashes, so that a restored document is still checked against its
 * own version.
 */
export interface SavedState<T extends KindTypes> {
  readonly base: T["base"];
  /** Holds, by document, what is to be settled where the base moved on while the document was open. */
  readonly settlements?: Readonly<Record<DocumentKey, Settlement<T>>>;
  /**
   * Holds, by document, the base that its text was made from, where the text does not show the base of the working
   * copy.
   */
  readonly shown?: Readonly<Record<DocumentKey, T["base"]>>;
  /** Holds, by document, what was merged into its text: a restored text may be from before that. */
  readonly takenIn?: Readonly<Record<DocumentKey, TakenIn<T>>>;
  /** The documents that wait for a decision about a conflict. */
  readonly conflicting?: readonly DocumentKey[];
  /** The documents whose texts were made from a version that nobody knows any more. */
  readonly unknown?: readonly DocumentKey[];
  /** A PUT that was sent, and of which nobody knows whether it was stored. */
  readonly unanswered?: Unanswered<T>;
}

/** Keeps the states of one connection's working copies of one kind. */
export interface StateStore<T extends KindTypes> {
  /**
   * Reads a state; gives undefined when there is none, or none that can be understood. Throws where it cannot be read
   * now.
   */
  read(id: number): Promise<SavedState<T> | undefined>;
  /**
   * Writes states in the order of the calls. Never rejects: a state that could not be kept is one that is not known
   * later.
   */
  write(id: number, state: SavedState<T>): Promise<void>;
  /** Removes a state, after what is being written. Never rejects. */
  remove(id: number): Promise<void>;
}

/** Gives what is to be kept of a state; undefined while nothing is known. */
export function savedState<T extends KindTypes>({
  base,
  documents,
  unanswered,
}: CopyState<T>): SavedState<T> | undefined {
  if (base === undefined) {
    return undefined;
  }
  const all = [...documents];
  const settlements = all.flatMap(([key, { settling }]) => (settling ? [[key, settling.settlement] as const] : []));
  const shown = all.flatMap(([key, { origin }]) => (origin.kind === "behind" ? [[key, origin.base] as const] : []));
  const merged = all.flatMap(([key, { takenIn }]) => (takenIn ? [[key, takenIn] as const] : []));
  const conflicting = all.flatMap(([key, { decision }]) => (decision.kind === "none" ? [] : [key]));
  const unknown = all.flatMap(([key, { origin }]) => (origin.kind === "unknown" ? [key] : []));
  return {
    base,
    ...(settlements.length > 0 && { settlements: Object.fromEntries(settlements) }),
    ...(shown.length > 0 && { shown: Object.fromEntries(shown) }),
    ...(merged.length > 0 && { takenIn: Object.fromEntries(merged) }),
    ...(conflicting.length > 0 && { conflicting }),
    ...(unknown.length > 0 && { unknown }),
    ...(unanswered && { unanswered }),
  };
}

/** Gives `state` with what was kept of an earlier session, unless something newer is held already. */
export function restored<T extends KindTypes>(state: CopyState<T>, saved: SavedState<T> | undefined): CopyState<T> {
  if (!saved || state.base !== undefined) {
    return state;
  }
  const { base, settlements = {}, shown = {}, takenIn = {}, conflicting = [], unknown = [], unanswered } = saved;
  let next: CopyState<T> = { ...state, base, unanswered };
  for (const [document, settlement] of Object.entries(settlements)) {
    next = withDocument(next, document, { settling: { settlement, written: {}, text: undefined } });
  }
  for (const [document, older] of Object.entries(shown)) {
    next = withDocument(next, document, { origin: { kind: "behind", base: older } });
  }
  for (const [document, merged] of Object.entries(takenIn)) {
    next = withDocument(next, document, { takenIn: merged });
  }
  for (const document of conflicting) {
    next = withDocument(next, document, { decision: { kind: "left" } });
  }
  for (const document of unknown) {
    next = withDocument(next, document, { origin: { kind: "unknown" } });
  }
  return next;
}

/** Tells how the states of one kind of document are kept. */
export interface StateForm {
  /** It is raised when the shape changes: what an older version wrote is then not taken up. */
  readonly formatVersion: number;
  /** Tells whether what was kept can be relied on: it is a base of the resource with all that a save reads of it. */
  isBase(id: number, value: unknown): boolean;
  /** Tells whether `value` can be the value of the part `key`, whose name has become a text. */
  isValue(value: unknown, key: string): boolean;
  /** Tells whether a value is what a PUT stores. */
  readonly isChange: Check;
  /** Tells whether a value is what a text says. */
  readonly isMine: Check;
}

/**
 * Tells whether `value`, which was kept, is the state of a resource in this form with all that a save reads. Never
 * throws.
 */
export function isSavedState<T extends KindTypes>(value: unknown, id: number, form: StateForm): value is SavedState<T> {
  const isBase: Check = (base) => form.isBase(id, base);
  return shapeOf<SavedState<T>>({
    base: isBase,
    settlements: optional(recordOf(settlementShape(form))),
    shown: optional(recordOf(isBase)),
    takenIn: optional(
      recordOf(
        shapeOf<TakenIn<T>>({
          ancestor: optional(isBase),
          values: recordOf((value, key) => form.isValue(value, key)),
          isStored: optional(isBoolean),
        }),
      ),
    ),
    conflicting: optional(listOf(isText)),
    unknown: optional(listOf(isText)),
    unanswered: optional(
      shapeOf<Unanswered<T>>({ texts: recordOf(form.isMine), target: isBase, change: form.isChange }),
    ),
  })(value);
}

/** Gives the check of what is to be settled in a document. */
function settlementShape({ isValue }: StateForm): Check {
  return shapeOf<Settlement<KindTypes>>({
    outdated: recordOf((values, key) => listOf((value) => isValue(value, key))(values)),
    theirs: optional(
      recordOf((all, key) => {
        const isOfKey = (value: unknown) => isValue(value, key);
        return listOf(shapeOf<TheirChange<unknown>>({ was: isOfKey, made: isOfKey }))(all);
      }),
    ),
    lacking: optional(
      recordOf((each, key) => {
        const isOfKey = (value: unknown) => isValue(value, key);
        return shapeOf<Lacking<unknown>>({ mine: isOfKey, filled: isOfKey })(each);
      }),
    ),
    sets: optional(recordOf(isSetWatch)),
    formats: optional(recordOf(isText)),
  });
}

const isMemberState = (value: unknown) => value === null || isText(value);

const isSetWatch = shapeOf<SetWatch>({
  members: recordOf(
    shapeOf<SetWatch["members"][string]>({ outdated: listOf(isMemberState), mine: listOf(isMemberState) }),
  ),
  names: recordOf(isText),
});
