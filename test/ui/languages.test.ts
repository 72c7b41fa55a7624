import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import type { FrameLocator, Locator } from "playwright-core";
import type { Fault } from "../service/faults.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { pseudoLanguage } from "../support/host/pseudoLanguage.ts";
import { mistyped } from "../support/secrets.ts";
import { closeWindows, openWindow } from "./harness.ts";
import { textsIn, textsOfAnswers, translator, withoutMarks } from "./shownWords.ts";
import type { Workbench } from "./workbench.ts";

const bug = 512;

// One way through the views, in a language whose sentences all stand in marks, and in French as far as the tree. With
// `PICTURES=all` it goes on in French, for what is to be looked at.
const goesOn = (language: string) => language === pseudoLanguage || process.env["PICTURES"] === "all";

for (const language of ["fr", pseudoLanguage] as const) {
  suite(`in the language ${language}`, () => {
    const words = translator(language);
    /** Nobody trusts it: the view says so. */
    const folder = mkdtempSync(path.join(os.tmpdir(), "folder-"));
    let service: ReferenceService;
    let workbench: Workbench;
    /** What was on screen, by where it was. */
    const shown = new Map<string, readonly string[]>();

    suiteSetup(async () => {
      service = await startReferenceService();
      const settings = { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" };
      workbench = await openWindow({ language, folder, settings });
    });

    suiteTeardown(async () => {
      await closeWindows();
      await service.close();
      rmSync(folder, { recursive: true });
    });

    /** Keeps what is on screen in these places, and a picture of it all. */
    async function look(name: string, places: Readonly<Record<string, Locator>>): Promise<void> {
      for (const [place, located] of Object.entries(places)) {
        shown.set(`${name}, ${place}`, await textsIn(located));
      }
      pictures += 1;
      await workbench.screenshot(`${language}-${String(pictures).padStart(2, "0")}-${name}`);
    }
    let pictures = 0;

    const run = (title: string) => workbench.runCommand(`Artifact Desk: ${words(title)}`);
    const at = (selector: string) => workbench.page.locator(selector);
    const box = () => at(".quick-input-widget");
    const sideBar = () => at(".part.sidebar .pane-body");
    const lenses = () => at(".codelens-decoration a");
    const titleBar = () => at(".part.editor .editor-actions .action-label");
    const statusBar = () => at(".statusbar-item[id^='artifact-desk']");
    const messages = () => at(".notification-list-item-message, .notification-list-item-buttons-container");
    const hover = () => at(".monaco-hover:not(.hidden) .hover-contents");
    const page = (): FrameLocator => workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");

    /** Shows all twice as large, and asserts that nothing of the page lies beside what is in sight. */
    async function zoomed(name: string, root: Locator): Promise<void> {
      const usual = workbench.page.viewportSize() ?? { width: 0, height: 0 };
      const before = await root.evaluate((element) => element.clientWidth);
      await workbench.page.setViewportSize({ width: usual.width / 2, height: usual.height / 2 });
      await workbench.until(() => root.evaluate((element, width) => element.clientWidth < width, before));
      await workbench.screenshot(`${language}-zoomed-${name}`);
      assert.ok(await root.evaluate((element) => element.scrollWidth <= element.clientWidth));
      await workbench.page.setViewportSize(usual);
    }

    async function showHover(text: string): Promise<void> {
      await workbench.goTo(await workbench.lineOf(text), 12);
      await workbench.askBeside(hover(), "ControlOrMeta+K", "ControlOrMeta+I");
    }

    test("a connection is made, and the tree is shown", async () => {
      await workbench.openView();
      await workbench.welcomeButton(words("Add Connection")).waitFor();
      await look("welcome", { view: sideBar() });
      await workbench.welcomeButton(words("Add Connection")).press("Enter");
      await workbench.quickInputMessage.waitFor();
      await look("address", { box: box() });
      await workbench.answer(service.origin);
      await at(".quick-input-box input[type=password]").waitFor();
      await look("key", { box: box() });
      await workbench.answer(mistyped);
      await messages().first().waitFor();
      await look("refused", { messages: messages() });
      await workbench.pressNotificationButton(/./, words("Edit Key"));
      await workbench.answer(service.keys.admin);
      await workbench.expand("Guinea Pig");
      await workbench.expand("Bugs");
      await workbench.expand(words("All Artifacts"));
      await workbench.treeItem(/^#\d/).first().waitFor();
      await look("tree", { view: sideBar() });
    });

    if (goesOn(language)) {
      test("a document is shown, changed, and in conflict", async () => {
        await run("Open Artifact...");
        await workbench.answer(String(bug));
        await workbench.tab(`#${bug}`).waitFor();
        await lenses().first().waitFor();
        await look("document", { lenses: lenses(), title: titleBar() });
        const { summary } = service.control.readArtifact({ artifactId: bug }).values;
        await showHover(String(summary));
        await look("hover", { hover: hover() });
        await workbench.page.keyboard.press("Escape");
        await run("Set Field...");
        await workbench.quickInputRow("Status").first().waitFor();
        await look("fields", { box: box() });
        await workbench.dismiss();
        await workbench.replaceInEditor(String(summary), "42");
        service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "43" }] });
        await workbench.save();
        await messages()
          .filter({ hasText: `#${bug}` })
          .first()
          .waitFor();
        await workbench.diff.left.waitFor();
        await lenses().first().waitFor();
        await look("conflict", { messages: messages(), lenses: lenses(), title: titleBar(), status: statusBar() });
        await run("Show Unsaved Artifacts");
        await at(".scm-view .resource").first().waitFor();
        await look("unsaved", { rows: at(".scm-view .monaco-list-row") });
        await run("Take Theirs");
        await workbench.waitForDirty(`#${bug} `, false);
      });

      test("pages, searches, questions and problems are shown", async () => {
        await run("Preview Artifact");
        await page()
          .getByRole("heading", { name: words("Discussion") })
          .waitFor();
        await look("page", { page: page().locator("body") });
        assert.equal(await page().locator("html").getAttribute("lang"), words("en"));
        await zoomed("page", page().locator("html"));
        await run("Find Artifact...");
        await look("find-empty", { box: box() });
        await workbench.quickInput.fill("43");
        await workbench.quickInputRow(`#${bug}`).first().waitFor();
        await look("find", { box: box() });
        await workbench.dismiss();
        await run("Open SVN Settings...");
        await workbench.pick("repo01");
        await workbench.tab("repo01").waitFor();
        await showHover('"commit_rules"');
        await look("settings", { title: titleBar(), hover: hover() });
        await workbench.page.keyboard.press("Escape");
        await workbench.showTab(`#${bug} `);
        await workbench.replaceInEditor("1202", "99");
        await workbench.runCommand("Problems: Focus on Problems View");
        await at(".markers-panel .marker-message-details-container").first().waitFor();
        await look("problems", { messages: at(".markers-panel .marker-message-details-container") });
        await run("Remove Connection...");
        await workbench.dialog.waitFor();
        await look("dialog", { dialog: at(".dialog-message-text, .dialog-message-detail") });
        await workbench.page.keyboard.press("Escape");
      });

      test("what cannot be read, and that there is nothing, is said", async () => {
        await workbench.openView();
        const askedAgain = async (name: string, fault: Fault, row: Locator) => {
          service.control.addFault({ path: "/projects$", fault, count: null });
          await run("Refresh");
          await row.first().waitFor();
          await look(name, { view: sideBar() });
          service.control.clearFaults();
        };
        const refused = words("The service does not accept the access key.").replace(/[.⟧]+$/, "");
        await askedAgain("unreachable", { kind: "reset", when: "before" }, sideBar().locator(".codicon-error"));
        await askedAgain("key-refused", { kind: "unauthorized" }, workbench.treeItem(refused));
        const headers = { "Content-Type": "application/json", "X-Pagination-Size": "0" };
        await askedAgain(
          "no-projects",
          { kind: "answer", status: 200, headers, body: "[]" },
          workbench.treeItem(words("No projects that you may see")),
        );
      });

      test("the walkthrough is shown", async () => {
        await workbench.closeEditors();
        await workbench.runCommand("View: Toggle Panel Visibility");
        await workbench.runCommand("Welcome: Open Walkthrough...");
        await workbench.answer(words("Get Started with Artifact Desk"));
        await at(".getting-started-step").first().waitFor();
        await look("walkthrough", {
          title: at(
            ".gettingStartedSlideDetails .category-title, .gettingStartedSlideDetails .category-description-container",
          ),
          steps: at(".getting-started-step .step-title, .getting-started-step .step-description-container"),
        });
        await zoomed("walkthrough", at(".gettingStartedContainer"));
      });
    }

    if (language === pseudoLanguage) {
      test("no words of ours are shown without a mark", async () => {
        const said = await textsOfAnswers(service);
        const all = [...shown].map(([place, texts]) => [place, withoutMarks(texts, said)] as const);
        assert.deepEqual(Object.fromEntries(all.filter(([, texts]) => texts.length > 0)), {});
        const unmarked = [...shown].filter(([, texts]) => !texts.some((text) => text.includes("⟦")));
        assert.deepEqual(unmarked, []);
      });
    }
  });
}
