import {
  type InputBox,
  type InputBoxOptions,
  type InputBoxValidationMessage,
  type OpenDialogOptions,
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

// Boxes, lists and dialogs as VS Code has them, but for their words: VS Code makes links and icons of them, and here of
// none. An icon of ours is an item's `iconPath`.

/** A link of ours to a page of the web. */
export interface PageLink {
  readonly label: string;
  readonly page: string;
}

/** As `window.createInputBox`; its prompt ends in the link, where there is one. */
export function newInputBox(link?: PageLink): InputBox {
  return speakingPlainly(window.createInputBox(), link);
}

/** As `window.createQuickPick`. */
export function newQuickPick<T extends QuickPickItem>(): QuickPick<T> {
  return speakingPlainly(window.createQuickPick<T>());
}

/** As `window.showInputBox`. */
export async function askInput({ validateInput, ...options }: InputBoxOptions): Promise<string | undefined> {
  return await window.showInputBox({
    ...plainMembers(options),
    ...(validateInput && { validateInput: async (typed) => plainMessage(await validateInput(typed)) }),
  });
}

/** As `window.showQuickPick`; what is chosen has the members of the item given. */
export async function askQuickPick<T extends QuickPickItem>(
  items: readonly T[] | Promise<readonly T[]>,
  options: QuickPickOptions & { readonly canPickMany: true },
): Promise<T[] | undefined>;
export async function askQuickPick<T extends QuickPickItem>(
  items: readonly T[] | Promise<readonly T[]>,
  options: QuickPickOptions,
): Promise<T | undefined>;
export async function askQuickPick<T extends QuickPickItem>(
  items: readonly T[] | Promise<readonly T[]>,
  options: QuickPickOptions,
): Promise<T | T[] | undefined> {
  const plainItems = Promise.resolve(items).then((all) => all.map(plainItem));
  return await window.showQuickPick(plainItems, plainMembers(options));
}

/** As `window.showOpenDialog`. */
export async function askFilesToOpen(options: OpenDialogOptions): Promise<Uri[] | undefined> {
  return await window.showOpenDialog(plainMembers(options));
}

/** As `window.showSaveDialog`. */
export async function askFileToSave(options: SaveDialogOptions): Promise<Uri | undefined> {
  return await window.showSaveDialog(plainMembers(options));
}

/** Whatever is set of it is made plain; `value` stays what the person types. */
function speakingPlainly<T extends InputBox | QuickPick<QuickPickItem>>(input: T, link?: PageLink): T {
  return new Proxy(input, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
    set: (target, name, member: unknown) => {
      const said = plainMember(name, member);
      return Reflect.set(target, name, name === "prompt" && link ? `${said} ${linkText(link)}` : said);
    },
  });
}

/** The one form that VS Code takes for a link: nothing in it may end it, and it leads to the web alone. */
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
    case "items":
      return (member as readonly QuickPickItem[]).map(plainItem);
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

function plainItem<T extends QuickPickItem>(item: T): T {
  const { label, description, detail } = item;
  return {
    ...item,
    label: withoutIcons(label),
    ...(description !== undefined && { description: withoutIcons(description) }),
    ...(detail !== undefined && { detail: withoutIcons(detail) }),
  };
}
