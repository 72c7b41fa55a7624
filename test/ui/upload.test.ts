import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import type { Locator } from "playwright-core";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 501;

suite("files that go up", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  let folder: string;

  suiteSetup(async () => {
    service = await startReferenceService({ largestUploadBytes: 20_000_000 });
    folder = mkdtempSync(path.join(os.tmpdir(), "uploads-"));
    const connection = { id: "uploads", url: service.baseUrl, label: "Team Tracker", accessKey: service.keys.member };
    workbench = await takeWindow({ connection, pinnedArtifacts: [bug] });
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const attached = () => service.control.readArtifact({ artifactId: bug }).values["attachments"] as number[];
  const contentOf = (id: number | undefined) =>
    Buffer.from(service.control.readAttachment({ id: id ?? 0 }), "base64").toString();

  test("are attached from the row of an artifact, and go on after a failure without being sent again", async () => {
    writeFileSync(path.join(folder, "trace.log"), "trace\n".repeat(1000));
    const before = attached();
    service.control.addFault({
      method: "PUT",
      fault: {
        kind: "answer",
        status: 400,
        headers: { "Content-Type": "application/json" },
        body: '{"error":{"code":400,"message":"Bad Request: Not now"}}',
      },
    });
    await workbench.openView();
    await workbench.expand("Pinned");
    await workbench.chooseTreeMenuEntry(`#${bug}`, "Attach Files...");
    await answerOpenDialog(path.join(folder, "trace.log"));
    await workbench.waitForNotification("trace.log uploaded, but not attached to #501");
    await workbench.screenshot("upload-1-retry");
    assert.deepEqual(attached(), before);
    await workbench.pressNotificationButton("trace.log uploaded", "Retry");
    await workbench.until(() => attached().length === before.length + 1);
    assert.equal(contentOf(attached().at(-1)), "trace\n".repeat(1000));
    assert.equal(service.requests.filter(({ method }) => method === "PATCH").length, 1);
    await takeKeyboard();
    await workbench.expand(`#${bug}`);
    await workbench.treeItem("trace.log").waitFor();
    await workbench.screenshot("upload-2-attached");
  });

  test("show how far they are, and are taken back when they are cancelled", async () => {
    writeFileSync(path.join(folder, "dump.bin"), Buffer.alloc(15_000_000));
    const before = attached();
    service.control.addFault({ method: "PATCH", fault: { kind: "hang", when: "before" } });
    await takeKeyboard();
    await workbench.chooseTreeMenuEntry(`#${bug}`, "Attach Files...");
    await answerOpenDialog(path.join(folder, "dump.bin"));
    await workbench.notification("Uploading dump.bin to #501").waitFor();
    await workbench.screenshot("upload-3-progress");
    await workbench.pressNotificationButton("Uploading dump.bin", "Cancel");
    await workbench.until(() => service.control.uploads().length === 0);
    assert.deepEqual(attached(), before);
  });

  test("are attached to the row that they are dropped on", async () => {
    const before = attached();
    const row = await workbench.focusTreeItem(`#${bug}`);
    await dropFile(row.locator(".monaco-icon-label").first(), "dropped.txt", "dropped");
    await workbench.until(() => attached().length === before.length + 1);
    assert.equal(contentOf(attached().at(-1)), "dropped");
  });

  test("are linked where they are pasted, with the id in the document of the artifact", async () => {
    const before = attached();
    await takeKeyboard();
    await workbench.openTreeItem(`#${bug}`);
    await workbench.tab(`#${bug}`).waitFor();
    await workbench.runLens((await workbench.lineOf('"field_id": 1203')) - 1, "as Markdown");
    await workbench.tab("Original Submission").waitFor();
    await workbench.focusEditor();
    const written = await workbench.editorText();
    await copyPicture();
    await workbench.focusEditor();
    await workbench.page.keyboard.press("Control+End");
    await workbench.page.keyboard.press("Control+V");
    await pasted().first().waitFor();
    await workbench.screenshot("upload-4-pasted");
    assert.match(
      await workbench.editorText(),
      /!\[Screenshot [-\d]+ [.\d]+\.png\]\(\/plugins\/tracker\/attachments\/\d+-/,
    );
    const [uploaded] = service.control.uploads();
    assert.ok(uploaded && uploaded.receivedBytes === uploaded.sizeBytes && uploaded.sizeBytes > 0);
    await workbench.waitForDirty("Every field", true);
    await workbench.focusEditor();
    await workbench.undo();
    await pasted().first().waitFor({ state: "detached" });
    assert.equal(await workbench.editorText(), written);
    // VS Code undoes what a paste changed in each document by itself.
    await workbench.showTab("Every field");
    await workbench.undo();
    await workbench.waitForDirty("Every field", false);
    assert.deepEqual(attached(), before);
    await workbench.closeEditors();
  });

  test("are linked within a text of the document, with the id, as one step", async () => {
    await takeKeyboard();
    await workbench.openTreeItem(`#${bug}`);
    await workbench.tab(`#${bug}`).waitFor();
    await workbench.goTo(await workbench.lineOf("What happens"), 25);
    await copyPicture();
    await workbench.focusEditor();
    await workbench.page.keyboard.press("Control+V");
    await pasted().first().waitFor();
    const text = await workbench.editorText();
    const values = JSON.parse(text).values as { field_id: number; value: number[] }[];
    const [uploaded] = service.control.uploads().slice(-1);
    assert.ok(values.find(({ field_id }) => field_id === 1231)?.value.includes(uploaded?.id ?? 0), text);
    await workbench.screenshot("upload-6-document");
    await workbench.focusEditor();
    await workbench.undo();
    await pasted().first().waitFor({ state: "detached" });
    assert.ok(!(await workbench.editorText()).includes(String(uploaded?.id)));
    await workbench.closeEditors();
  });

  /** The lines that have what was pasted. Looking at the whole text would move the cursor, which gives a paste up. */
  function pasted(): Locator {
    return workbench.page.locator(".part.editor .view-line").filter({ hasText: "Screenshot" });
  }

  /** What was answered in a notification or an editor has taken the keyboard from the row that shows as focused. */
  async function takeKeyboard(): Promise<void> {
    await workbench.focusTreeItem("Guinea Pig");
  }

  async function answerOpenDialog(file: string): Promise<void> {
    await workbench.page.locator(".quick-input-title").filter({ hasText: "Attach Files" }).waitFor();
    // The dialog puts a folder of its own into the box once that is read, over what was typed before.
    await workbench.quickInputRow(/./).first().waitFor();
    await workbench.until(async () => (await workbench.quickInput.inputValue()).endsWith("/"));
    await workbench.quickInput.fill(file);
    await workbench.quickInputRow(path.basename(file)).first().waitFor();
    await workbench.quickInput.press("Enter");
    await workbench.quickInput.waitFor({ state: "hidden" });
  }

  async function copyPicture(): Promise<void> {
    await workbench.page.evaluate(`(async () => {
      const canvas = new OffscreenCanvas(4, 4);
      canvas.getContext("2d").fillRect(0, 0, 4, 4);
      const blob = await canvas.convertToBlob({ type: "image/png" });
      await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    })()`);
  }

  async function dropFile(target: Locator, name: string, content: string): Promise<void> {
    const dataTransfer = await workbench.page.evaluateHandle(`(() => {
      const made = new DataTransfer();
      made.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}, { type: "text/plain" }));
      return made;
    })()`);
    for (const event of ["dragenter", "dragover", "drop"]) {
      await target.dispatchEvent(event, { dataTransfer });
    }
  }
});
