import { t } from "@vscode/l10n";
import type { TransferState } from "../util/transferProgress.ts";

/** A size with its unit: `3.2 MB`. */
export type SizeText = (bytes: number) => string;

/** `3.2 MB of 10 MB, 12 s left` */
export function transferState({ doneBytes, totalBytes, secondsLeft }: TransferState, size: SizeText): string {
  const all = totalBytes === undefined ? "" : t(" of {size}", { size: size(totalBytes) });
  const left = secondsLeft === undefined ? "" : t(", {time} left", { time: timeLeft(secondsLeft) });
  return `${size(doneBytes)}${all}${left}`;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) {
    return t("{seconds} s", { seconds });
  }
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? t("{minutes} min", { minutes })
    : t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
