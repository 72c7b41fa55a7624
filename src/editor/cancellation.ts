import { CancellationError, type CancellationToken, type ProgressOptions, window } from "vscode";
import { isServiceError } from "../core/service/serviceError.ts";
import { plain } from "./plainWords.ts";

/** Runs `work` with a signal that aborts when `token` is cancelled; stops listening to the token when done. */
export async function withSignal<T>(token: CancellationToken, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  if (token.isCancellationRequested) {
    controller.abort();
  }
  const listener = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    listener.dispose();
  }
}

/** Runs `work` under a progress that the person may cancel, with the signal of that. */
export async function withCancellableProgress<T>(
  options: Omit<ProgressOptions, "cancellable">,
  work: (signal: AbortSignal, report: (step: { message?: string; increment?: number }) => void) => Promise<T>,
): Promise<T> {
  const title = options.title === undefined ? {} : { title: plain(options.title) };
  return await window.withProgress({ ...options, ...title, cancellable: true }, (progress, token) =>
    withSignal(token, (signal) => work(signal, (step) => progress.report(step))),
  );
}

/** Whether `error` says no more than that somebody gave up waiting: never to be shown. */
export function isCancelled(error: unknown): boolean {
  return (
    error instanceof CancellationError ||
    (isServiceError(error) && error.kind === "cancelled") ||
    (error instanceof Error && error.name === "AbortError")
  );
}
