import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, openWindow, teamTracker, untilKept, untilRemembered, type WindowOptions } from "./harness.ts";
import { SourceControlView } from "./sourceControlView.ts";
import type { Workbench } from "./workbench.ts";

const bugs = 12;
const bug = 501;
const draft = /New Bug|new-1\.artifact\.json/;
const repositoryDraft = /New SVN repository|new-1\.svn\.json/;
const slogan = 1206;
const title = "The draft of two windows";

suite("two windows on one folder", () => {
  let service: ReferenceService;
  let folder: string;
  let first: Workbench;
  let second: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    folder = mkdtempSync(path.join(os.tmpdir(), "two-windows-"));
    const git = (...args: readonly string[]) => execFileSync("git", ["-C", folder, ...args]);
    git("init", "-q", "-b", "main");
    git("config", "user.email", "jane@example.com");
    git("config", "user.name", "Jane");
    writeFileSync(path.join(folder, "notes.txt"), "none\n");
    git("add", ".");
    git("commit", "-q", "-m", "One");
    writeFileSync(path.join(folder, "notes.txt"), "notes");
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const window = async (beside?: Workbench): Promise<Workbench> => {
    const connection = teamTracker("windows", service, "admin");
    // What is typed holds quotes, which are to stay as they are typed.
    const settings: WindowOptions["settings"] = { "editor.autoClosingQuotes": "never" };
    const workbench = await openWindow(beside ? { beside, folder } : { connection, settings, folder });
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").first().waitFor();
    return workbench;
  };
  const open = async (workbench: Workbench, artifactId: number) => {
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.answer(`#${artifactId}`);
    await workbench.tab(new RegExp(`^#?${artifactId}`)).waitFor();
  };
  const create = async (workbench: Workbench, tab: RegExp) => {
    await workbench.runCommand("Artifact Desk: Create Artifact...");
    await workbench.pick("Guinea Pig");
    await workbench.pick("Bugs");
    await workbench.tab(tab).first().waitFor();
  };
  /** Both read alike. */
  const tabOf = (workbench: Workbench, name: string) =>
    workbench.page.locator(`.part.editor .tab[data-resource-name="${name}.artifact.json"]`);
  const posts = () => service.requests.filter(({ method }) => method === "POST").length;
  const newest = () => service.control.newestArtifacts({ trackerId: bugs, count: 1 })[0] ?? 0;

  test("a file of it is attached from the Explorer with nothing open, to the artifact that is asked for", async () => {
    first = await window();
    const attached = () => service.control.readArtifact({ artifactId: bug }).values["attachments"] as number[];
    const before = attached();
    await first.page.keyboard.press("Control+Shift+E");
    await first.chooseTreeMenuEntry("notes.txt", "Attach to Artifact...");
    await first.quickInput.waitFor();
    await first.screenshot("two-windows-00-explorer");
    await first.quickInput.fill(String(bug));
    await first.pick(`#${bug}`);
    await first.until(() => attached().length === before.length + 1);
    const id = attached().at(-1) ?? 0;
    assert.equal(Buffer.from(service.control.readAttachment({ id }), "base64").toString(), "notes");
    service.clearRequests();
  });

  test("what is unsaved leaves the folder's repository of git selected", async () => {
    const view = new SourceControlView(first);
    await view.open();
    await view.row("notes.txt").waitFor();
    await open(first, bug);
    const summary = String(service.control.readArtifact({ artifactId: bug }).values["summary"]);
    await first.replaceInEditor(summary, "Mine");
    await first.waitForDirty(`#${bug}`, true);
    await view.open();
    await first.page
      .locator(".scm-repositories-view")
      .or(view.row(`#${bug} `))
      .first()
      .waitFor();
    await first.screenshot("two-windows-00-beside-git");
    assert.equal(await view.row("notes.txt").count(), 1);
    await first.closeEditors();
    service.clearRequests();
  });

  test("a draft is told of in the one that restores it", async () => {
    await create(first, draft);
    await first.focusEditor();
    await first.atFirstValue();
    await first.page.keyboard.insertText(title);
    await first.waitForDirty(draft, true);
    await first.runCommand("Artifact Desk: Create SVN Repository...");
    await first.pick("SVN plugin test");
    await first.answer("repo-of-two");
    await first.tab(repositoryDraft).waitFor();
    await first.replaceInEditor('is_reference_mandatory": false', 'is_reference_mandatory": true');
    await first.waitForDirty(repositoryDraft, true);
    await untilKept(first, title, '"is_reference_mandatory": true');
    second = await window();
    await second.waitForDirty(draft, true);
    await second.waitForDirty(repositoryDraft, true);
    await second.waitForNotification("The draft new-1 is open in another window, which alone can send it.");
    await second.screenshot("two-windows-01-told");
  });

  test("a draft whose answer was lost in the first is not sent by the second", async () => {
    service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    await first.showTab(draft);
    await first.save();
    await first.waitForNotification("Nothing is sent again before you have chosen");
    await first.quickInputRow(title).first().waitFor();
    await first.dismiss();
    await second.showTab(draft);
    await second.save();
    await second.waitForNotification("Nothing was sent: this draft is open in another window");
    await second.screenshot("two-windows-02-refused");
    assert.equal(posts(), 1);
  });

  test("a draft of a repository is not sent by the second either", async () => {
    await second.showTab(repositoryDraft);
    await second.save();
    await second.waitForNotification(/new-1\.svn\.json.*Nothing was sent: .*open in another window/s);
    assert.equal(posts(), 1);
    await first.showTab(repositoryDraft);
    await first.save();
    await first.tab(repositoryDraft).waitFor({ state: "detached" });
    assert.equal(posts(), 2);
  });

  test("a draft leaves its number to the first", async () => {
    await create(second, draft);
    await tabOf(second, "new-2").waitFor();
    assert.equal(posts(), 2);
  });

  test("a draft is the first one's again after a reload, which knows what happened to it", async () => {
    await first.reload();
    await first.waitForDirty(draft, true);
    await first.showTab(draft);
    await first.save();
    await first.waitForNotification("Nothing is sent again before you have chosen");
    await first.quickInputRow(`#${newest()} ${title}`).first().waitFor();
    await first.dismiss();
    assert.equal(posts(), 2);
  });

  test("a draft is the second one's once the first is closed, with the record of its attempt", async () => {
    await first.page.close();
    // The other draft of this window reads «New Bug».
    await second.showTab(/new-1\.artifact\.json/);
    await second.save();
    await second.pick(`#${newest()} ${title}`);
    await second.tab(`#${newest()} ${title}`).waitFor();
    await tabOf(second, "new-1").waitFor({ state: "detached" });
    await second.screenshot("two-windows-03-settled");
    assert.equal(posts(), 2);
  });

  test("a text is not taken for made from what another window of the same browser has read", async () => {
    const [here, elsewhere] = [502, 503];
    const tab = new RegExp(`^#?${elsewhere}`);
    const values = () => service.control.readArtifact({ artifactId: elsewhere }).values;
    service.clearRequests();
    await open(second, here);
    await untilRemembered(second, "artifactDesk.window");
    const passing = await window(second);
    await open(passing, elsewhere);
    await passing.replaceInEditor(String(values()["summary"]), "Mine, made from what was there then");
    await untilKept(passing, "Mine, made from what was there then");
    // A page that is left takes its extension host along.
    await passing.page.goto("about:blank");
    await passing.page.close();
    service.control.advanceClock({ ms: 10_000 });
    service.control.editArtifact({ artifactId: elsewhere, values: [{ field_id: slogan, value: "Theirs" }] });
    await open(second, elsewhere);
    await second.showTab(new RegExp(`^#?${here}`));
    const third = await window(second);
    await third.waitForDirty(tab, true);
    await third.showTab(tab);
    await third.save();
    await third.waitForNotification("It is not known any more which version of #503 this text was made from");
    await third.screenshot("two-windows-04-compared");
    assert.equal(values()["slogan"], "Theirs");
    assert.deepEqual(
      service.requests.filter(({ method }) => method !== "GET"),
      [],
    );
  });
});
