import { Disposable, type Tab, type Uri, window } from "vscode";

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
  const isShown = () => window.tabGroups.all.some(({ tabs }) => tabs.some(shows));
  let wasShown = isShown();
  const look = () => {
    const isShownNow = isShown();
    if (wasShown && !isShownNow) {
      controller.abort();
    }
    wasShown ||= isShownNow;
  };
  // A tab that goes with its group is told of with the group alone.
  const listener = Disposable.from(window.tabGroups.onDidChangeTabs(look), window.tabGroups.onDidChangeTabGroups(look));
  try {
    return await work(AbortSignal.any([signal, controller.signal]));
  } finally {
    listener.dispose();
  }
}
