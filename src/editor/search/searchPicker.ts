import { type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon } from "vscode";
import { openInBrowserButton, openToSideButton, saveAsQueryButton } from "../../core/labels/buttons.ts";
import { trackerByNumber } from "../../core/labels/values.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import type { ArtifactSearch } from "../../core/search/artifactSearch.ts";
import type { SearchScope } from "../../core/search/connectionSearch.ts";
import {
  firstChoice,
  isReference,
  type LeavingAction,
  namedArtifacts,
  type SearchRow,
  searchRows,
} from "../../core/search/list/searchRows.ts";
import {
  findIn,
  findTitle,
  searchIn,
  searchPlaceholder,
  trackerSearchPlaceholder,
} from "../../core/sentences/search.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { artifactIcon } from "../dialog/artifactIcon.ts";
import { answerOf, newQuickPick } from "../dialog/quickInput.ts";

interface SearchPick {
  /** The search, which the caller disposes of. */
  readonly search: ArtifactSearch;
  readonly scope: SearchScope;
  /** The connections that are searched. */
  readonly connections: readonly Connection[];
  readonly allConnections: readonly Connection[];
  /** The tracker that is searched in, with its fields. Never fails. */
  readonly structure?: Promise<Tracker | undefined> | undefined;
  /** The text in the box at first. */
  readonly text: string;
  /** Shows an artifact's page; the list stays. */
  readonly openInBrowser: (connectionId: string, artifactId: number) => unknown;
}

/** The person's choice in the list of a search, and the text it was found by. */
type SearchChoice = { readonly text: string } & (
  | {
      readonly kind: "open";
      readonly connectionId: string;
      readonly artifactId: number;
      readonly isToSide: boolean;
    }
  | { readonly kind: "saveQuery" }
  | LeavingAction
);

type Item = QuickPickItem & { readonly row?: SearchRow };

const inBrowser: QuickInputButton = { iconPath: new ThemeIcon("globe"), tooltip: openInBrowserButton };
const toSide: QuickInputButton = { iconPath: new ThemeIcon("split-horizontal"), tooltip: openToSideButton };
const saveQuery: QuickInputButton = { iconPath: new ThemeIcon("save"), tooltip: saveAsQueryButton };

/**
 * Shows what a search finds while a person types, as it arrives: the row that has the keyboard stays where it is. Gives
 * the choice; undefined when the person gave up.
 */
export function showSearch(picking: SearchPick): Promise<SearchChoice | undefined> {
  return new SearchList(picking).answer();
}

/** Shows the rows that a search has found, until something is chosen or given up. */
class SearchList {
  readonly #picking: SearchPick;
  readonly #pick = newQuickPick<Item>();
  #structure: Tracker | undefined;
  #isDone = false;
  #shownFor: string | undefined;
  #shown = "";

  constructor(picking: SearchPick) {
    const { scope, structure } = picking;
    this.#picking = picking;
    // VS Code must not sort the rows by how well labels match, as the list would lose its groups. A version of VS Code
    // that does not know this member sorts them all the same.
    Object.assign(this.#pick, { sortByLabel: false });
    this.#pick.title = titleOf(scope);
    this.#pick.placeholder = placeHolderOf(scope);
    this.#pick.buttons = scope.kind === "tracker" ? [saveQuery] : [];
    void structure?.then((tracker) => {
      this.#structure = tracker;
      if (!this.#isDone) {
        this.#show();
      }
    });
  }

  answer(): Promise<SearchChoice | undefined> {
    const pick = this.#pick;
    const { search, text } = this.#picking;
    const changes = search.onDidChange(() => this.#show());
    const end = () => {
      this.#isDone = true;
      search.cancel();
      changes.dispose();
    };
    pick.value = text;
    const listen = ({ answer }: { readonly answer: (choice: SearchChoice) => void }) => {
      pick.onDidChangeValue((typed) => this.#type(typed));
      pick.onDidAccept(() => {
        const choice = this.#accepted();
        if (choice) {
          answer(choice);
        }
      });
      pick.onDidTriggerButton((button) => {
        if (button === saveQuery) {
          answer({ kind: "saveQuery", text: pick.value });
        }
      });
      pick.onDidTriggerItemButton(({ button, item: { row } }) => {
        if (row?.kind !== "artifact") {
          return;
        }
        if (button === toSide) {
          answer(this.#opened(row.connectionId, row.summary.id, true));
        } else {
          this.#picking.openInBrowser(row.connectionId, row.summary.id);
        }
      });
    };
    const answer = answerOf<SearchChoice>(pick, listen, end);
    this.#type(text);
    return answer;
  }

  /** Gives what Enter chooses; undefined where the list stays, as with rows that search again. */
  #accepted(): SearchChoice | undefined {
    const { value, selectedItems } = this.#pick;
    const row = selectedItems[0]?.row;
    if (row === undefined) {
      // Enter may be faster than the list: a number that was typed opens its artifact all the same.
      const [named] = namedArtifacts(value, this.#picking.connections, this.#picking.allConnections);
      return named && this.#opened(named.connectionId, named.artifactId);
    }
    if (row.kind === "artifact") {
      return this.#opened(row.connectionId, row.summary.id);
    }
    const action = row.kind === "line" ? row.action : undefined;
    if (action?.kind === "searchAgain") {
      this.#type(value);
      return undefined;
    }
    return action && { ...action, text: value };
  }

  #opened(connectionId: string, artifactId: number, isToSide = false): SearchChoice {
    return { kind: "open", text: this.#pick.value, connectionId, artifactId, isToSide };
  }

  #type(typed: string): void {
    const { search, allConnections } = this.#picking;
    if (isReference(typed, allConnections)) {
      search.name(typed);
    } else {
      search.search(typed);
    }
  }

  #show(): void {
    const pick = this.#pick;
    const { search, scope, connections, allConnections } = this.#picking;
    const { results } = search;
    const rows = searchRows({ results, scope, connections, allConnections, structure: this.#structure });
    const looks = JSON.stringify(rows);
    pick.busy = results.isRunning;
    const isSameText = results.text === this.#shownFor;
    if (looks === this.#shown && isSameText) {
      return;
    }
    const active = isSameText ? keyOf(pick.activeItems[0]?.row) : undefined;
    this.#shown = looks;
    this.#shownFor = results.text;
    pick.keepScrollPosition = isSameText;
    pick.items = rows.map(itemOf);
    const kept = active === undefined ? undefined : pick.items.find(({ row }) => keyOf(row) === active);
    const first = firstChoice(rows);
    const chosen = kept ?? (results.isRunning ? undefined : pick.items.find(({ row }) => row && row === first));
    if (chosen) {
      pick.activeItems = [chosen];
    }
  }
}

function itemOf(row: SearchRow): Item {
  if (row.kind === "group") {
    return { kind: QuickPickItemKind.Separator, label: row.label };
  }
  const { label, description, detail } = row;
  const icon = iconOf(row);
  return {
    label,
    ...(description !== undefined && { description }),
    ...(detail !== undefined && { detail }),
    ...(icon && { iconPath: icon }),
    // The service and the search have chosen these rows: VS Code's own filter must not choose again.
    alwaysShow: true,
    ...(row.kind === "artifact" && { buttons: [inBrowser, toSide] }),
    row,
  };
}

function iconOf(row: Exclude<SearchRow, { kind: "group" }>): ThemeIcon | undefined {
  if (row.kind === "artifact") {
    return artifactIcon(row.summary);
  }
  return row.icon === undefined ? undefined : new ThemeIcon(row.icon);
}

function keyOf(row: SearchRow | undefined): string | undefined {
  return row?.kind === "artifact" || (row?.kind === "line" && row.action !== undefined) ? row.key : undefined;
}

function titleOf(scope: SearchScope): string {
  switch (scope.kind) {
    case "all":
      return findTitle;
    case "project":
      return findIn(plainLabel(scope.project.label));
    case "tracker":
      return searchIn(plainLabel(scope.tracker.label ?? trackerByNumber(scope.tracker.id)));
  }
}

function placeHolderOf(scope: SearchScope): string {
  return scope.kind === "tracker" ? trackerSearchPlaceholder : searchPlaceholder;
}
