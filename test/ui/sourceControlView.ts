import type { Locator } from "playwright-core";
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
