import { appendFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { comes, focusMenuEntry, focusRow, hold, takesPress, untilKeysFollow } from "./lists.ts";
import { PageWithPalette, waitMs } from "./palette.ts";

/**
 * What puts a window in order between journeys, by keys that the demo extension gives to it: the palette takes many
 * times the work.
 */
export const keys = {
  startOver: "Control+Alt+Shift+F6",
  closeAllEditors: "Control+Alt+Shift+F7",
  clearNotifications: "Control+Alt+Shift+F8",
} as const;

/** A window of VS Code as a person uses it: what is on screen, the keyboard and the mouse. */
export class Workbench extends PageWithPalette {
  readonly #screenshotFolder: string;
  readonly #countStarts: (() => number) | undefined;

  /** `countStarts` gives how many windows of the editor have started so far, where somebody counts them. */
  constructor(
    page: Page,
    options: { screenshotFolder: string; logFile: string; countStarts?: (() => number) | undefined },
  ) {
    super(page);
    this.#screenshotFolder = options.screenshotFolder;
    this.#countStarts = options.countStarts;
    page.setDefaultTimeout(waitMs);
    page.on("console", (message) => appendFileSync(options.logFile, `${message.text()}\n`));
  }

  /** Goes to an address of the editor; resolves when the workbench can be used. */
  async open(url: string): Promise<void> {
    await this.#start(() => this.page.goto(url));
  }

  /** Reloads the window, as «Developer: Reload Window» does: unsaved documents are kept by hot exit. */
  async reload(): Promise<void> {
    await this.#start(() => this.page.reload());
  }

  async #start(load: () => Promise<unknown>): Promise<void> {
    const startsBefore = this.#countStarts?.() ?? 0;
    await load();
    await this.page.locator(".monaco-workbench").waitFor({ timeout: startMs });
    // The status bar's remote indicator is there once the extension host is.
    await this.page.locator(".statusbar-item").first().waitFor({ timeout: startMs });
    // Until the extensions have done all that a start does they may show a view, which takes the keyboard.
    await this.until(() => (this.#countStarts?.() ?? 1) > startsBefore, startMs);
  }

  /** Closes all editors without saving them, and all messages. */
  async closeEditors(): Promise<void> {
    const tabs = this.page.locator(".part.editor .tab");
    const answer = this.page.locator(".part.editor:not(:has(.tab)), .monaco-dialog-box").first();
    if ((await tabs.count()) > 0) {
      await this.until(async () => {
        // A page that is drawn anew at that moment takes the key along.
        await this.page.keyboard.press(keys.closeAllEditors);
        return comes(answer, 5000);
      });
    }
    await this.until(async () => {
      if (await this.dialog.isVisible()) {
        await this.clickDialogButton("Don't Save");
      }
      return (await tabs.count()) === 0;
    });
    if (await this.quickInput.isVisible()) {
      await this.page.keyboard.press("Escape");
      await this.quickInput.waitFor({ state: "hidden" });
    }
    await this.page.keyboard.press(keys.clearNotifications);
  }

  /** Saves what is on screen as out/screenshots/`name`.png; give names numbers, they are looked at in order. */
  async screenshot(name: string): Promise<void> {
    // Notifications fade in: they are shown as they end up.
    const file = path.join(this.#screenshotFolder, `${name}.png`);
    await this.page.screenshot({ path: file, animations: "disabled" });
  }

  /** The words of each part of the window that shows some, on a line of its own, cut off after 600 characters. */
  async words(): Promise<string> {
    const parts = await this.page
      .locator(".part, .notifications-toasts, .quick-input-widget, .monaco-dialog-box")
      .all();
    const lines = await Promise.all(
      parts.map(async (part) => {
        const text = (await part.isVisible()) ? (await part.innerText()).replaceAll(/\s+/g, " ").trim() : "";
        return text && `${await part.getAttribute("class")}: ${text.slice(0, 600)}`;
      }),
    );
    return lines.filter((line) => line !== "").join("\n");
  }

  /** Shows the extension's view by a click in the activity bar, unless it is shown. */
  async openView(): Promise<void> {
    const button = this.page.locator(".activitybar .action-item", { has: this.page.getByLabel(/^Artifact Desk/) });
    if ((await button.getAttribute("class"))?.includes("checked") !== true) {
      await button.click();
    }
    await this.tree.first().waitFor();
  }

  /**
   * Shows the extension's view with what is pinned in the first connection unfolded, once its projects are there: what
   * is above them shows before, and VS Code takes no action of a row while it renews the tree for them.
   */
  async openPinned(): Promise<void> {
    await this.openView();
    await this.treeItem("Guinea Pig").first().waitFor();
    await this.expand("Pinned");
  }

  /** The side bar's content: tree or welcome view. */
  get tree(): Locator {
    return this.page.locator(".part.sidebar .pane-body");
  }

  /** Rows of the tree whose label contains `label` (or equals it, with `exact`). */
  treeItem(label: string | RegExp): Locator {
    return this.page.locator(".part.sidebar .monaco-list-row[role=treeitem]").filter({ hasText: label });
  }

  /**
   * Makes the first row that contains `label` the one that has the keyboard, and gives that row. By the keyboard, which
   * stays with a row wherever those that arrive above push it, when a click would meet another one.
   */
  async focusTreeItem(label: string | RegExp): Promise<Locator> {
    await this.treeItem(label).first().waitFor();
    const rows = this.page.locator(".part.sidebar .monaco-list-row[role=treeitem]");
    const list = this.page.locator(".part.sidebar .monaco-list", { has: this.page.locator(".monaco-list-row") });
    await focusRow(list.first(), rows, this.treeItem(label));
    return this.treeItem(label).and(this.page.locator(".focused")).first();
  }

  /** Unfolds a row, unless it is unfolded. */
  async expand(label: string | RegExp): Promise<void> {
    await this.until(async () => {
      const row = await this.focusTreeItem(label);
      // A row that VS Code draws anew loses the keyboard: it is gone to again.
      const states = await row.evaluateAll((rows) => rows.map((each) => each.getAttribute("aria-expanded")));
      if (states.length > 0 && states[0] !== "false") {
        return true;
      }
      await this.page.keyboard.press("ArrowRight");
      // While VS Code renews the tree it does not find the row that is to be unfolded, and leaves it as it is.
      return comes(row.and(this.page.locator("[aria-expanded=true]")), 3000);
    });
  }

  /** Waits until the cursor of a new draft stands at its first required value. */
  async atFirstValue(): Promise<void> {
    await this.page
      .locator("[id='status.editor.selection']")
      .getByText(/^Ln (?!1,)/)
      .first()
      .waitFor();
    // Until then keys go to the list that the draft was made from.
    await this.page.locator(".part.editor .monaco-editor.focused").first().waitFor();
  }

  /** Opens what a row of the tree stands for, one that stays there, until its `effect` is there. */
  async openTreeItem(label: string | RegExp, effect?: Locator): Promise<void> {
    const selected = this.treeItem(label).and(this.page.locator(".selected")).first();
    await this.until(async () => {
      if (!(await selected.isVisible())) {
        return true;
      }
      // It was opened before: only without that selection the next one says that the key has opened it.
      await this.focusTreeItem(label);
      await this.page.keyboard.press("Escape");
      return comes(selected, 3000, "hidden");
    });
    await this.until(async () => {
      await this.focusTreeItem(label);
      await this.page.keyboard.press("Enter");
      // A row that VS Code draws anew loses the keyboard, and the key opens nothing: what was opened is selected. Or it
      // is selected, and its command is no longer known.
      return (await comes(selected, 10_000)) && (effect === undefined || (await comes(effect, 10_000)));
    });
  }

  /** Presses an inline action of a row, by its title, until its `effect` is there. */
  async clickTreeAction(
    label: string | RegExp,
    action: string | RegExp,
    effect: Locator = this.quickInput,
  ): Promise<void> {
    const refusal = this.notification("the tree was read again");
    await this.until(async () => {
      const row = await this.focusTreeItem(label);
      // A row that VS Code draws anew loses the keyboard and with it its buttons: it is gone to again.
      if (!(await takesPress(row.getByRole("button", { name: action }), 3000))) {
        return false;
      }
      // While VS Code renews the tree it does not know the row, and the command says so.
      await effect.or(refusal).first().waitFor({ state: "attached" });
      if ((await effect.count()) > 0) {
        return true;
      }
      await this.page.keyboard.press(keys.clearNotifications);
      await refusal.first().waitFor({ state: "detached" });
      return false;
    });
  }

  /** Chooses an entry of the menu of a row, or of all rows that are selected with it. */
  async chooseTreeMenuEntry(label: string | RegExp, entry: string): Promise<void> {
    await this.openTreeMenu(label);
    await this.chooseMenuEntry(entry);
  }

  /** Opens the menu of a row. */
  async openTreeMenu(label: string | RegExp): Promise<void> {
    await this.focusTreeItem(label);
    await this.page.keyboard.press("Shift+F10");
    await this.page.locator(".monaco-menu").waitFor();
  }

  /** Chooses an entry of the menu on screen: by the keyboard, since a menu takes no click right after it opened. */
  async chooseMenuEntry(entry: string): Promise<void> {
    await focusMenuEntry(this.page, entry);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".monaco-menu").waitFor({ state: "detached" });
  }

  /**
   * A button of a welcome view, by its text; to be pressed by the keyboard, since what is above it may still change.
   */
  welcomeButton(text: string | RegExp): Locator {
    return this.page.locator(".part.sidebar .welcome-view-content .monaco-button").filter({ hasText: text });
  }

  /** The tab of the editor whose label contains `label`. */
  tab(label: string | RegExp): Locator {
    return this.page.locator(".part.editor .tab").filter({ hasText: label });
  }

  /** The tab in front. */
  get activeTab(): Locator {
    return this.page.locator(".part.editor .editor-group-container.active .tab.active");
  }

  /** Brings a tab's text editor to the front, with the keyboard in it. */
  async showTab(label: string | RegExp): Promise<void> {
    await this.selectTab(label);
    await this.focusEditor();
  }

  /** Brings a tab to the front. */
  async selectTab(label: string | RegExp): Promise<void> {
    const tab = this.tab(label).first();
    await tab.waitFor();
    // Wider names push tabs away: a click may meet another one, which only shows that.
    await this.until(async () => {
      await tab.click();
      return (await tab.and(this.page.locator(".active")).count()) > 0;
    });
  }

  /** Whether a tab shows unsaved changes. */
  async isDirty(label: string | RegExp): Promise<boolean> {
    return (await this.tab(label).first().getAttribute("class"))?.split(/\s+/).includes("dirty") === true;
  }

  /** Resolves when a tab shows unsaved changes, or none. */
  async waitForDirty(label: string | RegExp, isDirty: boolean): Promise<void> {
    await this.tab(label).first().waitFor();
    const unsaved = this.tab(label).and(this.page.locator(".dirty")).first();
    await unsaved.waitFor({ state: isDirty ? "visible" : "detached" });
  }

  /** An action in the title bar of the active editor, by its title. */
  titleAction(title: string | RegExp): Locator {
    return this.page
      .locator(
        ".part.editor .editor-group-container.active .editor-actions, .part.editor .editor-group-container.active .title-actions",
      )
      .getByRole("button", { name: title });
  }

  async clickTitleAction(title: string | RegExp): Promise<void> {
    await this.press(this.titleAction(title).first());
  }

  /** The text editor that takes the typing: the active one, in a diff its right side. */
  get editor(): Locator {
    return this.page
      .locator(".part.editor .editor-group-container.active")
      .locator(".editor-instance > .monaco-editor, .editor.modified > .monaco-editor")
      .filter({ visible: true })
      .first();
  }

  /** Both sides of the diff in front: theirs left, the text right. */
  get diff(): { readonly left: Locator; readonly right: Locator } {
    const diff = this.page.locator(".part.editor .editor-group-container.active .monaco-diff-editor");
    return { left: diff.locator(".editor.original"), right: diff.locator(".editor.modified") };
  }

  /** Waits for a code lens of the active editor whose text contains `text`. */
  async waitForLens(text: string | RegExp): Promise<void> {
    // VS Code asks for none of an editor that the keyboard leaves within a moment, until that comes back.
    await this.focusEditor();
    await this.page
      .locator(".part.editor .editor-group-container.active .codelens-decoration")
      .filter({ hasText: text })
      .first()
      .waitFor();
  }

  /** Runs the code lens above `line` that contains `text`: by the keyboard, since lenses move as others come. */
  async runLens(line: number, text: string | RegExp): Promise<void> {
    await this.waitForLens(text);
    await this.goTo(line, 1);
    await this.runCommand("Show CodeLens Commands for Current Line");
    await this.pick(text);
  }

  /** Puts the keyboard into the active text editor, once that shows the text of the tab in front. */
  async focusEditor(): Promise<void> {
    const name = (await this.activeTab.getAttribute("data-resource-name")) ?? "";
    await this.until(async () => {
      const address = await this.editor.getAttribute("data-uri");
      return decodeURIComponent(address ?? "").endsWith(name);
    });
    // Not by a click: above the first line there may be links.
    await this.editor.locator(".native-edit-context, textarea.inputarea").first().focus();
    await this.page.locator(".part.editor .monaco-editor.focused").first().waitFor();
    await untilKeysFollow(this.page);
  }

  /**
   * Presses keys for what is listed or told beside the text, until `wanted` shows there: names and marks that arrive
   * meanwhile close it again.
   */
  async askBeside(wanted: Locator, ...keys: readonly string[]): Promise<void> {
    // Where the mouse rests, a card may open late, which closes what is told.
    await this.page.mouse.move(0, 0);
    await this.until(async () => {
      for (const key of keys) {
        await this.page.keyboard.press(key);
      }
      return comes(wanted.first(), 5000);
    });
  }

  /** Rests the mouse on a place until `card` shows there: what is drawn again meanwhile takes it away. */
  async hover(place: Locator, card: Locator): Promise<void> {
    await this.until(async () => {
      await this.page.mouse.move(0, 0);
      await place.hover();
      return comes(card.first(), 5000);
    });
  }

  /** The whole text of the active text editor, by way of the clipboard: the page holds only the lines in sight. */
  async editorText(): Promise<string> {
    await this.focusEditor();
    const text = await this.copied(async () => {
      await this.page.keyboard.press("ControlOrMeta+A");
      await this.page.keyboard.press("ControlOrMeta+C");
    });
    await this.page.keyboard.press("ArrowLeft");
    return text;
  }

  /** What is in the clipboard once `copy` has had an effect there. */
  async copied(copy: () => Promise<void>): Promise<string> {
    const nothing = "(nothing copied)";
    await this.page.evaluate(`navigator.clipboard.writeText("${nothing}")`);
    await copy();
    let copied = nothing;
    await this.until(async () => {
      copied = await this.page.evaluate<string>("navigator.clipboard.readText()");
      return copied !== nothing;
    });
    return copied;
  }

  /** The line of the active text editor, counted from 1, on which `text` begins first. */
  async lineOf(text: string): Promise<number> {
    const content = await this.editorText();
    const at = content.indexOf(text);
    if (at < 0) {
      throw new Error(`the editor does not contain «${text}»:\n${content}`);
    }
    return content.slice(0, at).split("\n").length;
  }

  /** Selects the first occurrence of `old` (within one line) in the active text editor and types `text` over it. */
  async replaceInEditor(old: string, text: string): Promise<void> {
    const content = await this.editorText();
    const at = content.indexOf(old);
    if (at < 0) {
      throw new Error(`the editor does not contain «${old}»:\n${content}`);
    }
    const before = content.slice(0, at).split("\n");
    await this.goTo(before.length, (before.at(-1) ?? "").length + 1);
    await this.select(old.length);
    // Inserted as one piece, so that no bracket or quote closes itself.
    await this.page.keyboard.insertText(text);
  }

  /** Selects so many characters behind the cursor. */
  async select(count: number): Promise<void> {
    await this.page.keyboard.down("Shift");
    await hold(this.page, "ArrowRight", count);
    await this.page.keyboard.up("Shift");
  }

  /** Puts the cursor of the active text editor to a line and column, both counted from 1. */
  async goTo(line: number, column: number): Promise<void> {
    await this.page.keyboard.press("Control+G");
    await this.quickInput.fill(`:${line}:${column}`);
    // Enter means nothing before the box has understood what was typed.
    await this.quickInputRow(new RegExp(`\\b${line}\\b`))
      .first()
      .waitFor();
    await this.quickInput.press("Enter");
    await this.quickInput.waitFor({ state: "hidden" });
    await this.page.locator(".part.editor .monaco-editor.focused").first().waitFor();
    await untilKeysFollow(this.page);
  }

  /**
   * Resolves once the extension has heard what was done on the page before: VS Code tells it in order, and shows the
   * box of a command only after that.
   */
  async untilExtensionHeard(): Promise<void> {
    await this.runCommand("Artifact Desk: Find Artifact...");
    await this.quickInputMessage.or(this.quickInput).first().waitFor();
    await this.dismiss();
  }

  async save(): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+S");
  }

  async undo(): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+Z");
  }

  /** The notification on screen that contains `text`, by itself or in the list of all. */
  notification(text: string | RegExp): Locator {
    return this.page
      .locator(".notifications-toasts .notification-toast, .notifications-center .notification-list-item")
      .filter({ hasText: text })
      .filter({ visible: true });
  }

  /** The whole text of a notification, once it is on screen. */
  async waitForNotification(text: string | RegExp): Promise<string> {
    const words = this.notification(text).locator(".notification-list-item-message");
    const bell = this.page.locator("[id='status.notifications']");
    const list = this.page.locator(".notifications-center.visible");
    const start = Date.now();
    let shown: string | undefined;
    await this.until(async () => {
      // It may hide at any moment. It is found in one step and read in another: its row may show another one by then.
      const [found] = await words.allTextContents();
      [shown] = await words.allTextContents();
      if (found !== undefined && shown === found) {
        return true;
      }
      // It hides after some seconds, and some are never shown by themselves: all are in the list. What was in a list
      // that closed by itself has been read for the bell, which tells nothing of it then.
      const isMarked = await bell.locator(".codicon-bell-dot").isVisible();
      const isHidden = isMarked && (await this.notification("").count()) === 0;
      // Three at most are shown by themselves: another waits until one of them hides.
      const isLate = Date.now() - start > 2000;
      if ((isHidden || isLate) && !(await list.isVisible())) {
        await this.press(bell.locator("a"));
      }
      return false;
    });
    return (shown ?? "").trim();
  }

  /**
   * Presses a button of a notification: those that come and go move it, and one whose text changes may lose the
   * keyboard.
   */
  async pressNotificationButton(text: string | RegExp, button: string | RegExp): Promise<void> {
    const pressed = this.notification(text).first().locator(".monaco-button").filter({ hasText: button });
    await this.until(async () => {
      await this.waitForNotification(text);
      // It may hide before its button is pressed.
      return takesPress(pressed, 3000);
    });
  }

  /** Chooses a colour theme by its name; resolves when its colours show. */
  async chooseTheme(theme: keyof typeof classOfTheme): Promise<void> {
    await this.runCommand("Preferences: Color Theme");
    await this.quickInput.fill(theme);
    await this.pick(theme);
    await this.quickInput.waitFor({ state: "hidden" });
    await this.page.locator(`.monaco-workbench.${classOfTheme[theme]}`).waitFor();
  }

  /** The modal dialog on screen. */
  get dialog(): Locator {
    return this.page.locator(".monaco-dialog-box");
  }

  async clickDialogButton(button: string | RegExp): Promise<void> {
    await this.press(this.dialog.locator(".monaco-button").filter({ hasText: button }));
  }
}

const classOfTheme = {
  "Light Modern": "vs",
  "Dark Modern": "vs-dark",
  "Light High Contrast": "hc-light",
  "Dark High Contrast": "hc-black",
} as const;

/** How long a window may take to start. */
const startMs = 180_000;
