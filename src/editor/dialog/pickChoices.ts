import type * as vscode from "vscode";
import { type Choice, choiceKey, meantChoices } from "../../core/language/question.ts";
import { asTyped, emptyChoiceTitle, standsNow } from "../../core/sentences/fields.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { answerOf, newQuickPick } from "./quickInput.ts";

interface Picking {
  readonly title: string;
  readonly placeholder: string;
  readonly isMany: boolean;
  readonly choices: readonly ShownChoice[];
  readonly chosen: readonly Choice[];
  /** Tells that the person may type words that are none of the choices: they become one. */
  readonly isOpen?: boolean;
  /** The label for «nothing», where one may be chosen or none. */
  readonly none?: string;
  /** `find` gives more choices for what is typed, unless `isTooShort` says no. It throws what the service throws. */
  readonly isTooShort?: (words: string) => boolean;
  readonly find?: (words: string, signal: AbortSignal) => Promise<readonly ShownChoice[]>;
}

export interface ShownChoice extends Choice {
  readonly description?: string;
}

interface Item extends vscode.QuickPickItem {
  readonly choice?: ShownChoice;
}

type Row = Item & { readonly choice: ShownChoice };

const pauseMs = 250;

/** Lets the person choose; undefined when they gave up. */
export function pickChoices(picking: Picking): Promise<readonly Choice[] | undefined> {
  return new ChoicePick(picking).answer();
}

/** Shows a list of choices, until something is chosen or given up. */
class ChoicePick {
  readonly #picking: Picking;
  readonly #pick = newQuickPick<Item>();
  readonly #closed = new AbortController();
  readonly #standing: ReadonlySet<string>;
  #rows: readonly Row[];
  #found: readonly Row[] = [];
  #search = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(picking: Picking) {
    const { title, placeholder, isMany, choices, chosen } = picking;
    this.#picking = picking;
    this.#standing = new Set(chosen.map(choiceKey));
    this.#rows = choices.map((choice) => this.#rowOf(choice));
    this.#pick.title = title;
    this.#pick.placeholder = placeholder;
    this.#pick.canSelectMany = isMany;
    this.#pick.matchOnDescription = true;
    this.#show(this.#standing, "");
    this.#pick.onDidChangeValue((typed) => this.#noticeTyped(typed));
  }

  answer(): Promise<readonly Choice[] | undefined> {
    const pick = this.#pick;
    const end = () => {
      clearTimeout(this.#timer);
      this.#closed.abort();
    };
    return answerOf<readonly Choice[]>(
      pick,
      ({ answer }) =>
        pick.onDidAccept(() => {
          const [one] = pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems;
          if (this.#picking.isMany) {
            answer(this.#meant());
          } else if (one) {
            answer(one.choice ? [one.choice] : []);
          }
        }),
      end,
    );
  }

  #show(selected: ReadonlySet<string>, typed: string): void {
    const { isMany, chosen, isOpen = false, none } = this.#picking;
    const [activeBefore] = this.#pick.activeItems;
    const known = new Map([...this.#rows, ...this.#found].map((row) => [choiceKey(row.choice), row]));
    const words = typed.trim();
    const isNew = isOpen && words !== "" && ![...known.values()].some(({ choice }) => choice.label === words);
    const own: readonly ShownChoice[] = isNew ? [{ label: words, description: asTyped }] : [];
    this.#pick.items = [
      ...own.map((choice): Item => ({ ...itemOf(choice), alwaysShow: true })),
      ...(none !== undefined && !isMany ? [{ label: none, ...nowIf(chosen.length === 0) }] : []),
      ...known.values(),
    ];
    if (isMany) {
      this.#pick.selectedItems = this.#pick.items.filter(({ choice }) => choice && selected.has(choiceKey(choice)));
      // VS Code gives the keyboard to no row of such a list by itself. The row whose words were typed gets it here.
      const isHit = (row: Row | undefined) => row !== undefined && words !== "" && isMeant(row.choice, words);
      const before = activeBefore?.choice && known.get(choiceKey(activeBefore.choice));
      const active = isHit(before) ? before : [...known.values()].find(isHit);
      this.#pick.activeItems = active ? [active] : [];
    } else if (typed === "") {
      // The chosen row would be no change, so another one is active and Enter alone chooses that.
      const isOther = ({ choice }: Item) => (choice ? !this.#standing.has(choiceKey(choice)) : this.#standing.size > 0);
      const other = this.#pick.items.find(isOther);
      this.#pick.activeItems = other ? [other] : [];
    }
  }

  #noticeTyped(typed: string): void {
    const { title, find, isTooShort } = this.#picking;
    const words = typed.trim();
    const isShort = isTooShort?.(words) === true;
    this.#keepSelected();
    if (isShort) {
      this.#found = [];
    }
    this.#showTyped(typed);
    clearTimeout(this.#timer);
    this.#search.abort();
    this.#pick.busy = false;
    this.#pick.title = title;
    if (!find || words === "") {
      return;
    }
    if (isShort) {
      if (this.#isNothingShown(typed)) {
        this.#pick.title = emptyChoiceTitle.tooShort(title);
      }
      return;
    }
    this.#search = new AbortController();
    const { signal } = this.#search;
    this.#timer = setTimeout(() => {
      this.#pick.busy = true;
      find(words, AbortSignal.any([signal, this.#closed.signal])).then(
        (more) => signal.aborted || this.#take(more, typed),
        () => {
          // The service could not be asked. The rows that are there can still be chosen, and the next letter asks
          // again. The title says so, lest an empty list be taken for an answer.
          if (!signal.aborted && !this.#closed.signal.aborted) {
            this.#pick.busy = false;
            this.#pick.title = emptyChoiceTitle.notAsked(title);
          }
        },
      );
    }, pauseMs);
  }

  /** Shows what was found for `typed`. */
  #take(more: readonly ShownChoice[], typed: string): void {
    this.#keepSelected();
    // The service also knows people by names that the rows do not show, so VS Code must not filter these.
    this.#found = more.map((choice) => ({ ...this.#rowOf(choice), alwaysShow: true }));
    this.#showTyped(typed);
    this.#pick.busy = false;
    if (more.length === 0 && this.#isNothingShown(typed)) {
      this.#pick.title = emptyChoiceTitle.nothingFound(this.#picking.title);
    }
  }

  #showTyped(typed: string): void {
    const selected = this.#pick.selectedItems.flatMap(({ choice }) => (choice ? [choiceKey(choice)] : []));
    this.#show(new Set(selected), typed);
  }

  /** Keeps what is chosen in the list, whatever is found next. */
  #keepSelected(): void {
    const kept = this.#pick.selectedItems.flatMap(({ choice }) => (choice ? [choice] : []));
    const known = new Set(this.#rows.map(({ choice }) => choiceKey(choice)));
    const others = kept.filter((choice) => !known.has(choiceKey(choice)));
    this.#rows = [...this.#rows, ...others.map((choice) => this.#rowOf(choice))];
  }

  #isNothingShown(typed: string): boolean {
    return !this.#rows.some(({ choice }) => isMeant(choice, typed));
  }

  #meant(): readonly Choice[] {
    const { activeItems, selectedItems, value } = this.#pick;
    const active = activeItems[0]?.choice;
    const found = active && value.trim() !== "" && isMeant(active, value) ? active : undefined;
    return meantChoices(
      this.#picking.chosen,
      selectedItems.flatMap(({ choice }) => choice ?? []),
      found,
    );
  }

  #rowOf(choice: ShownChoice): Row {
    const { isMany } = this.#picking;
    return {
      ...itemOf(choice),
      ...(!isMany && nowIf(this.#standing.has(choiceKey(choice)), choice.description)),
      choice,
    };
  }
}

/** Tells whether VS Code shows a row for what is typed. */
function isMeant({ label, description = "" }: ShownChoice, typed: string): boolean {
  return `${label}\n${description}`.toLowerCase().includes(typed.trim().toLowerCase());
}

/** Gives the mark of the choice that is the value now. */
function nowIf(isNow: boolean, description?: string) {
  return isNow ? { description: [standsNow, ...(description === undefined ? [] : [description])].join(" · ") } : {};
}

function itemOf(choice: ShownChoice): Item {
  const { label, description } = choice;
  return {
    label: plainLabel(label),
    ...(description !== undefined && { description: plainLabel(description) }),
    choice,
  };
}
