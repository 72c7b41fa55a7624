import { type QuickPickItem, window } from "vscode";
import type { Page } from "../core/model/tracker.ts";

export interface PagePick<T> {
  readonly title: string;
  readonly placeHolder: string;
  readonly read: (offset: number, signal: AbortSignal) => Promise<Page<T>>;
  readonly itemOf: (item: T) => QuickPickItem;
}

/**
 * Lets the person choose from a list that the service gives in pages: it fills while it is shown, and searches in what is
 * there. Undefined when the person gave up, which ends the reading. Throws what `read` throws.
 */
export function pickFromPages<T>({ title, placeHolder, read, itemOf }: PagePick<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const abort = new AbortController();
    const pick = window.createQuickPick<QuickPickItem & { readonly value: T }>();
    const finish = (act: () => void) => {
      // First: disposing hides it, which would be giving up.
      act();
      abort.abort();
      pick.dispose();
    };
    pick.title = title;
    pick.placeholder = placeHolder;
    pick.matchOnDescription = true;
    pick.busy = true;
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen) {
        finish(() => resolve(chosen.value));
      }
    });
    pick.onDidHide(() => finish(() => resolve(undefined)));
    pick.show();
    readAll(read, abort.signal, (items) => {
      const [active] = pick.activeItems;
      pick.keepScrollPosition = true;
      pick.items = [...pick.items, ...items.map((value) => ({ ...itemOf(value), value }))];
      if (active) {
        pick.activeItems = pick.items.filter(({ value }) => value === active.value);
      }
    }).then(
      () => {
        if (!abort.signal.aborted) {
          pick.busy = false;
          pick.placeholder = pick.items.length === 0 ? "There is nothing that you may see" : placeHolder;
        }
      },
      (error: unknown) => {
        if (!abort.signal.aborted) {
          finish(() => reject(error));
        }
      },
    );
  });
}

async function readAll<T>(
  read: (offset: number, signal: AbortSignal) => Promise<Page<T>>,
  signal: AbortSignal,
  take: (items: readonly T[]) => void,
): Promise<void> {
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page: Page<T> = await read(offset, signal);
    if (signal.aborted) {
      return;
    }
    take(page.items);
    offset = page.nextOffset;
  }
}
