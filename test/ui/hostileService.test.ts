import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import type { Locator } from "playwright-core";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { hostileWords } from "../support/hostileWords.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
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
    service.control.addFault({ count: null, fault: { kind: "hostile", words } });
    const connection = teamTracker("hostile-service", service);
    workbench = await takeWindow({ connection, pinnedArtifacts: [bug] });
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
      [],
    );
  });

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
      assert.deepEqual([active, links.filter((link) => /^(command|file|http)/.test(link))], [[], []]);
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
    await workbench.openTreeItem(`#${bug}`);
    await workbench.tab(`#${bug}`).waitFor();
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
    const refusal = { kind: "answer", status: 400, headers: { "Content-Type": "application/json" } } as const;
    const body = JSON.stringify({ error: { code: 400, message: `Bad Request: Read the manual ${words}` } });
    service.control.clearFaults();
    service.control.addFault({ count: null, path: "/artifacts", fault: { ...refusal, body } });
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
    service.control.clearFaults();
  });

  test("a page that is copied from names no file to be uploaded", async () => {
    await workbench.runCommand("Artifact Desk: Add Comment");
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
