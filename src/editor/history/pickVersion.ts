import * as vscode from "vscode";
import type { ThreadEntry } from "../../core/history/thread.ts";
import { versionLine } from "../../core/history/versionLine.ts";
import { asItIsNow, noVersions, olderVersions } from "../../core/sentences/history.ts";
import { restOf } from "../dialog/pickFromPages.ts";
import { newQuickPick } from "../dialog/quickInput.ts";

export interface VersionPick {
  readonly title: string;
  readonly placeholder: string;
  /** Those that are known, the oldest first, and whether there are older ones. */
  readonly versions: () => { readonly entries: readonly ThreadEntry[]; readonly hasOlder: boolean };
  readonly readNewest: (signal: AbortSignal) => Promise<void>;
  readonly readOlder: (signal: AbortSignal) => Promise<void>;
  /** The document as it is can be chosen as well. */
  readonly withDocument?: boolean;
  /** What may be done with a version other than choosing it: beside each of them. */
  readonly buttons?: readonly vscode.QuickInputButton[];
}

export interface PickedVersion {
  /** Undefined for the document as it is. */
  readonly entry?: ThreadEntry;
  /** The one that was pressed. */
  readonly button?: vscode.QuickInputButton;
}

interface Item extends vscode.QuickPickItem {
  readonly version?: PickedVersion;
}

/**
 * Lets the person choose a version, the newest first; older ones are read when they are asked for. Undefined when they
 * gave up, which ends the reading. Throws where the newest cannot be read.
 */
export function pickVersion(picking: VersionPick): Promise<PickedVersion | undefined> {
  const { title, placeholder, versions, readNewest, readOlder, withDocument = false, buttons = [] } = picking;
  return new Promise((resolve, reject) => {
    const abort = new AbortController();
    const pick = newQuickPick<Item>();
    const finish = (act: () => void) => {
      // First: disposing hides it, which would be giving up.
      act();
      abort.abort();
      pick.dispose();
    };
    const show = (more?: Item) => {
      const { entries, hasOlder } = versions();
      const [active] = pick.activeItems;
      const place = active ? pick.items.indexOf(active) : 0;
      pick.keepScrollPosition = true;
      pick.items = [
        ...(withDocument ? [{ label: asItIsNow, version: {} }] : []),
        ...entries.toReversed().map((entry) => itemOf(entry, buttons)),
        ...(more
          ? [more]
          : hasOlder
            ? [{ label: olderVersions, iconPath: new vscode.ThemeIcon("history"), alwaysShow: true }]
            : []),
      ];
      const inPlace = pick.items[place];
      // VS Code goes back to the top. What is made active stays so though what is typed hides it.
      if (place > 0 && inPlace && pick.value === "") {
        pick.activeItems = [inPlace];
      }
      pick.placeholder = pick.items.length === 0 ? noVersions : placeholder;
    };
    const read = async (work: (signal: AbortSignal) => Promise<void>, isFirst: boolean) => {
      pick.busy = true;
      try {
        await work(abort.signal);
        show();
      } catch (error) {
        if (isFirst && !abort.signal.aborted) {
          finish(() => reject(error));
        } else if (!abort.signal.aborted) {
          show(restOf(error));
        }
      }
      pick.busy = false;
    };
    Object.assign(pick, { title, placeholder, matchOnDescription: true, matchOnDetail: true });
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen?.version) {
        finish(() => resolve(chosen.version));
      } else if (chosen && !pick.busy) {
        void read(readOlder, false);
      }
    });
    pick.onDidTriggerItemButton(({ item, button }) => finish(() => resolve({ ...item.version, button })));
    pick.onDidHide(() => finish(() => resolve(undefined)));
    pick.show();
    void read(readNewest, true);
  });
}

function itemOf(entry: ThreadEntry, buttons: readonly vscode.QuickInputButton[]): Item {
  return { ...versionLine(entry, vscode.env.language), buttons, version: { entry } };
}
