import type { ClashingLines } from "../merge/mergeText.ts";
import type { WriteManner } from "../service/writeFate.ts";
import type { ConflictReason, DocumentKey, KindTypes, Saved, SaveOutcome } from "./kindTypes.ts";
import type { Settlement, SettlementRules, StoredPart } from "./settlement.ts";

/**
 * How texts of one kind of document stand for versions of their resource. Nothing here asks anybody or keeps anything.
 */
export interface KindRules<T extends KindTypes> {
  readonly settlement: SettlementRules<T>;
  /** A text that says nothing. */
  readonly nothing: T["mine"];
  /** What a text says that shows `base`. */
  textOf(base: T["base"]): T["mine"];
  /** Whether two versions hold other values. */
  differs(a: T["base"], b: T["base"]): boolean;
  /** `base` as a text that says `mine` shows it; of what that lacks, the values of `before`. */
  asShown(base: T["base"], before: T["base"] | undefined, mine: T["mine"]): T["base"];
  /** Gives `of` with the parts that `now` holds of a put, as the text `mine` of it said them. */
  withStored(of: T["base"], mine: T["mine"], put: Pick<Put<T>, "target" | "change">, now: T["base"]): T["base"];
  /** `of` with a part as it is in `base`; undefined where that has none. */
  withPart(of: T["base"], base: T["base"], key: T["key"]): T["base"] | undefined;
  /** The parts that `change` stores over `target`. */
  partsOf(change: T["change"], target: T["base"]): readonly StoredPart<T>[];
  /**
   * Mine and theirs in one. Without an ancestor nobody knows who changed what. `clashes` says what becomes of the
   * lines of a long text that both changed: they stay mine where it is left out.
   */
  merge(ancestor: T["base"] | undefined, mine: T["mine"], theirs: T["base"], clashes?: ClashingLines): T["merge"];
  /** What a merged text says. */
  mergedText(merge: T["merge"]): T["mine"];
  /**
   * Whether a document keeps the base it was made from, for its save to find the conflict, instead of taking such a
   * merge.
   */
  staysBehind(merge: T["merge"]): boolean;
}

/** What the engine of working copies does not know by itself of a kind of guarded document, for one resource. */
export interface DocumentKind<T extends KindTypes> {
  readonly rules: KindRules<T>;
  /** Reads the resource. Throws `ServiceError`. */
  read(signal: AbortSignal): Promise<ResourceReading<T>>;
  /** Reads what a document is to show; undefined where that cannot be told. `known` is the base, where there is one. */
  open(known: T["base"] | undefined, signal: AbortSignal): Promise<T["base"] | undefined>;
  /** What a PUT has to store of `mine`; undefined where it means what `target` means. */
  change(target: T["base"], mine: T["mine"]): T["change"] | undefined;
  /** Why `change` must not be sent; undefined where it may be. Absent: every change may be. */
  objection?(target: T["base"], change: T["change"], settlement: Settlement<T> | undefined): SaveOutcome<T> | undefined;
  /** What a PUT over `target` demands; undefined where there is nothing to demand. Absent: there never is. */
  conditionOn?(target: T["base"]): T["condition"] | undefined;
  /** Whether a PUT over `target` can demand that version: else the resource is read again and compared first. */
  isDemandable(target: T["base"]): boolean;
  /** Whether `now` has in what `mine` speaks of what `target` had. */
  isSameFor(mine: T["mine"], target: T["base"], now: T["base"]): boolean;
  /** Whether nothing has happened to the resource since `target`. */
  isUnmoved(target: T["base"], now: T["base"]): boolean;
  /** `put` over `now`, which was read just now, and in which its text finds what it found in `put.target`. */
  over(put: Put<T>, now: T["base"]): Put<T>;
  /**
   * What was stored last from any window of this machine, of a resource that tells nothing; `known` is the base, where
   * there is one. Absent: nobody remembers.
   */
  storedLast?(reading: T["unread"], known: T["base"] | undefined): T["base"] | undefined;
  /** Whether `target` may be replaced although the resource tells nothing to compare it with. */
  mayReplaceUnread(reading: T["unread"], target: T["base"], how: SaveManner): boolean;
  /** What becomes of a save that may not; `known` is the base, where there is one. */
  refusedUnread(reading: T["unread"], known: T["base"] | undefined): SaveOutcome<T>;

  /** It keeps by itself what is about to be sent. Absent: the working copy does. */
  readonly keepsSent?: true;
  /** Sends a put, once. Throws `ServiceError`. */
  send(put: Put<T>): Promise<PutAnswer<T>>;
  /** How the service stores what a put carries. */
  readonly writes: WriteManner;
  /**
   * After 412 for a version that has not moved: whether `theirs` can be demanded in another way. Absent: there is none.
   */
  demandsOtherwise?(theirs: T["base"]): boolean;
  /** What the answer tells by itself; undefined where the resource is to be read. */
  judgeAnswer(put: Put<T>, answer: T["answer"]): Verdict<T> | undefined;
  /** What is known where it could not be read. */
  judgeUnread(put: Put<T>, answer: T["answer"], cause: unknown): Verdict<T>;
  judgeRead(put: Put<T>, answer: T["answer"], now: T["base"]): Verdict<T>;
  /** What became of a put that failed, by what is there now. */
  judgeFailure(put: Put<T>, now: T["base"], cause: unknown): Verdict<T>;
  /** Whether a put of unknown fate, and nothing else, explains what is there now. */
  explains(unanswered: Unanswered<T>, base: T["base"], now: T["base"]): boolean;
  /** Hears of each change that was stored, before its save ends. Absent: nobody has to. */
  noteStored?(stored: StoredChange<T>): Promise<void> | undefined;
  /** Of a kind whose saves need not wait for a reading. */
  readonly confirming?: Confirming<T>;
}

/** How a reading confirms the base that a PUT left. */
export interface Confirming<T extends KindTypes> {
  /** In how many milliseconds a reading tells for good; undefined where `base` is confirmed, or that cannot be said. */
  dueMs(base: T["base"]): number | undefined;
  /**
   * What `now` tells of the save that left `base`, with the base from here on; undefined where it is of something else.
   */
  judge(base: T["base"], now: T["base"]): Saved<T> | undefined;
  /** Reads the resource for nobody who waits. Throws `ServiceError`. */
  readInBackground(signal: AbortSignal): Promise<T["base"]>;
}

export type ResourceReading<T extends KindTypes> = { readonly kind: "read"; readonly base: T["base"] } | T["unread"];

/** `keepMine`: over the version that was shown beside the text. */
export type SaveManner = "plain" | "keepMine";

export interface SaveRequest<T extends KindTypes> {
  readonly document: DocumentKey;
  /** What the text says. */
  readonly mine: T["mine"];
  readonly signal: AbortSignal;
  readonly encode: T["encode"] | undefined;
  /** What the texts say of which `mine` was made, by their documents; absent where it is the text of `document`. */
  readonly texts?: Unanswered<T>["texts"];
}

/** One PUT on its way: what of the text it carries, over which version. */
export interface Put<T extends KindTypes> extends SaveRequest<T> {
  readonly target: T["base"];
  /** What the text stands for over the base. */
  readonly entries: T["mine"];
  readonly change: T["change"];
  readonly sends: number;
  /** Why nobody could look what it replaces. */
  readonly unread?: T["unread"];
}

/** A PUT nobody knows the fate of, with what the text of each document said that it was to store. */
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
  /** What is there now, as far as the service told. */
  readonly base: T["base"];
  /** Undefined where the answer was lost. */
  readonly answer: T["answer"] | undefined;
  readonly saved: T["saved"] | undefined;
}

/** What became of a put. */
export type Verdict<T extends KindTypes> =
  | {
      readonly kind: "stored";
      readonly base: T["base"];
      readonly saved: T["saved"];
      readonly answer: T["answer"] | undefined;
      /** The text and its change as the service has made them by itself; absent where it stores what is sent. */
      readonly as?: Pick<Put<T>, "mine" | "change">;
    }
  /** Only `parts` were stored, if any: the text is as one that says `mine`, with unsaved changes. */
  | {
      readonly kind: "storedInPart";
      /** Undefined where nothing has changed. */
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
  /** The answer cannot be believed: what is there tells. `now` where that was read already. */
  | { readonly kind: "doubtful"; readonly now?: T["base"]; readonly cause: unknown };
