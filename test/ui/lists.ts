import type { Locator, Page } from "playwright-core";

// The lists and menus of VS Code by the keyboard. A row or entry that has the focus keeps it wherever others push it,
// and its element may stand for another one a moment later: so it is never clicked.

/** Presses a key so often, as one that is held down is: no press waits for what the one before it led to. */
export async function hold(page: Page, key: string, times: number): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => page.keyboard.down(key)));
  await page.keyboard.up(key);
}

/**
 * Resolves once keys go to what has the focus. VS Code notes by a timer, of no length, that a box has lost it: before
 * that Enter on a row still answers the box that was closed, and opens nothing. Timers run in the order in which they
 * are due, so that of VS Code before one of ten milliseconds.
 */
export async function untilKeysFollow(page: Page): Promise<void> {
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 10))");
}

/** How often the way to a row may change under the keys, by rows that come and go. */
const attempts = 200;

/**
 * Moves the focus of a list to the first of the rows that `wanted` finds; resolves when it is there.
 *
 * `keyboard` is what takes the keys of the list: itself, or the text box above it. `rows` are all rows of the list.
 */
export async function focusRow(keyboard: Locator, rows: Locator, wanted: Locator): Promise<void> {
  const focused = rows.and(rows.page().locator(".focused"));
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await wanted.first().waitFor();
    const [to, from] = [await firstIndex(wanted), await firstIndex(focused)];
    if (to !== undefined && to === from) {
      // The row keeps its mark while the keyboard is elsewhere.
      await keyboard.focus();
      await untilKeysFollow(rows.page());
      return;
    }
    // Headings between rows count too, but take no focus: only the first steps are made at once.
    const steps = attempt > 0 || to === undefined || from === undefined ? 1 : Math.abs(to - from);
    await keyboard.focus();
    await hold(rows.page(), (to ?? 0) < (from ?? 0) ? "ArrowUp" : "ArrowDown", steps);
  }
  throw new Error(`The keyboard did not get to ${wanted}`);
}

/** The place in its list of the first row that `rows` finds. */
async function firstIndex(rows: Locator): Promise<number | undefined> {
  const indexes = await rows.evaluateAll((all) => all.map((row) => Number(row.getAttribute("data-index"))));
  return indexes.length === 0 ? undefined : Math.min(...indexes);
}

/** Moves the focus of the menu on screen to an entry, by its name. */
export async function focusMenuEntry(page: Page, name: string): Promise<void> {
  const entries = page.locator(".monaco-menu .action-item");
  const entry = entries.filter({ has: page.getByRole("menuitem", { name }) });
  await entry.first().waitFor();
  for (let step = 0; step <= (await entries.count()); step += 1) {
    if ((await entry.and(page.locator(".focused")).count()) > 0) {
      return;
    }
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`The menu's keyboard did not get to ${name}`);
}

/** Scrolls to what is on a page that is drawn anew with each change: where that happens meanwhile, on the new one. */
export async function scrollTo(place: Locator): Promise<void> {
  try {
    await place.scrollIntoViewIfNeeded();
  } catch (error) {
    if (!/Cannot find context|detached|different document/.test(String(error))) {
      throw error;
    }
    await scrollTo(place);
  }
}

/** Whether an element comes into a state before `timeout` ms have passed, for what may have to be asked for again. */
export async function comes(
  element: Locator,
  timeout: number,
  state: "visible" | "hidden" = "visible",
): Promise<boolean> {
  return element.waitFor({ state, timeout }).then(
    () => true,
    () => false,
  );
}

/** Whether a button could be pressed before `timeout` ms have passed, for one that may go with what it belongs to. */
export async function takesPress(button: Locator, timeout: number): Promise<boolean> {
  return button.dispatchEvent("click", {}, { timeout }).then(
    () => true,
    () => false,
  );
}
