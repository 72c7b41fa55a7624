/** The types that one kind of guarded document brings to the engine. */
export interface KindTypes {
  /** A version that was read, with which texts are compared. It is plain data, which survives JSON. */
  readonly base: unknown;
  /** Holds what a text says. */
  readonly mine: unknown;
  /** Holds what a PUT stores. It is plain data. */
  readonly change: unknown;
  /** Names a part, which is compared, merged and marked as one. */
  readonly key: string | number;
  /** The value that a part has. It is never undefined, which stands for a part of which nothing is said. */
  readonly value: unknown;
  /** A part that would put back a colleague's change without anybody having said so. */
  readonly unsettled: unknown;
  readonly merge: { readonly conflicts: readonly unknown[] };
  /** Holds what the answer to a PUT that was carried out tells. */
  readonly answer: { readonly kind: "updated" };
  /** Tells why there is nothing to compare with. It is `never` where every answer to a reading tells what is there. */
  readonly unread: string;
  /** Holds what is told of a save that was stored, besides its base. */
  readonly saved: object;
  /** The outcomes of a save that only this kind has; none of them means that the text was stored. */
  readonly refusal: { readonly kind: string };
  /** Tells how a change goes over the wire. */
  readonly encode: unknown;
  /** Names the version that a PUT demands. */
  readonly condition: unknown;
}

/** Names a document of the resource: by its URI as text, or by any other name that stays the same. */
export type DocumentKey = string;

/**
 * Tells what became of a save. Failures of the service and the network are thrown as `ServiceError` and change nothing
 * here.
 */
export type SaveOutcome<T extends KindTypes> =
  /** The text means what the base means: nothing was sent. */
  | { readonly kind: "unchanged" }
  | Saved<T>
  /** Nothing was stored: the resource is not what the text was made from. */
  | ConflictOutcome<T>
  /** Nothing was sent: these parts would put back what a colleague changed. */
  | { readonly kind: "unsettled"; readonly entries: readonly T["unsettled"][] }
  /**
   * The service answered 412 to each token of a version that has not moved: something on the way changes the condition.
   */
  | { readonly kind: "refusedUnmoved"; readonly serviceMessage?: string }
  /** The answer was lost again and again, and the resource is still what it was. */
  | { readonly kind: "notSaved"; readonly cause: unknown }
  /** The answer was lost and the resource could not be read either: it may or may not have been stored. */
  | { readonly kind: "unknown"; readonly cause: unknown }
  | T["refusal"];

export type Saved<T extends KindTypes> = { readonly kind: "saved"; readonly base: T["base"] } & T["saved"];

/** Tells what became of several texts that were to be saved in one PUT. */
export type TogetherOutcome<T extends KindTypes> =
  | SaveOutcome<T>
  /** Nothing was sent: the texts say different things of these parts. */
  | { readonly kind: "disagreeing"; readonly keys: readonly T["key"][] };

/** Makes one text of several texts' changes over `base`, and names the parts of which they say different things. */
export type Unite<T extends KindTypes> = (
  base: T["base"],
  texts: readonly T["mine"][],
) => { readonly mine: T["mine"]; readonly disagreeing: readonly T["key"][] };

export interface ConflictOutcome<T extends KindTypes> {
  readonly kind: "conflict";
  readonly theirs: T["base"];
  readonly reason: ConflictReason;
  /** Holds the error of the request, where its answer was lost. */
  readonly cause?: unknown;
}

export type ConflictReason =
  /** The service answered 412. */
  | "refused"
  /** The resource was found changed without a 412, most often by the reading just before the PUT. */
  | "changedMeanwhile"
  /** The answer was lost, and what is there now is neither mine nor the base. */
  | "answerLost"
  /** Nobody has chosen yet since the last conflict. */
  | "stillOpen"
  /** Nobody knows any more what the text was made from. */
  | "baseUnknown";

/** A merge of a text, which can be made again. */
export type TextMerge<T extends KindTypes> = T["merge"] & {
  /** Merges what the text says by now: the person may have typed on. */
  readonly again: (mine: T["mine"]) => T["merge"];
};
