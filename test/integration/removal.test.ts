import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setup, suite, suiteSetup, teardown, test } from "mocha";
import * as vscode from "vscode";
import {
  type ConnectionFixture,
  closeEditors,
  openFixture,
  poll,
  setEntry,
  setText,
  until,
  whileSaved,
} from "./support/connectionFixture.ts";

suite("a connection that is removed", () => {
  let fixture: ConnectionFixture;
  let storage = "";

  suiteSetup(function () {
    const data = process.env["ARTIFACT_DESK_HOST_DATA"];
    if (data === undefined) {
      // A host that keeps its data elsewhere.
      this.skip();
    }
    storage = path.join(data, "User/globalStorage/artifact-desk.artifact-desk");
  });

  setup(async () => {
    fixture = await openFixture("admin");
  });

  teardown(async () => {
    await closeEditors();
    await vscode.workspace.getConfiguration("artifactDesk").update("queries", undefined, true);
    await fixture.service.close();
  });

  /** Folders that bear the connection's name, by what they are for, and files that hold it. */
  const stored = () => {
    const found = (existsSync(storage) ? readdirSync(storage, { recursive: true, withFileTypes: true }) : []).flatMap(
      (entry) => {
        const file = path.relative(storage, path.join(entry.parentPath, entry.name));
        const isOf = file.split(path.sep).includes(fixture.connectionId);
        const holds =
          entry.isFile() && readFileSync(path.join(storage, file), "utf8").includes(`"${fixture.connectionId}"`);
        return isOf || holds ? [file.split(path.sep)[0] ?? ""] : [];
      },
    );
    return [...new Set(found)].sort();
  };
  const run = (command: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand(`artifactDesk.${command}`, fixture.connectionId, ...args);
  const open = async (resource: string) => {
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/${resource}`);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  };
  const createDraft = async () => {
    await run("createArtifact", 12);
    return await until("the draft is open", () =>
      vscode.workspace.textDocuments.find(
        ({ uri }) => uri.authority === fixture.connectionId && uri.path.startsWith("/trackers/12/new-"),
      ),
    );
  };
  const change = (document: vscode.TextDocument) => setText(document, `${document.getText().trimEnd()} \n\n`);

  test("leaves nothing of it on disk and in the settings, unsaved documents of every kind open or not", async () => {
    for (const resource of ["artifacts/512.artifact.json", "artifacts/514.artifact.xml", "svn/90.svn.json"]) {
      await change(await open(resource));
    }
    await change(await open("artifacts/515/fields/1203.md"));
    const draft = await createDraft();
    await change(draft);
    await run("addComment", 512);
    await change(await open("artifacts/512/comment.md"));
    await run("changeStatus", 517, "In progress");
    await run("createSvnRepository", 122, "trunk");
    await vscode.commands.executeCommand("artifactDesk.preview", fixture.connectionId, 512);
    await run("deleteArtifact", 513);
    await run("pin", "artifact", 516);
    const query = { connection: fixture.connectionId, tracker: 12, label: "Mine", query: "title = 'x'" };
    const other = { ...query, connection: "another" };
    await vscode.workspace.getConfiguration("artifactDesk").update("queries", [query, other], true);
    const folders = ["catalog", "deleted", "last-saves", "working-copies"];
    await poll("everything is on disk", () => folders.every((folder) => stored().includes(folder)));

    await run("removeConnection");
    assert.deepEqual(stored(), []);
    const settings = vscode.workspace.getConfiguration("artifactDesk");
    assert.ok(!JSON.stringify(settings.inspect("connections")).includes(`"${fixture.connectionId}"`));
    assert.deepEqual(settings.inspect("queries")?.globalValue, [other]);
    await until("the preview is closed", () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .every(({ input }) => !(input instanceof vscode.TabInputWebview)),
    );

    // What is still open in editors keeps its text, and nothing is written for it any more.
    const dirty = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty);
    assert.ok(dirty.length >= 4);
    fixture.service.clearRequests();
    for (const document of dirty) {
      await change(document);
      assert.equal(await document.save(), false);
    }
    assert.deepEqual(fixture.service.requests, []);
    assert.deepEqual(stored(), []);
  });

  /** As another window does it: the setting, and what is stored of it. */
  const removeElsewhere = async () => {
    const settings = vscode.workspace.getConfiguration("artifactDesk");
    const all = settings.inspect<{ readonly id: string }[]>("connections")?.globalValue ?? [];
    await settings.update(
      "connections",
      all.filter(({ id }) => id !== fixture.connectionId),
      true,
    );
    const folders = readdirSync(storage, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.name === fixture.connectionId,
    );
    for (const { parentPath, name } of folders) {
      rmSync(path.join(parentPath, name), { recursive: true });
    }
  };

  for (const { where, remove } of [
    { where: "here", remove: () => run("removeConnection") },
    { where: "in another window", remove: removeElsewhere },
  ]) {
    test(`${where} during a save leaves it saved, once the service has stored it`, async () => {
      const { service } = fixture;
      const document = await fixture.open(512);
      await setEntry(document, 1202, { value: "Stored meanwhile" });
      assert.equal(await whileSaved(fixture, document, remove), true);
      assert.equal(document.isDirty, false);
      assert.equal(service.control.readArtifact({ artifactId: 512 }).values["summary"], "Stored meanwhile");
    });

    test(`${where} during the saves of a comment, settings and a draft leaves them saved, once stored`, async () => {
      const { service } = fixture;
      const comment = await open("artifacts/512/comment.md");
      await setText(comment, "Added meanwhile");
      const settings = await open("svn/90.svn.json");
      const isMandatory = (word: string) => String(word !== "true");
      await setText(settings, settings.getText().replace(/(?<="is_reference_mandatory": )\w+/, isMandatory));
      assert.ok(settings.isDirty);
      const draft = await createDraft();
      await setText(draft, draft.getText().replace('"value": ""', '"value": "Created meanwhile"'));
      const held = Promise.withResolvers<void>();
      const texts = [comment, settings, draft];
      for (const method of ["PUT", "PUT", "POST"] as const) {
        service.control.addFault({ method, fault: { kind: "held", until: held.promise } });
      }
      const saves = Promise.all(texts.map((text) => text.save()));
      await Promise.all([
        service.untilAsked(({ method, path: asked }) => method === "PUT" && asked.includes("/artifacts/512")),
        service.untilAsked(({ method, path: asked }) => method === "PUT" && asked.includes("/svn/90")),
        service.untilAsked(({ method }) => method === "POST"),
      ]);
      await Promise.resolve(remove()).finally(() => held.resolve());
      assert.deepEqual(await saves, [true, true, true]);
      assert.equal(service.control.readArtifact({ artifactId: 512 }).comments.at(-1)?.body, "Added meanwhile");
      const [newest = 0] = service.control.newestArtifacts({ trackerId: 12, count: 1 });
      assert.equal(service.control.readArtifact({ artifactId: newest }).values["summary"], "Created meanwhile");
    });

    test(`${where} and added again takes the draft and the comment that stayed open`, async () => {
      const draft = await createDraft();
      await setText(draft, draft.getText().replace('"value": ""', '"value": "It is still mine"'));
      await run("addComment", 512);
      const comment = await open("artifacts/512/comment.md");
      await setText(comment, "So is this");
      await remove();
      const { connectionId: id, service } = fixture;
      await vscode.commands.executeCommand("artifactDesk.addConnection", {
        ...{ id, url: service.baseUrl, accessKey: service.keys.admin },
      });
      assert.deepEqual([await comment.save(), await draft.save()], [true, true]);
      assert.equal(service.control.readArtifact({ artifactId: 512 }).comments.at(-1)?.body, "So is this");
      const [newest = 0] = service.control.newestArtifacts({ trackerId: 12, count: 1 });
      assert.equal(service.control.readArtifact({ artifactId: newest }).values["summary"], "It is still mine");
      await run("removeConnection");
    });
  }

  test("and added again has what it was sent and did not answer in doubt over a restart, too", async () => {
    const { connectionId: id, service } = fixture;
    const draft = await createDraft();
    await setText(draft, draft.getText().replace('"value": ""', '"value": "Sent once"'));
    await run("addComment", 512);
    const comment = await open("artifacts/512/comment.md");
    await setText(comment, "Sent once");
    for (const method of ["POST", "PUT"] as const) {
      service.control.addFault({ method, fault: { kind: "reset", when: "before" } });
    }
    // Without a history nobody can tell what became of the comment.
    service.control.addFault({
      path: "/artifacts/512/changesets",
      count: null,
      fault: { kind: "answer", status: 404, body: "" },
    });
    assert.deepEqual([await draft.save(), await comment.save()], [false, false]);
    const kept = () => readdirSync(storage, { recursive: true, encoding: "utf8" });
    const inDoubt = () => kept().filter((file) => file.includes(`/${id}/`) && file.endsWith(".sent.json")).length;
    await poll("both are in doubt", () => inDoubt() === 2);
    await run("removeConnection");
    assert.equal(inDoubt(), 0);
    await vscode.commands.executeCommand("artifactDesk.addConnection", {
      ...{ id, url: service.baseUrl, accessKey: service.keys.admin },
    });
    await poll("both are in doubt again", () => inDoubt() === 2);
    await run("removeConnection");
  });
});
