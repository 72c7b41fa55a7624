import { appendFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { focusMenuEntry, focusRow } from "./lists.ts";

/** A window of VS Code as a person uses it: what is on screen, the keyboard and the mouse. */
export class Workbench {
  readonly page: Page;
  readonly #screenshotFolder: string;
  readonly #countStarts: (() => number) | undefined;

  /** `countStarts` gives how many windows of the editor have started so far, where somebody counts them. */
  constructor(
    page: Page,
    options: { screenshotFolder: string; logFile: string; countStarts?: (() => number) | undefined },
  ) {
    this.page = page;
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

  /** Resolves once `condition` holds, for what no element of the page tells. */
  async until(condition: () => boolean | Promise<boolean>, timeoutMs = waitMs): Promise<void> {
    for (const start = Date.now(); !(await condition()); await this.page.waitForTimeout(50)) {
      if (Date.now() - start > timeoutMs) {
        throw new Error(`Waited in vain for ${condition}`);
      }
    }
  }

  /** Saves what is on screen as out/screenshots/`name`.png; give names numbers, they are looked at in order. */
  async screenshot(name: string): Promise<void> {
    // Notifications fade in: they are shown as they end up.
    const file = path.join(this.#screenshotFolder, `${name}.png`);
    await this.page.screenshot({ path: file, animations: "disabled" });
  }

  /** Runs a command by its title in the palette, «Artifact Desk: Add Connection...». */
  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press("F1");
    await this.quickInput.fill(`>${title}`);
    // A row that highlights the whole title has been found by it, and is not left from the list before it was typed.
    const found = this.page.locator(".highlight").getByText(title, { exact: true });
    await this.#chooseRow(this.#quickInputRows.filter({ has: found }));
  }

  /** The text box of the palette, a quick pick or an input box. */
  get quickInput(): Locator {
    return this.page.locator(".quick-input-widget:not([style*='display: none']) .quick-input-box input");
  }

  /** The title and prompt of the open quick pick or input box. */
  get quickInputMessage(): Locator {
    return this.page.locator(".quick-input-widget .quick-input-message");
  }

  /** The rows of the open quick pick that contain `text`. */
  quickInputRow(text: string | RegExp): Locator {
    return this.#quickInputRows.filter({ hasText: text });
  }

  get #quickInputRows(): Locator {
    return this.page.locator(".quick-input-list .monaco-list-row");
  }

  /** Answers an input box. */
  async answer(text: string): Promise<void> {
    await this.quickInput.fill(text);
    await this.quickInput.press("Enter");
  }

  /** Chooses the first row of a quick pick that contains `text`. */
  async pick(text: string | RegExp): Promise<void> {
    await this.#chooseRow(this.quickInputRow(text));
  }

  /** Makes a row of the quick pick the one that has the focus; the keyboard stays in the text box. */
  async focusQuickInputRow(text: string | RegExp): Promise<void> {
    await this.page
      .locator(".quick-input-widget .monaco-progress-container:not(.active)")
      .waitFor({ state: "attached" });
    await focusRow(this.quickInput, this.#quickInputRows, this.quickInputRow(text));
  }

  async #chooseRow(row: Locator): Promise<void> {
    // More rows may come while the list is being made, and the focus would go to the first.
    await this.page
      .locator(".quick-input-widget .monaco-progress-container:not(.active)")
      .waitFor({ state: "attached" });
    await focusRow(this.quickInput, this.#quickInputRows, row);
    const before = await this.#quickInputState();
    await this.quickInput.press("Enter");
    // What is typed next must not go into a list that is still to be answered.
    await this.until(async () => (await this.#quickInputState()) !== before);
  }

  /** All that tells one question of the quick input from the next; empty when none is asked. */
  async #quickInputState(): Promise<string> {
    return this.page
      .locator(".quick-input-widget")
      .evaluateAll(([widget]) =>
        widget?.checkVisibility() === true ? `${widget.querySelector("input")?.value} ${widget.textContent}` : "",
      );
  }

  /** Shows the extension's view by a click in the activity bar, unless it is shown. */
  async openView(): Promise<void> {
    const button = this.page.locator(".activitybar .action-item", { has: this.page.getByLabel(/^Artifact Desk/) });
    if ((await button.getAttribute("class"))?.includes("checked") !== true) {
      await button.click();
    }
    await this.tree.first().waitFor();
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
    const row = await this.focusTreeItem(label);
    if ((await row.getAttribute("aria-expanded")) === "false") {
      await this.page.keyboard.press("ArrowRight");
    }
  }

  /** Opens what a row of the tree stands for. */
  async openTreeItem(label: string | RegExp): Promise<void> {
    await this.focusTreeItem(label);
    await this.page.keyboard.press("Enter");
  }

  /** Clicks an inline action of a row, by its title. */
  async clickTreeAction(label: string | RegExp, action: string | RegExp): Promise<void> {
    const row = await this.focusTreeItem(label);
    await row.getByRole("button", { name: action }).click();
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

  /** A button of a welcome view, by its text. */
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
    const tab = this.tab(label).first();
    await tab.and(this.page.locator(isDirty ? ".dirty" : ":not(.dirty)")).waitFor();
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
    await this.titleAction(title).first().click();
    // Where the button was there may be a tab now, whose hover would lie over the editor.
    await this.page.mouse.move(0, 0);
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
  }

  /** The whole text of the active text editor, by way of the clipboard: the page holds only the lines in sight. */
  async editorText(): Promise<string> {
    const nothing = "(nothing copied)";
    await this.focusEditor();
    await this.page.evaluate(`navigator.clipboard.writeText("${nothing}")`);
    await this.page.keyboard.press("ControlOrMeta+A");
    await this.page.keyboard.press("ControlOrMeta+C");
    let copied = nothing;
    await this.until(async () => {
      copied = await this.page.evaluate<string>("navigator.clipboard.readText()");
      return copied !== nothing;
    });
    await this.page.keyboard.press("ArrowLeft");
    return copied;
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
    for (let index = 0; index < old.length; index += 1) {
      await this.page.keyboard.press("Shift+ArrowRight");
    }
    // Inserted as one piece, so that no bracket or quote closes itself.
    await this.page.keyboard.insertText(text);
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
  }

  async save(): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+S");
  }

  async undo(): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+Z");
  }

  /** The notification on screen that contains `text`. */
  notification(text: string | RegExp): Locator {
    return this.page.locator(".notifications-toasts .notification-toast").filter({ hasText: text });
  }

  /** The whole text of a notification, once it is on screen. */
  async waitForNotification(text: string | RegExp): Promise<string> {
    const toast = this.notification(text).first();
    await toast.waitFor();
    return ((await toast.locator(".notification-list-item-message").textContent()) ?? "").trim();
  }

  /** Clicks a button of a notification. */
  async clickNotificationButton(text: string | RegExp, button: string | RegExp): Promise<void> {
    await this.notification(text).first().locator(".monaco-button").filter({ hasText: button }).click();
  }

  /** The modal dialog on screen. */
  get dialog(): Locator {
    return this.page.locator(".monaco-dialog-box");
  }

  async clickDialogButton(button: string | RegExp): Promise<void> {
    await this.dialog.locator(".monaco-button").filter({ hasText: button }).click();
  }
}

/** How long something on screen may take: much longer than it ever does, since a machine may be busy with other things. */
const waitMs = 30_000;
/** How long a window may take to start. */
const startMs = 90_000;
