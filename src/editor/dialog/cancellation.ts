import { CancellationError, type CancellationToken, ProgressLocation, window } from "vscode";
import { isServiceError } from "../../core/service/serviceError.ts";
import { plain } from "../../core/util/plainWords.ts";

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

type Report = (step: { message?: string; increment?: number }) => void;

/**
 * Runs `work` under a progress that the person may cancel, and gives it the signal of that. The progress stands in a
 * notification at once, or in the status bar; that has no button, so that a notification with *Cancel* is shown as well
 * once the work takes longer than a second.
 */
export async function withProgress<T>(
  words: string,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
  location: ProgressLocation.Window | ProgressLocation.Notification = ProgressLocation.Window,
): Promise<T> {
  const title = plain(words);
  const notification = { location: ProgressLocation.Notification, title, cancellable: true };
  if (location === ProgressLocation.Notification) {
    return await window.withProgress(notification, (progress, token) =>
      withSignal(token, (signal) => work(signal, (step) => progress.report(plainStep(step)))),
    );
  }
  const controller = new AbortController();
  const reached: { message?: string; increment: number } = { increment: 0 };
  let reportLater: Report = () => {};
  const working = Promise.resolve(
    window.withProgress({ location, title }, (progress) =>
      work(controller.signal, (step) => {
        Object.assign(reached, step, { increment: reached.increment + (step.increment ?? 0) });
        const said = plainStep(step);
        progress.report(said);
        reportLater(said);
      }),
    ),
  );
  const { promise: late, resolve } = Promise.withResolvers<true>();
  const timer = setTimeout(() => resolve(true), buttonAfterMs);
  const isLate = await Promise.race([late, working.then(onTime, onTime)]).finally(() => clearTimeout(timer));
  if (isLate) {
    await window.withProgress(notification, async (progress, token) => {
      const listener = token.onCancellationRequested(() => controller.abort());
      progress.report(plainStep(reached));
      reportLater = (step) => progress.report(step);
      await working.then(onTime, onTime);
      listener.dispose();
    });
  }
  return await working;
}

const buttonAfterMs = 1000;

function plainStep<T extends { message?: string }>(step: T): T {
  return step.message === undefined ? step : { ...step, message: plain(step.message) };
}

/** Runs `work` while the status bar tells of it, without a way to cancel. */
export async function whileShown<T>(words: string, work: () => Promise<T>): Promise<T> {
  return await window.withProgress({ location: ProgressLocation.Window, title: plain(words) }, work);
}

const onTime = () => false;

/** The names of VS Code's cancellations that are of no class of its API: those of a window that closes are such. */
const cancelledNames: ReadonlySet<string> = new Set(["AbortError", "Canceled"]);

/** Tells whether `error` says no more than that somebody gave up waiting: such an error is never shown. */
export function isCancelled(error: unknown): boolean {
  return (
    error instanceof CancellationError ||
    (isServiceError(error) && error.kind === "cancelled") ||
    (error instanceof Error && cancelledNames.has(error.name))
  );
}
