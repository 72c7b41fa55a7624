import axe from "axe-core";
import type { FrameLocator, Page } from "playwright-core";

/**
 * What axe-core finds wrong in the page of a webview, of the levels serious and critical: the rule, and the elements.
 *
 * A page of ours runs no script, and VS Code lets none into its frames. So the document is looked at as a page of its
 * own, with the styles and the colours of the theme that VS Code has given it. `part` is a selector of what is looked
 * at.
 */
export async function seriousFindings(page: Page, frame: FrameLocator, part = "html"): Promise<readonly string[]> {
  const markup = await frame.locator("html").evaluate((html) => html.outerHTML);
  const copy = await page.context().newPage();
  try {
    await copy.setContent(`<!DOCTYPE html>${markup.replace(/<meta[^>]*Content-Security-Policy[^>]*>/i, "")}`);
    return await findingsIn(copy, part);
  } finally {
    await copy.close();
  }
}

async function findingsIn(page: Page, selector: string): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(async (part) => {
    const { axe: runner } = globalThis as unknown as { readonly axe: typeof axe };
    const { violations } = await runner.run(part, { iframes: false, resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
  }, selector);
}
