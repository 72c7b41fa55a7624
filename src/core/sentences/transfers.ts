import type { TransferState } from "../util/transferProgress.ts";

/** A size with its unit: `3.2 MB`. */
export type SizeText = (bytes: number) => string;

/** `3.2 MB of 10 MB, 12 s left` */
export function transferState({ doneBytes, totalBytes, secondsLeft }: TransferState, size: SizeText): string {
  const all = totalBytes === undefined ? "" : ` of ${size(totalBytes)}`;
  const left = secondsLeft === undefined ? "" : `, ${timeLeft(secondsLeft)} left`;
  return `${size(doneBytes)}${all}${left}`;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
