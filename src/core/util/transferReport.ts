import type { TransferState } from "./transferProgress.ts";

/** As often as anybody can read. */
const toldEveryMs = 200;

/**
 * Passes on how far a transfer is, in words and with the percent that have been added since: as often as anybody can
 * read, and at its end.
 */
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
