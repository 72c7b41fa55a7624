import * as vscode from "vscode";
import { versionLine } from "../../core/history/stepWords.ts";
import type { ThreadEntry } from "../../core/history/thread.ts";
import { asItIsNow, noVersions, olderVersions } from "../../core/sentences/history.ts";
import { restOf } from "../dialog/pickFromPages.ts";
import { answerOf, newQuickPick } from "../dialog/quickInput.ts";

export interface VersionPick {
  readonly title: string;
  readonly placeholder: string;
  /** Gives the versions that are known, the oldest first, and tells whether there are older ones. */
  readonly versions: () => { readonly entries: readonly ThreadEntry[]; readonly hasOlder: boolean };
  readonly readNewest: (signal: AbortSignal) => Promise<void>;
  readonly readOlder: (signal: AbortSignal) => Promise<void>;
  /** Tells that the document as it is can be chosen as well. */
  readonly withDocument?: boolean;
  /** Buttons beside each version, for what may be done with it other than choosing it. */
  readonly buttons?: readonly vscode.QuickInputButton[];
}

export interface PickedVersion {
  /** The version; undefined for the document as it is. */
  readonly entry?: ThreadEntry;
  /** The button that was pressed. */
  readonly button?: vscode.QuickInputButton;
}

interface Item extends vscode.QuickPickItem {
  readonly version?: PickedVersion;
}

/** The row that is chosen to read older versions. */
const older: Item = { label: olderVersions, iconPath: new vscode.ThemeIcon("history"), alwaysShow: true };

/**
 * Lets the person choose a version, the newest first; older ones are read when they are asked for. Gives undefined when
 * the person gave up, which ends the reading. Throws where the newest cannot be read.
 */
export function pickVersion(picking: VersionPick): Promise<PickedVersion | undefined> {
  return new VersionList(picking).answer();
}

/** Shows the versions, until one is chosen or given up. */
class VersionList {
  readonly #picking: VersionPick;
  readonly #pick = newQuickPick<Item>();
  readonly #closed = new AbortController();

  constructor(picking: VersionPick) {
    const { title, placeholder } = picking;
    this.#picking = picking;
    Object.assign(this.#pick, { title, placeholder, matchOnDescription: true, matchOnDetail: true });
  }

  answer(): Promise<PickedVersion | undefined> {
    const pick = this.#pick;
    return answerOf<PickedVersion>(
      pick,
      ({ answer, fail }) => {
        pick.onDidAccept(() => {
          const [chosen] = pick.selectedItems;
          if (chosen?.version) {
            answer(chosen.version);
          } else if (chosen && !pick.busy) {
            void this.#read(this.#picking.readOlder, (error) => this.#show(restOf(error)));
          }
        });
        pick.onDidTriggerItemButton(({ item, button }) => answer({ ...item.version, button }));
        void this.#read(this.#picking.readNewest, fail);
      },
      () => this.#closed.abort(),
    );
  }

  async #read(work: VersionPick["readNewest"], fail: (error: unknown) => void): Promise<void> {
    const { signal } = this.#closed;
    this.#pick.busy = true;
    try {
      await work(signal);
      this.#show();
    } catch (error) {
      if (!signal.aborted) {
        fail(error);
      }
    }
    this.#pick.busy = false;
  }

  /** Shows the versions. `rest` stands for the older ones that could not be read. */
  #show(rest?: Item): void {
    const pick = this.#pick;
    const { placeholder, versions, withDocument = false, buttons = [] } = this.#picking;
    const { entries, hasOlder } = versions();
    const [active] = pick.activeItems;
    const place = active ? pick.items.indexOf(active) : 0;
    pick.keepScrollPosition = true;
    pick.items = [
      ...(withDocument ? [{ label: asItIsNow, version: {} }] : []),
      ...entries.toReversed().map((entry) => itemOf(entry, buttons)),
      ...(rest ? [rest] : hasOlder ? [older] : []),
    ];
    const inPlace = pick.items[place];
    // With new rows VS Code goes back to the top, so a row is made active again. It would stay active even where what
    // is typed hides it, so this is done only while nothing is typed.
    if (place > 0 && inPlace && pick.value === "") {
      pick.activeItems = [inPlace];
    }
    pick.placeholder = pick.items.length === 0 ? noVersions : placeholder;
  }
}

function itemOf(entry: ThreadEntry, buttons: readonly vscode.QuickInputButton[]): Item {
  return { ...versionLine(entry, vscode.env.language), buttons, version: { entry } };
}
