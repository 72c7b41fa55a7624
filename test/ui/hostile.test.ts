import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import type { Dialog, FrameLocator, Locator, Request } from "playwright-core";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import { scrollTo } from "./lists.ts";
import { isWayOut } from "./ownLinks.ts";
import type { Workbench } from "./workbench.ts";

/** Has a value in every kind of field. */
const bug = 501;
/** Its title is a megabyte long. */
const longTitled = 503;
const trackerId = 12;

/** Would be seen: it leaves the window with nothing but the editor. */
const command = "command:workbench.action.toggleZenMode";

suite("content that attacks, on screen", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  /** What pictures and links of the content lead to. */
  let foreign: { readonly origin: string; readonly server: Server; readonly requests: string[] };
  /** Everything that the page, its frames and workers asked for. */
  const asked: string[] = [];
  const dialogs: string[] = [];
  const keepAddress = (request: Request) => asked.push(request.url());
  const dismiss = (dialog: Dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  };

  /** One line with all the attacks that fit into a title; `name` tells where it was seen. */
  const attack = (name: string) =>
    `${name} [go](${command}) ![p](${foreign.origin}/p.png) <img src="${foreign.origin}/i.png" onerror="top.hostileRan=1"> $(trash) \u202egpj.exe\u0007`;
  const html = () =>
    `<script>top.hostileRan = 1</script><img src="${foreign.origin}/i.png" onerror="top.hostileRan=1">` +
    `<a href="${command}">press</a> <a href="javascript:top.hostileRan=1">here</a> <iframe src="${foreign.origin}/f"></iframe>` +
    `<link rel="stylesheet" href="${foreign.origin}/s.css"><form action="${foreign.origin}/form"><button>Send</button></form>` +
    `<p style="background:url(${foreign.origin}/b.png)" onclick="top.hostileRan=1">Harmless words</p>`;
  /** As a formula it would take a minute, and more memory than there is. */
  const formula = `$\\def\\a{${"x".repeat(2000)}}${"\\a".repeat(300)}$`;
  const markdown = () =>
    `# Written as Markdown\n\n${formula}\n\n![p](${foreign.origin}/m.png) [press](${command}) [there](${foreign.origin}/m)\n\n${html()}`;

  suiteSetup(async () => {
    service = await startReferenceService();
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    foreign = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, requests };
    await poison();
  });

  suiteTeardown(async () => {
    workbench.page.off("request", keepAddress);
    workbench.page.off("dialog", dismiss);
    await closeWindows();
    foreign.server.close();
    await service.close();
  });

  teardown("nothing ran, nothing was loaded, nothing asks", async () => {
    assert.deepEqual(foreign.requests, []);
    const origins = asked.filter((address) => /^(https?|wss?):/.test(address)).map((address) => new URL(address).host);
    assert.deepEqual([...new Set(origins)], [new URL(workbench.page.url()).host]);
    assert.deepEqual(dialogs, []);
    assert.equal(await workbench.dialog.filter({ visible: true }).count(), 0);
    assert.equal(await workbench.page.evaluate("window.hostileRan"), undefined);
    // The command would have hidden it.
    assert.ok(await workbench.page.locator(".part.activitybar").isVisible());
  });

  /** Makes the service say what it says with attacks in every text of it that people or administrators write. */
  async function poison(): Promise<void> {
    const { control } = service;
    control.editArtifact({
      artifactId: bug,
      values: [
        { field: "summary", value: attack("Title").slice(0, 250) },
        { field: "slogan", value: "__proto__" },
        { field: "details", value: { content: html(), format: "html" } },
        { field: "notes", value: { content: markdown(), format: "commonmark" } },
        { field: "release_note", value: { content: html(), format: "html" } },
      ],
      comment: html(),
      commentFormat: "html",
    });
    for (const name of [
      "../../../.bashrc",
      "CON",
      "invoice\u202egpj.exe",
      `<img src=${foreign.origin}/n.png onerror=top.hostileRan=1>.png`,
      `[go](${command}).txt`,
    ]) {
      control.addAttachment({ artifactId: bug, name, text: "x" });
    }
    await rewrite(`/trackers/${trackerId}`, (tracker) => {
      const fields = tracker.fields as {
        label: string;
        values?: { label: string }[] | null;
        allowed_types?: object[];
      }[];
      tracker.label = attack("Tracker");
      for (const field of fields) {
        field.label = attack(field.label);
        for (const value of Array.isArray(field.values) ? field.values : []) {
          value.label = attack(value.label);
        }
        if (Array.isArray(field.values) && field.values.length > 0) {
          field.values.push({ id: "__proto__", label: attack("Prototype") } as { label: string });
        }
        if (field.allowed_types) {
          field.allowed_types = field.allowed_types.map((type) => ({
            ...type,
            forward_label: attack("Type"),
            reverse_label: attack("Type back"),
          }));
        }
      }
    });
    await rewrite(`/artifacts/${bug}/links`, (links) => {
      for (const type of links.natures as { label: string }[]) {
        type.label = attack(type.label);
      }
    });
    await rewrite("/projects", (projects) => {
      for (const project of Object.values(projects) as { id: number; label: string }[]) {
        project.label = project.id === 122 ? attack("Project") : project.label;
      }
    });
    await rewrite(`/artifacts/${longTitled}`, (artifact) => {
      const values = artifact.values as { label: string; value?: unknown }[];
      artifact.title = `Long ${attack("title").repeat(4000)}`;
      for (const value of values.filter(({ label }) => label === "Summary")) {
        value.value = artifact.title;
      }
    });
  }

  async function rewrite(path: string, change: (body: Record<string, unknown>) => void): Promise<void> {
    const answer = await fetch(`${service.baseUrl}${path}`, { headers: { "X-Auth-AccessKey": service.keys.member } });
    const body = (await answer.json()) as Record<string, unknown>;
    change(body);
    const kept = ["Content-Type", "Etag", "Last-Modified"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const fault = {
      kind: "answer",
      status: 200,
      headers: Object.fromEntries(kept),
      body: JSON.stringify(body),
    } as const;
    service.control.addFault({ method: "GET", path: `${path}$`, fault, count: null });
  }

  /** Whether no picture and no link of the content is in a hover, tooltip or message. */
  async function assertInert(place: Locator): Promise<void> {
    const active = place.locator("img, iframe, script, form, [onerror]");
    assert.deepEqual(await active.evaluateAll((all) => all.map((each) => each.outerHTML)), []);
    assert.equal(await place.locator(".codicon-trash:not(.action-label)").count(), 0);
    const links = await place
      .locator("a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("data-href") ?? link.getAttribute("href") ?? ""));
    assert.deepEqual(
      links.filter((link) => link !== "" && !isWayOut(link) && !link.startsWith(`${service.origin}/`)),
      [],
    );
    const text = (await place.allInnerTexts()).join("\n");
    assert.ok(!text.includes("\u202e") && !text.includes("\u0007"), text);
  }

  const hover = () => workbench.page.locator(".monaco-hover:not(.hidden)").filter({ visible: true });
  const preview = (): FrameLocator => workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");

  test("is words in the tree and its tooltips, a megabyte of title too", async () => {
    const connection = teamTracker("hostile", service);
    workbench = await takeWindow({ connection, pinnedArtifacts: [longTitled, bug] });
    workbench.page.on("request", keepAddress);
    workbench.page.on("dialog", dismiss);
    // What is asked for does show.
    await workbench.page.evaluate("fetch('/healthz').then(({ status }) => status)");
    await workbench.openPinned();
    await workbench.treeItem(`#${longTitled} Long`).waitFor();
    assert.ok((await workbench.treeItem(`#${longTitled}`).innerText()).length < 1000);
    await workbench.expand(`#${bug} Title [go]`);
    await workbench.treeItem("../../../.bashrc").waitFor();
    await workbench.treeItem("Concerns [go]").waitFor();
    await assertInert(workbench.tree);
    await workbench.hover(workbench.treeItem(`#${bug} Title`), hover().getByText("Open in browser"));
    await workbench.screenshot("hostile-01-tree");
    await assertInert(hover());
    await workbench.hover(workbench.treeItem("../../../.bashrc"), hover().getByText("../../../.bashrc"));
    await assertInert(hover());
  });

  test("is words in the names and hovers of a document", async () => {
    await workbench.openTreeItem(`#${bug}`, workbench.tab(`#${bug} Title`));
    await workbench.page.locator(".part.editor").getByText("Summary [go]").first().waitFor();
    await workbench.page.keyboard.press("ControlOrMeta+B");
    const content = await workbench.editorText();
    const line = content.slice(0, content.indexOf('"field_id": 1207')).split("\n").length;
    await workbench.goTo(line, 20);
    await workbench.askBeside(hover().getByText("Status [go]"), "ControlOrMeta+K", "ControlOrMeta+I");
    await workbench.screenshot("hostile-02-document");
    await assertInert(hover());
    assert.equal(await workbench.page.locator(".part.editor .codelens-decoration .codicon-trash").count(), 0);
    await workbench.page.keyboard.press("Escape");
    await workbench.page.keyboard.press("ControlOrMeta+Shift+O");
    await workbench.quickInputRow("Status [go]").first().waitFor();
    await workbench.screenshot("hostile-03-outline");
    await assertInert(workbench.page.locator(".quick-input-widget"));
    await workbench.dismiss();
  });

  test("is words among what is found", async () => {
    await workbench.runCommand("Artifact Desk: Find Artifact...");
    await workbench.quickInput.fill(`#${bug}`);
    await workbench.quickInputRow(`#${bug} Title [go]`).first().waitFor();
    await workbench.quickInput.fill("");
    await workbench.quickInputRow(`#${longTitled} Long`).first().waitFor();
    await workbench.screenshot("hostile-04-found");
    await assertInert(workbench.page.locator(".quick-input-widget"));
    await workbench.dismiss();
  });

  test("is words among the projects that can have a repository", async () => {
    await workbench.runCommand("Artifact Desk: Create SVN Repository...");
    await workbench.quickInputRow("Project [go]").first().waitFor();
    await workbench.screenshot("hostile-05-projects");
    await assertInert(workbench.page.locator(".quick-input-widget"));
    await workbench.dismiss();
  });

  test("is rendered without its teeth in a preview", async () => {
    await workbench.selectTab(`#${bug} Title`);
    await workbench.clickTitleAction("Preview Artifact");
    await preview().getByRole("heading", { level: 1, name: "Title [go]" }).waitFor();
    await preview().getByText("Harmless words").first().waitFor();
    await scrollTo(preview().getByRole("heading", { name: "Written as Markdown" }));
    await preview().getByText("$\\def\\a{x").waitFor();
    await workbench.screenshot("hostile-06-preview");
    const main = preview().locator("main");
    assert.equal(
      await main.locator("script, style, iframe, form, link, button, [style], [onclick], [onerror]").count(),
      0,
    );
    const addresses = await main
      .locator("[src], [href]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("src") ?? each.getAttribute("href") ?? ""));
    assert.deepEqual(
      addresses.filter((address) => !/^(command:artifactDesk\.|data:image\/png;)/.test(address)),
      [],
    );
    await workbench.tab("Preview").getByRole("button", { name: /Close/ }).click();
  });

  test("is words in a comparison and in what the service says", async () => {
    await workbench.focusEditor();
    await workbench.replaceInEditor("__proto__", "constructor");
    service.control.editArtifact({
      artifactId: bug,
      values: [{ field: "slogan", value: attack("Theirs").slice(0, 250) }],
    });
    await workbench.save();
    await workbench.diff.left.getByText("Theirs [go]").first().waitFor();
    await workbench.waitForNotification("changed");
    await workbench.screenshot("hostile-07-conflict");
    await assertInert(workbench.page.locator(".notifications-toasts, .notifications-center"));
    await workbench.runCommand("Notifications: Clear All Notifications");
    service.control.addFault({
      method: "PUT",
      fault: {
        kind: "answer",
        status: 400,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ error: { code: 400, message: `Bad Request: ${attack("Refused")}` } }),
      },
    });
    await workbench.clickTitleAction("Keep Mine");
    await workbench.waitForNotification("Refused [go]");
    await workbench.screenshot("hostile-08-refused");
    await assertInert(workbench.page.locator(".notifications-toasts, .notifications-center"));
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  test("names no other file than one in the folder that is proposed to save to", async () => {
    await workbench.page.keyboard.press("ControlOrMeta+B");
    for (const [attachment, name] of [
      ["../../../.bashrc", "_.._.._.bashrc"],
      ["CON", "_CON"],
    ] as const) {
      await workbench.clickTreeAction(attachment, "Save Attachment As...");
      const title = workbench.page.locator(".quick-input-title").filter({ hasText: "Save" });
      await title.waitFor();
      await workbench.until(async () => (await workbench.quickInput.inputValue()).endsWith(`/${name}`));
      await workbench.screenshot(`hostile-09-save-${name}`);
      await assertInert(workbench.page.locator(".quick-input-widget"));
      await workbench.dismiss();
    }
  });

  test("leaves an editor that goes on working", async () => {
    await workbench.openTreeItem(`#${longTitled}`, workbench.tab(`#${longTitled} Long`));
    await workbench.page.locator(".part.editor .view-lines").getByText('"values"').first().waitFor();
    await workbench.screenshot("hostile-10-long");
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.answer("512");
    await workbench.tab("#512").waitFor();
  });
});
