import {
  type InputBox,
  type InputBoxOptions,
  type InputBoxValidationMessage,
  type OpenDialogOptions,
  type QuickInput,
  type QuickPick,
  type QuickPickItem,
  type QuickPickOptions,
  type SaveDialogOptions,
  type Uri,
  window,
} from "vscode";
import { webPage } from "../../core/attachments/attachmentContent.ts";
import { withoutIcons } from "../../core/util/plainLabel.ts";
import { plain } from "../../core/util/plainWords.ts";
import { ShownRows } from "./shownRows.ts";

// These functions give VS Code's boxes, lists and dialogs with plain words: VS Code would make links and icons of some
// words, and here it makes none. An icon of the extension is an item's `iconPath`.

/** A link of the extension to a page of the web. */
export interface PageLink {
  readonly label: string;
  readonly page: string;
}

/** Does what `window.createInputBox` does; the prompt ends in the link, where there is one. */
export function newInputBox(link?: PageLink): InputBox {
  return speakingPlainly(window.createInputBox(), { link });
}

/** Does what `window.createQuickPick` does, for any number of rows. */
export function newQuickPick<T extends QuickPickItem>(): QuickPick<T> {
  const pick = window.createQuickPick<T>();
  return speakingPlainly(pick, { rows: new ShownRows(pick) });
}

/** Does what `window.showInputBox` does. */
export async function askInput({ validateInput, ...options }: InputBoxOptions): Promise<string | undefined> {
  return await window.showInputBox({
    ...plainMembers(options),
    ...(validateInput && { validateInput: async (typed) => plainMessage(await validateInput(typed)) }),
  });
}

type ListOptions = Pick<
  QuickPickOptions,
  "title" | "placeHolder" | "matchOnDescription" | "matchOnDetail" | "ignoreFocusOut"
>;

/** Does what `window.showQuickPick` does, for any number of rows. */
export function askQuickPick<T extends QuickPickItem>(
  items: readonly T[],
  options: ListOptions,
): Promise<T | undefined> {
  return askRows(items, options, false, ({ activeItems: [row] }) => row);
}

/** Does what `askQuickPick` does for any number of rows; those that are `picked` are chosen at first. */
export function askQuickPicks<T extends QuickPickItem>(
  items: readonly T[],
  options: ListOptions,
): Promise<readonly T[] | undefined> {
  return askRows(items, options, true, ({ selectedItems }) => selectedItems);
}

function askRows<T extends QuickPickItem, R>(
  items: readonly T[],
  { placeHolder: placeholder, ...options }: ListOptions,
  canSelectMany: boolean,
  resultOf: (pick: QuickPick<T>) => R | undefined,
): Promise<R | undefined> {
  const pick = newQuickPick<T>();
  Object.assign(pick, { ...options, placeholder, canSelectMany });
  pick.items = items;
  if (canSelectMany) {
    pick.selectedItems = items.filter(({ picked }) => picked);
  }
  return answerOf<R>(pick, ({ answer }) =>
    pick.onDidAccept(() => {
      const result = resultOf(pick);
      if (result !== undefined) {
        answer(result);
      }
    }),
  );
}

/** The end of a list: the person's answer, undefined where they gave up, or a failure. */
interface Ending<R> {
  readonly answer: (given: R | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Shows a list until `listen` ends it by what it is given, or the person gives up. `end` is called then. Throws what it
 * failed with.
 */
export function answerOf<R>(
  list: QuickInput,
  listen: (ending: Ending<R>) => void,
  end = () => {},
): Promise<R | undefined> {
  return new Promise((resolve, reject) => {
    const close = (settle: () => void) => {
      // The answer comes first: disposing hides the list, which would count as giving up.
      settle();
      end();
      list.dispose();
    };
    const answer = (given: R | undefined) => close(() => resolve(given));
    listen({ answer, fail: (error) => close(() => reject(error)) });
    list.onDidHide(() => answer(undefined));
    list.show();
  });
}

/** Does what `window.showOpenDialog` does. */
export async function askFilesToOpen(options: OpenDialogOptions): Promise<Uri[] | undefined> {
  return await window.showOpenDialog(plainMembers(options));
}

/** Does what `window.showSaveDialog` does. */
export async function askFileToSave(options: SaveDialogOptions): Promise<Uri | undefined> {
  return await window.showSaveDialog(plainMembers(options));
}

/** Parts of a box or a list besides its words. */
interface Beside {
  /** The link that the prompt ends in. */
  readonly link?: PageLink | undefined;
  /** The object whose members stand for those of the list that are about rows. */
  readonly rows?: object;
}

/** Makes plain all words that are set on `input`, but for `value`, which stays what the person types. */
function speakingPlainly<T extends InputBox | QuickPick<QuickPickItem>>(input: T, { link, rows }: Beside): T {
  return new Proxy(input, {
    get: (target, name) => {
      const member: unknown = Reflect.get(rows && name in rows ? rows : target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
    set: (target, name, member: unknown) => {
      if (rows && name in rows) {
        return Reflect.set(rows, name, member);
      }
      const said = plainMember(name, member);
      return Reflect.set(target, name, name === "prompt" && link ? `${said} ${linkText(link)}` : said);
    },
  });
}

/** Gives the one form that VS Code takes for a link: nothing in it may end it, and it leads to the web alone. */
function linkText({ label, page }: PageLink): string {
  const address = webPage(page);
  return address === undefined || /[()\s]/.test(address)
    ? plain(label)
    : `[${label.replace(/[[\]]/g, "")}](${address})`;
}

function plainMembers<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).map(([name, member]) => [name, plainMember(name, member)])) as T;
}

function plainMember(name: string | symbol, member: unknown): unknown {
  switch (name) {
    case "title":
    case "placeholder":
    case "placeHolder":
      return typeof member === "string" ? withoutIcons(member) : member;
    case "prompt":
      return typeof member === "string" ? plain(member) : member;
    case "validationMessage":
      return plainMessage(member as Said);
    default:
      return member;
  }
}

type Said = string | InputBoxValidationMessage | null | undefined;

function plainMessage(said: Said): Said {
  return typeof said === "object" && said !== null
    ? { ...said, message: plain(said.message) }
    : typeof said === "string"
      ? plain(said)
      : said;
}
