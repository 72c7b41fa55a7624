import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { pngOf } from "../support/pictures.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import { comes } from "./lists.ts";
import type { Workbench } from "./workbench.ts";

/** Has an attachment of each sort. */
const bug = 502;

/** A folder by which the one that files are saved to is known. */
const landmark = "landmark";

suite("attachments of an artifact", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  let folder: string;

  suiteSetup(async () => {
    service = await startReferenceService();
    folder = mkdtempSync(path.join(os.tmpdir(), "attachments-"));
    mkdirSync(path.join(folder, landmark));
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const savedFiles = () =>
    readdirSync(folder)
      .filter((file) => file !== landmark)
      .sort();
  const contentRequests = () => service.requests.filter((request) => request.path.includes("/attachments/"));

  test("are listed below it, and a text opens in an editor that cannot be written", async () => {
    const connection = teamTracker("files", service);
    service.control.addAttachment({ artifactId: bug, name: "wrong.txt", text: "not meant for here" });
    const wall = Buffer.from(pngOf(20_000, 20_000)).toString("base64");
    service.control.addAttachment({ artifactId: bug, name: "wall.png", content: wall });
    service.control.addAttachment({ artifactId: bug, name: "trace.log", text: "0123456 trace\n".repeat(100_000) });
    workbench = await takeWindow({
      connection,
      pinnedArtifacts: [bug],
      settings: { "artifactDesk.maximumAttachmentSize": 1 },
    });
    await workbench.openPinned();
    await workbench.expand(`#${bug}`);
    await workbench.openTreeItem("server.log", workbench.tab("server.log"));
    await workbench.page.locator(".view-lines").getByText("step 0 done").waitFor();
    await workbench.screenshot("attachments-1-text");
    assert.equal(await workbench.editorText(), (await content(service, "server.log")).toString());
    await workbench.page.keyboard.type("x");
    await workbench.page.getByText("Editor is read-only").first().waitFor();
    assert.equal(await workbench.isDirty("server.log"), false);
  });

  test("show an image as an image", async () => {
    await workbench.openTreeItem("window.png", workbench.tab("window.png"));
    // The preview tells the size of an image once it has drawn it.
    await workbench.page.locator(".statusbar-item").getByText("320x200").waitFor();
    await workbench.screenshot("attachments-2-image");
  });

  test("that are not text are offered as a download, whose bytes are those of the service", async () => {
    await workbench.openTreeItem("report.pdf");
    await workbench.waitForNotification("report.pdf is not text");
    await workbench.screenshot("attachments-3-download-offered");
    await workbench.pressNotificationButton("report.pdf is not text", "Save As…");
    await answerSaveDialog(workbench, path.join(folder, "report.pdf"));
    await workbench.waitForNotification("report.pdf is saved");
    assert.equal(digest(readFileSync(path.join(folder, "report.pdf"))), digest(await content(service, "report.pdf")));
  });

  test("that are too large for an editor are offered as a download without being read", async () => {
    service.clearRequests();
    await workbench.openTreeItem("trace.log");
    await workbench.waitForNotification("trace.log is larger than 1 MB");
    assert.deepEqual(contentRequests(), []);
  });

  test("that are pictures of more pixels than a window has memory for are offered as a download", async () => {
    await workbench.openTreeItem("wall.png");
    await workbench.waitForNotification("wall.png has more than 100 million pixels");
    await workbench.screenshot("attachments-6-too-many-pixels");
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  test("are saved by the button of their row, big ones too, and leave nothing but the file", async () => {
    await workbench.clickTreeAction("dump.bin", "Save Attachment As...");
    await answerSaveDialog(workbench, path.join(folder, "dump.bin"));
    await workbench.waitForNotification("dump.bin is saved");
    assert.equal(digest(readFileSync(path.join(folder, "dump.bin"))), digest(await content(service, "dump.bin")));
    assert.deepEqual(savedFiles(), ["dump.bin", "report.pdf"]);
  });

  test("leave no part of a file when a slow download is given up", async () => {
    const slow = { kind: "trickle", chunkBytes: 64 * 1024, intervalMs: 250 } as const;
    service.control.addFault({ path: "/attachments/", fault: slow });
    await workbench.clickTreeAction("dump.bin", "Save Attachment As...");
    await answerSaveDialog(workbench, path.join(folder, "again.bin"));
    await workbench.waitForNotification(/Saving dump\.bin.* of 8\.4 MB/);
    await workbench.screenshot("attachments-4-progress");
    // The size is told by the head of the answer, and the file begins with its first bytes.
    await workbench.until(() => savedFiles().filter((file) => file.endsWith(".part")).length === 1);
    await workbench.pressNotificationButton("Saving dump.bin", "Cancel");
    await workbench.notification("Saving dump.bin").waitFor({ state: "detached" });
    // The progress goes when it is cancelled, the file a moment later, when the connection has let go of it.
    await workbench.until(() => !savedFiles().some((file) => file.endsWith(".part")));
    assert.ok(!savedFiles().includes("again.bin"));
  });

  test("that take long to open can be given up, and are read no further", async () => {
    service.clearRequests();
    const slow = { kind: "trickle", chunkBytes: 2000, intervalMs: 500 } as const;
    service.control.addFault({ path: "/attachments/", fault: slow });
    service.control.addAttachment({ artifactId: bug, name: "slow.log", text: "0123456 slow\n".repeat(10_000) });
    await workbench.runCommand("Artifact Desk: Refresh");
    await workbench.openTreeItem("slow.log");
    await workbench.waitForNotification("Reading slow.log");
    await workbench.pressNotificationButton("Reading slow.log", "Cancel");
    await workbench.notification("Reading slow.log").waitFor({ state: "detached" });
    await workbench.until(() => contentRequests().every(({ isGivenUp }) => isGivenUp));
    assert.equal(contentRequests().length, 1);
    assert.equal(await workbench.tab("slow.log").count(), 0);
  });

  test("of another server are refused in words, and that server is asked nothing", async () => {
    const other = await startReferenceService();
    try {
      const lure = { artifactId: bug, name: "lure.txt", text: "x" };
      service.control.addAttachment({ ...lure, htmlUrl: `${other.origin}/plugins/tracker/attachments/403-server.log` });
      await workbench.runCommand("Artifact Desk: Refresh");
      await workbench.openTreeItem("lure.txt");
      const words = await workbench.waitForNotification("lure.txt of artifact #502 could not be opened");
      assert.ok(words.includes(`It lies on another server (${other.origin}), and the access key is never sent there.`));
      await workbench.screenshot("attachments-5-another-server");
      assert.deepEqual(other.requests, []);
      // In the browser it can be seen: without the key, which only the extension has. VS Code asks first, save for this
      // machine.
      const opened = workbench.page.context().waitForEvent("page");
      await workbench.pressNotificationButton("lure.txt of artifact #502 could not be opened", "Open in Browser");
      await (await opened).close();
      await workbench.until(() => other.requests.length > 0);
      assert.ok(other.requests.every(({ headers }) => headers["x-auth-accesskey"] === undefined));
      other.clearRequests();
      // What is asked of it does show.
      await (await fetch(`${other.origin}/api/v1/version`)).body?.cancel();
      assert.equal(other.requests.length, 1);
    } finally {
      await other.close();
    }
  });

  test("are removed from their menu after a question that names them, and are gone from the tree then", async () => {
    const attached = () => service.control.readArtifact({ artifactId: bug }).values["attachments"] as number[];
    const before = attached();
    await workbench.chooseTreeMenuEntry("wrong.txt", "Remove Attachment...");
    await workbench.dialog.getByText(`Remove wrong.txt from #${bug}?`).waitFor();
    await workbench.screenshot("attachments-6-remove");
    await workbench.clickDialogButton("Cancel");
    assert.deepEqual(attached(), before);
    await workbench.chooseTreeMenuEntry("wrong.txt", "Remove Attachment...");
    await workbench.clickDialogButton("Remove");
    await workbench.treeItem("wrong.txt").waitFor({ state: "detached" });
    await workbench.treeItem("server.log").first().waitFor();
    await workbench.screenshot("attachments-7-removed");
    const removed = before.filter((each) => !attached().includes(each));
    assert.deepEqual([attached().length, removed.length], [before.length - 1, 1]);
    assert.ok((await content(service, "server.log")).length > 0);
  });
});

/** Types a path into the dialog that asks where to save, in the browser an input box. */
async function answerSaveDialog(workbench: Workbench, file: string): Promise<void> {
  await workbench.page.locator(".quick-input-title").filter({ hasText: "Save" }).waitFor();
  // The dialog puts the proposed folder into the box once that is read, over what was typed before: typed until it
  // stays. An answer typed before its folder is read would go to the proposed one.
  await workbench.until(async () => {
    await workbench.quickInput.fill("");
    await workbench.quickInput.fill(`${path.dirname(file)}/`);
    return comes(workbench.quickInputRow(landmark), 2000);
  });
  await workbench.answer(file);
  await workbench.quickInput.waitFor({ state: "hidden" });
}

/** The bytes of an attachment as the service stores them. */
async function content({ baseUrl, origin, keys }: ReferenceService, name: string): Promise<Buffer> {
  const headers = { "X-Auth-AccessKey": keys.member };
  const artifact = (await (await fetch(`${baseUrl}/artifacts/${bug}`, { headers })).json()) as {
    values: { file_descriptions?: { name: string; html_url: string }[] }[];
  };
  const files = artifact.values.flatMap((value) => value.file_descriptions ?? []);
  const file = files.find((each) => each.name === name);
  assert.ok(file);
  return Buffer.from(await (await fetch(new URL(file.html_url, origin), { headers })).arrayBuffer());
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
