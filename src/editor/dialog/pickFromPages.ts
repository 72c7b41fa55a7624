import { type QuickPickItem, ThemeIcon } from "vscode";
import { type Page, pagesOf } from "../../core/model/tracker.ts";
import { reasonOf } from "../../core/sentences/failures.ts";
import { nothingToSee, pressEnterToRetry, restNotRead } from "../../core/sentences/lists.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { plainLetters } from "../../core/util/plainLetters.ts";
import { answerOf, newQuickPick } from "./quickInput.ts";

interface PagePick<T> {
  readonly title: string;
  readonly placeHolder: string;
  /** The words that say that there is nothing to choose. */
  readonly nothing?: string;
  readonly read: (offset: number, signal: AbortSignal) => Promise<Page<T>>;
  readonly itemOf: (item: T) => QuickPickItem;
}

/** A row. Without `value` it stands for what could not be read. */
type Item<T> = QuickPickItem & { readonly value?: T };

/**
 * Lets the person choose from a list that the service gives in pages: it fills while it is shown, and searches in what
 * is there. When a later page cannot be read, what has arrived stays; a row says so, and tries again. Gives undefined
 * when the person gave up, which ends the reading. Throws what `read` throws of the first page.
 */
export function pickFromPages<T>(picking: PagePick<T>): Promise<T | undefined> {
  return new PagedList(picking).answer();
}

/** Shows a list that fills page by page, until something is chosen or given up. */
class PagedList<T> {
  readonly #picking: PagePick<T>;
  readonly #pick = newQuickPick<Item<T>>();
  readonly #closed = new AbortController();
  /** The offset at which the next page to be read begins. */
  #from = 0;

  constructor(picking: PagePick<T>) {
    this.#picking = picking;
    this.#pick.title = picking.title;
    this.#pick.placeholder = picking.placeHolder;
    this.#pick.matchOnDescription = true;
  }

  answer(): Promise<T | undefined> {
    const pick = this.#pick;
    return answerOf<T>(
      pick,
      ({ answer, fail }) => {
        pick.onDidAccept(() => {
          const [chosen] = pick.selectedItems;
          const value = chosen?.value;
          if (value !== undefined && chosen && !chosen.alwaysShow && !mayMatch(pick.value, chosen)) {
            return; // What was typed is yet to arrive.
          }
          if (value !== undefined) {
            answer(value);
          } else if (chosen) {
            this.#show(this.#arrived());
            this.#readOn().catch(fail);
          }
        });
        this.#readOn().catch(fail);
      },
      () => this.#closed.abort(),
    );
  }

  /** Reads on. Throws what cannot be read as long as nothing has arrived; later a row tells of it. */
  async #readOn(): Promise<void> {
    const { placeHolder, nothing = nothingToSee, read, itemOf } = this.#picking;
    const { signal } = this.#closed;
    this.#pick.busy = true;
    try {
      for await (const page of pagesOf((offset) => read(offset, signal), { from: this.#from })) {
        if (signal.aborted) {
          return;
        }
        this.#from = page.nextOffset ?? this.#from;
        this.#show([...this.#arrived(), ...page.items.map((value) => ({ ...itemOf(value), value }))]);
      }
      this.#pick.placeholder = this.#pick.items.length === 0 ? nothing : placeHolder;
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      const arrived = this.#arrived();
      if (arrived.length === 0) {
        throw error;
      }
      this.#show([...arrived, restOf(error)]);
    }
    this.#pick.busy = false;
  }

  #arrived(): readonly Item<T>[] {
    return this.#pick.items.filter(({ value }) => value !== undefined);
  }

  #show(items: readonly Item<T>[]): void {
    const pick = this.#pick;
    const [active] = pick.activeItems;
    const isFirst = active?.value === pick.items[0]?.value;
    pick.keepScrollPosition = true;
    pick.items = items;
    // VS Code keeps a row active though what is typed hides it: so a row stays active only where it fits and somebody
    // went to it.
    if (active?.value !== undefined && !isFirst && mayMatch(pick.value, active)) {
      pick.activeItems = pick.items.filter(({ value }) => value === active.value);
    }
  }
}

/** Tells whether a list narrowed down to `typed` may have the item: it has all the letters, in that order. */
function mayMatch(typed: string, { label, description = "" }: QuickPickItem): boolean {
  const letters = [...lettersOf(typed)];
  return [label, description].some((text) => {
    let at = 0;
    const place = lettersOf(text);
    return letters.every((letter) => {
      at = place.indexOf(letter, at) + 1;
      return at > 0;
    });
  });
}

function lettersOf(text: string): string {
  return plainLetters(text).replace(/\s/g, "");
}

/** Makes the row that stands for what could not be read, and is chosen to try again. */
export function restOf(error: unknown): QuickPickItem {
  return {
    label: restNotRead,
    iconPath: new ThemeIcon("error"),
    detail: pressEnterToRetry(isServiceError(error) ? reasonOf(error) : undefined),
    alwaysShow: true,
  };
}
