import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setup, suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, editorProcess, filesContaining, openWindow, takeWindow, untilKept } from "./harness.ts";

suite("Connecting to a service", () => {
  let service: ReferenceService;
  const storage = () => path.join(editorProcess().userDataFolder, "User/globalStorage/artifact-desk.artifact-desk");
  suiteSetup(async () => {
    service = await startReferenceService();
  });
  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });
  setup(async () => {
    await closeWindows();
    service.control.reset();
  });

  /** The id of the first connection in the person's settings. */
  const ownConnectionId = () => {
    const settings = readFileSync(path.join(editorProcess().userDataFolder, "User/settings.json"), "utf8");
    return /"id": "([^"]+)"/.exec(settings)?.[1] ?? assert.fail(settings);
  };

  test("leads from the welcome view over address and key to the tree, and keeps what was typed", async () => {
    const workbench = await takeWindow();
    await workbench.openView();
    await workbench.welcomeButton("Add Connection").press("Enter");
    await workbench.answer("tracker with spaces");
    await workbench.quickInputMessage.filter({ hasText: "This is not an address" }).waitFor();
    // Nothing listens there, and no system gives that port away.
    await workbench.quickInput.fill("http://127.0.0.1:1");
    await workbench.quickInputMessage.filter({ hasText: "127.0.0.1:1 cannot be reached" }).waitFor();
    await workbench.screenshot("connect-0-no-service");
    await workbench.quickInput.fill(`${service.origin}/plugins/tracker/?aid=501`);
    await workbench.quickInputMessage.filter({ hasText: "answers: Tuleap Community Edition 17.4" }).waitFor();
    assert.deepEqual(
      service.requests.map(({ path, headers }) => [path, headers["x-auth-accesskey"]]),
      [["/api/v1/version", undefined]],
    );
    await workbench.screenshot("connect-0-service");
    await workbench.quickInput.press("Enter");
    await workbench.quickInputMessage.filter({ hasText: "An access key of yours" }).waitFor();
    assert.equal(await workbench.quickInput.getAttribute("type"), "password");
    const link = workbench.quickInputMessage.getByRole("link", { name: "Make one in the browser" });
    assert.equal(await link.getAttribute("title"), `${service.origin}/account/keys-tokens`);
    await workbench.screenshot("connect-1-key");
    await workbench.answer(`tlp-k1-22.${"ab".repeat(32)}`);
    assert.match(await workbench.waitForNotification("refused the access key"), /Invalid access key/);
    await workbench.screenshot("connect-2-key-refused");
    await workbench.pressNotificationButton("refused the access key", "Edit Key");
    assert.match(await workbench.quickInput.inputValue(), /^tlp-k1-22\.(ab){32}$/);
    // A key that was typed for one service does not wait in the box for another.
    for (const address of [`http://localhost:${new URL(service.origin).port}`, service.origin]) {
      await workbench.page.getByRole("button", { name: /^Back\b/ }).click();
      await workbench.quickInputMessage.filter({ hasText: "address of" }).waitFor();
      await workbench.answer(address);
      await workbench.quickInputMessage.filter({ hasText: "An access key of yours" }).waitFor();
      assert.equal(await workbench.quickInput.inputValue(), "");
    }
    await workbench.answer(service.keys.member);
    await workbench.chooseTreeMenuEntry(new URL(service.origin).host, "Rename Connection...");
    await workbench.answer("Guinea");
    await workbench.treeItem(/^Guinea(?! Pig)/).waitFor();
    await workbench.expand("Guinea Pig");
    await workbench.expand("Bugs");
    await workbench.expand("All Artifacts");
    await workbench.treeItem("#501").first().waitFor();
    await workbench.treeItem("#501").first().hover();
    await workbench.screenshot("connect-3-tree");
    assert.deepEqual(filesContaining(service.keys.member), []);
  });

  test("asks what is meant by an address that is connected already", async () => {
    const connection = { id: "known", url: service.baseUrl, label: "Known", accessKey: service.keys.member };
    const workbench = await takeWindow({ connection });
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").waitFor();
    const add = async (choice: string) => {
      await workbench.runCommand("Artifact Desk: Add Connection...");
      await workbench.answer(service.origin);
      await workbench.quickInputRow(choice).first().waitFor();
      await workbench.screenshot("connect-9-address-known");
      await workbench.pick(choice);
    };
    await add("Replace the access key of Known");
    await workbench.answer(service.keys.admin);
    await workbench.quickInput.waitFor({ state: "hidden" });
    await add("Add a second connection beside it");
    await workbench.quickInputMessage.filter({ hasText: "An access key of yours" }).waitFor();
    await workbench.answer(service.keys.member);
    // The row of the first says that address, too, behind its name: the second has no name but it.
    await workbench.treeItem(new RegExp(`^${new URL(service.origin).host}`)).waitFor();
    assert.equal(await workbench.treeItem("Known").count(), 1);
  });

  test("suggested by a folder is a row, and asked for nothing before the person has confirmed its address", async () => {
    const other = await startReferenceService();
    // What the windows before read of theirs may still be under way.
    const fresh = await startReferenceService();
    const folder = mkdtempSync(path.join(os.tmpdir(), "team-"));
    const suggested = [
      { url: fresh.baseUrl, label: "Our Tracker" },
      ...["javascript:alert(1)", "https://ada:secret@tracker.invalid"].map((url) => ({ url, label: "Hostile" })),
    ];
    /** It is no business of a folder to add and redirect connections, as it tries to with these ids. */
    const writeFolderSettings = (title: string, ...ids: readonly string[]) => {
      const connections = ids.map((id) => ({ id, url: other.baseUrl, label: `Elsewhere ${id}` }));
      const settings = {
        ...{ "artifactDesk.connections": connections, "artifactDesk.suggestedConnections": suggested },
        "window.title": title,
      };
      writeFileSync(path.join(folder, ".vscode/settings.json"), JSON.stringify(settings));
    };
    try {
      mkdirSync(path.join(folder, ".vscode"));
      writeFolderSettings("Of the folder", "added");
      const workbench = await openWindow({ folder, settings: { "security.workspace.trust.enabled": false } });
      await workbench.openView();
      await workbench.treeItem("Our Tracker").waitFor();
      await workbench.treeItem("Get Started").waitFor();
      await workbench.screenshot("connect-7-suggested");
      assert.equal(await workbench.treeItem("Hostile").count(), 0);
      await workbench.openTreeItem("Our Tracker");
      await workbench.quickInputMessage.filter({ hasText: "suggests this service" }).waitFor();
      await workbench.screenshot("connect-8-suggested-address");
      assert.equal(fresh.requests.length, 0);
      await workbench.page.keyboard.press("Enter");
      await workbench.quickInputMessage.filter({ hasText: "An access key of yours" }).waitFor();
      await workbench.answer(fresh.keys.member);
      await workbench.treeItem("Guinea Pig").waitFor();
      await workbench.treeItem("Our Tracker").waitFor();
      assert.equal(await workbench.treeItem("Get Started").count(), 0);
      writeFolderSettings("Of the folder, redirecting", ownConnectionId(), "added");
      await workbench.until(async () => (await workbench.page.title()) === "Of the folder, redirecting");
      await workbench.runCommand("Artifact Desk: Refresh");
      await workbench.expand("Guinea Pig");
      await workbench.treeItem("Bugs").waitFor();
      await workbench.screenshot("connect-6-folder");
      assert.deepEqual([await workbench.treeItem("Elsewhere").count(), other.requests], [0, []]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await other.close();
      await fresh.close();
    }
  });

  test("works in Restricted Mode, where a folder that nobody trusts adds and redirects nothing either", async () => {
    const other = await startReferenceService();
    const folder = mkdtempSync(path.join(os.tmpdir(), "folder-"));
    const writeFolderSettings = (title: string, ...ids: readonly string[]) => {
      const connections = ids.map((id) => ({ id, url: other.baseUrl, label: `Elsewhere ${id}` }));
      // A setting that any folder may make tells when the others have arrived.
      const suggestions = [{ url: other.baseUrl, label: "Elsewhere suggested" }];
      const settings = {
        ...{ "artifactDesk.connections": connections, "artifactDesk.suggestedConnections": suggestions },
        "window.title": title,
      };
      writeFileSync(path.join(folder, ".vscode/settings.json"), JSON.stringify(settings));
    };
    try {
      mkdirSync(path.join(folder, ".vscode"));
      writeFolderSettings("Of the folder", "added");
      const settings = {
        "security.workspace.trust.enabled": true,
        "security.workspace.trust.startupPrompt": "never",
        "security.workspace.trust.banner": "always",
      };
      const workbench = await openWindow({ folder, settings });
      const { page } = workbench;
      await page.locator(".part.banner").getByText("Restricted Mode").waitFor();
      await workbench.until(async () => (await page.title()) === "Of the folder");
      await workbench.openView();
      await page.getByText("services that its settings suggest are not shown").waitFor();
      await workbench.screenshot("connections-restricted-welcome");
      await workbench.welcomeButton("Add Connection").press("Enter");
      await workbench.answer(service.origin);
      await workbench.quickInputMessage.filter({ hasText: "An access key of yours" }).waitFor();
      await workbench.answer(service.keys.member);
      await workbench.treeItem("Guinea Pig").waitFor();
      writeFolderSettings("Of the folder, redirecting", ownConnectionId(), "added");
      await workbench.until(async () => (await page.title()) === "Of the folder, redirecting");
      await workbench.runCommand("Artifact Desk: Refresh");
      await workbench.expand("Guinea Pig");
      await workbench.treeItem("Bugs").waitFor();
      await workbench.runCommand("Artifact Desk: Open Artifact...");
      await workbench.answer("501");
      await workbench.tab("#501").waitFor();
      const summary = String(service.control.readArtifact({ artifactId: 501 }).values["summary"]);
      await workbench.replaceInEditor(summary, "Written in Restricted Mode");
      await workbench.screenshot("connect-7-restricted-mode");
      await workbench.save();
      await workbench.waitForDirty("#501", false);
      const stored = service.control.readArtifact({ artifactId: 501 }).values["summary"];
      assert.equal(stored, "Written in Restricted Mode");
      assert.deepEqual([await workbench.treeItem("Elsewhere").count(), other.requests], [0, []]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await other.close();
    }
  });

  test("offers to replace a key that is refused, once, and goes on with what was asked", async () => {
    const connection = { id: "replaced", url: service.baseUrl, label: "Replaced", accessKey: service.keys.member };
    const workbench = await takeWindow({ connection });
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").waitFor();
    // Both are asked for right after each other: neither waits longer than ten seconds for the message to be noticed.
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.quickInput.waitFor();
    const { key } = service.control.replaceKey({ name: "member" });
    await workbench.answer("501");
    await workbench.expand("Guinea Pig");
    await workbench.waitForNotification("does not accept the access key any more");
    assert.equal(await workbench.notification("does not accept the access key").count(), 1);
    await workbench.screenshot("connect-4-key-replacement");
    await workbench.pressNotificationButton("does not accept", "Replace Key");
    await workbench.answer(key);
    await workbench.tab("#501").waitFor();
    await workbench.treeItem("Bugs").waitFor();
    await workbench.screenshot("connect-5-key-replaced");
  });

  test("asks before a connection is removed, and says nothing more of it with a document open", async () => {
    const connection = { id: "removed", url: service.baseUrl, label: "Removed", accessKey: service.keys.member };
    const workbench = await takeWindow({ connection });
    await workbench.openView();
    await workbench.treeItem("Removed").first().waitFor();
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.answer("501");
    await workbench.page.locator(".view-lines").getByText("Summary *").first().waitFor();
    await workbench.runCommand("Artifact Desk: Remove Connection...");
    await workbench.dialog.filter({ hasText: "Remove the connection Removed?" }).waitFor();
    await workbench.screenshot("connect-6-remove");
    await workbench.clickDialogButton("Remove");
    await workbench.welcomeButton("Add Connection").waitFor();
    // Among the last things that are removed are the names that were kept; what the removal sets off is asked for by
    // then.
    const names = path.join(storage(), "catalog/removed");
    await workbench.until(() => !existsSync(names));
    await workbench.goTo(4, 10);
    await workbench.screenshot("connect-8-removed");
    assert.equal(await workbench.notification("").count(), 0);
  });

  test("that is removed and added again asks before a draft is sent that was sent before", async () => {
    const workbench = await takeWindow();
    await workbench.openView();
    const add = async () => {
      await workbench.runCommand("Artifact Desk: Add Connection...");
      await workbench.answer(service.origin);
      await workbench.quickInputMessage.filter({ hasText: "An access key of yours" }).waitFor();
      await workbench.answer(service.keys.admin);
      await workbench.treeItem("Guinea Pig").first().waitFor();
    };
    await add();
    await workbench.runCommand("Artifact Desk: Create Artifact...");
    await workbench.pick("Guinea Pig");
    await workbench.pick("Bugs");
    await workbench.tab("New Bug").waitFor();
    await workbench.focusEditor();
    await workbench.atFirstValue();
    await workbench.page.keyboard.insertText("Sent once");
    await workbench.waitForDirty("New Bug", true);
    service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    await workbench.save();
    await workbench.waitForNotification("Nothing is sent again before you have chosen");
    await workbench.dismiss();
    const drafts = path.join(storage(), "drafts", new URL(service.origin).host.replace(/[.:]/g, "-"));
    assert.ok(existsSync(drafts));
    await workbench.runCommand("Artifact Desk: Remove Connection...");
    await workbench.clickDialogButton("Remove");
    await workbench.welcomeButton("Add Connection").waitFor();
    await untilKept(workbench, "Sent once");
    // The removal goes on after that, and a reload ends it: what was kept of the draft would stay.
    await workbench.until(() => !existsSync(drafts));
    await workbench.reload();
    await workbench.openView();
    await add();
    // The window keeps the label of a tab by and by.
    await workbench.showTab(/^(New Bug(?!:)|new-1\.artifact\.json)/);
    await workbench.focusEditor();
    await workbench.save();
    await workbench.waitForNotification("at an address that is not known any more");
    await workbench.screenshot("connect-10-draft-of-removed");
    assert.equal(service.requests.filter(({ method }) => method === "POST").length, 1);
  });
});
