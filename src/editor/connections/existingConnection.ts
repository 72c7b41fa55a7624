import { window } from "vscode";
import type { Connection } from "../../core/model/connection.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";

/** What to do with an address that a connection has already. */
export type ExistingChoice = "replaceKey" | "addAnother";

/** Asks what is meant by connecting to the address of `existing` again; undefined when the person gave up. */
export async function askAboutExisting(existing: Connection): Promise<ExistingChoice | undefined> {
  const items: readonly { label: string; detail: string; choice: ExistingChoice }[] = [
    {
      label: `$(key) Replace the access key of ${plainLabel(existing.label)}`,
      detail: "The connection stays as it is, with what is pinned, saved and open of it.",
      choice: "replaceKey",
    },
    {
      label: "$(add) Add a second connection beside it",
      detail: "For another account on the same service.",
      choice: "addAnother",
    },
  ];
  const picked = await window.showQuickPick(items, {
    title: "Add Connection",
    placeHolder: `${existing.label} is already connected to ${existing.url}`,
    ignoreFocusOut: true,
  });
  return picked?.choice;
}

/** The name to offer for a connection beside others: `wanted`, or that with the first free number. */
export function freeLabel(wanted: string, connections: readonly Connection[]): string {
  const taken = new Set(connections.map(({ label }) => label));
  let label = wanted;
  for (let number = 2; taken.has(label); number += 1) {
    label = `${wanted} ${number}`;
  }
  return label;
}
