import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { mistyped, secrets } from "../support/secrets.ts";
import { closeAllWindows, closeWindows, editorProcess, filesContaining, hostFolder, openWindow } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

suite("access keys", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    await closeAllWindows();
    await editorProcess().kill();
    await editorProcess().startAgain("trace");
    service = await startReferenceService();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await editorProcess().kill();
    await editorProcess().startAgain();
    await service.close();
  });

  const keysArrived = () => service.requests.map(({ headers }) => headers["x-auth-accesskey"]).filter(Boolean);

  test("are used for everything that is asked, over a reload too", async () => {
    workbench = await openWindow();
    await workbench.openView();
    await workbench.welcomeButton("Add Connection").press("Enter");
    await workbench.answer(service.origin);
    await workbench.quickInputMessage.filter({ hasText: "An access key of yours" }).waitFor();
    await workbench.answer(mistyped);
    await workbench.waitForNotification("refused the access key");
    await workbench.pressNotificationButton("refused the access key", "Edit Key");
    await workbench.answer(service.keys.member);
    await workbench.treeItem("Guinea Pig").waitFor();
    await workbench.chooseTreeMenuEntry(new URL(service.origin).host, "Rename Connection...");
    await workbench.answer(marker);
    await workbench.treeItem(marker).waitFor();
    await openArtifact(workbench, "512");
    service.clearRequests();
    await workbench.reload();
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").waitFor();
    // The names in the tree are known from before.
    await openArtifact(workbench, "511");
    assert.deepEqual([...new Set(keysArrived())], [service.keys.member]);
  });

  test("stay out of the words of failures, whatever the service answers", async () => {
    const { control } = service;
    // A service that repeats in its refusal what it was sent, as some do with the headers of a request.
    const body = JSON.stringify({
      error: { code: 400, message: `Bad Request: X-Auth-AccessKey: ${service.keys.member}` },
    });
    const headers = { "Content-Type": "application/json" };
    control.addFault({ path: "/artifacts/513", fault: { kind: "answer", status: 400, headers, body } });
    await openArtifact(workbench, "513", "#513 could not be opened");
    await workbench.screenshot("keys-1-repeated-by-the-service");
    control.addFault({ path: "/artifacts/514", fault: { kind: "loginRedirect" } });
    await openArtifact(workbench, "514", "#514 could not be opened");
    control.addFault({ path: "/artifacts/515", fault: { kind: "reset", when: "before" }, count: null });
    await openArtifact(workbench, "515", "#515 could not be opened");
    control.clearFaults();
    control.replaceKey({ name: "member" });
    await openArtifact(workbench, "516", "does not accept the access key any more");
    await workbench.pressNotificationButton("does not accept the access key any more", "Replace Key");
    await workbench.answer(service.keys.member);
    await workbench.tab("#516").waitFor();
    await workbench.runCommand("Artifact Desk: Show Log");
    await workbench.page.locator(".part.panel .view-lines").getByText("artifacts/516").first().waitFor();
    await workbench.screenshot("keys-2-log");
  });

  test("stay out of previews, what is searched, saved queries and diagnostics", async () => {
    const { control } = service;
    await openArtifact(workbench, "501");
    // Until its text is there the title bar is that of the tab before.
    await workbench.showTab("#501");
    await workbench.clickTitleAction("Preview Artifact");
    await workbench.tab("Preview #501").waitFor();
    const repeated = { error: { code: 400, message: `Bad Request: X-Auth-AccessKey: ${control.keys().member}` } };
    control.addFault({
      path: "/trackers/\\d+/artifacts$",
      fault: {
        kind: "answer",
        status: 400,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(repeated),
      },
      count: null,
    });
    await workbench.runCommand("Artifact Desk: Find Artifact...");
    await workbench.quickInput.fill("parser tests");
    await workbench
      .quickInputRow(/could not be searched/)
      .first()
      .waitFor();
    await workbench.screenshot("keys-3-search");
    control.clearFaults();
    await workbench.dismiss();
    await workbench.expand("Guinea Pig");
    await workbench.chooseTreeMenuEntry("Tasks", "Search in Tracker...");
    // The input is the same for every question: what is typed before this one is asked is lost with the one before.
    await workbench.page.locator(".quick-input-title").filter({ hasText: "Tasks" }).waitFor();
    await workbench.quickInput.fill('title = "parser tests"');
    await workbench.quickInputRow("parser tests").first().waitFor();
    await workbench.press(workbench.page.locator(".quick-input-widget").getByRole("button", { name: "Save as Query" }));
    await workbench.quickInputMessage.filter({ hasText: "Query of Tasks" }).waitFor();
    await workbench.quickInput.press("Enter");
    await workbench.quickInputMessage.filter({ hasText: "Name of the query" }).waitFor();
    await workbench.answer("Parsing");
    await workbench.waitForNotification("“Parsing” is among the queries");
    await workbench.runCommand("Notifications: Clear All Notifications");
    await workbench.runCommand("Artifact Desk: Copy Diagnostics...");
    const report = await workbench.copied(() =>
      workbench.pressNotificationButton("Read what the diagnostics say", "Copy"),
    );
    await workbench.screenshot("keys-4-diagnostics");
    assert.match(report, /Access key: stored/);
    assert.deepEqual(
      secrets.filter((secret) => report.includes(secret)),
      [],
    );
  });

  test("that the machine did not keep are missed in plain words, and asked for", async () => {
    // What a keyring that lives in memory alone comes to, in an editor that runs in a browser.
    await workbench.page.evaluate("localStorage.removeItem('secrets.provider')");
    await workbench.reload();
    const words = await workbench.waitForNotification("did not keep the access key");
    assert.match(words, /^The keyring of this machine did not keep the access key of Canary Tracker, stored on /);
    await workbench.screenshot("keys-5-not-kept");
    await workbench.pressNotificationButton("did not keep the access key", "Set Access Key");
    service.clearRequests();
    await workbench.answer(service.keys.member);
    // The rows are known from before; the key is checked before it is stored, and what is shown is read with it then.
    const isRead = () =>
      service.requests.some(({ path: read, status }) => read.includes("/projects") && status === 200);
    await workbench.until(isRead);
    await openArtifact(workbench, "517");
  });

  test("are gone with their connection, and so is all that was stored of it", async () => {
    const settingsFile = path.join(editorProcess().userDataFolder, "User/settings.json");
    const storage = path.join(editorProcess().userDataFolder, "User/globalStorage/artifact-desk.artifact-desk");
    const host = new URL(service.origin).host;
    const id = /"id": "([^"]+)"/.exec(readFileSync(settingsFile, "utf8"))?.[1] ?? "";
    assert.ok(existsSync(storage) && foldersNamed(storage, id) > 0, id);
    await workbench.runCommand("Artifact Desk: Remove Connection...");
    await workbench.dialog.getByText("Remove the connection").waitFor();
    await workbench.screenshot("keys-6-remove");
    await workbench.clickDialogButton("Remove");
    await workbench.welcomeButton("Add Connection").waitFor();
    await workbench.screenshot("keys-7-removed");
    // The welcome view is there as soon as the connection has left the settings; what was stored of it goes after that.
    await workbench.until(() => {
      const settings = readFileSync(settingsFile, "utf8");
      return ![host, id, "Parsing"].some((word) => settings.includes(word)) && foldersNamed(storage, id) === 0;
    });
    await workbench.reload();
    await workbench.openView();
    await workbench.welcomeButton("Add Connection").waitFor();
    const kept = await workbench.page.evaluate<string>(keptByExtension);
    assert.ok(!kept.includes(id), kept);
  });

  test("are found by the search for them wherever they would be written", async () => {
    await closeWindows();
    const trap = path.join(hostFolder, "trap");
    const [secret = ""] = secrets;
    const forms = {
      plain: secret,
      "in the midst of others": `{"key":"tlp-k1-22.${secret}"}`,
      "as UTF-16": Buffer.from(`x${secret}`, "utf16le"),
      "as base64": Buffer.from(`{"accessKey":"${secret}"}`).toString("base64"),
      "as base64, shifted": Buffer.from(`{"accessKey": "${secret}"}`).toString("base64"),
      "as base64, shifted again": Buffer.from(`{"accessKey":  "${secret}"}`).toString("base64"),
    };
    for (const [form, content] of Object.entries(forms)) {
      writeFileSync(trap, content);
      assert.deepEqual(filesContaining(...secrets), [trap], form);
    }
    rmSync(trap);
  });

  test("are looked for where the product writes: settings, log, messages, addresses, console, storage", () => {
    const places = (text: string) => filesContaining(text).map((file) => path.relative(hostFolder, file));
    const assertIn = (text: string, pattern: RegExp) =>
      assert.ok(
        places(text).some((file) => pattern.test(file)),
        `${text} is not in ${pattern}: ${places(text)}`,
      );
    assertIn("telemetry.telemetryLevel", /^data\/User\/settings\.json$/);
    assertIn(marker, /^window-\d+-texts\.log$/);
    assertIn("/api/v1/artifacts/513", /^data\/logs\/.*\/artifact-desk\.artifact-desk\/Artifact Desk\.log$/);
    assertIn("[trace]", /^data\/logs\/.*\/remoteexthost\.log$/);
    assertIn("artifact-desk", /^window-\d+-addresses\.log$/);
    assertIn("[trace]", /^window-\d+-storage\.json$/);
    // The key itself is there, encrypted.
    assertIn("secrets.provider", /^window-\d+-storage\.json$/);
    assertIn("TRACE", /^window-\d+-console\.log$/);
  });

  test("are nowhere to be read", () => {
    assert.deepEqual(filesContaining(...secrets), []);
  });
});

/** Names the connection, and turns up wherever that is written. */
const marker = "Canary Tracker";

function foldersNamed(folder: string, name: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.name === name).length;
}

/** Runs in the page: what VS Code keeps for the extension over restarts, from each of its databases. */
const keptByExtension = `(async () => {
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      const value = await new Promise((resolve, reject) => {
        const reading = database.transaction(store).objectStore(store).get("artifact-desk.artifact-desk");
        reading.onsuccess = () => resolve(reading.result);
        reading.onerror = () => reject(reading.error);
      });
      found.push(name + ": " + value);
    }
    database.close();
  }
  return found.join("\\n");
})()`;

/** Opens an artifact by its number; waits for its tab, or for the message that tells why there is none. */
async function openArtifact(workbench: Workbench, id: string, failure?: string): Promise<void> {
  await workbench.runCommand("Artifact Desk: Open Artifact...");
  await workbench.answer(id);
  await (failure === undefined ? workbench.tab(`#${id}`).waitFor() : workbench.waitForNotification(failure));
}
