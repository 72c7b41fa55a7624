import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, editorProcess, takeWindow, teamTracker, untilKept } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const repositoryId = 90;

// The artifacts are those of no other journey: an editor that is killed may restore what another window left unsaved.
// A window keeps the label of a tab by and by: what ends suddenly may leave the name of the file.
const tabs = {
  json: /^#?612/,
  xml: /^#?613/,
  field: /^(Original Submission|1203\.md|#614)/,
  comment: /^(Comment on #615|comment\.md)/,
  draft: /^(New Bug(?!:)|new-1\.artifact\.json)/,
  draftText: /^(New Bug: Original Submission|1203\.txt)/,
  settings: /^(repo01 \(SVN\)|90\.svn\.json)/,
  repository: /^(New SVN repository|new-1\.svn\.json)/,
} as const;

const lostComment = /^(Comment on #616|comment\.md)/;

/** One of each kind. */
const typed = [
  "Mine in JSON",
  "Mine in XML",
  "Mine in Markdown. ",
  '"is_reference_mandatory": false',
  "Mine in a comment",
  "Mine in a draft",
  "Mine in its text, and more",
  '"name": "mine"',
] as const;

suite("unsaved documents", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  let versions: Readonly<Record<number, string>>;
  let saidBefore: readonly string[];

  suiteSetup(async () => {
    service = await startReferenceService();
    const connection = teamTracker("restart", service, "admin");
    // What is typed holds quotes, which are to stay as they are typed.
    const settings = { "editor.autoClosingQuotes": "never", "editor.autoSurround": "never" };
    workbench = await takeWindow({ connection, settings });
    await workbench.openView();
    await workbench.treeItem("SVN plugin test").first().waitFor();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const artifact = (artifactId: number) => service.control.readArtifact({ artifactId });
  const commentsOn = (artifactId: number) => artifact(artifactId).comments.map(({ body }) => body);
  const summaryOf = (artifactId: number) => String(artifact(artifactId).values["summary"]);
  const writes = () => service.requests.filter(({ method }) => method !== "GET");
  const versionsNow = () => Object.fromEntries([612, 613, 614, 615].map((id) => [id, String(artifact(id).version)]));
  const open = async (reference: string) => {
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.answer(reference);
    await workbench.tab(reference).waitFor();
  };
  const comment = async (artifactId: number, words: string) => {
    await open(`#${artifactId}`);
    await workbench.focusEditor();
    await workbench.runCommand("Artifact Desk: Comment on Artifact...");
    await workbench.tab(`Comment on #${artifactId}`).waitFor();
    await workbench.showTab(`Comment on #${artifactId}`);
    await workbench.page.keyboard.insertText(words);
  };
  const storage = () => path.join(editorProcess().userDataFolder, "User/globalStorage/artifact-desk.artifact-desk");
  /** Takes from the disk what is kept in files whose names begin with `start`. */
  const wipe = (start: string) => {
    const folder = path.join(storage(), "working-copies");
    const kept = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      path.basename(file).startsWith(start),
    );
    assert.ok(kept.length > 0);
    for (const file of kept) {
      rmSync(path.join(folder, file), { recursive: true });
    }
  };
  const assertAllDirty = async () => {
    for (const tab of Object.values(tabs)) {
      await workbench.waitForDirty(tab, true);
    }
  };

  test("of every kind are there at once", async () => {
    await open("#612");
    await workbench.replaceInEditor(summaryOf(612), "Mine in JSON");
    await open("#613");
    await workbench.runCommand("Artifact Desk: Switch Format");
    await workbench.page.locator(".part.editor").getByText("<request>").first().waitFor();
    await workbench.replaceInEditor(summaryOf(613), "Mine in XML");
    await open("#614");
    // It stands above the line on which the entry begins.
    await workbench.runLens((await workbench.lineOf('"field_id": 1203')) - 1, "as Markdown");
    await workbench.tab("Original Submission").waitFor();
    await workbench.goTo(1, 1);
    await workbench.page.keyboard.insertText("Mine in Markdown. ");
    await workbench.selectTab(/^#614 (?!Original)/);
    await workbench.runCommand("View: Close Editor");
    await workbench.expand("SVN plugin test");
    await workbench.expand("SVN Repositories");
    await workbench.openTreeItem("repo01", workbench.tab(tabs.settings));
    await workbench.replaceInEditor('"is_reference_mandatory": true', '"is_reference_mandatory": false');
    await workbench.clickTreeAction("SVN Repositories", "Create SVN Repository");
    await workbench.answer("sources");
    await workbench.tab(tabs.repository).waitFor();
    await workbench.replaceInEditor('"name": "sources"', '"name": "mine"');
    await comment(615, "Mine in a comment");
    await workbench.runCommand("Artifact Desk: Create Artifact...");
    await workbench.pick("Guinea Pig");
    await workbench.pick("Bugs");
    await workbench.tab(tabs.draft).waitFor();
    await workbench.focusEditor();
    await workbench.atFirstValue();
    await workbench.page.keyboard.insertText("Mine in a draft");
    await workbench.runCommand("Artifact Desk: Set Field...");
    await workbench.pick("Original Submission");
    await workbench.tab(tabs.draftText).waitFor();
    await workbench.focusEditor();
    await workbench.page.keyboard.insertText("Mine in its text");
    await workbench.waitForDirty(tabs.draftText, true);
    await workbench.save();
    await workbench.waitForDirty(tabs.draftText, false);
    await workbench.page.keyboard.insertText(", and more");
    await assertAllDirty();
    versions = versionsNow();
    await workbench.screenshot("restart-1-unsaved");
  });

  test("are saved on their own versions after the extension host was killed", async () => {
    await comment(616, "Nobody knows of me");
    await workbench.waitForDirty(lostComment, true);
    service.clearRequests();
    const startsBefore = editorProcess().countStarts();
    assert.ok(editorProcess().killExtensionHosts() > 0);
    // As where its connection was removed, and added again before this window was there.
    wipe("616.json");
    // Nobody answers the button before the next host has started the extensions.
    await workbench.until(() => editorProcess().countStarts() > startsBefore);
    await workbench.press(workbench.page.locator(".part.sidebar").getByRole("button", { name: "Refresh" }).first());
    await service.untilAsked(({ path: address }) => address.includes("/projects"));
    await workbench.showTab(tabs.xml);
    await workbench.save();
    await workbench.waitForDirty(tabs.xml, false);
    assert.deepEqual(
      writes().map(({ method, headers }) => [method, headers["if-match"]]),
      [["PUT", versions[613]]],
    );
    assert.equal(summaryOf(613), "Mine in XML");
  });

  test("that are comments of which nothing is kept are asked about before they are sent", async () => {
    service.clearRequests();
    await workbench.showTab(lostComment);
    await workbench.save();
    await workbench.waitForNotification("Nobody knows whether it was sent before");
    assert.deepEqual(writes(), []);
    await workbench.screenshot("restart-2-comment-unknown");
    await workbench.press(workbench.page.getByRole("button", { name: "Send It There" }).first());
    await workbench.tab(lostComment).waitFor({ state: "detached" });
    assert.equal(artifact(616).comments.at(-1)?.body, "Nobody knows of me");
  });

  test("come back dirty after the editor was killed and started again", async () => {
    await workbench.showTab(tabs.xml);
    await workbench.replaceInEditor("Mine in XML", "Mine in XML again");
    versions = versionsNow();
    service.control.editArtifact({ artifactId: 612, values: [{ field: "summary", value: "Theirs" }] });
    await workbench.showTab(tabs.json);
    await workbench.runCommand("Artifact Desk: Save with Comment...");
    saidBefore = commentsOn(612);
    await workbench.quickInput.fill("Why mine");
    await workbench.quickInput.press("Enter");
    await workbench.diff.left.waitFor();
    await workbench.runCommand("View: Close Editor");
    await workbench.diff.left.waitFor({ state: "detached" });
    await untilKept(workbench, ...typed, "Mine in XML again");
    await editorProcess().kill();
    wipe("614@");
    rmSync(path.join(storage(), "drafts/restart/repositories"), { recursive: true });
    service.control.editArtifact({ artifactId: 614, values: [{ field: "slogan", value: "Theirs" }] });
    await editorProcess().startAgain();
    await workbench.reload();
    await assertAllDirty();
    await workbench.screenshot("restart-3-restored");
    assert.deepEqual([summaryOf(612), summaryOf(613)], ["Theirs", "Mine in XML"]);
  });

  test("met by a colleague's change meanwhile are compared with it, each made from its own version", async () => {
    service.clearRequests();
    await workbench.showTab(tabs.json);
    await workbench.save();
    await workbench.diff.left.waitFor();
    // It was left in a conflict, and so theirs is read and shown before anything is sent.
    assert.deepEqual(writes(), []);
    assert.equal(summaryOf(612), "Theirs");
    await workbench.screenshot("restart-4-conflict");
    const theirs = versionsNow()[612];
    await workbench.clickTitleAction("Keep Mine");
    await workbench.diff.left.waitFor({ state: "detached" });
    assert.deepEqual(
      writes().map(({ headers, status }) => [headers["if-match"], status]),
      [[theirs, 200]],
    );
    assert.equal(summaryOf(612), "Mine in JSON");
    assert.deepEqual(commentsOn(612), [...saidBefore, "Why mine"]);
  });

  test("that nobody else touched are stored as they were typed", async () => {
    service.clearRequests();
    await workbench.showTab(tabs.xml);
    await workbench.save();
    await workbench.waitForDirty(tabs.xml, false);
    await workbench.showTab(tabs.settings);
    await workbench.save();
    await workbench.waitForDirty(tabs.settings, false);
    await workbench.showTab(tabs.comment);
    await workbench.save();
    await workbench.tab(tabs.comment).waitFor({ state: "detached" });
    await workbench.showTab(tabs.draft);
    await workbench.clickTitleAction("Create");
    await workbench.tab(tabs.draft).waitFor({ state: "detached" });
    const [created = 0] = service.control.newestArtifacts({ trackerId: 12, count: 1 });
    assert.deepEqual(
      writes().map(({ method, path: address, headers }) => [method, address.split("/").at(-1), headers["if-match"]]),
      [
        ["PUT", "613", versions[613]],
        ["PUT", `${repositoryId}`, undefined],
        ["PUT", "615", versions[615]],
        ["POST", "artifacts", undefined],
      ],
    );
    assert.deepEqual([summaryOf(613), summaryOf(created)], ["Mine in XML again", "Mine in a draft"]);
    // It was made from what the draft says, so nothing is asked.
    const content = "Mine in its text, and more";
    assert.deepEqual(artifact(created).values["details"], { content, format: "text" });
    assert.equal(artifact(615).comments.at(-1)?.body, "Mine in a comment");
    assert.equal(service.control.readRepository({ repositoryId }).settings.isReferenceMandatory, false);
  });

  test("whose base was wiped from the disk are compared before anything is written", async () => {
    service.clearRequests();
    await workbench.waitForDirty(tabs.field, true);
    await workbench.showTab(tabs.field);
    await workbench.save();
    await workbench.diff.left.waitFor();
    assert.deepEqual(writes(), []);
    await workbench.screenshot("restart-5-base-unknown");
    await workbench.clickTitleAction("Keep Mine");
    await workbench.diff.left.waitFor({ state: "detached" });
    const body = JSON.parse(writes()[0]?.body ?? "{}");
    assert.match(body.values[0].value.content, /^Mine in Markdown\. /);
    assert.equal(artifact(614).values["slogan"], "Theirs");
  });

  test("that are drafts of which nothing is kept are asked about before they are sent", async () => {
    service.clearRequests();
    await workbench.showTab(tabs.repository);
    await workbench.save();
    await workbench.waitForNotification("Nobody knows whether it was sent before");
    assert.deepEqual(writes(), []);
    await workbench.screenshot("restart-6-draft-unknown");
    await workbench.press(workbench.page.getByRole("button", { name: "Send It There" }).first());
    await workbench.tab(tabs.repository).waitFor({ state: "detached" });
    assert.deepEqual(
      writes().map(({ method, status }) => [method, status]),
      [["POST", 201]],
    );
  });
});
