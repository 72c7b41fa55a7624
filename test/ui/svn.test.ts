import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const project = "SVN plugin test";
const name = "sources";

suite("an SVN repository with a colleague in between", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  let repositoryId: number;

  suiteSetup(async () => {
    service = await startReferenceService();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const stored = () => service.control.readRepository({ repositoryId }).settings;
  const bodies = (method: string) =>
    service.requests.filter((request) => request.method === method).map(({ body }) => JSON.parse(body));
  const label = `${name} (SVN)`;
  const draftTab = `New SVN repository ${name}`;

  test("the tree leads to a project's repositories", async () => {
    const connection = teamTracker("svn", service, "admin");
    // What is typed holds quotes, which are to stay as they are typed.
    const settings = { "editor.autoClosingQuotes": "never", "editor.autoSurround": "never" };
    workbench = await takeWindow({ connection, settings });
    await workbench.openView();
    await workbench.expand(project);
    await workbench.expand("SVN Repositories");
    await workbench.treeItem("repo01").first().waitFor();
    await workbench.treeItem("repo01").first().hover();
    await workbench.screenshot("svn-01-tree");
  });

  test("the palette lists repositories by project, and takes the number of another one", async () => {
    await workbench.runCommand("Artifact Desk: Open SVN Settings...");
    await workbench
      .quickInputRow("repo01")
      .filter({ hasText: `${project} · #90` })
      .waitFor();
    await workbench.quickInputRow("Another Repository").waitFor();
    await workbench.screenshot("svn-01b-repositories");
    await workbench.pick("Another Repository");
    await workbench.answer("90");
    await workbench.tab("repo01 (SVN)").waitFor();
    await workbench.screenshot("svn-01c-settings");
    await workbench.closeEditors();
  });

  test("a repository is asked for by name, which is checked as it is typed", async () => {
    await workbench.clickTreeAction("SVN Repositories", "Create SVN Repository");
    await workbench.quickInput.fill("2nd");
    await workbench.quickInputMessage.getByText("The name has to begin with a letter from A to Z.").waitFor();
    await workbench.screenshot("svn-02-name");
    await workbench.answer(name);
    await workbench.tab(draftTab).waitFor();
    const draft = JSON.parse(await workbench.editorText());
    assert.deepEqual([draft.project_id, draft.name, Object.keys(draft.settings).length], [122, name, 4]);
    await workbench.screenshot("svn-03-draft");
  });

  test("saving the draft creates the repository with its complete settings, which take the draft's tab", async () => {
    await workbench.replaceInEditor('"access_file": "', '"access_file": "[/]\\n* = r\\n@members = rw');
    await workbench.waitForDirty(draftTab, true);
    assert.deepEqual(bodies("POST"), []);
    await workbench.screenshot("svn-03b-draft-changed");
    await workbench.clickTitleAction("Create");
    await workbench.tab(label).waitFor();
    await workbench.tab(draftTab).waitFor({ state: "detached" });
    const [created, ...others] = bodies("POST");
    assert.deepEqual(others, []);
    assert.deepEqual([created.project_id, created.name], [122, name]);
    repositoryId = Number.parseInt((await workbench.activeTab.getAttribute("data-resource-name")) ?? "", 10);
    assert.equal(service.control.readRepository({ repositoryId }).name, name);
    assert.equal(stored().accessFile, "[/]\n* = r\n@members = rw");
    await workbench.treeItem(name).first().waitFor();
    await workbench.screenshot("svn-04-created");
  });

  test("a rule that is changed is saved with all the others", async () => {
    await workbench.replaceInEditor('"is_reference_mandatory": false', '"is_reference_mandatory": true');
    await workbench.save();
    await workbench.waitForDirty(label, false);
    assert.equal(stored().isReferenceMandatory, true);
    assert.equal(bodies("PUT").length, 1);
    assert.equal(bodies("PUT")[0].settings.has_default_permissions, true);
  });

  test("a colleague's change stores nothing and shows theirs beside mine", async () => {
    service.control.editRepository({
      repositoryId,
      settings: { paths: ["/tags"], accessFile: "[/]\n* = r\n@members = rw\n\n[/trunk]\n@Developers = rw" },
    });
    await workbench.replaceInEditor(
      '"is_commit_message_change_allowed": false',
      '"is_commit_message_change_allowed": true',
    );
    await workbench.waitForDirty(label, true);
    await workbench.save();
    await workbench.diff.left.waitFor();
    await workbench.titleAction("Merge").first().waitFor();
    const words = await workbench.waitForNotification("were changed on the service");
    assert.match(words, new RegExp(`settings of SVN repository ${name} were changed on the service`));
    await workbench.screenshot("svn-05-conflict");
    assert.equal(stored().isCommitMessageChangeAllowed, false);
    assert.equal(bodies("PUT").length, 1);
  });

  test("merging takes theirs into mine, and the save stores both", async () => {
    await workbench.clickTitleAction("Merge");
    await workbench.page.locator(".editor.modified").getByText('"/tags"').first().waitFor();
    await workbench.screenshot("svn-06-merged");
    await workbench.focusEditor();
    await workbench.save();
    await workbench.waitForDirty(label, false);
    await workbench.diff.left.waitFor({ state: "detached" });
    const { isReferenceMandatory, isCommitMessageChangeAllowed, paths, accessFile } = stored();
    assert.deepEqual(
      { isReferenceMandatory, isCommitMessageChangeAllowed, paths, accessFile },
      {
        isReferenceMandatory: true,
        isCommitMessageChangeAllowed: true,
        paths: ["/tags"],
        accessFile: "[/]\n* = r\n@members = rw\n\n[/trunk]\n@Developers = rw",
      },
    );
    await workbench.screenshot("svn-07-saved");
  });

  test("the access file has an editor of its own, and a comparison shows what the service made of it", async () => {
    await workbench.clickTitleAction("Open Access File");
    await workbench.tab("access file (SVN)").waitFor();
    await workbench.page.locator(".view-lines").getByText("@Developers").first().waitFor();
    await workbench.screenshot("svn-08-access-file");
    await workbench.replaceInEditor("@Developers", "@Nobodies");
    await workbench.save();
    await workbench.diff.left.waitFor();
    await workbench.waitForNotification("the service changed the access file");
    await workbench.diff.right.getByText("# @Nobodies").first().waitFor();
    assert.match(stored().accessFile, /\[\/trunk\]\n# @Nobodies = rw$/);
    await workbench.screenshot("svn-09-rewritten");
  });

  test("deleting asks by name, and the repository leaves the tree", async () => {
    await workbench.openView();
    await workbench.expand(project);
    await workbench.expand("SVN Repositories");
    await workbench.chooseTreeMenuEntry(name, "Delete SVN Repository...");
    await workbench.dialog.getByText(`Delete SVN repository ${name}?`).waitFor();
    await workbench.screenshot("svn-10-delete");
    await workbench.clickDialogButton("Delete");
    await workbench.waitForNotification("will be deleted");
    await workbench.treeItem(name).first().waitFor({ state: "detached" });
    assert.ok(service.control.readRepository({ repositoryId }).isDeleted);
    await workbench.screenshot("svn-11-deleted");
  });

  test("a draft of which nobody knows is asked about each time, and sent under another name after *Not Mine*", async () => {
    const { control } = service;
    await workbench.closeEditors();
    await workbench.openView();
    await workbench.clickTreeAction("SVN Repositories", "Create SVN Repository");
    await workbench.answer("taken");
    const tab = "New SVN repository taken";
    await workbench.tab(tab).waitFor();
    service.clearRequests();
    const list = { path: "/projects/122/svn", fault: { kind: "answer", status: 403, body: "" } } as const;
    control.addFault({ ...list, count: null });
    control.addFault({ method: "POST", fault: { kind: "reset", when: "before" } });
    await workbench.clickTitleAction("Create");
    await workbench.waitForNotification("cannot be listed");
    await workbench.screenshot("svn-12-maybe-created");
    control.clearFaults();
    // Nobody knows either whether one of that name is there before it is sent again.
    control.addFault(list);
    control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    await workbench.pressNotificationButton("cannot be listed", "Create Again");
    await workbench.waitForNotification("Is it the one you created?");
    await workbench.screenshot("svn-13-is-it-yours");
    await workbench.pressNotificationButton("Is it the one you created?", "Not Mine");
    await workbench.untilExtensionHeard();
    await workbench.focusEditor();
    await workbench.replaceInEditor('"name": "taken"', '"name": "free"');
    await workbench.clickTitleAction("Create");
    await workbench.tab("free (SVN)").waitFor();
    await workbench.tab(tab).waitFor({ state: "detached" });
    assert.deepEqual(
      bodies("POST").map((body) => body.name),
      ["taken", "taken", "free"],
    );
  });
});
