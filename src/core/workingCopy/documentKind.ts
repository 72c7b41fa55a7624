import type { ClashingLines } from "../merge/mergeText.ts";
import type { WriteManner } from "../service/writeFate.ts";
import type { ConflictReason, DocumentKey, KindTypes, Saved, SaveOutcome } from "./kindTypes.ts";
import type { Settlement, SettlementRules, StoredPart } from "./settlement.ts";

/**
 * The rules by which the texts of one kind of document stand for versions of their resource. They ask nobody and keep
 * nothing.
 */
export interface KindRules<T extends KindTypes> {
  readonly settlement: SettlementRules<T>;
  /** A text that says nothing. */
  readonly nothing: T["mine"];
  /** Gives what a text says that shows `base`. */
  textOf(base: T["base"]): T["mine"];
  /** Tells whether two versions hold different values. */
  differs(a: T["base"], b: T["base"]): boolean;
  /** Gives `base` with the values that a text `mine` says; parts that `mine` lacks have the values of `before`. */
  asShown(base: T["base"], before: T["base"] | undefined, mine: T["mine"]): T["base"];
  /** Gives `of` with those parts of a put that `now` holds, as the text `mine` of the put said them. */
  withStored(of: T["base"], mine: T["mine"], put: Pick<Put<T>, "target" | "change">, now: T["base"]): T["base"];
  /** Gives `of` with the part `key` as it is in `base`; undefined where one of them has no such part. */
  withPart(of: T["base"], base: T["base"], key: T["key"]): T["base"] | undefined;
  /** Gives the parts that `change` stores over `target`. */
  partsOf(change: T["change"], target: T["base"]): readonly StoredPart<T>[];
  /**
   * Merges mine and theirs. Without an ancestor nobody knows who changed what. `clashes` tells what becomes of the
   * lines of a long text that both changed: they stay mine where it is left out.
   */
  merge(ancestor: T["base"] | undefined, mine: T["mine"], theirs: T["base"], clashes?: ClashingLines): T["merge"];
  /** Gives what a merged text says. */
  mergedText(merge: T["merge"]): T["mine"];
}

/**
 * Tells the engine of working copies what it does not know by itself of one kind of guarded document, for one resource.
 */
export interface DocumentKind<T extends KindTypes> {
  readonly rules: KindRules<T>;
  /** Reads the resource. `known` is the version that is known of it, where there is one. Throws `ServiceError`. */
  read(signal: AbortSignal, known: T["base"] | undefined): Promise<ResourceReading<T>>;
  /**
   * Reads the version that a document is to show; gives undefined where that cannot be told. `known` is the base, where
   * there is one.
   */
  open(known: T["base"] | undefined, signal: AbortSignal): Promise<T["base"] | undefined>;
  /** Gives what a PUT over `target` has to store of `mine`; undefined where `mine` means what `target` means. */
  change(target: T["base"], mine: T["mine"]): T["change"] | undefined;
  /**
   * Gives the reason why `change` must not be sent; undefined where it may be. It is absent where every change may be
   * sent.
   */
  objection?(target: T["base"], change: T["change"], settlement: Settlement<T> | undefined): SaveOutcome<T> | undefined;
  /**
   * Gives the condition of a PUT over `target`; undefined where there is nothing to demand. It is absent where there
   * never is.
   */
  conditionOn?(target: T["base"]): T["condition"] | undefined;
  /**
   * Tells whether a PUT over `target` can demand that version. Where it cannot, the resource is read again and compared
   * first.
   */
  isDemandable(target: T["base"]): boolean;
  /** Tells whether the parts that `mine` mentions are the same in `now` as in `target`. */
  isSameFor(mine: T["mine"], target: T["base"], now: T["base"]): boolean;
  /** Tells whether nothing has happened to the resource between `target` and `now`. */
  isUnmoved(target: T["base"], now: T["base"]): boolean;
  /** Gives the same put for the version `now`, in which nothing has changed that the put is about. */
  over(put: Put<T>, now: T["base"]): Put<T>;
  /** It is true where the kind keeps by itself what is about to be sent. Otherwise the working copy keeps it. */
  readonly keepsSent?: true;
  /** Sends a put, once. Throws `ServiceError`. */
  send(put: Put<T>): Promise<PutAnswer<T>>;
  /** Tells how the service stores what a put carries. */
  readonly writes: WriteManner;
  /**
   * Tells, after a 412 for a version that has not moved, whether `theirs` can be demanded in another way. It is absent
   * where there is no other way.
   */
  demandsOtherwise?(theirs: T["base"]): boolean;
  /** Gives the verdict that the answer allows by itself; undefined where the resource is to be read first. */
  judgeAnswer(put: Put<T>, answer: T["answer"]): Verdict<T> | undefined;
  /** Gives the verdict on a put that was answered, where the resource could not be read after it. */
  judgeUnread(put: Put<T>, answer: T["answer"], cause: unknown): Verdict<T>;
  judgeRead(put: Put<T>, answer: T["answer"], now: T["base"]): Verdict<T>;
  /** Gives the verdict on a put that failed, by `now`, which was read after it. */
  judgeFailure(put: Put<T>, now: T["base"], cause: unknown): Verdict<T>;
  /** Tells whether a put of unknown fate, and nothing else, explains what is there `now`. */
  explains(unanswered: Unanswered<T>, base: T["base"], now: T["base"]): boolean;
  /** Hears of each change that was stored, before its save ends. It is absent where nobody has to know. */
  noteStored?(stored: StoredChange<T>): Promise<void> | undefined;
  /** Confirms what a save has left. Only a kind whose saves need not wait for a reading has it. */
  readonly confirming?: Confirming<T>;
}

/** Tells how a reading confirms the base that a PUT left. */
export interface Confirming<T extends KindTypes> {
  /**
   * Gives after how many milliseconds a reading can confirm `base`; undefined where it is confirmed, or where nobody
   * can say.
   */
  dueMs(base: T["base"]): number | undefined;
  /**
   * Gives what `now` tells of the save that left `base`, with the base from here on; undefined where it tells nothing
   * of that save.
   */
  judge(base: T["base"], now: T["base"]): Saved<T> | undefined;
  /** Reads the resource in the background, where nobody waits for it. Throws `ServiceError`. */
  readInBackground(signal: AbortSignal): Promise<T["base"]>;
}

export type ResourceReading<T extends KindTypes> =
  | { readonly kind: "read"; readonly base: T["base"] }
  | UnreadResource<T>;

/** The service answered, and told nothing of what is there: nobody can see what a PUT would replace. */
export interface UnreadResource<T extends KindTypes> {
  readonly kind: "unreadable";
  readonly why: T["unread"];
  /** Holds what was stored last from any window of this machine; undefined where nobody remembers that. */
  readonly last: T["base"] | undefined;
  /** Names the saves that may replace what is there. */
  readonly replaceableBy: readonly SaveManner[];
  /** The outcome of any other save. */
  readonly refusal: SaveOutcome<T>;
}

/** Tells how a save was asked for: `keepMine` stores mine over the version that was shown beside the text. */
export type SaveManner = "plain" | "keepMine";

export interface SaveRequest<T extends KindTypes> {
  readonly document: DocumentKey;
  /** Holds what the text says. */
  readonly mine: T["mine"];
  readonly signal: AbortSignal;
  readonly encode: T["encode"] | undefined;
  /** Holds, by document, the texts of which `mine` was made; absent where it is the text of `document`. */
  readonly texts?: Unanswered<T>["texts"];
}

/** A PUT, with what it is to store of the text, and over which version. */
export interface Put<T extends KindTypes> extends SaveRequest<T> {
  readonly target: T["base"];
  /**
   * Holds the text that is compared with `target`: it is mine, merged with the base where its document is behind that.
   */
  readonly entries: T["mine"];
  readonly change: T["change"];
  readonly sends: number;
  /** Tells why nobody could see what the PUT replaces; absent where that was seen, or need not be. */
  readonly unread?: T["unread"];
}

/** A PUT of unknown fate, with the text of each document that it was to store. */
export interface Unanswered<T extends KindTypes> extends Pick<Put<T>, "target" | "change"> {
  readonly texts: Readonly<Record<DocumentKey, T["mine"]>>;
}

export type PutAnswer<T extends KindTypes> = T["answer"] | PreconditionFailed;

/** The service refused the PUT with 412: the resource is at another version than was demanded. */
export interface PreconditionFailed {
  readonly kind: "preconditionFailed";
  readonly serviceMessage?: string;
}

/** A change that was stored over `target`, as the person was told. */
export interface StoredChange<T extends KindTypes> {
  readonly target: T["base"];
  readonly change: T["change"];
  /** Holds what is there now, as far as the service told. */
  readonly base: T["base"];
  /** It is undefined where the answer was lost, or tells nothing that `base` does not tell. */
  readonly answer: T["answer"] | undefined;
  readonly saved: T["saved"] | undefined;
}

/** Tells what became of a put. */
export type Verdict<T extends KindTypes> =
  | {
      readonly kind: "stored";
      readonly base: T["base"];
      readonly saved: T["saved"];
      readonly answer: T["answer"] | undefined;
      /**
       * Holds the text and its change as the service has rewritten them by itself; absent where it stores what is sent.
       */
      readonly as?: Pick<Put<T>, "mine" | "change">;
    }
  /**
   * The service stored only `parts`, if any. The document then counts as if its text had been `mine`: what else it says
   * is unsaved.
   */
  | {
      readonly kind: "storedInPart";
      /** It is undefined where nothing has changed. */
      readonly base: T["base"] | undefined;
      readonly mine: T["mine"];
      readonly parts: readonly StoredPart<T>[];
      readonly noted?: StoredChange<T>;
      readonly outcome: SaveOutcome<T>;
    }
  /** Somebody else stored something. */
  | { readonly kind: "conflict"; readonly theirs: T["base"]; readonly reason: ConflictReason; readonly cause?: unknown }
  /** All is as it was before. */
  | { readonly kind: "notStored"; readonly now: T["base"]; readonly cause: unknown }
  | { readonly kind: "refused"; readonly outcome: SaveOutcome<T> }
  | { readonly kind: "unknown"; readonly cause: unknown }
  /**
   * The answer cannot be believed: the resource tells what became of the put. `now` is given where it was read already.
   */
  | { readonly kind: "doubtful"; readonly now?: T["base"]; readonly cause: unknown };
