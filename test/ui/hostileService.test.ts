import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import type { Locator } from "playwright-core";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { hostileWords } from "../support/hostileWords.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import { isWayOut } from "./ownLinks.ts";
import { dropAddresses, pasteAs } from "./transfer.ts";
import type { Workbench } from "./workbench.ts";

const bug = 501;
/** What stands behind every text, as it is read where it is plain. */
const seen = "[go]";

suite("a service whose every word attacks, on screen", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  /** What the words lead to. */
  let foreign: { readonly origin: string; readonly server: Server; readonly requests: string[] };
  let words = "";
  /** The writes that were asked for, none of which is stored. */
  const sent: string[] = [];

  suiteSetup(async () => {
    service = await startReferenceService();
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    foreign = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, requests };
    words = hostileWords(foreign.origin);
    attack();
    const connection = teamTracker("hostile-service", service, "admin");
    const query = { connection: connection.id, tracker: 12, label: "Kept", query: "title = 'x'" };
    workbench = await takeWindow({ connection, pinnedArtifacts: [bug], settings: { "artifactDesk.queries": [query] } });
  });

  suiteTeardown(async () => {
    await closeWindows();
    foreign.server.close();
    await service.close();
  });

  teardown("nothing ran, nothing was loaded, nothing was written", async () => {
    assert.deepEqual(foreign.requests, []);
    assert.equal(await workbench.page.evaluate("window.hostileRan"), undefined);
    // The command would have hidden it.
    assert.ok(await workbench.page.locator(".part.activitybar").isVisible());
    const writes = service.requests.filter(({ method }) => !["GET", "OPTIONS", "HEAD"].includes(method));
    assert.deepEqual(
      writes.map(({ method, path }) => `${method} ${path}`),
      sent,
    );
  });

  /** Every answer says the words. */
  function attack(): void {
    service.control.clearFaults();
    service.control.addFault({ count: null, fault: { kind: "hostile", words } });
  }

  /** Artifacts are refused with the words. */
  function refuse(): void {
    const body = JSON.stringify({ error: { code: 400, message: `Bad Request: Read the manual ${words}` } });
    const headers = { "Content-Type": "application/json" };
    service.control.clearFaults();
    service.control.addFault({
      count: null,
      path: "/artifacts",
      fault: { kind: "answer", status: 400, headers, body },
    });
  }

  const quickInput = () => workbench.page.locator(".quick-input-widget");
  const messages = () => workbench.page.locator(".notifications-toasts, .notifications-center");

  /** Whether what is shown of the words acts on nothing: no link, icon, picture or script comes of them. */
  async function assertPlain(...places: readonly Locator[]): Promise<void> {
    for (const place of places) {
      const active = await place
        .locator("img, iframe, script, form, [onerror], .codicon-trash:not(.action-label)")
        .evaluateAll((all) => all.map((each) => each.outerHTML));
      const links = await place
        .locator("a[href], a[data-href]")
        .evaluateAll((all) => all.map((link) => link.getAttribute("data-href") ?? link.getAttribute("href") ?? ""));
      const live = links.filter((link) => /^(command|file|http)/.test(link) && !isWayOut(link));
      assert.deepEqual([active, live], [[], []]);
      const text = (await place.allInnerTexts()).join("\n");
      assert.ok(!text.includes("\u202e") && !text.includes("\u0007"), text);
    }
  }

  /** Runs a command that asks something, looks at what it asks, and gives it up. */
  async function assertPlainQuestion(command: string, ...answers: readonly (string | RegExp)[]): Promise<void> {
    await workbench.runCommand(`Artifact Desk: ${command}`);
    for (const answer of answers) {
      await quickInput().getByText(seen).first().waitFor();
      await assertPlain(quickInput());
      await workbench.pick(answer);
    }
    await quickInput().getByText(seen).first().waitFor();
    await workbench.screenshot(`hostile-service-${command.replace(/\W+/g, "-").toLowerCase()}`);
    await assertPlain(quickInput());
    await workbench.dismiss();
  }

  test("is words in the tree, and in the lenses and names of a document", async () => {
    await workbench.openPinned();
    await workbench.openTreeItem(`#${bug}`, workbench.tab(`#${bug}`));
    await workbench.page.locator(".part.editor").getByText(seen).first().waitFor();
    await assertPlain(workbench.tree, workbench.page.locator(".codelens-decoration"), workbench.page.locator(".tabs"));
    await workbench.screenshot("hostile-service-document");
  });

  for (const [command, ...answers] of [
    ["Set Field..."],
    ["Set Field...", "Summary"],
    ["Set Field...", "Severity"],
    ["Go to Field..."],
    ["Change Status..."],
    ["Change Assignee..."],
    ["Show History..."],
    ["Restore Version..."],
    ["Open Attachment"],
    ["Find Artifact..."],
    ["Create Artifact..."],
    ["Find Project..."],
  ] as const) {
    test(`is words in ${[command, ...answers].join(" ")}`, () => assertPlainQuestion(command, ...answers));
  }

  test("is words where it refuses a query that is saved", async () => {
    await workbench.runCommand("Artifact Desk: Search in Tracker...");
    await workbench.pick("Guinea Pig");
    await workbench.pick("Bugs");
    await workbench.quickInput.fill("title = 'x'");
    await workbench.press(quickInput().getByRole("button", { name: "Save as Query" }));
    const message = workbench.quickInputMessage;
    await message.filter({ hasText: `Bugs ${seen}` }).waitFor();
    await assertPlain(quickInput());
    refuse();
    await workbench.quickInput.press("Enter");
    await message.filter({ hasText: "Read the manual" }).waitFor();
    await workbench.screenshot("hostile-service-query");
    await assertPlain(quickInput());
    await workbench.dismiss();
    await workbench.runCommand("Artifact Desk: Show History...");
    await workbench.waitForNotification("Read the manual");
    await workbench.screenshot("hostile-service-message");
    await assertPlain(messages());
    await workbench.runCommand("Notifications: Clear All Notifications");
    attack();
  });

  test("is words where it refuses a query that is edited", async () => {
    await workbench.openView();
    await workbench.expand("Queries");
    await workbench.clickTreeAction("Kept", "Edit Query...");
    const message = workbench.quickInputMessage;
    await message.filter({ hasText: `Bugs ${seen}` }).waitFor();
    await assertPlain(quickInput());
    refuse();
    await workbench.quickInput.fill("title = 'y'");
    await workbench.quickInput.press("Enter");
    await message.filter({ hasText: "Read the manual" }).waitFor();
    await workbench.screenshot("hostile-service-edited-query");
    await assertPlain(quickInput());
    await workbench.dismiss();
    attack();
  });

  test("is words around a conflict", async () => {
    await workbench.openPinned();
    await workbench.openTreeItem(`#${bug}`, workbench.tab(`#${bug}`));
    const { summary } = service.control.readArtifact({ artifactId: bug }).values;
    await workbench.replaceInEditor(String(summary), "Mine");
    await workbench.waitForDirty(`#${bug}`, true);
    service.control.advanceClock({ ms: 2000 });
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    await workbench.save();
    sent.push(`PUT /api/v1/artifacts/${bug}`);
    await workbench.diff.left.waitFor();
    await workbench.waitForNotification("changed on the service");
    await workbench.screenshot("hostile-service-conflict");
    await assertPlain(messages(), workbench.page.locator(".codelens-decoration"), workbench.page.locator(".tabs"));
    await workbench.clickTitleAction("Take Theirs");
    await workbench.waitForDirty(`#${bug}`, false);
    // The comparison closes, and takes the keyboard to the document.
    await workbench.diff.left.waitFor({ state: "detached" });
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  test("is words where an artifact is deleted", async () => {
    await workbench.chooseTreeMenuEntry(`#${bug}`, "Delete Artifact...");
    await workbench.dialog.getByText(seen).first().waitFor();
    await workbench.screenshot("hostile-service-delete");
    await assertPlain(workbench.dialog);
    await workbench.clickDialogButton("Cancel");
  });

  test("is words around a draft, and where that is refused", async () => {
    await workbench.runCommand("Artifact Desk: Create Artifact...");
    await workbench.pick("Guinea Pig");
    await workbench.pick("Bugs");
    await workbench.tab(/^New /).first().waitFor();
    await workbench.page.locator(".part.editor").getByText(seen).first().waitFor();
    await workbench.clickTitleAction("Create");
    sent.push("POST /api/v1/artifacts");
    await workbench.waitForNotification(seen);
    await workbench.screenshot("hostile-service-draft");
    await assertPlain(messages(), workbench.page.locator(".codelens-decoration"), workbench.page.locator(".tabs"));
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  test("is words around SVN repositories, their drafts and their deletion", async () => {
    await workbench.openView();
    await workbench.expand("SVN plugin test");
    await workbench.expand("SVN Repositories");
    await workbench.openTreeItem("repo01", workbench.tab("repo01"));
    await workbench.clickTreeAction("SVN Repositories", "Create SVN Repository");
    await workbench.quickInput.waitFor();
    await assertPlain(quickInput());
    await workbench.answer("sources");
    await workbench.tab("New SVN repository sources").waitFor();
    await workbench.screenshot("hostile-service-repositories");
    await assertPlain(workbench.tree, workbench.page.locator(".codelens-decoration"), workbench.page.locator(".tabs"));
    await workbench.chooseTreeMenuEntry("repo01", "Delete SVN Repository...");
    await workbench.dialog.getByText(seen).first().waitFor();
    await assertPlain(workbench.dialog);
    await workbench.clickDialogButton("Cancel");
    service.control.clearFaults();
  });

  test("a page that is copied from names no file to be uploaded", async () => {
    await workbench.selectTab(`#${bug}`);
    await workbench.runCommand("Artifact Desk: Comment on Artifact...");
    await workbench.tab(/^(Comment on|comment\.md)/).waitFor();
    await workbench.focusEditor();
    await pasteAs(workbench.page, { "text/plain": "A harmless sentence", "text/uri-list": "file:///etc/passwd" });
    await workbench.page.locator(".part.editor .view-line").filter({ hasText: /\S/ }).first().waitFor();
    assert.equal(await workbench.editorText(), "A harmless sentence");
    await workbench.undo();
  });

  test("an address that is dropped is asked for in full, and read by nobody where it is not meant", async () => {
    await workbench.openPinned();
    await dropAddresses(workbench.treeItem(`#${bug}`).first(), "file:///etc/passwd");
    await workbench.dialog.getByText("/etc/passwd").waitFor();
    await workbench.dialog.getByText(`attached to #${bug}`).waitFor();
    await workbench.screenshot("hostile-service-dropped");
    await workbench.clickDialogButton("Cancel");
    await workbench.dialog.waitFor({ state: "detached" });
  });
});
