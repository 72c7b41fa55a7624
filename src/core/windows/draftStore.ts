/** The state of a text that is to be sent once, kept over reloads and crashes. Plain data that survives JSON. */
export interface SentOnce {
  /** The id tells the text from any other that had its name before. */
  readonly id: string;
  /** The base address that the connection led to when the text was begun; undefined where nobody knows. */
  readonly address?: string;
  /** The request that was begun last; nobody knows an answer to it. */
  readonly attempt?: unknown;
}

/**
 * A hold tells which window has a draft:
 * - `kept`: this window has had it
 * - `taken`: this window has it from now on
 * - `elsewhere`: another window has it
 */
export type Hold = "kept" | "taken" | "elsewhere";

/** An error: nothing was sent, since nobody could keep that it was about to be. */
export class SendingNotKept extends Error {
  override readonly name = "SendingNotKept";
}

/**
 * Keeps the state of one draft for all windows. Only `begin` and `read` throw. What the other methods could not keep is
 * not there later.
 */
export interface DraftStore<S extends SentOnce> {
  /** The base address that its connection leads to now; empty where there is no such connection. */
  readonly address: string;
  /**
   * Takes the draft for this window, unless another one has it. With `proof` that window has to show that it is there,
   * which takes some seconds; without, any window that may be there counts. A draft of which no file told while this
   * window had it, since the disk was full or its connection was removed, is still this window's, unless something
   * else is kept under its name by now.
   */
  hold(proof: boolean): Promise<Hold>;
  /** Lets other windows have the draft. */
  release(): Promise<void>;
  /** Gives the state; undefined when there is none, or it is damaged. Throws `SendingNotKept` if it is unreadable. */
  read(): Promise<S | undefined>;
  /**
   * Keeps `state`. Where it has no attempt, the one before is over. Where it has one, `begin` has kept that, and it is
   * kept again where somebody removed it. Nothing is written where this window does not have the draft, where its
   * connection is gone, and over a draft of another id, unless `isNew` says that a new one takes its place: a save may
   * end when its draft is over.
   */
  write(state: S, isNew?: boolean): Promise<void>;
  /**
   * Keeps that the draft of that id is about to be sent, in the place of the attempt `instead` where that is kept. It
   * gives false where another attempt has begun already. It throws `SendingNotKept` where that cannot be kept, or
   * nothing of that draft may be written: then nothing is to be sent.
   */
  begin(sent: SentOnce, instead?: unknown): Promise<boolean>;
  /** Removes what is kept of the draft and gives it back, if this window has it. */
  remove(): Promise<void>;
}
