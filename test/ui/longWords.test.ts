import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import type { FrameLocator, Locator } from "playwright-core";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import { scrollTo } from "./lists.ts";
import { SourceControlView } from "./sourceControlView.ts";
import type { Workbench } from "./workbench.ts";

const bug = 501;
/** A megabyte of words, without an end that would be seen, and one without a place to break the line. */
const long = (name: string) => `${name} ${"long ".repeat(209_715)}`;
const unbroken = (name: string) => `${name} ${"x".repeat(1_048_576)}`;
/** More than any view shows of a name. */
const maxShown = 5000;

suite("words of a megabyte, on screen", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    service.control.addComment({ artifactId: bug, body: long("Comment") });
    await lengthen();
    workbench = await takeWindow({ connection: teamTracker("long-words", service), pinnedArtifacts: [bug] });
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  teardown("the window takes what is typed", async () => {
    await workbench.page.keyboard.press("F1");
    await workbench.quickInput.fill(">Artifact Desk: Show Log");
    await workbench.quickInputRow("Artifact Desk: Show Log").first().waitFor();
    await workbench.dismiss();
  });

  interface Labelled {
    label: string;
    name?: string;
    values?: unknown;
  }

  /** Makes the service say a megabyte where people and administrators write names. */
  async function lengthen(): Promise<void> {
    await rewrite(`/artifacts/${bug}`, (artifact) => {
      artifact["title"] = unbroken("Title");
      for (const value of artifact["values"] as (Labelled & { file_descriptions?: { name: string }[] })[]) {
        if (["Summary", "Status"].includes(value.label)) {
          value.label = long(value.label);
        }
        for (const file of value.file_descriptions?.slice(0, 1) ?? []) {
          file.name = unbroken("File");
        }
      }
    });
    await rewrite("/trackers/12", (tracker) => {
      tracker["label"] = long("Tracker");
      for (const field of tracker["fields"] as Labelled[]) {
        if (["Summary", "Status"].includes(field.label)) {
          for (const value of Array.isArray(field.values) ? (field.values as Labelled[]) : []) {
            value.label = unbroken(value.label);
          }
          field.label = long(field.label);
        }
      }
    });
    await rewrite("/projects", (projects) => {
      for (const project of Object.values(projects) as { id: number; label: string }[]) {
        project.label = project.id === 122 ? long("Project") : project.label;
      }
    });
  }

  async function rewrite(path: string, change: (body: Record<string, unknown>) => void): Promise<void> {
    const answer = await fetch(`${service.baseUrl}${path}`, { headers: { "X-Auth-AccessKey": service.keys.member } });
    const body = (await answer.json()) as Record<string, unknown>;
    change(body);
    const headers = Object.fromEntries(
      ["Content-Type", "Etag", "Last-Modified"].flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      }),
    );
    const fault = { kind: "answer", status: 200, headers, body: JSON.stringify(body) } as const;
    service.control.addFault({ method: "GET", path: `${path}$`, fault, count: null });
  }

  async function assertShort(...places: readonly Locator[]): Promise<void> {
    for (const place of places) {
      const texts = await place.allInnerTexts();
      assert.ok(texts.length > 0);
      for (const text of texts) {
        assert.ok(text.length < maxShown, `${text.length}: ${text.slice(0, 100)}`);
      }
    }
  }

  const quickInput = () => workbench.page.locator(".quick-input-widget");
  const rows = () => quickInput().locator(".monaco-list-row");
  const hover = () => workbench.page.locator(".monaco-hover:not(.hidden)").filter({ visible: true });
  const page = (): FrameLocator => workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");

  test("are cut off in the tree and its hovers", async () => {
    await workbench.openPinned();
    await workbench.treeItem("Project long").first().waitFor();
    await workbench.expand(`#${bug} Title`);
    await workbench.treeItem("File xxx").waitFor();
    await assertShort(workbench.tree.locator(".monaco-list-row"));
    await workbench.hover(workbench.treeItem(`#${bug} Title`), hover().getByText("Open in browser"));
    await workbench.screenshot("long-words-01-tree");
    await assertShort(hover());
  });

  test("are cut off around a document and in its hovers", async () => {
    await workbench.openTreeItem(`#${bug}`, workbench.tab(`#${bug} Title`));
    await workbench.page.locator(".part.editor").getByText("Summary long").first().waitFor();
    const content = await workbench.editorText();
    await workbench.goTo(content.slice(0, content.indexOf('"field_id": 1207')).split("\n").length, 20);
    // The lines above move as its lens arrives, which closes what is told beside them.
    await workbench.page.locator(".part.editor").getByText("Open “Release note” as HTML").first().waitFor();
    await workbench.askBeside(hover().getByText("Status long"), "ControlOrMeta+K", "ControlOrMeta+I");
    await workbench.screenshot("long-words-02-document");
    await assertShort(hover(), workbench.page.locator(".tabs .tab"));
    await workbench.page.keyboard.press("Escape");
  });

  for (const [command, first] of [
    ["Set Field...", "Summary long"],
    ["Go to Field...", "Summary long"],
    ["Change Status...", "xxx"],
    ["Show History...", "Comment long"],
    ["Find Artifact...", "Title xxx"],
    ["Open Attachment", "File xxx"],
  ] as const) {
    test(`are cut off in ${command}`, async () => {
      await workbench.runCommand(`Artifact Desk: ${command}`);
      await rows().filter({ hasText: first }).first().waitFor();
      await workbench.screenshot(`long-words-03-${command.replace(/\W+/g, "-").toLowerCase()}`);
      await assertShort(rows(), quickInput().locator(".quick-input-title"));
      await workbench.dismiss();
    });
  }

  test("are cut off in Source Control", async () => {
    const summary = String(service.control.readArtifact({ artifactId: bug }).values["summary"]);
    await workbench.replaceInEditor(summary, "Mine");
    await workbench.waitForDirty(`#${bug}`, true);
    const view = new SourceControlView(workbench);
    await view.open();
    await view.row(`#${bug} Title`).waitFor();
    const spoken = await view.spoken(`#${bug} Title`);
    assert.match(spoken, /Summary long/);
    assert.ok(spoken.length < maxShown, String(spoken.length));
    await workbench.screenshot("long-words-04-source-control");
    await assertShort(view.rows);
  });

  test("are cut off in messages", async () => {
    const body = JSON.stringify({ error: { code: 400, message: `Bad Request: ${long("Refused").slice(0, 200_000)}` } });
    const headers = { "Content-Type": "application/json" };
    service.control.addFault({ method: "PUT", fault: { kind: "answer", status: 400, headers, body } });
    await workbench.selectTab(`#${bug}`);
    await workbench.save();
    await workbench.waitForNotification("Refused long");
    await workbench.screenshot("long-words-05-message");
    await assertShort(workbench.notification("Refused long").locator(".notification-list-item-message"));
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  test("are shown on a page, or cut off there, and leave it quick", async () => {
    await workbench.clickTitleAction("Preview Artifact");
    await page().getByRole("heading", { level: 1, name: "Mine" }).waitFor();
    await scrollTo(page().getByText("Comment long").first());
    await workbench.screenshot("long-words-06-page");
  });
});
