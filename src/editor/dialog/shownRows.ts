import { env, type QuickPick, type QuickPickItem, QuickPickItemKind } from "vscode";
import { titleOfPart } from "../../core/sentences/lists.ts";
import { foundRows } from "../../core/util/foundRows.ts";
import { plainLabel, withoutIcons } from "../../core/util/plainLabel.ts";

/**
 * Holds the rows of a list of VS Code, however many. The list shows no more rows than it can; where there are others,
 * its title says so, and typing finds them. The members of this class are used in the place of those of the list, with
 * the rows as they were given.
 */
export class ShownRows<T extends QuickPickItem> {
  readonly #pick: QuickPick<T>;
  #all: readonly T[] = [];
  /** The chosen rows that are not shown. */
  #chosenUnseen: readonly T[] = [];
  #title: string | undefined;
  #left = 0;
  /** Holds the plain row that VS Code has for each row that is shown. */
  #plain: ReadonlyMap<T, T> = new Map();
  /** The row that was given, for each plain row, shown or not: VS Code may still call an earlier one active. */
  readonly #given = new WeakMap<T, T>();

  constructor(pick: QuickPick<T>) {
    this.#pick = pick;
    pick.onDidChangeValue(() => {
      if (this.#plain.size < this.#all.length) {
        this.#show(this.selectedItems);
      }
    });
  }

  get items(): readonly T[] {
    return this.#all;
  }

  set items(items: readonly T[]) {
    this.#all = items;
    this.#show([]);
  }

  get selectedItems(): readonly T[] {
    return [...this.#givenOf(this.#pick.selectedItems), ...this.#chosenUnseen];
  }

  set selectedItems(chosen: readonly T[]) {
    if (this.#plain.size < this.#all.length) {
      this.#show(chosen);
    } else {
      this.#pick.selectedItems = this.#plainOf(chosen);
    }
  }

  get activeItems(): readonly T[] {
    return this.#givenOf(this.#pick.activeItems);
  }

  set activeItems(active: readonly T[]) {
    this.#pick.activeItems = this.#plainOf(active);
  }

  get title(): string | undefined {
    return this.#title;
  }

  set title(title: string | undefined) {
    this.#title = title;
    this.#tell();
  }

  #show(chosen: readonly T[]): void {
    const isChosen = new Set(chosen);
    const { rows, left } = foundRows(
      this.#all,
      this.#pick.value,
      (row) => this.#wordsOf(row),
      (row) => isChosen.has(row),
    );
    this.#plain = new Map(rows.map((row) => [row, plainItem(row)]));
    for (const [row, plain] of this.#plain) {
      this.#given.set(plain, row);
    }
    this.#chosenUnseen = chosen.filter((row) => !this.#plain.has(row));
    this.#left = left;
    this.#pick.items = [...this.#plain.values()];
    if (this.#pick.canSelectMany) {
      this.#pick.selectedItems = this.#plainOf(chosen);
    }
    this.#tell();
  }

  #tell(): void {
    const title = this.#title;
    this.#pick.title =
      this.#left === 0
        ? title && withoutIcons(title)
        : titleOfPart(title && plainLabel(title), this.#left.toLocaleString(env.language));
  }

  /** Gives the words in which VS Code looks for what is typed. */
  #wordsOf({ kind, label, description, detail }: T): string | undefined {
    const { matchOnDescription, matchOnDetail } = this.#pick;
    return kind === QuickPickItemKind.Separator
      ? undefined
      : [label, ...(matchOnDescription ? [description] : []), ...(matchOnDetail ? [detail] : [])].join("\n");
  }

  #plainOf(rows: readonly T[]): readonly T[] {
    return rows.flatMap((row) => this.#plain.get(row) ?? []);
  }

  #givenOf(rows: readonly T[]): readonly T[] {
    return rows.flatMap((row) => this.#given.get(row) ?? []);
  }
}

/** Makes a row as VS Code may show it: VS Code makes icons of `$(name)` in words. */
function plainItem<T extends QuickPickItem>(item: T): T {
  const { label, description, detail } = item;
  return {
    ...item,
    label: withoutIcons(label),
    ...(description !== undefined && { description: withoutIcons(description) }),
    ...(detail !== undefined && { detail: withoutIcons(detail) }),
  };
}
