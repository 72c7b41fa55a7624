import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import type { FrameLocator, Locator } from "playwright-core";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { seriousFindings } from "./accessibility.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import { scrollTo } from "./lists.ts";
import type { Workbench } from "./workbench.ts";

const bug = 512;

suite("the page of an artifact", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    const edit = (field: string, value: unknown) =>
      service.control.editArtifact({ artifactId: bug, values: [{ field, value }] });
    service.control.addVersions({ artifactId: bug, count: 30, field: "slogan" });
    edit("summary", "It breaks when it rains");
    edit("details", { content: "It *stops*.\n\n- at once\n- for good", format: "commonmark" });
    service.control.addComment({
      artifactId: bug,
      body: "Seen **twice** today:\n\n1. in Paris\n2. in Rome",
      format: "commonmark",
    });
    service.control.addComment({ artifactId: bug, body: "For us only", groups: ["150"] });
    service.control.addComment({ artifactId: bug, body: "Here too, as art #501", email: "someone@example.com" });
    service.control.advanceClock({ ms: 60_000 });
    service.control.editComment({ artifactId: bug, body: "Here too, as art #501, since Monday", as: "member" });
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const page = (): FrameLocator => workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const link = (name: string | RegExp): Locator => page().getByRole("link", { name }).first();
  const stored = () => service.control.readArtifact({ artifactId: bug }).values;
  const histories = () => service.requests.filter(({ path }) => path.includes("/changesets")).length;

  /** Whether it is on screen, as far as the page is scrolled. */
  const isInSight = async (wanted: Locator): Promise<boolean> => {
    const box = await wanted.boundingBox();
    const frame = await workbench.page.locator("iframe.webview").boundingBox();
    return box !== null && frame !== null && box.y >= frame.y && box.y + box.height <= frame.y + frame.height;
  };

  test("shows the newest twenty steps of the discussion, with who, when, and what changed", async () => {
    workbench = await takeWindow({
      connection: teamTracker("page", service),
      pinnedArtifacts: [bug],
      settings: { "workbench.colorTheme": "Default Light Modern", "artifactDesk.checkForChanges": 15 },
    });
    await workbench.openPinned();
    service.clearRequests();
    await workbench.chooseTreeMenuEntry(`#${bug}`, "Preview Artifact");
    await page().getByRole("heading", { level: 1, name: "It breaks when it rains" }).waitFor();
    const thread = page().getByRole("list").and(page().locator("ol.thread"));
    await thread.getByText("in Rome").waitFor();
    assert.equal(await thread.locator("> li").count(), 20);
    assert.equal(histories(), 2);
    await thread.getByText("private: Testers").waitFor();
    await thread.getByText("someone@example.com by mail").waitFor();
    await thread.getByText("since Monday").waitFor();
    assert.equal(await thread.locator("time").count(), 21);
    await thread.getByRole("link", { name: "art #501" }).waitFor();
    await workbench.expand("Recent");
    await workbench.until(async () => (await workbench.treeItem(`#${bug}`).count()) === 2);
    await workbench.page.keyboard.press("ControlOrMeta+B");
    await workbench.screenshot("page-1-top");
    await scrollTo(thread.getByText("since Monday"));
    await workbench.screenshot("page-2-discussion");
  });

  test("leads from a long text to the difference, and shows older steps when they are asked for", async () => {
    await link("Show Older").click();
    await page().getByText("Created", { exact: true }).waitFor();
    assert.equal(histories(), 3);
    const details = page().locator("dl.changes > div").filter({ hasText: "Original Submission" }).last();
    await details.getByRole("link", { name: "changed" }).click();
    await workbench.tab(`#${bug}: `).waitFor();
    await workbench.page.locator(".monaco-diff-editor .view-line").filter({ hasText: "stops" }).first().waitFor();
    await workbench.screenshot("page-3-long-text");
    await workbench.runCommand("View: Close Editor");
  });

  test("is gone through by Tab without anything being changed before it was asked for", async () => {
    await workbench.selectTab(/^Preview/);
    await page().getByRole("heading", { level: 1 }).click();
    const stops: string[] = [];
    for (let stop = 0; stop < 8; stop++) {
      await workbench.page.keyboard.press("Tab");
      stops.push((await page().locator("a:focus").getAttribute("title")) ?? "");
    }
    assert.deepEqual(stops.slice(0, 7), [
      ...["Edit the title", "Open #512 as a document", "Comment on #512", "Go to the discussion"],
      ...["Open #512 in the browser", "Show the versions of #512", "Change Status…"],
    ]);
    await workbench.screenshot("page-3-tab-stops");
    assert.ok(!stops.some((title) => title.startsWith("Change the status to")));
    const all = await page()
      .locator("a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("title") ?? ""));
    const first = all.findIndex((title) => title.startsWith("Change the status to"));
    assert.ok(first > all.indexOf("Show Older"), `${first}`);
    await link("Discussion").click();
    await page().getByRole("heading", { name: "Discussion", exact: true }).waitFor();
    await workbench.until(
      async () => await isInSight(page().getByRole("heading", { name: "Discussion", exact: true })),
    );
  });

  test("has the commands of its document while it is active", async () => {
    await workbench.runCommand("Artifact Desk: Comment on Artifact...");
    await workbench.tab(/comment on #512/i).waitFor();
    await workbench.runCommand("View: Close Editor");
    await workbench.selectTab(/^Preview/);
    await workbench.clickTitleAction("Comment on Artifact...");
    await workbench.tab(/comment on #512/i).waitFor();
    await workbench.runCommand("View: Close Editor");
    await workbench.selectTab(/^Preview/);
  });

  test("changes fields and the status where they are read, and saves", async () => {
    await workbench.selectTab(/^Preview/);
    await link("Edit the title").click();
    await workbench.quickInput.waitFor();
    await workbench.quickInput.fill("It breaks when it snows");
    await workbench.page.keyboard.press("Enter");
    await page().getByRole("heading", { level: 1, name: "It breaks when it snows" }).waitFor();
    await page().getByText("unsaved changes").waitFor();
    await workbench.tab(/^#512 It breaks/).waitFor();
    await scrollTo(page().getByText("Add Comment…"));
    await workbench.until(async () => await isInSight(page().getByRole("link", { name: "Save", exact: true })));
    await workbench.screenshot("page-4-unsaved");
    assert.notEqual(stored()["summary"], "It breaks when it snows");
    const updatedOn = page().locator("dl.facts > div").filter({ hasText: "Updated on" }).locator("time");
    const updatedBefore = await updatedOn.getAttribute("datetime");
    // By the key that saves a document, on the page itself.
    await page().getByRole("heading", { level: 1 }).click();
    await workbench.page.keyboard.press("ControlOrMeta+S");
    await page().getByText("unsaved changes").waitFor({ state: "detached" });
    assert.equal(stored()["summary"], "It breaks when it snows");
    // What looks after the save has read it.
    await page().locator("ol.thread > li").last().getByText("It breaks when it snows").waitFor();
    // What only the service writes follows with the reading that confirms the save.
    await workbench.until(async () => (await updatedOn.getAttribute("datetime")) !== updatedBefore);
    const before = stored()["status"];
    await page().locator("nav.states a").first().click();
    await workbench.until(async () => JSON.stringify(stored()["status"]) !== JSON.stringify(before));
    await page().locator("ol.thread > li").last().getByText("Status").waitFor();
    await workbench.waitForNotification("#512: Status is ");
    await workbench.screenshot("page-5-status");
    await workbench.pressNotificationButton("#512: Status is ", "Undo");
    await workbench.until(async () => JSON.stringify(stored()["status"]) === JSON.stringify(before));
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  test("follows what colleagues say by the look that is made anyway", async () => {
    service.clearRequests();
    service.control.addComment({ artifactId: bug, body: "A colleague says so" });
    await page().getByText("A colleague says so").waitFor();
    // One for the second of the save before, and one for that of the comment, where that is another. One more judges
    // the save again, where the comment came before the artifact was read after it.
    assert.ok(histories() <= 3);
  });

  test("has the discussion beside the fields where there is room, and before them where there is none", async () => {
    await workbench.runCommand("View: Close Other Editors in Group");
    const top = async (part: string) => (await page().locator(part).boundingBox()) ?? assert.fail(part);
    await workbench.page.setViewportSize({ width: 1800, height: 900 });
    await workbench.until(async () => (await top("section.talk")).x > (await top("section.fields")).x + 300);
    await workbench.screenshot("page-6-wide");
    await workbench.page.setViewportSize({ width: 700, height: 900 });
    await workbench.until(async () => (await top("section.talk")).y < (await top("section.fields")).y);
    await scrollTo(page().getByRole("heading", { name: "Fields" }));
    await workbench.screenshot("page-6-700");
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  test("is narrow where there is little room, and large where it is enlarged, without anything out of reach", async () => {
    for (const [zoom, name] of [
      ["1", "page-6-narrow"],
      ["2", "page-7-enlarged"],
    ] as const) {
      await workbench.page.setViewportSize({ width: 460, height: 900 });
      const body = page().locator("body");
      await workbench.until(async () => ((await body.boundingBox())?.width ?? 460) < 460);
      await body.evaluate((element, factor) => {
        (element as unknown as { style: { zoom: string } }).style.zoom = factor;
      }, zoom);
      const overflow = await page()
        .locator("html")
        .evaluate((element) => {
          const { scrollWidth, clientWidth } = element as unknown as { scrollWidth: number; clientWidth: number };
          return scrollWidth - clientWidth;
        });
      await workbench.screenshot(name);
      assert.ok(overflow <= 1, `${name}: ${overflow} px out of reach`);
    }
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  test("lists the versions, and puts values of one back into the document", async () => {
    await page()
      .locator("body")
      .evaluate((element) => {
        (element as unknown as { style: { zoom: string } }).style.zoom = "1";
      });
    await link("History").click();
    await workbench.quickInputRow("A colleague says so").first().waitFor();
    await workbench.screenshot("page-8-versions");
    await workbench.page.keyboard.press("Escape");
    await page().getByRole("link", { name: "Open as a document" }).click();
    await workbench.tab(/^#512/).waitFor();
    await workbench.focusEditor();
    await workbench.runCommand("Artifact Desk: Restore Version...");
    await workbench.quickInput.waitFor();
    await workbench.quickInput.fill("Original Submission");
    await workbench.quickInputRow("Original Submission").first().waitFor();
    await workbench.page.keyboard.press("Enter");
    await workbench.quickInputRow("Summary").first().waitFor();
    await workbench.screenshot("page-9-restore");
    await workbench.page.keyboard.press("Enter");
    await workbench.waitForDirty(/^#512/, true);
    await workbench.page.locator(".notification-toast").filter({ hasText: "put into the document" }).waitFor();
    await workbench.screenshot("page-10-restored");
    await workbench.selectTab(/^Preview/);
    await page().getByRole("heading", { level: 1, name: "It breaks when it rains" }).waitFor();
    await page().getByRole("link", { name: "Save with Comment…" }).waitFor();
  });

  test("has the ways out of a conflict of its document, its other format, and what is pinned", async () => {
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "It breaks, they say" }] });
    await page().getByRole("heading", { level: 1 }).click();
    await workbench.page.keyboard.press("ControlOrMeta+S");
    await workbench.diff.left.waitFor();
    await workbench.selectTab(/^Preview/);
    for (const way of ["Merge", "Keep Mine", "Take Theirs"]) {
      await workbench.titleAction(way).first().waitFor();
    }
    await workbench.screenshot("page-10b-conflict");
    await workbench.runCommand("Artifact Desk: Take Theirs");
    await page().getByRole("heading", { level: 1, name: "It breaks, they say" }).waitFor();
    await workbench.selectTab(/^Preview/);
    await workbench.titleAction("Take Theirs").first().waitFor({ state: "detached" });
    await workbench.runCommand("Artifact Desk: Unpin");
    await workbench.runCommand("Artifact Desk: Switch Format");
    // By now menus know what is pinned.
    await workbench.page
      .locator(`.part.editor .tab.active[data-resource-name="${bug}.artifact.xml"]`)
      .first()
      .waitFor();
    await workbench.runCommand("Artifact Desk: Pin");
    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.selectTab(/^Preview/);
  });

  test("is shown in the colours of the theme, with nothing that axe-core calls serious", async () => {
    const themes = [
      ["Light Modern", "vscode-light"],
      ["Dark Modern", "vscode-dark"],
      ["Dark High Contrast", "vscode-high-contrast"],
      ["Light High Contrast", "vscode-high-contrast-light"],
    ] as const;
    for (const [index, [theme, mark]] of themes.entries()) {
      await workbench.chooseTheme(theme);
      await page().locator(`body.${mark}`).waitFor();
      let contrast = 0;
      await workbench
        .until(async () => {
          // The page is drawn again with each change, and its colours come after its class.
          contrast = await page().locator(".mark").first().evaluate(contrastWithBody);
          return contrast >= 4.5;
        })
        .catch(() => assert.fail(`${theme}: a mark has a contrast of ${contrast.toFixed(1)}`));
      assert.deepEqual(await seriousFindings(workbench.page, page()), [], theme);
      await scrollTo(page().getByText("For us only"));
      await workbench.screenshot(`page-${11 + index}-${theme.toLowerCase().replaceAll(" ", "-")}`);
    }
  });
});

/** Runs in the page: the contrast of an element's text with the background of the page, as WCAG 2 defines it. */
function contrastWithBody(element: unknown): number {
  const { document, getComputedStyle } = globalThis as unknown as {
    readonly document: { readonly body: unknown };
    getComputedStyle(of: unknown): { readonly color: string; readonly backgroundColor: string };
  };
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((each) => {
      const part = Number(each) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [text, page] = [getComputedStyle(element).color, getComputedStyle(document.body).backgroundColor].map(
    luminance,
  );
  const [dark = 0, light = 0] = [text ?? 0, page ?? 0].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
