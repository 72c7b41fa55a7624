import { Uri } from "vscode";
import { clickIntoPage } from "../../core/sentences/previews.ts";
import { HumanError } from "../dialog/present.ts";

/** VS Code gives panels addresses of this scheme, which tell nothing of what they show. */
const panelScheme = "webview-panel";

/**
 * `run`, which is about the document of the active page where it is called from there: with nothing, by the palette or
 * a key, or with the address of a panel, by a title bar. `document` gives that document.
 *
 * It throws a HumanError for the address of a panel where it is not known which page that is.
 */
export function calledFromPage<Run extends (...args: never[]) => Promise<unknown>>(
  run: Run,
  document: () => Uri | undefined,
): Run {
  const call = run as unknown as (...args: readonly unknown[]) => Promise<unknown>;
  const about = async (...args: readonly unknown[]) => {
    const [first] = args;
    const isPanel = first instanceof Uri && first.scheme === panelScheme;
    const isNothing = args.every((each) => (each ?? undefined) === undefined);
    const meant = isPanel || isNothing ? document() : undefined;
    if (isPanel && !meant) {
      throw new HumanError(clickIntoPage);
    }
    return await (meant ? call(meant) : call(...args));
  };
  return about as unknown as Run;
}
