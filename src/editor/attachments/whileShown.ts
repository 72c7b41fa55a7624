import { type Tab, type Uri, window } from "vscode";

/**
 * Runs `work` with a signal that aborts with `signal`, and when the last tab of `uri` is closed: VS Code tells a file
 * system of neither. What no tab ever showed, as another extension may read it, goes on.
 */
export async function whileShown<T>(
  uri: Uri,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const shows = ({ input }: Tab) =>
    typeof input === "object" && input !== null && "uri" in input && String(input.uri) === uri.toString();
  const listener = window.tabGroups.onDidChangeTabs(({ closed }) => {
    const isShown = window.tabGroups.all.some(({ tabs }) => tabs.some(shows));
    if (closed.some(shows) && !isShown) {
      controller.abort();
    }
  });
  try {
    return await work(AbortSignal.any([signal, controller.signal]));
  } finally {
    listener.dispose();
  }
}
