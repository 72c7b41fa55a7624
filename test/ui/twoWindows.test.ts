import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, openWindow, teamTracker, untilKept, untilRemembered, type WindowOptions } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bugs = 12;
const bug = 501;
const draft = /New Bug|new-1\.artifact\.json/;
const repositoryDraft = /New SVN repository|new-1\.svn\.json/;
const title = "The draft of two windows";

suite("two windows on one folder", () => {
  let service: ReferenceService;
  let folder: string;
  let first: Workbench;
  let second: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    folder = mkdtempSync(path.join(os.tmpdir(), "two-windows-"));
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const window = async (): Promise<Workbench> => {
    const connection = teamTracker("windows", service, "admin");
    // What is typed holds quotes, which are to stay as they are typed.
    const settings: WindowOptions["settings"] = { "editor.autoClosingQuotes": "never" };
    const workbench = await openWindow({ connection, settings, folder });
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").first().waitFor();
    return workbench;
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
    writeFileSync(path.join(folder, "notes.txt"), "notes");
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
});

suite("two windows of one browser", () => {
  const [here, elsewhere] = [
    { id: 502, tab: /^#?502/ },
    { id: 503, tab: /^#?503/ },
  ];
  const slogan = 1206;
  let service: ReferenceService;
  let folder: string;
  let first: Workbench;
  let second: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    folder = mkdtempSync(path.join(os.tmpdir(), "two-windows-"));
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const window = async (beside?: Workbench): Promise<Workbench> => {
    const connection = teamTracker("beside", service, "admin");
    const workbench = await openWindow({ folder, ...(beside ? { beside } : { connection }) });
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").first().waitFor();
    return workbench;
  };
  const open = async (workbench: Workbench, { id, tab }: typeof here) => {
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.answer(`#${id}`);
    await workbench.tab(tab).waitFor();
  };
  const valuesOf = ({ id }: typeof here) => service.control.readArtifact({ artifactId: id }).values;
  const puts = () => service.requests.filter(({ method }) => method === "PUT").length;

  test("do not take what one has read for what the text of the other was made from", async () => {
    first = await window();
    await open(first, here);
    await untilRemembered(first, "artifactDesk.window");
    second = await window(first);
    await open(second, elsewhere);
    await second.replaceInEditor(String(valuesOf(elsewhere)["summary"]), "Mine, made from what was there then");
    await untilKept(second, "Mine, made from what was there then");
    // A page that is left takes its extension host along.
    await second.page.goto("about:blank");
    await second.page.close();
    service.control.advanceClock({ ms: 10_000 });
    service.control.editArtifact({ artifactId: elsewhere.id, values: [{ field_id: slogan, value: "Theirs" }] });
    await open(first, elsewhere);
    await first.showTab(here.tab);
    const third = await window(first);
    await third.waitForDirty(elsewhere.tab, true);
    await third.showTab(elsewhere.tab);
    await third.save();
    await third.waitForNotification("It is not known any more which version of #503 this text was made from");
    await third.screenshot("two-windows-04-compared");
    assert.deepEqual([valuesOf(elsewhere)["slogan"], puts()], ["Theirs", 0]);
  });
});
