import { isNumber, optional, shapeOf } from "./shape.ts";

/** Where the history of an artifact ended before a comment was sent. Plain data. */
export interface HistoryMark {
  /** Undefined where the service does not tell: then nobody can say whether a comment has arrived. */
  readonly count?: number;
  /** Whose comment it is. Undefined where that was not told: then it is taken for one of whoever asks. */
  readonly authorId?: number;
}

/** Whether a value that was kept is a mark. */
export const isHistoryMark = shapeOf<HistoryMark>({ count: optional(isNumber), authorId: optional(isNumber) });

/** A comment that goes with a PUT, and what is learnt of its fate. */
export interface CarriedComment {
  readonly body: string;
  /** It is known to be on the service: what is sent once more goes without it. */
  readonly isSaid: boolean;
  /** It was sent before, and nobody knows whether it arrived. */
  readonly doubt: HistoryMark | undefined;
  /**
   * It is about to be sent. Resolves once that is kept: `doubted` where another window has begun to, `withdrawn` where
   * it is not to go with this save any more.
   */
  noteSending(mark: HistoryMark): Promise<"begun" | "doubted" | "withdrawn">;
  /** It was refused for certain. */
  noteNotSent(): void;
  /** It is on the service. */
  noteSaid(): void;
}
