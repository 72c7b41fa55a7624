import { appendFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";

/** A window of VS Code as a person uses it: what is on screen, the keyboard and the mouse. */
export class Workbench {
  readonly page: Page;
  readonly #screenshotFolder: string;

  constructor(page: Page, options: { screenshotFolder: string; logFile: string }) {
    this.page = page;
    this.#screenshotFolder = options.screenshotFolder;
    page.setDefaultTimeout(15_000);
    page.on("console", (message) => appendFileSync(options.logFile, `${message.text()}\n`));
  }

  /** Goes to an address of the editor; resolves when the workbench can be used. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.#ready();
  }

  /** Reloads the window, as «Developer: Reload Window» does: unsaved documents are kept by hot exit. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.#ready();
  }

  async #ready(): Promise<void> {
    await this.page.locator(".monaco-workbench").waitFor({ timeout: 60_000 });
    // The status bar's remote indicator is there once the extension host is.
    await this.page.locator(".statusbar-item").first().waitFor({ timeout: 60_000 });
  }

  /** Resolves once `condition` holds, for what no element of the page tells. */
  async until(condition: () => boolean | Promise<boolean>): Promise<void> {
    for (const start = Date.now(); !(await condition()); await this.page.waitForTimeout(50)) {
      if (Date.now() - start > 10_000) {
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
    // The palette's first row is its best guess, not always the one that bears the title.
    await this.page.locator(".quick-input-list .monaco-list-row").getByText(title, { exact: true }).first().click();
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
    return this.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: text });
  }

  /** Answers an input box. */
  async answer(text: string): Promise<void> {
    await this.quickInput.fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** Chooses a row of a quick pick. */
  async pick(text: string | RegExp): Promise<void> {
    await this.quickInputRow(text).first().click();
  }

  /** Shows the extension's view by a click in the activity bar, unless it is shown. */
  async openView(): Promise<void> {
    const button = this.page.locator(".activitybar .action-item", { has: this.page.getByLabel(/^Artifact Desk/) });
    // A window that is just being restored shows the view by itself, and then the click hides it.
    for (let isShown = false; !isShown; ) {
      if ((await button.getAttribute("class"))?.includes("checked") !== true) {
        await button.click();
      }
      isShown = await this.tree
        .first()
        .waitFor({ timeout: 3000 })
        .then(
          () => true,
          () => false,
        );
    }
  }

  /** The side bar's content: tree or welcome view. */
  get tree(): Locator {
    return this.page.locator(".part.sidebar .pane-body");
  }

  /** Rows of the tree whose label contains `label` (or equals it, with `exact`). */
  treeItem(label: string | RegExp): Locator {
    return this.page.locator(".part.sidebar .monaco-list-row[role=treeitem]").filter({ hasText: label });
  }

  /** Unfolds a row, unless it is unfolded. */
  async expand(label: string | RegExp): Promise<void> {
    const row = this.treeItem(label).first();
    await row.waitFor();
    if ((await row.getAttribute("aria-expanded")) === "false") {
      await this.#clickWhenSteady(row.locator(".monaco-tl-twistie"));
    }
  }

  /** Clicks a row of the tree, which opens what it stands for. */
  async clickTreeItem(label: string | RegExp): Promise<void> {
    await this.#clickWhenSteady(this.treeItem(label).first());
  }

  /** Clicks an inline action of a row, by its title. */
  async clickTreeAction(row: string | RegExp, action: string | RegExp): Promise<void> {
    const item = this.treeItem(row).first();
    await this.#steady(item);
    await item.hover();
    await item.getByRole("button", { name: action }).click();
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
    const tab = this.tab(label).first();
    await this.#clickWhenSteady(tab);
    // Until the tab's own text is there a click would go into the one before.
    const name = (await tab.getAttribute("data-resource-name")) ?? "";
    await this.page
      .locator(`.part.editor .editor-group-container.active .monaco-editor[data-uri$="${name}"]`)
      .waitFor();
    await this.focusEditor();
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
    await this.#clickWhenSteady(this.titleAction(title).first());
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

  /** Puts the keyboard into the active text editor. */
  async focusEditor(): Promise<void> {
    // Not on its lines: they reach far beyond what is in sight, and Playwright would scroll the page to them.
    await this.editor
      .locator(".overflow-guard")
      .first()
      .click({ position: { x: 150, y: 10 } });
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
    await this.page.keyboard.press("Enter");
    await this.quickInput.waitFor({ state: "hidden" });
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

  async #clickWhenSteady(target: Locator): Promise<void> {
    await this.#steady(target);
    await target.click();
  }

  /** Resolves once `target` has kept its place for a while: rows that arrive above it and wider tabs push it away. */
  async #steady(target: Locator): Promise<void> {
    let place = "";
    for (let looks = 0; looks < 40; looks += 1) {
      const now = JSON.stringify(await target.boundingBox());
      if (now === place) {
        return;
      }
      place = now;
      await this.page.waitForTimeout(steadyForMs);
    }
  }
}

const steadyForMs = 300;
