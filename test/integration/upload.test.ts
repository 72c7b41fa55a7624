import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import * as vscode from "vscode";
import { commandIds } from "../../src/editor/manifest/contributions.ts";
import { areMeantFor } from "../../src/editor/targets/askAboutAddresses.ts";
import { droppedFiles, pastedFiles } from "../../src/editor/targets/transferredFiles.ts";
import { sourceOf } from "../../src/editor/upload/fileSources.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { answering, poll, until } from "./support/connectionFixture.ts";
import { MemoryFiles, useFolder } from "./support/files.ts";

const connectionId = "uploads";
const artifactId = 501;
const fieldId = 1231;

suite("Attaching files", () => {
  let service: ReferenceService;
  const folder = useFolder();
  suiteSetup(async () => {
    service = await startReferenceService({ maxUploadBytes: 100_000 });
    await vscode.commands.executeCommand(commandIds.addConnection, {
      id: connectionId,
      url: service.origin,
      accessKey: service.keys.member,
    });
  });
  suiteTeardown(async () => {
    await vscode.commands.executeCommand(commandIds.removeConnection, connectionId);
    await service.close();
  });
  setup(async () => {
    service.control.reset();
    service.clearRequests();
  });
  teardown(async () => {
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  async function fileOf(name: string, content: string): Promise<vscode.Uri> {
    const file = path.join(folder(), name);
    await writeFile(file, content);
    return vscode.Uri.file(file);
  }

  function attach(id: number, files: readonly vscode.Uri[], field?: number): Thenable<unknown> {
    return vscode.commands.executeCommand(commandIds.attachFile, connectionId, id, files, field);
  }

  const attached = (id = artifactId) =>
    service.control.readArtifact({ artifactId: id }).values["attachments"] as number[];
  const contentOf = (id: number) => Buffer.from(service.control.readAttachment({ id }), "base64").toString();
  const sent = (...methods: string[]) => service.requests.filter(({ method }) => methods.includes(method));

  test("uploads and attaches them in one save, and gives their ids", async () => {
    const before = attached();
    const files = [await fileOf("größe 1.txt", "one"), await fileOf("empty.log", "")];
    const ids = (await attach(artifactId, files)) as number[];
    assert.deepEqual(attached(), [...before, ...ids]);
    assert.deepEqual(ids.map(contentOf), ["one", ""]);
    const puts = sent("PUT");
    assert.deepEqual([puts.length, puts[0]?.headers["if-match"] !== undefined], [1, true]);
    assert.deepEqual(service.control.uploads(), []);
  });

  test("gives no ids for no files, and asks for nothing", async () => {
    assert.deepEqual(await attach(artifactId, []), []);
    assert.deepEqual(service.requests, []);
  });

  test("takes a row of the tree with files, too", async () => {
    const files = [await fileOf("row.txt", "of a row")];
    const row = { kind: "artifact", id: "x", connectionId, artifactId };
    const ids = (await vscode.commands.executeCommand(commandIds.attachFile, row, undefined, files)) as number[];
    assert.deepEqual(ids.map(contentOf), ["of a row"]);
  });

  test("of a file that was dropped on a row attaches it there", async () => {
    const file = await fileOf("dropped.txt", "dropped");
    const row = { kind: "artifact", id: "x", connectionId, artifactId };
    const ids = await vscode.commands.executeCommand<number[]>(commandIds.attachToArtifact, file, [file], row);
    assert.deepEqual(ids.map(contentOf), ["dropped"]);
  });

  test("puts them into the text of a document with unsaved changes, in one step, and saves nothing", async () => {
    const uri = vscode.Uri.parse(`artifact://${connectionId}/artifacts/${artifactId}.artifact.json`);
    const text = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(text);
    await editor.edit((edit) => edit.replace(rangeOf(text, "is filled"), "is full"));
    const edited = text.getText();
    const before = attached();
    const ids = (await attach(artifactId, [await fileOf("unsaved.txt", "x")])) as number[];
    const entry = JSON.parse(text.getText()).values.find((each: { field_id: number }) => each.field_id === fieldId);
    assert.deepEqual([entry.value, text.isDirty, attached(), sent("PUT")], [[...before, ...ids], true, before, []]);
    await vscode.commands.executeCommand("undo");
    assert.equal(text.getText(), edited);
    await vscode.commands.executeCommand("redo");
    await text.save();
    assert.deepEqual(attached(), [...before, ...ids]);
  });

  test("goes on when the document is closed meanwhile", async () => {
    const uri = vscode.Uri.parse(`artifact://${connectionId}/artifacts/${artifactId}.artifact.json`);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    const before = attached();
    service.control.addFault({ method: "PATCH", fault: { kind: "delay", ms: 2000, when: "before" } });
    const attaching = attach(artifactId, [await fileOf("later.txt", "later")]);
    await service.untilAsked(({ method }) => method === "PATCH");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const ids = (await attaching) as number[];
    assert.deepEqual(attached(), [...before, ...ids]);
    assert.deepEqual([ids.map(contentOf), sent("PATCH").length, sent("DELETE")], [["later"], 1, []]);
  });

  test("shows them in a document without unsaved changes", async () => {
    const uri = vscode.Uri.parse(`artifact://${connectionId}/artifacts/${artifactId}.artifact.json`);
    const text = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(text);
    const [id] = (await attach(artifactId, [await fileOf("shown.txt", "x")])) as number[];
    await until("the document shows the file", () => text.getText().includes(String(id)));
    assert.equal(text.isDirty, false);
  });

  test("keeps what a colleague attached at the same time", async () => {
    const before = attached();
    const files = [await fileOf("mine.txt", "x")];
    const edit = { artifactId, values: [{ field_id: fieldId, value: before.slice(1) }] };
    service.control.addFault({ method: "PUT", fault: { kind: "edit", when: "before", edit } });
    const ids = (await attach(artifactId, files)) as number[];
    assert.deepEqual(attached(), [...before.slice(1), ...ids]);
  });

  suite("is refused, and nothing is left of it,", () => {
    test("where the user may not write the field: before anything is sent", async () => {
      service.control.setFieldPermissions({ fieldId, update: [] });
      await vscode.commands.executeCommand(commandIds.refresh);
      await assert.rejects(
        async () => attach(artifactId, [await fileOf("a.txt", "x")]),
        /Nothing can be attached to #501: your account may not change Attachments\./,
      );
      assert.deepEqual(sent("POST", "PATCH", "PUT"), []);
      service.control.reset();
      await vscode.commands.executeCommand(commandIds.refresh);
    });

    test("where the state of the artifact keeps the field as it is: before anything is sent", async () => {
      await assert.rejects(
        async () => attach(908, [await fileOf("a.txt", "x")]),
        /Nothing can be attached to #908: the state it is in keeps Attachments as it is\./,
      );
      assert.deepEqual(sent("POST", "PATCH", "PUT"), []);
    });

    test("where the user sees no field for files: before anything is sent", async () => {
      service.control.setFieldPermissions({ fieldId, read: [], update: [] });
      await vscode.commands.executeCommand(commandIds.refresh);
      await assert.rejects(
        async () => attach(artifactId, [await fileOf("a.txt", "x")]),
        /Nothing can be attached to #501: it has no field for files that you may see\./,
      );
      assert.deepEqual(sent("POST", "PATCH", "PUT"), []);
      service.control.reset();
      await vscode.commands.executeCommand(commandIds.refresh);
    });

    test("of a file elsewhere that is too large to be held as a whole: before it is read", async () => {
      const files = new MemoryFiles();
      files.claimed.set("/disk/dump.bin", 2_000_000_000);
      const provider = vscode.workspace.registerFileSystemProvider("elsewhere", files);
      service.control.changeSettings({ maxUploadBytes: 5_000_000_000 });
      await vscode.commands.executeCommand(commandIds.refresh);
      await assert.rejects(
        async () => attach(artifactId, [vscode.Uri.parse("elsewhere:/disk/dump.bin")]),
        /dump\.bin could not be attached to #501\. It is not on the machine of the extension, which can take 100 MB/,
      );
      assert.deepEqual(sent("POST", "PATCH", "PUT"), []);
      provider.dispose();
      service.control.changeSettings({ maxUploadBytes: 100_000 });
      await vscode.commands.executeCommand(commandIds.refresh);
    });

    test("for another field: before anything is sent", async () => {
      await assert.rejects(
        async () => attach(artifactId, [await fileOf("a.txt", "x")], 1202),
        /1202 is not a field for files/,
      );
      assert.deepEqual(sent("POST", "PATCH", "PUT"), []);
    });

    test("for what is no field, in place of another one", async () => {
      const files = [await fileOf("a.txt", "x")];
      await assert.rejects(
        async () => vscode.commands.executeCommand(commandIds.attachFile, connectionId, artifactId, files, "more"),
        /“more” is not the number of a field/,
      );
      assert.deepEqual(sent("POST", "PATCH", "PUT"), []);
    });

    test("of a file that is too large: before anything is sent", async () => {
      const files = [await fileOf("a.txt", "x"), await fileOf("large.bin", "x".repeat(100_001))];
      await assert.rejects(
        async () => attach(artifactId, files),
        /large\.bin could not be attached to #501\. It is larger than 100/,
      );
      assert.deepEqual(sent("POST", "PATCH", "PUT"), []);
    });

    test("of a folder, and of what is not there", async () => {
      const inside = path.join(folder(), "inside");
      await mkdir(inside);
      await assert.rejects(async () => attach(artifactId, [vscode.Uri.file(inside)]), /It is a folder/);
      const missing = vscode.Uri.file(path.join(folder(), "missing.txt"));
      await assert.rejects(
        async () => attach(artifactId, [missing]),
        /missing\.txt could not be attached.*There is no such file/,
      );
      assert.deepEqual(sent("POST", "PATCH", "PUT"), []);
    });

    test("when the save is refused", async () => {
      const before = attached();
      service.control.addFault({
        method: "PUT",
        fault: {
          kind: "answer",
          status: 400,
          headers: { "Content-Type": "application/json" },
          body: '{"error":{"code":400,"message":"Bad Request: No"}}',
        },
      });
      await assert.rejects(
        async () => attach(artifactId, [await fileOf("a.txt", "x")]),
        /a\.txt could be uploaded, but not attached to #501.*No/s,
      );
      assert.deepEqual([attached(), service.control.uploads()], [before, []]);
    });

    test("when the upload leads to another server", async () => {
      const elsewhere = await startReferenceService();
      service.control.addFault({
        method: "POST",
        fault: {
          kind: "answer",
          status: 200,
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ id: 999, upload_href: `${elsewhere.origin}/uploads/tracker/file/999` }),
        },
      });
      await assert.rejects(async () => attach(artifactId, [await fileOf("a.txt", "x")]), /another server|elsewhere/i);
      assert.deepEqual(elsewhere.requests, []);
      await elsewhere.close();
    });
  });

  const forget = async (id: number) => service.control.removeUpload({ id });
  const attachElsewhere = async (id: number) => {
    const answer = await fetch(`${service.baseUrl}/artifacts/503`, {
      method: "PUT",
      headers: { "X-Auth-AccessKey": service.keys.member, "Content-Type": "application/json" },
      body: JSON.stringify({ values: [{ field_id: 1231, value: [id] }] }),
    });
    assert.equal(answer.status, 200);
  };
  for (const { what, isResumable, happen } of [
    { what: "the service knows no more by then", isResumable: true, happen: forget },
    { what: "the service knows no more by then, as a temporary file", isResumable: false, happen: forget },
    { what: "another window has attached to another artifact by then", isResumable: true, happen: attachElsewhere },
  ]) {
    test(`sends anew, when tried again, what ${what}`, async () => {
      service.control.changeSettings({ hasResumableUploads: isResumable });
      await vscode.commands.executeCommand(commandIds.refresh);
      const before = attached();
      const choice = Promise.withResolvers<string | undefined>();
      const told: string[] = [];
      const window = vscode.window as { showErrorMessage: unknown };
      const { showErrorMessage } = window;
      window.showErrorMessage = (words: string) => (told.push(words) === 1 ? choice.promise : undefined);
      const lost = Promise.withResolvers<void>();
      try {
        service.control.addFault({ method: "PUT", path: /artifacts/, fault: { kind: "held", until: lost.promise } });
        const row = { kind: "artifact", id: "x", connectionId, artifactId };
        const attaching = vscode.commands.executeCommand(
          commandIds.attachToArtifact,
          await fileOf("a.txt", "one"),
          undefined,
          row,
        );
        await poll("the save is under way", () => sent("PUT").some(({ path: at }) => at.endsWith("/artifacts/501")));
        for (const { id } of service.control.uploads()) {
          await happen(id);
        }
        lost.resolve();
        await attaching;
        await poll("it is told", () => told.length === 1);
        assert.match(told[0] ?? "", /a\.txt could be uploaded, but not attached to #501/);
        assert.deepEqual(attached(), before);
        choice.resolve("Retry");
        await poll("it is attached", () => attached().length === before.length + 1 || told.length > 1);
        assert.deepEqual(told.slice(1), []);
        assert.equal(contentOf(attached().at(-1) ?? 0), "one");
      } finally {
        lost.resolve();
        choice.resolve(undefined);
        Object.assign(window, { showErrorMessage });
        service.control.changeSettings({ hasResumableUploads: true });
        await vscode.commands.executeCommand(commandIds.refresh);
      }
    });
  }

  /** Attaches a file whose save breaks off before or after it is stored; nobody can look afterwards. */
  const attachInDoubt = async (when: "before" | "after") => {
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
    service.control.addFault({ method: "PUT", path: /artifacts/, fault: { kind: "held", until } });
    service.control.addFault({ method: "PUT", path: /artifacts/, fault: { kind: "reset", when } });
    try {
      const row = { kind: "artifact", id: "x", connectionId, artifactId };
      const file = await fileOf("a.txt", "one");
      const attaching = vscode.commands.executeCommand(commandIds.attachToArtifact, file, undefined, row);
      await poll("the save is under way", () => sent("PUT").some(({ path: at }) => at.endsWith("/artifacts/501")));
      const noReading = { method: "GET", path: /artifacts\/501/, count: null };
      service.control.addFault({ ...noReading, fault: { kind: "answer", status: 403, body: "{}" } });
      goOn();
      await attaching;
    } finally {
      goOn();
    }
  };

  test("is not told to have failed, when tried again, while nobody knows whether the first try attached it", async () => {
    const before = attached();
    const again = Promise.withResolvers<string | undefined>();
    const { said: told, restore } = answering("showErrorMessage", () => again.promise, 1);
    try {
      await attachInDoubt("after");
      await poll("it is told", () => told.length === 1);
      again.resolve("Retry");
      await poll("it is told again", () => told.length === 2);
      assert.equal(attached().length, before.length + 1);
      assert.deepEqual(
        told.map((words) => /^a\.txt [^.]*#501/.exec(words)?.[0]),
        Array(2).fill("a.txt may or may not be attached to #501"),
      );
    } finally {
      again.resolve(undefined);
      restore();
      service.control.clearFaults();
    }
  });

  test("is not taken back, where the message is closed, while nobody knows whether it is attached", async () => {
    const { said: told, restore } = answering("showErrorMessage", () => undefined);
    try {
      await attachInDoubt("before");
      await poll("it is told", () => told.length === 1);
      assert.match(told[0] ?? "", /may or may not be attached to #501/);
      service.control.clearFaults();
      // Another file goes up after whatever the first one still does.
      await attach(artifactId, [await fileOf("b.txt", "two")]);
      assert.deepEqual(sent("DELETE"), []);
    } finally {
      restore();
      service.control.clearFaults();
    }
  });

  test("goes by temporary files where the service has nothing else", async () => {
    service.control.changeSettings({ hasResumableUploads: false });
    await vscode.commands.executeCommand(commandIds.refresh);
    const ids = (await attach(artifactId, [await fileOf("old.txt", "old way")])) as number[];
    assert.deepEqual(ids.map(contentOf), ["old way"]);
    assert.ok(sent("POST").every(({ path: asked }) => asked.endsWith("/artifact_temporary_files")));
    service.control.changeSettings({ hasResumableUploads: true });
    await vscode.commands.executeCommand(commandIds.refresh);
  });

  test("reads files by VS Code's file systems", async () => {
    const attachment = vscode.Uri.parse(`artifact://${connectionId}/artifacts/501/attachments/402/my file 3.txt`);
    await vscode.workspace.fs.readFile(attachment);
    const ids = (await attach(artifactId, [attachment])) as number[];
    assert.deepEqual(ids.map(contentOf), ["just some text\r\n\r\n"]);
  });

  test("goes up as it is read where its file system tells another size", async () => {
    // The saves of the tests before may still renew the document of #501, which is another file then.
    const document = vscode.Uri.parse(`artifact://${connectionId}/artifacts/905.artifact.json`);
    const content = Buffer.from(await vscode.workspace.fs.readFile(document)).toString();
    assert.equal((await vscode.workspace.fs.stat(document)).size, 0);
    const ids = (await attach(artifactId, [document])) as number[];
    assert.deepEqual(ids.map(contentOf), [content]);
    const files = new MemoryFiles();
    files.contents.set("/notes.txt", Buffer.from("as it is"));
    files.claimed.set("/notes.txt", 3);
    const provider = vscode.workspace.registerFileSystemProvider("elsewhere", files);
    const others = (await attach(artifactId, [vscode.Uri.parse("elsewhere:/notes.txt")])) as number[];
    assert.deepEqual(others.map(contentOf), ["as it is"]);
    provider.dispose();
  });

  suite("of what was dropped or pasted", () => {
    const now = new Date(0);
    const secret = vscode.Uri.file("/home/me/.ssh/id_rsa");
    const transferOf = (entries: Readonly<Record<string, string>>) => {
      const transfer = new vscode.DataTransfer();
      for (const [mediaType, content] of Object.entries(entries)) {
        transfer.set(mediaType, new vscode.DataTransferItem(content));
      }
      return transfer;
    };

    test("takes no address for a file that was pasted", () => {
      const transfer = transferOf({ "text/plain": "A harmless sentence", "text/uri-list": secret.toString() });
      assert.deepEqual(pastedFiles(transfer, now), []);
    });

    test("asks for addresses from elsewhere, all of them, and takes none where one was not meant", async () => {
      const outside = ["file:///etc/passwd", "elsewhere:/disk/notes.txt", "artifact://team/artifacts/1.artifact.json"];
      const transfer = transferOf({ "text/uri-list": [...outside, "https://page.example/"].join("\r\n") });
      const asked: string[][] = [];
      const answers = [false, true];
      const isMeant = async (addresses: readonly vscode.Uri[]) => {
        asked.push(addresses.map(String));
        return answers.shift() ?? false;
      };
      assert.deepEqual(await droppedFiles(transfer, now, isMeant), []);
      assert.deepEqual((await droppedFiles(transfer, now, isMeant)).map(String), outside);
      assert.deepEqual(asked, [outside, outside]);
    });

    test("are not asked for where there are more addresses than a question can name", async () => {
      const { window } = vscode;
      const { showWarningMessage } = window;
      const details: (string | undefined)[] = [];
      const sayYes = async (_: string, options?: vscode.MessageOptions) => {
        details.push(options?.detail);
        return "Attach";
      };
      Object.assign(window, { showWarningMessage: sayYes });
      const addresses = (count: number) =>
        Array.from({ length: count }, (_, n) => vscode.Uri.file(`/home/${"x".repeat(90)}/${n}`));
      try {
        assert.equal(await areMeantFor(501, addresses(20)), true);
        assert.equal(await areMeantFor(501, addresses(40)), false);
      } finally {
        Object.assign(window, { showWarningMessage });
      }
      // The second one is told, and asks nothing.
      const [detail, ...others] = details;
      assert.ok(addresses(20).every(({ fsPath }) => detail?.includes(fsPath)));
      assert.deepEqual(others, [undefined]);
    });

    test("asks for no address where none was dropped", async () => {
      const transfer = transferOf({ "text/uri-list": "https://page.example/ data:text/plain,x" });
      assert.deepEqual(await droppedFiles(transfer, now, () => assert.fail("asked")), []);
    });
  });

  test("reads what the clipboard holds once, and again only where that failed", async () => {
    const answers = [Promise.reject(new Error("not now")), Promise.resolve(Buffer.from("content"))];
    const source = sourceOf({ name: "picture.png", data: () => answers.shift() ?? assert.fail("read once more") });
    await assert.rejects(source.look(), /not now/);
    for (let times = 0; times < 2; times++) {
      assert.deepEqual(await source.look(), { kind: "file", sizeBytes: 7, writtenAtMs: 0 });
    }
  });
});

function rangeOf(text: vscode.TextDocument, words: string): vscode.Range {
  const at = text.getText().indexOf(words);
  assert.ok(at >= 0, text.getText());
  return new vscode.Range(text.positionAt(at), text.positionAt(at + words.length));
}
