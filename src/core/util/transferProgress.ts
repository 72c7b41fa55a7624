/** Tells how far a transfer is. */
export interface TransferState {
  readonly doneBytes: number;
  /** It is undefined where nobody tells. */
  readonly totalBytes?: number;
  /** The seconds that are left at the recent pace; undefined until there is a pace. */
  readonly secondsLeft?: number;
}

/** The pace is measured over so long a time that a break shows in it, but a single chunk does not. */
const paceMs = 5000;
const minMs = 500;

/** Adds up how far several files are, and how long the rest will take. */
export class TransferProgress {
  readonly #done: number[];
  readonly #totalBytes: number | undefined;
  readonly #nowMs: () => number;
  #marks: readonly { readonly atMs: number; readonly bytes: number }[] = [];

  /** `sizes` are in bytes, and undefined where nobody tells. */
  constructor(sizes: readonly (number | undefined)[], nowMs: () => number = () => performance.now()) {
    this.#done = sizes.map(() => 0);
    this.#totalBytes = sizes.reduce(
      (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
      0,
    );
    this.#nowMs = nowMs;
  }

  /**
   * Notes that `doneBytes` of the file at `index` have been sent by now. They are fewer than before where the file goes
   * on from an earlier place.
   */
  note(index: number, doneBytes: number): TransferState {
    this.#done[index] = doneBytes;
    const bytes = this.#done.reduce((sum, done) => sum + done, 0);
    const atMs = this.#nowMs();
    const last = this.#marks.at(-1);
    if (!last || atMs - last.atMs >= minMs || bytes < last.bytes) {
      const recent = this.#marks.filter((mark) => atMs - mark.atMs <= paceMs && mark.bytes <= bytes);
      this.#marks = [...recent, { atMs, bytes }];
    }
    const secondsLeft = this.#secondsLeft(bytes, atMs);
    return {
      doneBytes: bytes,
      ...(this.#totalBytes !== undefined && { totalBytes: this.#totalBytes }),
      ...(secondsLeft !== undefined && { secondsLeft }),
    };
  }

  #secondsLeft(bytes: number, atMs: number): number | undefined {
    const first = this.#marks[0];
    if (this.#totalBytes === undefined || !first || atMs - first.atMs < minMs || bytes <= first.bytes) {
      return undefined;
    }
    const bytesPerMs = (bytes - first.bytes) / (atMs - first.atMs);
    return Math.ceil((this.#totalBytes - bytes) / bytesPerMs / 1000);
  }
}

/** Progress is told no more often than this, as nobody can read faster. */
const toldEveryMs = 200;

/** Passes on how far a transfer is, in words and added percent: as often as anybody can read, and at the end. */
export function transferReport(
  report: (step: { readonly message: string; readonly increment: number }) => void,
  words: (state: TransferState) => string,
  nowMs: () => number = () => performance.now(),
): (state: TransferState) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  let toldPercent = 0;
  return (state) => {
    const { doneBytes, totalBytes } = state;
    const now = nowMs();
    if (now - toldAtMs < toldEveryMs && doneBytes !== totalBytes) {
      return;
    }
    const percent = totalBytes ? Math.min(100, Math.floor((doneBytes / totalBytes) * 100)) : 0;
    report({ message: words(state), increment: Math.max(0, percent - toldPercent) });
    toldAtMs = now;
    toldPercent = Math.max(toldPercent, percent);
  };
}
