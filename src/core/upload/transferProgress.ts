/** How far a transfer is. */
export interface TransferState {
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** At the pace of the last seconds; undefined until there is one. */
  readonly secondsLeft?: number;
}

/** The pace is that of so long a time: a break shows, a single chunk does not. */
const paceMs = 5000;
const leastMs = 500;

/** Adds up how far several files are, and how long the rest will take. */
export class TransferProgress {
  readonly #sent: number[];
  readonly #totalBytes: number;
  readonly #nowMs: () => number;
  #marks: readonly { readonly atMs: number; readonly bytes: number }[] = [];

  constructor(sizes: readonly number[], nowMs: () => number) {
    this.#sent = sizes.map(() => 0);
    this.#totalBytes = sizes.reduce((sum, size) => sum + size, 0);
    this.#nowMs = nowMs;
  }

  /** `sentBytes` of the file at `index` have left by now; fewer than before where it goes on from an earlier place. */
  note(index: number, sentBytes: number): TransferState {
    this.#sent[index] = sentBytes;
    const bytes = this.#sent.reduce((sum, sent) => sum + sent, 0);
    const atMs = this.#nowMs();
    const last = this.#marks.at(-1);
    if (!last || atMs - last.atMs >= leastMs || bytes < last.bytes) {
      const recent = this.#marks.filter((mark) => atMs - mark.atMs <= paceMs && mark.bytes <= bytes);
      this.#marks = [...recent, { atMs, bytes }];
    }
    const secondsLeft = this.#secondsLeft(bytes, atMs);
    return { sentBytes: bytes, totalBytes: this.#totalBytes, ...(secondsLeft !== undefined && { secondsLeft }) };
  }

  #secondsLeft(bytes: number, atMs: number): number | undefined {
    const first = this.#marks[0];
    if (!first || atMs - first.atMs < leastMs || bytes <= first.bytes) {
      return undefined;
    }
    const bytesPerMs = (bytes - first.bytes) / (atMs - first.atMs);
    return Math.ceil((this.#totalBytes - bytes) / bytesPerMs / 1000);
  }
}
