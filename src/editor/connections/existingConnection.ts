import { window } from "vscode";
import type { Connection } from "../../core/model/connection.ts";
import {
  addSecondConnection,
  addSecondConnectionDetail,
  addTitle,
  alreadyConnected,
  replaceKeyDetail,
  replaceKeyOf,
} from "../../core/sentences/connectionCommands.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";

/** What to do with an address that a connection has already. */
type ExistingChoice = "replaceKey" | "addAnother";

/** Asks what is meant by connecting to the address of `existing` again; undefined when the person gave up. */
export async function askAboutExisting(existing: Connection): Promise<ExistingChoice | undefined> {
  const items: readonly { label: string; detail: string; choice: ExistingChoice }[] = [
    {
      label: `$(key) ${replaceKeyOf(plainLabel(existing.label))}`,
      detail: replaceKeyDetail,
      choice: "replaceKey",
    },
    {
      label: `$(add) ${addSecondConnection}`,
      detail: addSecondConnectionDetail,
      choice: "addAnother",
    },
  ];
  const picked = await window.showQuickPick(items, {
    title: addTitle,
    placeHolder: alreadyConnected(existing),
    ignoreFocusOut: true,
  });
  return picked?.choice;
}
