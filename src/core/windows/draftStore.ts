/** What is kept over reloads and crashes of a text that is to be sent once. Plain data: it survives JSON. */
export interface SentOnce {
  /** Tells it from any other that had its name before. */
  readonly id: string;
  /** The base address that its connection led to when it was begun; undefined where nobody knows. */
  readonly address?: string;
  /** A request that was begun and of which no answer is known. */
  readonly attempt?: unknown;
}

/**
 * - `kept`: this window has it already
 * - `taken`: it does from now on
 * - `elsewhere`: another window has it
 */
export type Hold = "kept" | "taken" | "elsewhere";

/** Nothing was sent, since it could not be kept that it is about to be. */
export class SendingNotKept extends Error {
  override readonly name = "SendingNotKept";
}

/**
 * Keeps the state of one draft for all windows. Only `begin` and `read` throw: of the rest what could not be kept is
 * not there later.
 */
export interface DraftStore<S extends SentOnce> {
  /** The base address that its connection leads to now; empty where there is no such connection. */
  readonly address: string;
  /**
   * Takes the draft for this window, unless another one has it. With `proof` that one has to show that it is there,
   * which takes some seconds; without, whoever may be there counts. One that no file told of while this window had it,
   * since the disk was full or its connection was removed, is still this window's, unless something else is kept there
   * by now.
   */
  hold(proof: boolean): Promise<Hold>;
  /** Lets other windows have it. */
  release(): Promise<void>;
  /** Undefined when there is none, or it is damaged. Throws `SendingNotKept` where it is there and cannot be read. */
  read(): Promise<S | undefined>;
  /**
   * An attempt that `state` does not have is over; one that it has was kept by `begin`, and is again where that was
   * removed. Nothing is written where this window does not have the draft, where its connection is gone, and over a
   * draft of another id, unless `isNew` one takes its place: a save may end when what it was of is over.
   */
  write(state: S, isNew?: boolean): Promise<void>;
  /**
   * Keeps that the draft of that id is about to be sent, in the place of the attempt `instead` where that is kept;
   * false where another one has begun already. Throws `SendingNotKept` where that cannot be kept, or nothing of that
   * draft may be written: then nothing is to be sent.
   */
  begin(sent: SentOnce, instead?: unknown): Promise<boolean>;
  /** Removes what is kept of the draft and gives it back, if this window has it. */
  remove(): Promise<void>;
}
