import { Uri } from "vscode";
import { clickIntoPage } from "../../core/sentences/previews.ts";
import { HumanError } from "../dialog/present.ts";
import { isNone } from "../targets/given.ts";

/** VS Code gives panels addresses of this scheme, which tell nothing of what they show. */
const panelScheme = "webview-panel";

/**
 * The arguments of a command that is called from the active page: with nothing, by the palette or a key, or with the
 * address of a panel, by a title bar. They are the document of that page, which `document` gives; others stay.
 *
 * It throws a HumanError for the address of a panel where it is not known which page that is.
 */
export function argsFromPage(args: readonly unknown[], document: () => Uri | undefined): readonly unknown[] {
  const [first] = args;
  const isPanel = first instanceof Uri && first.scheme === panelScheme;
  const meant = isPanel || args.every(isNone) ? document() : undefined;
  if (isPanel && !meant) {
    throw new HumanError(clickIntoPage);
  }
  return meant ? [meant] : args;
}
