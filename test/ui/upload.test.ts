import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import { dropFile } from "./transfer.ts";
import type { Workbench } from "./workbench.ts";

const bug = 501;

suite("files that go up", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  let folder: string;

  suiteSetup(async () => {
    service = await startReferenceService({ maxUploadBytes: 20_000_000 });
    folder = mkdtempSync(path.join(os.tmpdir(), "uploads-"));
    const connection = teamTracker("uploads", service);
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
    await workbench.openPinned();
    await workbench.chooseTreeMenuEntry(`#${bug}`, "Attach Files...");
    await answerOpenDialog(path.join(folder, "trace.log"));
    await workbench.waitForNotification("trace.log could be uploaded, but not attached to #501");
    await workbench.screenshot("upload-1-retry");
    assert.deepEqual(attached(), before);
    await workbench.pressNotificationButton("trace.log could be uploaded", "Show Log");
    const panel = workbench.page.locator(".part.panel");
    await panel.waitFor();
    await workbench.page.keyboard.press("Control+J");
    await panel.waitFor({ state: "hidden" });
    await workbench.pressNotificationButton("trace.log could be uploaded", "Retry");
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
    const row = workbench.treeItem(`#${bug}`).first();
    await dropFile(row.locator(".monaco-icon-label").first(), { name: "dropped.txt", content: "dropped" });
    await workbench.until(() => attached().length === before.length + 1);
    assert.equal(contentOf(attached().at(-1)), "dropped");
  });

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
});
