import { isDeepStrictEqual } from "node:util";
import type { KindRules, StoredChange, Unanswered } from "./documentKind.ts";
import type { DocumentKey, KindTypes } from "./kindTypes.ts";
import type { Settlement, Watched } from "./settlement.ts";

/** What is known of one document of a resource. Each of its parts is one fact; each combination can happen. */
export interface DocumentState<T extends KindTypes> {
  /** Whether it is open in the editor. */
  readonly isOpen: boolean;
  /** Whether its text was given to it in this session. */
  readonly isGiven: boolean;
  readonly origin: Origin<T>;
  readonly decision: Decision<T>;
  /** What is to be settled since its base moved on while it was open. */
  readonly settling: Settling<T> | undefined;
  /** What was merged into its text since that was last known to say what a version says. */
  readonly takenIn: TakenIn<T> | undefined;
  /** The base that was shown beside the text, to choose between them. */
  readonly compared: T["base"] | undefined;
}

/** What a text was made from. */
export type Origin<T extends KindTypes> =
  /** The base of the working copy. */
  | { readonly kind: "current" }
  | { readonly kind: "behind"; readonly base: T["base"] }
  /** Nobody knows. */
  | { readonly kind: "unknown" };

/** Whether the person has to choose a way out of a conflict. */
type Decision<T extends KindTypes> =
  | { readonly kind: "none" }
  /** An earlier session left it in a conflict: what theirs is has to be read again before anything is chosen. */
  | { readonly kind: "left" }
  | ({
      readonly kind: "open";
      /** The number of the version that theirs is. */
      readonly theirsNumber: number;
    } & Conflict<T>);

/** A conflict nobody has chosen a way out of. */
export interface Conflict<T extends KindTypes> {
  /** What the text was made from; undefined when that is not known any more. */
  readonly ancestor: T["base"] | undefined;
  /** The version shown beside the text. */
  readonly theirs: T["base"];
}

export interface Settling<T extends KindTypes> extends Watched<T> {
  /** The text as it was last seen in this session. */
  readonly text: T["mine"] | undefined;
}

/**
 * A merge into a text. VS Code may restore the text from before it: what that says was not made from the version that
 * was merged.
 */
export interface TakenIn<T extends KindTypes> {
  /** What the text was made from before; undefined where nobody knows. */
  readonly ancestor: T["base"] | undefined;
  /** What the text says since the merge in the parts that had moved, by their keys. */
  readonly values: Readonly<Record<string | number, T["value"]>>;
  /** The text was stored as it stood: once it changes again, VS Code has none from before. */
  readonly isStored?: boolean;
}

/** What tells of the text of a document what it does not say itself. */
export interface TextOrigins<T extends KindTypes> {
  /** The last version read. */
  readonly base: T["base"] | undefined;
  /** What the text was made from, where that is another version. */
  readonly madeFrom: T["base"] | undefined;
  /** What is watched in a text whose base moved on while it was open. */
  readonly settlement: Settlement<T> | undefined;
}

/** Everything held about one resource while a document of it is open. */
export interface CopyState<T extends KindTypes> {
  /** The last version read; undefined until one is. */
  readonly base: T["base"] | undefined;
  readonly documents: ReadonlyMap<DocumentKey, DocumentState<T>>;
  readonly unanswered: Unanswered<T> | undefined;
  /** The number of the version that was read last. Versions are numbered as they are read: the later has the higher. */
  readonly lastNumber: number;
  /** The number of the version that the base is. */
  readonly baseNumber: number;
  /** How many saves were stored. */
  readonly storedCount: number;
}

/** What an event makes of the state, and what is to be done then. */
export interface Step<T extends KindTypes> {
  readonly state: CopyState<T>;
  /** Whether the state is to be kept for the next session. */
  readonly isKept: boolean;
  /** What the kind of document is to hear of. */
  readonly stored?: StoredChange<T> | undefined;
}

/** The state of a working copy of which nothing was read. */
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

/** What is known of a document. */
export function documentIn<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): DocumentState<T> {
  return state.documents.get(document) ?? unknownDocument;
}

/** `state` with changes to what is known of one document. */
export function withDocument<T extends KindTypes>(
  state: CopyState<T>,
  document: DocumentKey,
  changes: Partial<DocumentState<T>>,
): CopyState<T> {
  const documents = new Map(state.documents).set(document, { ...documentIn(state, document), ...changes });
  return { ...state, documents };
}

/** `base` is the base, and the latest version there is. */
export function withBase<T extends KindTypes>(state: CopyState<T>, base: T["base"]): CopyState<T> {
  const lastNumber = state.lastNumber + 1;
  return isDeepStrictEqual(base, state.base) ? state : { ...state, base, lastNumber, baseNumber: lastNumber };
}

/** Whether the base is a later version than the one shown in the conflict of a document. */
export function isOvertaken<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): boolean {
  const { decision } = documentIn(state, document);
  return decision.kind === "open" && decision.theirsNumber < state.baseNumber;
}

/** Whether an open document shows `base`, that is the base, and nothing else is known of it. */
export function isAdopted<T extends KindTypes>(state: CopyState<T>, document: DocumentKey, base: T["base"]): boolean {
  const { isOpen, isGiven, origin, decision, compared } = documentIn(state, document);
  const isPlain = origin.kind === "current" && decision.kind === "none" && compared === undefined;
  return isOpen && isGiven && isPlain && state.unanswered === undefined && isDeepStrictEqual(base, state.base);
}

/** The conflict that is open. */
export function conflictIn<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): Conflict<T> | undefined {
  const { decision } = documentIn(state, document);
  return decision.kind === "open" ? decision : undefined;
}

/** What is watched in the text of a document; undefined for nothing. */
export function settlementIn<T extends KindTypes>(
  state: CopyState<T>,
  document: DocumentKey,
): Settlement<T> | undefined {
  return documentIn(state, document).settling?.settlement;
}

/** The older base the text was made from; undefined where that is the base, or not known. */
export function olderBase<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): T["base"] | undefined {
  const { origin } = documentIn(state, document);
  return origin.kind === "behind" ? origin.base : undefined;
}

/** Undefined when it is not known. */
export function madeFrom<T extends KindTypes>(state: CopyState<T>, document: DocumentKey): T["base"] | undefined {
  const { origin } = documentIn(state, document);
  return origin.kind === "unknown" ? undefined : origin.kind === "behind" ? origin.base : state.base;
}

/** What the text of a document behind the base says with what the base has; undefined where it is not behind. */
export function rebasedIn<T extends KindTypes>(
  rules: KindRules<T>,
  state: CopyState<T>,
  document: DocumentKey,
  mine: T["mine"],
): T["merge"] | undefined {
  const older = olderBase(state, document);
  return older !== undefined && state.base !== undefined ? rules.merge(older, mine, state.base) : undefined;
}
