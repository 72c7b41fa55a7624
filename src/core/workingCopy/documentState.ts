import { isDeepStrictEqual } from "node:util";
import type { KindRules, StoredChange, Unanswered } from "./documentKind.ts";
import type { DocumentKey, KindTypes } from "./kindTypes.ts";
import type { Settlement, Watched } from "./settlement.ts";

/** Holds what is known of one document of a resource. Each member is one fact, and each combination can happen. */
export interface DocumentState<T extends KindTypes> {
  /** Tells whether the document is open in the editor. */
  readonly isOpen: boolean;
  /** Tells whether the document was given its text in this session. */
  readonly isGiven: boolean;
  readonly origin: Origin<T>;
  readonly decision: Decision<T>;
  /** Holds what is to be settled since its base moved on while it was open. */
  readonly settling: Settling<T> | undefined;
  /** Holds what was merged into its text since that last showed a version as it is. */
  readonly takenIn: TakenIn<T> | undefined;
  /** The base that was shown beside the text, so that the person can choose between them. */
  readonly compared: T["base"] | undefined;
}

/** Tells what a text was made from. */
export type Origin<T extends KindTypes> =
  /** It was made from the base of the working copy. */
  | { readonly kind: "current" }
  | { readonly kind: "behind"; readonly base: T["base"] }
  /** Nobody knows what it was made from. */
  | { readonly kind: "unknown" };

/** Tells whether the person has to choose a way out of a conflict. */
type Decision<T extends KindTypes> =
  | { readonly kind: "none" }
  /**
   * An earlier session or another document left the document in a conflict, or somebody may have taken back a save of
   * it of which nobody knew: theirs has to be read again, and shown, before anything is chosen.
   */
  | { readonly kind: "left" }
  | ({
      readonly kind: "open";
      /** Holds the number of `theirs`, as `lastNumber` of the state counts. */
      readonly theirsNumber: number;
    } & Conflict<T>);

/** A conflict that nobody has chosen a way out of yet. */
export interface Conflict<T extends KindTypes> {
  /** The version that the text was made from; undefined where nobody knows it any more. */
  readonly ancestor: T["base"] | undefined;
  /** The version that is shown beside the text. */
  readonly theirs: T["base"];
}

export interface Settling<T extends KindTypes> extends Watched<T> {
  /** Holds the text as it was last seen in this session. */
  readonly text: T["mine"] | undefined;
}

/**
 * Tells of a merge into a text. VS Code may restore the text from before the merge: that one was not made from the
 * merged version.
 */
export interface TakenIn<T extends KindTypes> {
  /** The version that the text was made from before the merge; undefined where nobody knows it. */
  readonly ancestor: T["base"] | undefined;
  /** Holds, by key, what the text says since the merge in the parts that had moved. */
  readonly values: Readonly<Record<string | number, T["value"]>>;
  /**
   * It is true where the text was stored as it stood: once it changes again, VS Code has no text from before the merge.
   */
  readonly isStored?: boolean;
}

/** Holds what is known of the text of a document and not said in it. */
export interface TextOrigins<T extends KindTypes> {
  /** The version that was read last. */
  readonly base: T["base"] | undefined;
  /** The version that the text was made from, where that is not the base. */
  readonly madeFrom: T["base"] | undefined;
  /** Holds what is watched in a text whose base moved on while it was open. */
  readonly settlement: Settlement<T> | undefined;
}

/** Holds everything about one resource while a document of it is open. */
export interface CopyState<T extends KindTypes> {
  /** The version that was read last; undefined until one is. */
  readonly base: T["base"] | undefined;
  readonly documents: ReadonlyMap<DocumentKey, DocumentState<T>>;
  readonly unanswered: Unanswered<T> | undefined;
  /**
   * Holds the number of the version that was read last. Versions are numbered as they are read: a later one has a
   * higher number.
   */
  readonly lastNumber: number;
  /** Holds the number of the base, as `lastNumber` counts. */
  readonly baseNumber: number;
  /** Counts the saves that were stored. */
  readonly storedCount: number;
}

/** The state that follows an event, with what is to be done then. */
export interface Step<T extends KindTypes> {
  readonly state: CopyState<T>;
  /** Tells whether the state is to be kept for the next session. */
  readonly isKept: boolean;
  /** The change that the kind of document is to be told of. */
  readonly stored?: StoredChange<T> | undefined;
}

/** Gives the state of a working copy of which nothing was read yet. */
export function emptyState<T extends KindTypes>(): CopyState<T> {
  return {
    base: undefined,
    documents: new Map(),
    unanswered: undefined,
    lastNumber: 0,
    baseNumber: 0,
    storedCount: 0,
  };
}

const unknownDocument = {
  isOpen: false,
  isGiven: false,
  origin: { kind: "current" },
  decision: { kind: "none" },
  settling: undefined,
  takenIn: undefined,
  compared: undefined,
} as const;

/** Gives what is known of a document. */
export function documentIn<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): DocumentState<T> {
  return state.documents.get(document) ?? unknownDocument;
}

/** Gives `state` with changes to what is known of one document. */
export function withDocument<T extends KindTypes>(
  state: CopyState<T>,
  document: DocumentKey,
  changes: Partial<DocumentState<T>>,
): CopyState<T> {
  const documents = new Map(state.documents).set(document, { ...documentIn(state, document), ...changes });
  return { ...state, documents };
}

/** Gives `state` with `base` as its base and its latest version; `state` itself where that is its base already. */
export function withBase<T extends KindTypes>(state: CopyState<T>, base: T["base"]): CopyState<T> {
  const lastNumber = state.lastNumber + 1;
  return isDeepStrictEqual(base, state.base) ? state : { ...state, base, lastNumber, baseNumber: lastNumber };
}

/** Tells whether the base is a later version than the one shown in the conflict of a document. */
export function isOvertaken<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): boolean {
  const { decision } = documentIn(state, document);
  return decision.kind === "open" && decision.theirsNumber < state.baseNumber;
}

/**
 * Tells whether an open document is known to show `base`, the base of the working copy, with no conflict, comparison or
 * PUT of unknown fate left.
 */
export function isAdopted<T extends KindTypes>(state: CopyState<T>, document: DocumentKey, base: T["base"]): boolean {
  const { isOpen, isGiven, origin, decision, compared } = documentIn(state, document);
  const isPlain = origin.kind === "current" && decision.kind === "none" && compared === undefined;
  return isOpen && isGiven && isPlain && state.unanswered === undefined && isDeepStrictEqual(base, state.base);
}

/** Gives the open conflict of a document; undefined where there is none. */
export function conflictIn<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): Conflict<T> | undefined {
  const { decision } = documentIn(state, document);
  return decision.kind === "open" ? decision : undefined;
}

/** Tells whether a document was left in a conflict that nobody was shown in this session. */
export function isLeft<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): boolean {
  return documentIn(state, document).decision.kind === "left";
}

/** Gives what is watched in the text of a document; undefined where nothing is. */
export function settlementIn<T extends KindTypes>(
  state: CopyState<T>,
  document: DocumentKey,
): Settlement<T> | undefined {
  return documentIn(state, document).settling?.settlement;
}

/** Gives the older base that the text was made from; undefined where that is the base, or not known. */
export function olderBase<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): T["base"] | undefined {
  const { origin } = documentIn(state, document);
  return origin.kind === "behind" ? origin.base : undefined;
}

/** Gives the version that the text was made from; undefined where it is not known. */
export function madeFrom<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): T["base"] | undefined {
  const { origin } = documentIn(state, document);
  return origin.kind === "unknown" ? undefined : origin.kind === "behind" ? origin.base : state.base;
}

/** Merges the base into the text of a document that is behind it; gives undefined where it is not behind. */
export function rebasedIn<T extends KindTypes>(
  rules: KindRules<T>,
  state: CopyState<T>,
  document: DocumentKey,
  mine: T["mine"],
): T["merge"] | undefined {
  const older = olderBase(state, document);
  return older !== undefined && state.base !== undefined ? rules.merge(older, mine, state.base) : undefined;
}
