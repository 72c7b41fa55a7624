import assert from "node:assert/strict";
import { setup, suite, suiteSetup, suiteTeardown, test } from "mocha";
import type { Locator } from "playwright-core";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import { focusRow } from "./lists.ts";
import { copyPicture, dropFile } from "./transfer.ts";
import type { Workbench } from "./workbench.ts";

const bug = 501;
/** Titles that say which document it is. */
const [wholeTab, longTextTab, commentTab] = ["Every field", "Original Submission", /^(Comment on #501|comment\.md)/];
const pictureLink = /!\[Screenshot [-\d]+ [.\d]+\.png\]\(\/plugins\/tracker\/attachments\/(\d+)-/;

suite("files that go into texts", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    const connection = teamTracker("insertion", service);
    workbench = await takeWindow({ connection, pinnedArtifacts: [bug] });
    await workbench.openPinned();
  });

  setup(() => workbench.closeEditors());

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const attached = () => service.control.readArtifact({ artifactId: bug }).values["attachments"] as number[];

  test("are linked where they are pasted, with the id in the document of the artifact", async () => {
    const before = attached();
    await openLongText();
    const written = await workbench.editorText();
    await paste("Control+End");
    await workbench.screenshot("insertion-1-pasted");
    assert.match(await workbench.editorText(), pictureLink);
    const [uploaded] = service.control.uploads();
    assert.ok(uploaded && uploaded.receivedBytes === uploaded.sizeBytes && uploaded.sizeBytes > 0);
    await workbench.waitForDirty(wholeTab, true);
    await workbench.focusEditor();
    await workbench.undo();
    await link("Screenshot").first().waitFor({ state: "detached" });
    await workbench.screenshot("insertion-2-undone");
    assert.equal(await workbench.editorText(), written);
    await workbench.waitForDirty(wholeTab, false);
    assert.deepEqual(attached(), before);
  });

  test("are linked where they are dropped, with the id in the document of the artifact", async () => {
    await openLongText();
    const written = await workbench.editorText();
    const line = workbench.editor.locator(".view-line").first();
    await dropFile(line, { name: "dropped.txt", content: "dropped" }, { shiftKey: true });
    await link("dropped.txt").first().waitFor();
    await workbench.screenshot("insertion-3-dropped");
    assert.match(await workbench.editorText(), /\[dropped\.txt\]\(\/plugins\/tracker\/attachments\/\d+-dropped\.txt\)/);
    await workbench.waitForDirty(wholeTab, true);
    await workbench.focusEditor();
    await workbench.undo();
    await link("dropped.txt").first().waitFor({ state: "detached" });
    assert.equal(await workbench.editorText(), written);
    await workbench.waitForDirty(wholeTab, false);
  });

  test("are linked in a comment, with the id in the document of the artifact, and are sent with it", async () => {
    const before = attached();
    await openArtifact();
    await workbench.runCommand("Artifact Desk: Comment on Artifact...");
    await workbench.tab(commentTab).waitFor();
    await workbench.showTab(commentTab);
    await workbench.page.keyboard.insertText("See ");
    await paste();
    await workbench.screenshot("insertion-4-comment");
    const [, id] = pictureLink.exec(await workbench.editorText()) ?? [];
    await workbench.waitForDirty(wholeTab, true);
    await workbench.showTab(wholeTab);
    await workbench.focusEditor();
    await workbench.save();
    await workbench.waitForDirty(wholeTab, false);
    assert.deepEqual(attached(), [...before, Number(id)]);
  });

  test("are linked within a text of the document, with the id, as one step", async () => {
    await openArtifact();
    await workbench.goTo(await workbench.lineOf("What happens"), 25);
    await paste();
    const text = await workbench.editorText();
    const values = JSON.parse(text).values as { field_id: number; value: number[] }[];
    const [uploaded] = service.control.uploads().slice(-1);
    assert.ok(values.find(({ field_id }) => field_id === 1231)?.value.includes(uploaded?.id ?? 0), text);
    await workbench.screenshot("insertion-5-document");
    await undoPaste();
    assert.ok(!(await workbench.editorText()).includes(String(uploaded?.id)));
  });

  test("are linked within a text of an XML document, with the id, as one step", async () => {
    await openArtifact();
    await workbench.runCommand("Artifact Desk: Switch Format");
    await workbench.page.locator(".part.editor").getByText("<request>").first().waitFor();
    await workbench.focusEditor();
    await workbench.goTo(await workbench.lineOf("What happens"), 25);
    await paste();
    const text = await workbench.editorText();
    const [, id] = pictureLink.exec(text) ?? [];
    await workbench.screenshot("insertion-6-xml");
    assert.match(text, new RegExp(`<item>${id}</item>`));
    await undoPaste();
    assert.ok(!(await workbench.editorText()).includes(String(id)));
  });

  test("go up once, whether a picture or a link is wanted in the end", async () => {
    await openLongText();
    service.clearRequests();
    await paste("Control+End");
    // Before it is there the keys ask for something else.
    await workbench.page.locator(".post-edit-widget").waitFor();
    await workbench.page.keyboard.press("Control+.");
    const entries = workbench.page.locator(".action-widget .monaco-list-row.action");
    await focusRow(
      workbench.page.locator(".action-widget .monaco-list"),
      entries,
      entries.filter({ hasText: "Link to" }),
    );
    await workbench.page.keyboard.press("Enter");
    await link("![Screenshot").first().waitFor({ state: "detached" });
    await link("[Screenshot").first().waitFor();
    await workbench.screenshot("insertion-7-link");
    assert.match(await workbench.editorText(), /```\[Screenshot [-\d]+ [.\d]+\.png\]\(/);
    assert.equal(announcements(), 1);
    await undoPaste();
    await workbench.waitForDirty(wholeTab, false);
  });

  test("that are refused are told of, and nothing is inserted", async () => {
    await openLongText();
    const refusal = { kind: "answer", status: 403 } as const;
    service.control.addFault({ method: "POST", path: /tracker_fields/, fault: refusal });
    const line = workbench.editor.locator(".view-line").first();
    await dropFile(line, { name: "refused.txt", content: "refused" }, { shiftKey: true });
    await workbench.waitForNotification("refused.txt could not be attached to #501");
    await workbench.screenshot("insertion-8-refused");
    assert.doesNotMatch(await workbench.editorText(), /refused/);
    assert.equal(await workbench.isDirty(longTextTab), false);
  });

  test("are not sent where the document that has to name them is not valid", async () => {
    await openLongText();
    await workbench.showTab(wholeTab);
    await workbench.page.keyboard.press("Control+End");
    await workbench.page.keyboard.insertText("}");
    await workbench.waitForDirty(wholeTab, true);
    await workbench.showTab(longTextTab);
    service.clearRequests();
    await copyPicture(workbench.page);
    await workbench.focusEditor();
    await workbench.page.keyboard.press("Control+V");
    await workbench.waitForNotification("is not valid, so no attachment can be added");
    await workbench.screenshot("insertion-9-not-valid");
    assert.equal(announcements(), 0);
  });

  test("are put nowhere in a draft, which has no artifact to attach them to, and that is said", async () => {
    await workbench.runCommand("Artifact Desk: Create Artifact...");
    await workbench.pick("Guinea Pig");
    await workbench.pick("Bugs");
    await workbench.atFirstValue();
    const before = service.control.uploads().length;
    const written = await workbench.editorText();
    const said = "Files can be attached once the artifact exists.";
    // Of a text that is longer than the window the first line of the page may be any.
    const line = workbench.editor.locator(".view-line").filter({ hasText: '"tracker"' }).first();
    await line.waitFor();
    await dropFile(line, { name: "dropped.txt", content: "dropped" }, { shiftKey: true });
    await workbench.waitForNotification(said);
    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.focusEditor();
    await copyPicture(workbench.page);
    await workbench.page.keyboard.press("ControlOrMeta+V");
    await workbench.waitForNotification(said);
    await workbench.screenshot("insertion-4b-draft");
    assert.equal(await workbench.editorText(), written);
    assert.equal(service.control.uploads().length, before);
  });

  const announcements = () => service.requests.filter(({ path }) => path.includes("/tracker_fields/")).length;

  async function openArtifact(): Promise<void> {
    // What was answered in a notification or an editor has taken the keyboard from the row that shows as focused.
    await workbench.focusTreeItem("Guinea Pig");
    await workbench.openTreeItem(`#${bug}`, workbench.tab(`#${bug}`));
    await workbench.focusEditor();
  }

  async function openLongText(): Promise<void> {
    await openArtifact();
    await workbench.runCommand("Artifact Desk: Set Field...");
    await workbench.pick(longTextTab);
    await workbench.tab(longTextTab).waitFor();
    await workbench.focusEditor();
  }

  /** Pastes a picture at the cursor, after `keys` have moved that. */
  async function paste(...keys: readonly string[]): Promise<void> {
    await copyPicture(workbench.page);
    await workbench.focusEditor();
    for (const key of [...keys, "Control+V"]) {
      await workbench.page.keyboard.press(key);
    }
    await link("Screenshot").first().waitFor();
  }

  async function undoPaste(): Promise<void> {
    await workbench.focusEditor();
    await workbench.undo();
    await link("Screenshot").first().waitFor({ state: "detached" });
  }

  /** The lines that have a link. Looking at the whole text would move the cursor, which gives a paste up. */
  function link(name: string): Locator {
    return workbench.page.locator(".part.editor .view-line").filter({ hasText: name });
  }
});
