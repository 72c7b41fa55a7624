import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import type { Locator } from "playwright-core";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { outFolder } from "../support/host/paths.ts";
import { closeWindows, takeWindow } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 512;
const bugs = 12;

/** How many keys each task has taken: those that were pressed, and the letters that were typed. */
const keysOf = new Map<string, { readonly pressed: number; readonly typed: number }>();

suite("without a mouse", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  let folder: string;
  let pressed = 0;
  let typed = 0;

  suiteSetup(async () => {
    service = await startReferenceService();
    folder = mkdtempSync(path.join(os.tmpdir(), "keyboard-"));
    writeFileSync(path.join(folder, "trace.log"), "trace");
    workbench = await takeWindow();
    await workbench.openView();
    await workbench.welcomeButton("Add Connection").waitFor();
  });

  suiteTeardown(async () => {
    rmSync(folder, { recursive: true });
    await closeWindows();
    await service.close();
    const rows = [...keysOf].map(([task, keys]) => `${task}: ${keys.pressed} keys, and ${keys.typed} letters typed`);
    writeFileSync(path.join(outFolder, "keys.txt"), `${rows.join("\n")}\n`);
  });

  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await workbench.page.keyboard.press(key);
      pressed += 1;
    }
  }

  async function type(text: string): Promise<void> {
    await workbench.page.keyboard.insertText(text);
    typed += text.length;
  }

  /** Types what finds a row and presses Enter once that is the one that has the focus. */
  async function choose(words: string, row: string | RegExp = words): Promise<void> {
    await workbench.quickInput.and(workbench.page.locator(":focus")).waitFor();
    await type(words);
    await focusedRow(row).waitFor();
    await press("Enter");
  }

  /** Types into the box that says `words`, once that has the keyboard, and presses Enter. */
  async function fill(words: string, text: string): Promise<void> {
    await workbench.quickInputMessage.filter({ hasText: words }).waitFor();
    await workbench.quickInput.and(workbench.page.locator(":focus")).waitFor();
    await type(text);
    await press("Enter");
  }

  const focusedRow = (row: string | RegExp): Locator =>
    workbench.quickInputRow(row).and(workbench.page.locator(".focused"));

  /** Runs a command as its title in the palette is found by the first letters of its words. */
  async function command(words: string, title: string): Promise<void> {
    await press("F1");
    await choose(words, `Artifact Desk: ${title}`);
  }

  function task(name: string, keysAtMost: number, steps: () => Promise<void>): void {
    test(`${name} takes ${keysAtMost} keys at most, besides what is typed`, async () => {
      [pressed, typed] = [0, 0];
      await steps();
      keysOf.set(name, { pressed, typed });
      await workbench.screenshot(`keyboard-${String(keysOf.size).padStart(2, "0")}-${name.replaceAll(" ", "-")}`);
      assert.ok(pressed <= keysAtMost, `${pressed} keys`);
    });
  }

  const stored = () => service.control.readArtifact({ artifactId: bug });
  const attached = () => stored().values["attachments"] as number[];
  const newest = () => service.control.newestArtifacts({ trackerId: bugs, count: 1 })[0] ?? 0;

  task("connect", 4, async () => {
    await command("add connection", "Add Connection...");
    await fill("Address of", service.origin);
    await fill("An access key of yours", service.keys.admin);
    await workbench.treeItem("Guinea Pig").waitFor();
  });

  task("find", 2, async () => {
    await press("Control+K", "Control+Shift+F");
    await workbench.quickInput.waitFor();
    await type("csv doubles every entry since");
    await focusedRow(`#${bug}`).waitFor();
  });

  task("open", 1, async () => {
    await press("Enter");
    await workbench.tab(`#${bug}`).waitFor();
    await workbench.page.locator(".part.editor .monaco-editor.focused").first().waitFor();
  });

  task("change status", 3, async () => {
    const before = stored().values["status"];
    await command("change status", "Change Status...");
    await workbench.page.locator(".quick-input-title").getByText(": Status").waitFor();
    await choose("open", "Open");
    await workbench.until(() => JSON.stringify(stored().values["status"]) !== JSON.stringify(before));
    await workbench.waitForNotification(`#${bug}: Status is`);
  });

  task("comment", 3, async () => {
    await command("comment on artifact", "Comment on Artifact...");
    await workbench.tab(`Comment on #${bug}`).waitFor();
    await workbench.page.locator(".part.editor .monaco-editor.focused").first().waitFor();
    await type("Seen today");
    await workbench.waitForDirty(`Comment on #${bug}`, true);
    await press("Control+S");
    await workbench.tab(`Comment on #${bug}`).waitFor({ state: "detached" });
    await workbench.page.locator(".part.editor .monaco-editor.focused").first().waitFor();
    assert.equal(stored().comments.at(-1)?.body, "Seen today");
  });

  task("attach", 4, async () => {
    const before = attached().length;
    await command("attach files", "Attach Files...");
    await workbench.page.locator(".quick-input-title").filter({ hasText: "Attach Files" }).waitFor();
    // The dialog puts a folder of its own into the box once that is read, over what was typed before.
    await workbench.quickInputRow(/./).first().waitFor();
    await workbench.until(async () => (await workbench.quickInput.inputValue()).endsWith("/"));
    await press("Control+A");
    await type(path.join(folder, "trace.log"));
    await workbench.quickInputRow("trace.log").first().waitFor();
    await press("Enter");
    await workbench.until(() => attached().length === before + 1);
  });

  task("resolve a conflict", 2, async () => {
    await command("set field", "Set Field...");
    await choose("summary", "Summary");
    await fill("One line", "Mine");
    await workbench.waitForDirty(`#${bug} `, true);
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    await press("Control+S");
    await workbench.diff.left.waitFor();
    [pressed, typed] = [0, 0];
    await command("keep mine", "Keep Mine");
    await workbench.until(() => stored().values["summary"] === "Mine");
    // The comparison goes after the save, and the document takes the keyboard: from what is opened meanwhile, too.
    await workbench.diff.left.waitFor({ state: "detached" });
    await workbench.waitForDirty(`#${bug} `, false);
    await workbench.page.locator(".part.editor .monaco-editor.focused").first().waitFor();
  });

  task("create", 5, async () => {
    const before = newest();
    await command("create artifact", "Create Artifact...");
    await choose("guinea", "Guinea Pig");
    await choose("bugs", "Bugs");
    await workbench.tab("New Bug").waitFor();
    await workbench.atFirstValue();
    await type("It forgets");
    await workbench.waitForDirty("New Bug", true);
    await press("Control+S");
    await workbench.until(() => newest() !== before);
    await workbench.tab(`#${newest()} It forgets`).waitFor();
  });

  task("link", 7, async () => {
    await command("set field", "Set Field...");
    await choose("links", "Links");
    await workbench.page.locator(".quick-input-title").getByText("Links").waitFor();
    await type("parser tests");
    await focusedRow("parser tests").waitFor();
    await press("Space", "Enter");
    await workbench.quickInputRow("Linked to").first().waitFor();
    await press("Enter");
    await workbench.waitForDirty(`#${newest()} `, true);
    await press("Control+S");
    await workbench.waitForDirty(`#${newest()} `, false);
    const sent = service.requests.findLast(({ method }) => method === "PUT");
    assert.match(sent?.body ?? "", /"links":\s*\[\s*\{/);
  });

  task("delete", 3, async () => {
    const id = newest();
    await command("delete artifact", "Delete Artifact...");
    await workbench.dialog.waitFor();
    await press("Enter");
    await workbench.until(() => !service.control.hasArtifact({ artifactId: id }));
  });

  task("new repository", 5, async () => {
    await command("create svn", "Create SVN Repository...");
    await choose("svn", "SVN plugin test");
    await fill("Name of", "sources");
    await workbench.tab("New SVN repository sources").waitFor();
    await workbench.page.locator(".part.editor .monaco-editor.focused").first().waitFor();
    await press("Control+S");
    await workbench.tab("sources (SVN)").waitFor();
  });

  task("reference in a commit", 3, async () => {
    await workbench.runCommand("File: New Untitled Text File");
    await workbench.page.locator(".part.editor .monaco-editor.focused").first().waitFor();
    await command("insert reference", "Insert Reference...");
    await choose(String(bug), `#${bug}`);
    await workbench.page.locator(".view-lines").getByText(`bug #${bug}`).waitFor();
  });
});
