import type { Locator, Page } from "playwright-core";
import { comes, focusRow, untilKeysFollow } from "./lists.ts";

/**
 * How long something on screen may take: much longer than it ever does, since a machine may be busy with other things.
 */
export const waitMs = 90_000;

/** The page of a window of VS Code, with what commands, quick picks and input boxes are answered in. */
export class PageWithPalette {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Resolves once `condition` holds, for what no element of the page tells. */
  async until(condition: () => boolean | Promise<boolean>, timeoutMs = waitMs): Promise<void> {
    for (const start = Date.now(); !(await condition()); await this.page.waitForTimeout(50)) {
      if (Date.now() - start > timeoutMs) {
        throw new Error(`Waited in vain for ${condition}`);
      }
    }
  }

  /**
   * Presses a button in one step, wherever it is by then: a mouse first looks where a button is, and meets another one
   * there when buttons beside it come or go meanwhile.
   */
  async press(button: Locator): Promise<void> {
    await button.waitFor();
    await button.dispatchEvent("click");
  }

  /** Runs a command by its title in the palette, «Artifact Desk: Add Connection...». */
  async runCommand(title: string): Promise<void> {
    await this.until(async () => {
      // A page that is drawn anew at that moment takes the key along.
      await this.page.keyboard.press("F1");
      return comes(this.quickInput, 5000);
    });
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

  /** Closes the quick pick or input box on screen without an answer, wherever the keyboard is. */
  async dismiss(): Promise<void> {
    await this.quickInput.focus();
    await this.until(async () => {
      // A message on screen takes the first Escape.
      await this.page.keyboard.press("Escape");
      return comes(this.quickInput, 3000, "hidden");
    });
    await untilKeysFollow(this.page);
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
    await untilKeysFollow(this.page);
  }

  /** All that tells one question of the quick input from the next; empty when none is asked. */
  async #quickInputState(): Promise<string> {
    return this.page
      .locator(".quick-input-widget")
      .evaluateAll(([widget]) =>
        widget?.checkVisibility() === true ? `${widget.querySelector("input")?.value} ${widget.textContent}` : "",
      );
  }
}
