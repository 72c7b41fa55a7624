import type * as vscode from "vscode";
import { meantChoices } from "../../core/language/meantChoices.ts";
import type { Choice } from "../../core/language/question.ts";
import { choiceKey } from "../../core/language/question.ts";
import { asTyped, emptyChoiceTitle, standsNow } from "../../core/sentences/fields.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { newQuickPick } from "./quickInput.ts";

interface Picking {
  readonly title: string;
  readonly placeholder: string;
  readonly isMany: boolean;
  readonly choices: readonly ShownChoice[];
  readonly chosen: readonly Choice[];
  /** Words that are none of the choices become one. */
  readonly isOpen?: boolean;
  /** What «nothing» is called, where one may be chosen or none. */
  readonly none?: string;
  /** Finds more for what is typed, unless that `isTooShort`. Throws what the service throws. */
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
  const { title, placeholder, isMany, chosen, isOpen = false, none, find } = picking;
  const pick = newQuickPick<Item>();
  const abort = new AbortController();
  let search = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const standing = new Set(chosen.map(choiceKey));
  const rowOf = (choice: ShownChoice): Row => ({
    ...itemOf(choice),
    ...(!isMany && nowIf(standing.has(choiceKey(choice)), choice.description)),
    choice,
  });
  let rows = picking.choices.map(rowOf);
  let found: readonly Row[] = [];
  pick.title = title;
  pick.placeholder = placeholder;
  pick.canSelectMany = isMany;
  pick.matchOnDescription = true;

  const show = (selected: ReadonlySet<string>, typed: string) => {
    const [activeBefore] = pick.activeItems;
    const known = new Map([...rows, ...found].map((row) => [choiceKey(row.choice), row]));
    const words = typed.trim();
    const isNew = isOpen && words !== "" && ![...known.values()].some(({ choice }) => choice.label === words);
    const own: readonly ShownChoice[] = isNew ? [{ label: words, description: asTyped }] : [];
    pick.items = [
      ...own.map((choice): Item => ({ ...itemOf(choice), alwaysShow: true })),
      ...(none !== undefined && !isMany ? [{ label: none, ...nowIf(chosen.length === 0) }] : []),
      ...known.values(),
    ];
    if (isMany) {
      pick.selectedItems = pick.items.filter(({ choice }) => choice && selected.has(choiceKey(choice)));
      // VS Code gives the keyboard to no row of such a list by itself. What is typed as it is wants a check.
      const isHit = (row: Row | undefined) => row !== undefined && words !== "" && isMeant(row.choice, words);
      const before = activeBefore?.choice && known.get(choiceKey(activeBefore.choice));
      const active = isHit(before) ? before : [...known.values()].find(isHit);
      pick.activeItems = active ? [active] : [];
    } else if (typed === "") {
      // What stands is no change: Enter alone is to choose another one.
      const other = pick.items.find(({ choice }) => (choice ? !standing.has(choiceKey(choice)) : standing.size > 0));
      pick.activeItems = other ? [other] : [];
    }
  };
  const selected = () => new Set(pick.selectedItems.flatMap(({ choice }) => (choice ? [choiceKey(choice)] : [])));
  /** What is chosen stays to be seen, whatever is found next. */
  const keepSelected = () => {
    const kept = pick.selectedItems.flatMap(({ choice }) => (choice ? [choice] : []));
    const known = new Set(rows.map(({ choice }) => choiceKey(choice)));
    rows = [...rows, ...kept.filter((choice) => !known.has(choiceKey(choice))).map(rowOf)];
  };
  const meant = (): readonly Choice[] => {
    const active = pick.activeItems[0]?.choice;
    const found = active && pick.value.trim() !== "" && isMeant(active, pick.value) ? active : undefined;
    return meantChoices(
      chosen,
      pick.selectedItems.flatMap(({ choice }) => choice ?? []),
      found,
    );
  };
  show(standing, "");
  pick.onDidChangeValue((typed) => {
    const isTooShort = picking.isTooShort?.(typed.trim()) === true;
    keepSelected();
    if (isTooShort) {
      found = [];
    }
    show(selected(), typed);
    clearTimeout(timer);
    search.abort();
    pick.busy = false;
    pick.title = title;
    if (!find || typed.trim() === "") {
      return;
    }
    const isNothingShown = () => !rows.some(({ choice }) => isMeant(choice, typed));
    if (isTooShort) {
      if (isNothingShown()) {
        pick.title = emptyChoiceTitle.tooShort(title);
      }
      return;
    }
    search = new AbortController();
    const { signal } = search;
    timer = setTimeout(() => {
      pick.busy = true;
      find(typed.trim(), AbortSignal.any([signal, abort.signal])).then(
        (more) => {
          if (!signal.aborted) {
            keepSelected();
            // The service knows people by names that are not shown.
            found = more.map((choice) => ({ ...rowOf(choice), alwaysShow: true }));
            show(selected(), typed);
            pick.busy = false;
            if (more.length === 0 && isNothingShown()) {
              pick.title = emptyChoiceTitle.nothingFound(title);
            }
          }
        },
        () => {
          // What is there can still be chosen, and the next letter asks again. That nothing is shown says nothing then.
          if (!signal.aborted && !abort.signal.aborted) {
            pick.busy = false;
            pick.title = emptyChoiceTitle.notAsked(title);
          }
        },
      );
    }, pauseMs);
  });
  return new Promise((resolve) => {
    const finish = (result: readonly Choice[] | undefined) => {
      clearTimeout(timer);
      abort.abort();
      resolve(result);
      pick.dispose();
    };
    pick.onDidAccept(() => {
      const [one] = pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems;
      if (isMany) {
        finish(meant());
      } else if (one) {
        finish(one.choice ? [one.choice] : []);
      }
    });
    pick.onDidHide(() => finish(undefined));
    pick.show();
  });
}

/** Whether a row is one that VS Code shows for what is typed. */
function isMeant({ label, description = "" }: ShownChoice, typed: string): boolean {
  return `${label}\n${description}`.toLowerCase().includes(typed.trim().toLowerCase());
}

/** What marks the choice that stands. */
function nowIf(isNow: boolean, description?: string): Pick<Item, "description"> {
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
