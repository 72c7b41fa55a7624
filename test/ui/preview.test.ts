import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import type { FrameLocator } from "playwright-core";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker, untilKept, untilRemembered } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

/** Has a value in every kind of field, a script among them. */
const bug = 501;
const title = "Every field of this one is filled";

suite("an artifact to be read", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const preview = (): FrameLocator => workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const readings = () => service.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`);

  test("stands beside its document, with names, rendered texts and pictures", async () => {
    const connection = teamTracker("preview", service);
    service.control.editArtifact({
      artifactId: bug,
      values: [{ field: "release_note", value: { content: hostileNote, format: "html" } }],
    });
    workbench = await takeWindow({
      connection,
      pinnedArtifacts: [bug],
      settings: { "workbench.colorTheme": "Default Dark Modern" },
    });
    await workbench.openPinned();
    await workbench.openTreeItem(`#${bug}`, workbench.tab(title));
    await workbench.focusEditor();
    service.clearRequests();
    await workbench.clickTitleAction("Preview Artifact");
    await workbench.tab("Preview #501").waitFor();
    await preview().getByRole("heading", { level: 1, name: title }).waitFor();
    await preview().getByRole("heading", { name: "What happens" }).waitFor();
    await preview().locator("img").first().waitFor();
    await workbench.page.keyboard.press("ControlOrMeta+B");
    await workbench.screenshot("preview-1-dark");
    await preview()
      .getByRole("link", { name: /^bug #502 \S/ })
      .waitFor();
    await preview().getByText("The discussion is being read").waitFor({ state: "detached" });
    // The artifact is open, so nothing is read but the pictures, the names of what is linked, and the discussion.
    assert.deepEqual([...new Set(readings().map((line) => line.replace(/\d+-.*/, "…")))].sort(), [
      "GET /api/v1/artifacts",
      "GET /api/v1/artifacts/501/changesets",
      "GET /plugins/tracker/attachments/…",
    ]);
    assert.equal(readings().filter((line) => line === "GET /api/v1/artifacts").length, 1);
    assert.equal(
      await preview().locator("main").locator("script, style, [style], [onclick], [onerror], form, iframe").count(),
      0,
    );
    assert.deepEqual(
      await preview()
        .locator("a")
        .evaluateAll(
          (links) =>
            links.filter((link) => !/^(command:artifactDesk\.|#discussion$)/.test(link.getAttribute("href") ?? ""))
              .length,
        ),
      0,
    );
  });

  test("shows what is typed, and says that it is not saved", async () => {
    await workbench.selectTab(/^#501/);
    await workbench.replaceInEditor(title, "Typed just now");
    await preview().getByRole("heading", { level: 1, name: "Typed just now" }).waitFor();
    await preview().getByRole("status").getByText("unsaved changes").waitFor();
    await workbench.screenshot("preview-2-unsaved");
    await workbench.runCommand("File: Revert File");
    await preview().getByRole("heading", { level: 1, name: title }).waitFor();
    await preview().getByRole("status").waitFor({ state: "detached" });
  });

  test("leads by the keyboard to the artifacts it is linked to", async () => {
    const link = preview().getByRole("link", { name: /502/ }).first();
    await link.focus();
    await workbench.page.keyboard.press("Enter");
    await workbench.tab("#502").waitFor();
    await workbench.screenshot("preview-8-linked");
  });

  test("of a draft shows what would be created, over a reload, and becomes that of the artifact", async () => {
    const draft = "New Bug";
    const words = "Seen before it was created";
    await workbench.runCommand("Artifact Desk: Create Artifact...");
    await workbench.quickInputRow("Guinea Pig").first().waitFor();
    await workbench.pick("Guinea Pig");
    await workbench.quickInputRow("Bugs").first().waitFor();
    await workbench.pick("Bugs");
    await workbench.tab(draft).waitFor();
    await workbench.focusEditor();
    await workbench.clickTitleAction("Preview Artifact");
    await preview().getByRole("heading", { level: 1, name: "New Bug" }).waitFor();
    await preview().getByText("This is a draft").waitFor();
    await preview().getByText("required", { exact: true }).first().waitFor();
    await workbench.selectTab(draft);
    const before = (await workbench.editorText()).split('"value": "')[0]?.split("\n") ?? [];
    await workbench.goTo(before.length, (before.at(-1)?.length ?? 0) + '"value": "'.length + 1);
    await workbench.page.keyboard.insertText(words);
    await preview().getByRole("heading", { level: 1, name: words }).waitFor();
    await workbench.screenshot("preview-9-draft");
    await untilKept(workbench, words);
    await untilRemembered(
      workbench,
      '"title":"Preview new-1 Bugs","options"',
      '"title":"Preview new-1 Bugs","connectionId"',
    );
    await workbench.reload();
    await workbench.waitForDirty(draft, true);
    await preview().getByRole("heading", { level: 1, name: words }).waitFor();
    await workbench.selectTab(draft);
    await workbench.clickTitleAction("Create");
    await workbench.tab(/^#\d+ Seen before/).waitFor();
    await workbench.tab(/^Preview #\d+ Seen before/).waitFor();
    await preview().getByText("This is a draft").waitFor({ state: "detached" });
    await preview().getByRole("heading", { level: 1, name: words }).waitFor();
    await workbench.screenshot("preview-10-created");
  });

  test("comes back after a reload, when it is looked at after others were", async () => {
    await workbench.selectTab(/^Preview #\d+ Seen before/);
    await workbench.runCommand("View: Close Editor");
    await workbench.selectTab("Preview #501");
    await preview().getByRole("heading", { level: 1, name: title }).waitFor();
    await workbench.screenshot("preview-7-reloaded");
  });
});

const hostileNote =
  '<h1>Fixed</h1><p onclick="alert(1)" style="color:red">The <em>form</em> &amp; more, see <a href="https://example.org/notes">the notes</a> ' +
  'or <a href="javascript:alert(1)">this</a>.</p><script>document.body.innerHTML = "taken over"</script>' +
  '<img src="https://example.org/x.png" onerror="alert(1)" alt="A window"><iframe src="https://example.org"></iframe>' +
  "<table><tr><th>Version</th><th>State</th></tr><tr><td>4.2</td><td>broken</td></tr></table>";
