import type { Locator } from "playwright-core";
import { comes } from "./lists.ts";
import type { Workbench } from "./workbench.ts";

/** VS Code's view Source Control. */
export class SourceControlView {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  async open(): Promise<void> {
    await this.#workbench.runCommand("Artifact Desk: Show Unsaved Artifacts");
    await this.#view.first().waitFor();
  }

  /** The rows of documents and files. */
  get rows(): Locator {
    return this.#view.locator(".monaco-list-row").filter({ has: this.#page.locator(".resource") });
  }

  /** Those whose name contains `label`. */
  row(label: string): Locator {
    return this.rows.filter({ hasText: label });
  }

  get groups(): Locator {
    return this.#view.locator(".monaco-list-row .resource-group");
  }

  group(name: string): Locator {
    return this.groups.filter({ hasText: name });
  }

  /** What a screen reader says of a row. */
  async spoken(label: string): Promise<string> {
    return (await this.row(label).first().getAttribute("aria-label")) ?? "";
  }

  /** The letter at the end of a row, which is drawn by its style. */
  async letter(label: string): Promise<string> {
    const drawn: unknown = await this.row(label)
      .first()
      .locator(".monaco-icon-label")
      .first()
      .evaluate((name) => Reflect.get(globalThis, "getComputedStyle")(name, "::after").content);
    return String(drawn).replaceAll('"', "");
  }

  /** Types into the box in the place of what stands there. */
  async type(words: string): Promise<void> {
    await this.#focusBox();
    await this.#page.keyboard.press("ControlOrMeta+A");
    await this.#page.keyboard.insertText(words);
  }

  async typed(): Promise<string> {
    const lines = await this.#box.locator(".view-line").allTextContents();
    return lines.join("\n").replaceAll("\u00a0", " ");
  }

  /** Accepts what stands in the box. */
  async accept(): Promise<void> {
    await this.#focusBox();
    await this.#page.keyboard.press("ControlOrMeta+Enter");
  }

  /** Gets to a row by VS Code's own keys: to the view, from its box to its rows, and down to the one that is meant. */
  async goToRow(label: string): Promise<void> {
    const { keyboard } = this.#page;
    const box = this.#view.locator(".scm-editor .monaco-editor.focused");
    const list = this.#view.locator(".monaco-list:focus");
    // VS Code gives the keyboard to what had it last in the view; where it is in the view, the key leads out of it.
    await this.#workbench.until(async () => {
      if ((await box.or(list).count()) > 0) {
        return true;
      }
      await keyboard.press("Control+Shift+G");
      return comes(box.or(list).first(), 3000);
    });
    if ((await box.count()) > 0) {
      await keyboard.press("Shift+Tab");
    }
    await list.waitFor();
    await this.row(label).first().waitFor();
    await keyboard.press("Home");
    await this.#workbench.until(async () => {
      if ((await this.row(label).and(this.#page.locator(".focused")).count()) > 0) {
        return true;
      }
      await keyboard.press("ArrowDown");
      return false;
    });
  }

  /** Chooses an entry of the menu of the row that has the keyboard, by the keyboard. */
  async chooseFromKeys(entry: string): Promise<void> {
    await this.#page.keyboard.press("Shift+F10");
    await this.#page.locator(".monaco-menu").waitFor();
    await this.#workbench.chooseMenuEntry(entry);
  }

  /** Chooses an entry of the menu of a row. */
  async chooseMenuEntry(label: string, entry: string): Promise<void> {
    await this.row(label)
      .first()
      .click({ button: "right", position: { x: 60, y: 8 } });
    await this.#page.locator(".monaco-menu").waitFor();
    await this.#workbench.chooseMenuEntry(entry);
  }

  async #focusBox(): Promise<void> {
    await this.#box.click();
    await this.#view.locator(".scm-editor .monaco-editor.focused").waitFor();
  }

  get #box(): Locator {
    return this.#view.locator(".scm-editor .monaco-editor").first();
  }

  get #view(): Locator {
    return this.#page.locator(".scm-view");
  }

  get #page() {
    return this.#workbench.page;
  }
}
