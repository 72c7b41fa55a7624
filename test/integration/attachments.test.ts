import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import * as vscode from "vscode";
import { AttachmentSource } from "../../src/core/attachments/attachmentSource.ts";
import type { Attachment } from "../../src/core/model/artifact.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import { saveAttachment } from "../../src/editor/attachments/attachmentActions.ts";
import { commandIds } from "../../src/editor/manifest/contributions.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { pngOf } from "../support/pictures.ts";
import { poll } from "./support/connectionFixture.ts";
import { MemoryFiles, useFolder } from "./support/files.ts";

suite("Attachments", () => {
  let service: ReferenceService;
  let client: ServiceClient;
  const folder = useFolder();
  suiteSetup(async () => {
    service = await startReferenceService();
    await vscode.commands.executeCommand(commandIds.addConnection, {
      id: "files",
      url: service.origin,
      accessKey: service.keys.member,
    });
    client = createServiceClient({
      connection: { id: "files", url: service.baseUrl, label: "Files" },
      accessKey: async () => service.keys.member,
      timeoutMs: 5000,
      network: { noProxy: [], strictSsl: true },
      log: () => {},
    });
  });
  suiteTeardown(async () => {
    await vscode.commands.executeCommand(commandIds.removeConnection, "files");
    await client.close();
    await service.close();
  });
  setup(async () => {
    service.control.reset();
    service.clearRequests();
  });
  teardown(async () => {
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  suite("saved to a file", () => {
    test("have all their bytes, big ones too", async () => {
      const target = vscode.Uri.file(path.join(folder(), "dump.bin"));
      await vscode.commands.executeCommand(commandIds.saveAttachmentAs, "files", 502, 408, target);
      const bytes = await readFile(target.fsPath);
      const whole = await client.readAttachment(await attachmentOf(502, 408), 1e9, signal);
      assert.equal(digest(bytes), digest(whole));
      assert.deepEqual(await readdir(folder()), ["dump.bin"]);
    });

    test("leave no file when the content is cut short", async () => {
      const target = vscode.Uri.file(path.join(folder(), "server.log"));
      service.control.addFault({ path: "/attachments/", count: null, fault: { kind: "truncate", bytes: 100 } });
      await assert.rejects(save(502, 403, target), /server\.log of artifact #502 could not be saved/);
      assert.deepEqual(await readdir(folder()), []);
    });

    test("leave no file when a part claims to be the whole", async () => {
      const target = vscode.Uri.file(path.join(folder(), "server.log"));
      const fault = { kind: "truncate", bytes: 100, announces: "part" } as const;
      service.control.addFault({ path: "/attachments/", count: null, fault });
      await assert.rejects(save(502, 403, target), /Only 100 of \d+ bytes arrived/);
      assert.deepEqual(await readdir(folder()), []);
    });

    test("leave no file when they are given up, and the one there before as it was", async () => {
      const target = vscode.Uri.file(path.join(folder(), "dump.bin"));
      await vscode.workspace.fs.writeFile(target, Buffer.from("before"));
      const controller = new AbortController();
      const saving = saveAttachment(client, await attachmentOf(502, 408), target, controller.signal, () =>
        controller.abort(),
      );
      await assert.rejects(saving);
      assert.deepEqual(await readdir(folder()), ["dump.bin"]);
      assert.equal(await readFile(target.fsPath, "utf8"), "before");
    });

    test("say that the folder does not exist", async () => {
      const target = vscode.Uri.file(path.join(folder(), "missing", "server.log"));
      await assert.rejects(save(502, 403, target), /The folder does not exist/);
    });

    test("go to the file system of another scheme in one piece", async () => {
      const files = new MemoryFiles();
      const registration = vscode.workspace.registerFileSystemProvider("memory-test", files);
      const target = vscode.Uri.parse("memory-test:/server.log");
      await save(502, 403, target);
      assert.equal(files.contents.get("/server.log")?.length, (await attachmentOf(502, 403)).sizeBytes);
      registration.dispose();
    });
  });

  test("of another server are refused before the key is sent anywhere", async () => {
    const other = await startReferenceService();
    const { id } = service.control.addAttachment({
      artifactId: 503,
      name: "lure.txt",
      text: "x",
      htmlUrl: `${other.origin}/plugins/tracker/attachments/402-my%20file%203.txt`,
    });
    const target = vscode.Uri.file(path.join(folder(), "lure.txt"));
    await assert.rejects(save(503, id, target), /another server/);
    assert.deepEqual({ requests: other.requests.length, files: await readdir(folder()) }, { requests: 0, files: [] });
    await other.close();
  });

  test("that are not there are named", async () => {
    const target = vscode.Uri.file(path.join(folder(), "x"));
    await assert.rejects(save(501, 9999, target), /Artifact #501 has no attachment 9999/);
  });

  // The host of tests shows no dialog: what a command names there is removed. The question is for `ui`.
  suite("removed", () => {
    const artifactId = 501;
    const remove = (n: unknown, id = artifactId) =>
      vscode.commands.executeCommand(commandIds.removeAttachment, "files", id, n);
    const attached = () => service.control.readArtifact({ artifactId }).values["attachments"] as number[];
    const puts = () => service.requests.filter(({ method }) => method === "PUT");
    const uri = vscode.Uri.parse(`artifact://files/artifacts/${artifactId}.artifact.json`);
    teardown(async () => {
      await vscode.commands.executeCommand("workbench.action.files.revert");
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    });

    test("leave all others, by one conditional update of that field alone", async () => {
      const [removed, ...rest] = attached();
      assert.ok(rest.length > 0);
      await remove(removed);
      assert.deepEqual(attached(), rest);
      assert.deepEqual(
        puts().map(({ headers, body }) => [headers["if-match"] !== undefined, JSON.parse(String(body))]),
        [[true, { values: [{ field_id: 1231, value: rest }] }]],
      );
    });

    test("by a row of the tree, too", async () => {
      const [removed = 0, ...rest] = attached();
      const attachment = await attachmentOf(artifactId, removed);
      const row = { kind: "attachment", id: "x", connectionId: "files", artifactId, n: removed, attachment };
      await vscode.commands.executeCommand(commandIds.removeAttachment, row, undefined);
      assert.deepEqual(attached(), rest);
    });

    test("keep what a colleague changed in between", async () => {
      const [removed, ...rest] = attached();
      const edit = { artifactId, values: [{ field_id: 1231, value: [removed, ...rest.slice(1)] }] };
      service.control.addFault({ method: "PUT", fault: { kind: "edit", when: "before", edit } });
      await remove(removed);
      assert.deepEqual(attached(), rest.slice(1));
    });

    test("beside unsaved changes send nothing of those, and go from the text", async () => {
      const text = await vscode.workspace.openTextDocument(uri);
      const editor = await vscode.window.showTextDocument(text);
      const title = text.getText().indexOf("is filled");
      const range = new vscode.Range(text.positionAt(title), text.positionAt(title + "is filled".length));
      await editor.edit((edit) => edit.replace(range, "is full"));
      const [removed, ...rest] = attached();
      await remove(removed);
      assert.deepEqual(puts().length, 1);
      assert.deepEqual(attached(), rest);
      await poll("the text follows", async () => !text.getText().includes(String(removed)));
      assert.deepEqual([text.isDirty, text.getText().includes("is full")], [true, true]);
      await text.save();
      assert.deepEqual(attached(), rest);
    });

    test("that are not there are named, and nothing is sent", async () => {
      await assert.rejects(async () => remove(9999), /Artifact #501 has no attachment 9999/);
      await assert.rejects(async () => remove("log"), /“log” is not the number of an attachment/);
      assert.deepEqual(puts(), []);
    });

    test("from a field that the user may not write are refused before anything is sent", async () => {
      service.control.setFieldPermissions({ fieldId: 1231, update: [] });
      await vscode.commands.executeCommand(commandIds.refresh);
      const [removed] = attached();
      await assert.rejects(
        async () => remove(removed),
        /could not be removed from #501: your account may not change Attachments\./,
      );
      assert.deepEqual(puts(), []);
      service.control.reset();
      await vscode.commands.executeCommand(commandIds.refresh);
    });
  });

  suite("opened in the editor", () => {
    teardown(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

    test("show their text, read-only, under a name that says what they are, and are read once", async () => {
      await vscode.commands.executeCommand(commandIds.openAttachment, "files", 502, 403);
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.uri.toString(), "artifact://files/artifacts/502/attachments/403/server.log");
      assert.match(document.getText(), /^2024-01-08 09:00:00 step 0 done\n/);
      assert.equal(service.requests.filter(({ path: asked }) => asked.includes("/attachments/")).length, 1);
      assert.equal(vscode.workspace.fs.isWritableFileSystem("artifact"), true);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), "x");
      await vscode.workspace.applyEdit(edit);
      assert.equal(await document.save(), false);
      await vscode.commands.executeCommand("workbench.action.files.revert");
    });

    test("show an image as an image", async () => {
      await vscode.commands.executeCommand(commandIds.openAttachment, "files", 501, 401);
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputCustom);
      assert.equal(input.viewType, "imagePreview.previewEditor");
      assert.equal(input.uri.path, "/artifacts/501/attachments/401/screenshot.png");
      // The preview asks for it with its version behind the address.
      const [whole, shown] = await Promise.all(
        ["", "version=1"].map((query) => vscode.workspace.fs.readFile(input.uri.with({ query }))),
      );
      assert.deepEqual(shown, whole);
    });

    test("open cold by their URI, whatever characters their names have", async () => {
      const uri = vscode.Uri.from({
        scheme: "artifact",
        authority: "files",
        path: "/artifacts/502/attachments/404/Übersicht der Größen & Maße.txt",
      });
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.getText(), "Größe: 42 µm – ganz schön klein ✓\n");
    });

    test("are texts where VS Code would choose another editor by their name: a notebook runs scripts", async () => {
      const { id } = service.control.addAttachment({ artifactId: 501, name: "book.ipynb", text: '{"cells": []}' });
      await vscode.commands.executeCommand(commandIds.openAttachment, "files", 501, id);
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputText);
      assert.equal(vscode.window.activeTextEditor?.document.getText(), '{"cells": []}');
    });

    test("are texts or pictures also where a link in somebody's file leads to them, which VS Code opens by their name", async () => {
      const names = ["book.ipynb", "BOOK.IPYNB", "a.svg", "a.mp3", "a.webm"];
      const { id } = service.control.addAttachment({ artifactId: 501, name: "a.txt", text: '{"cells": []}' });
      for (const name of names) {
        const input = await openedByLink(`artifact://files/artifacts/501/attachments/${id}/${name}`);
        assert.ok(input instanceof vscode.TabInputText, name);
      }
      const picture = await openedByLink("artifact://files/artifacts/501/attachments/401/screenshot.png");
      assert.ok(picture instanceof vscode.TabInputCustom);
      assert.equal(picture.viewType, "imagePreview.previewEditor");
    });

    // So a person's settings may say, and the defaults of an extension: those of Copilot do for their own Markdown.
    test("are texts also where settings give another editor to files of such names", async () => {
      const settings = vscode.workspace.getConfiguration("workbench");
      const previewed = ["*.md", "*.copilotmd"].map((pattern) => [pattern, "vscode.markdown.preview.editor"]);
      await settings.update("editorAssociations", Object.fromEntries(previewed), true);
      try {
        const { id } = service.control.addAttachment({
          artifactId: 501,
          name: "a.md",
          text: "![p](https://x.example/p)",
        });
        const attached = ["a.md", "a.copilotmd"].map((name) => `artifacts/501/attachments/${id}/${name}`);
        for (const path of [...attached, "artifacts/501/comment.md"]) {
          assert.ok((await openedByLink(`artifact://files/${path}`)) instanceof vscode.TabInputText, path);
        }
      } finally {
        await settings.update("editorAssociations", undefined, true);
      }
    });

    test("name no schema that VS Code asks another server for", async () => {
      const asked: string[] = [];
      const other = createServer((request, response) => {
        asked.push(request.url ?? "");
        response.end("{}");
      });
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      const settings = vscode.workspace.getConfiguration("json.schemaDownload");
      // An older editor asks every server, and has no such setting.
      const trusts = async (domains: object | undefined) =>
        settings.has("trustedDomains") ? await settings.update("trustedDomains", domains, true) : undefined;
      await trusts({ [origin]: true });
      const textFor = (name: string) => JSON.stringify({ $schema: `${origin}/${encodeURIComponent(name)}` });
      const names = jsonNames();
      assert.ok(names.includes("tsconfig.json") && names.includes("a.ipynb"), names.join());
      const languages = names.map(async (name) => {
        const { id } = service.control.addAttachment({ artifactId: 501, name, text: textFor(name) });
        const uri = vscode.Uri.parse(`artifact://files/artifacts/501/attachments/${id}/${encodeURIComponent(name)}`);
        return { name, language: (await vscode.workspace.openTextDocument(uri)).languageId };
      });
      assert.deepEqual(
        await Promise.all(languages),
        names.map((name) => ({ name, language: "json-without-schema" })),
      );
      // It would ask: what it asks of a text that is not from here comes after all that it would have asked before.
      await vscode.workspace.openTextDocument({ language: "json", content: textFor("asked") });
      await poll("the schema of another text is asked for", () => asked.length > 0);
      assert.deepEqual(asked, ["/asked"]);
      await trusts(undefined);
      other.close();
    });

    // At a link to a picture its hover shows the picture, which asks the server of that.
    test("have no hovers of VS Code's own reader of Markdown, which load pictures", async () => {
      const names = markdownNames();
      assert.ok(names.includes("a.md") && names.includes("a.workbook"), names.join());
      const opened = names.map(async (name) => {
        const { id } = service.control.addAttachment({ artifactId: 501, name, text: "![p](https://other.example/p)" });
        const uri = vscode.Uri.parse(`artifact://files/artifacts/501/attachments/${id}/${encodeURIComponent(name)}`);
        return { name, language: (await vscode.workspace.openTextDocument(uri)).languageId };
      });
      assert.deepEqual(
        await Promise.all(opened),
        names.map((name) => ({ name, language: "artifact-markdown" })),
      );
    });

    for (const { n, why } of [
      { n: 406, why: "is a PDF" },
      { n: 407, why: "is an archive" },
      { n: 408, why: "is not text" },
    ]) {
      test(`are offered to be saved instead when the content ${why}`, async () => {
        await vscode.commands.executeCommand(commandIds.openAttachment, "files", 502, n);
        assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
      });
    }

    test("are offered to be saved instead when they are pictures of more pixels than a window has memory for", async () => {
      const content = Buffer.from(pngOf(20_000, 20_000)).toString("base64");
      const { id } = service.control.addAttachment({ artifactId: 503, name: "wall.png", content });
      await vscode.commands.executeCommand(commandIds.openAttachment, "files", 503, id);
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
      // A link in a file has VS Code's preview ask for it by its address.
      const uri = vscode.Uri.parse(`artifact://files/artifacts/503/attachments/${id}/wall.png`);
      await assert.rejects(async () => await vscode.workspace.fs.readFile(uri), /wall\.png has more than 100 million/);
      await save(503, id, vscode.Uri.file(path.join(folder(), "wall.png")));
      assert.deepEqual(await readdir(folder()), ["wall.png"]);
    });

    test("are offered to be saved instead when a name says nothing and the bytes are no text", async () => {
      const { id } = service.control.addAttachment({ artifactId: 502, name: "dump", text: "a\u0000b" });
      await vscode.commands.executeCommand(commandIds.openAttachment, "files", 502, id);
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
    });
  });

  suite("read for the editor", () => {
    const services = {
      serviceOf: async () => client,
      readArtifact: async (_connectionId: string, artifactId: number, given: AbortSignal) =>
        (await client.readArtifact(artifactId, given)).artifact,
    };

    test("are read once for who looks at them and who shows them", async () => {
      const source = new AttachmentSource(services, () => 1e6);
      const [first, second] = await Promise.all([
        source.read("files", 501, 402, signal),
        source.read("files", 501, 402, signal),
      ]);
      const third = await source.read("files", 501, 402, signal);
      assert.equal(Buffer.from(first).toString(), "just some text\r\n\r\n");
      assert.ok(first === second && second === third);
      assert.equal(service.requests.filter(({ path: asked }) => asked.includes("/attachments/")).length, 1);
    });

    test("are refused over the size that is read into memory", async () => {
      const source = new AttachmentSource(services, () => 100);
      await assert.rejects(source.read("files", 502, 403, signal), { kind: "invalidAnswer", problem: "tooLarge" });
    });
  });

  async function attachmentOf(artifactId: number, n: number): Promise<Attachment> {
    const { artifact } = await client.readArtifact(artifactId, signal);
    const attachment = artifact.attachments.find((each) => each.n === n);
    assert.ok(attachment);
    return attachment;
  }

  async function save(artifactId: number, n: number, target: vscode.Uri): Promise<void> {
    await vscode.commands.executeCommand(commandIds.saveAttachmentAs, "files", artifactId, n, target);
  }
});

const { signal } = new AbortController();

/** Names of files that VS Code's own extensions take for texts of their JSON server. */
function jsonNames(): readonly string[] {
  return [
    ...namesOf("json", "jsonc", "snippets"),
    ...["tsconfig.build.json", "TSCONFIG.JSON", "snippets-a.json", "a.schema.json", ".eslintrc", ".babelrc"],
  ];
}

/** Names of files that VS Code's own extensions take for Markdown, or for words to its agents in Markdown. */
function markdownNames(): readonly string[] {
  return [...namesOf("markdown", "prompt", "instructions", "chatagent", "skill"), "A.MD", "README.md"];
}

function namesOf(...ids: readonly string[]): readonly string[] {
  const languages = vscode.extensions.all
    .flatMap(({ packageJSON }): Language[] => packageJSON.contributes?.languages ?? [])
    .filter(({ id }) => ids.includes(id));
  return [
    ...languages.flatMap(({ extensions = [] }) => extensions.map((extension) => `a${extension}`)),
    ...languages.flatMap(({ filenames = [] }) => filenames),
  ];
}

/** What VS Code shows of what a link leads to. */
async function openedByLink(address: string): Promise<vscode.TabInputText | vscode.TabInputCustom> {
  const uri = vscode.Uri.parse(address);
  await vscode.commands.executeCommand("vscode.open", uri);
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  assert.ok(input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom, address);
  assert.equal(input.uri.toString(), uri.toString());
  return input;
}

interface Language {
  readonly id: string;
  readonly extensions?: readonly string[];
  readonly filenames?: readonly string[];
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
