import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import { DeletedCopies } from "../../src/editor/deletion/deletedCopies.ts";
import { answer, setText, until, useFixture } from "./support/connectionFixture.ts";
import { useFolder } from "./support/files.ts";

const bug = 512;

suite("deleting an artifact", () => {
  const fixture = useFixture("admin");
  const folder = useFolder();

  const remove = (artifactId: number) =>
    vscode.commands.executeCommand("artifactDesk.deleteArtifact", fixture.connectionId, artifactId);

  test("by its ids deletes it, closes its documents and forgets it", async () => {
    await vscode.commands.executeCommand("artifactDesk.openArtifact", fixture.connectionId, bug);
    await vscode.commands.executeCommand("artifactDesk.pin", fixture.connectionId, "artifact", bug);
    await remove(bug);
    assert.ok(!fixture.service.control.hasArtifact({ artifactId: bug }));
    await until("its document is closed", () => vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0));
    assert.deepEqual(
      fixture.service.requests.filter(({ method }) => method === "DELETE").map(({ path }) => path),
      [`/api/v1/artifacts/${bug}`],
    );
  });

  const closing = Object.assign(new Error("Canceled"), { name: "Canceled" });
  for (const { name, answer, isDeleted } of [
    { name: "goes on after a yes", answer: async () => "Delete", isDeleted: true },
    { name: "stops without a yes", answer: async () => undefined, isDeleted: false },
    {
      name: "stops where the window closes over the question",
      answer: () => Promise.reject(closing),
      isDeleted: false,
    },
  ]) {
    test(`by its ids asks first, and ${name}`, async () => {
      const asked: string[] = [];
      const window = vscode.window as { showWarningMessage: unknown };
      const { showWarningMessage } = window;
      window.showWarningMessage = (question: string) => {
        asked.push(question);
        return answer();
      };
      try {
        await remove(bug);
      } finally {
        window.showWarningMessage = showWarningMessage;
      }
      assert.equal(asked.length, 1);
      assert.match(asked[0] ?? "", /^Delete #512 \S.*\?$/);
      assert.equal(fixture.service.control.hasArtifact({ artifactId: bug }), !isDeleted);
    });
  }

  test("keeps what was seen of it last for a month, and no longer", async () => {
    const copies = new DeletedCopies(vscode.Uri.file(folder()));
    await copies.keep({ connectionId: "c", artifactId: 1 }, "{}");
    for (const [artifactId, days] of [
      [2, 29],
      [3, 31],
    ] as const) {
      const deletedOn = new Date(Date.now() - days * 24 * 3_600_000).toISOString().replaceAll(":", "-");
      await writeFile(path.join(folder(), "deleted", "c", `${artifactId}-deleted-${deletedOn}.json`), "{}");
    }
    assert.deepEqual(
      (await copies.list("c")).map(({ artifactId }) => artifactId),
      [1, 2, 3],
    );
    await copies.removeOld("c");
    assert.deepEqual(
      (await copies.list("c")).map(({ artifactId }) => artifactId),
      [1, 2],
    );
  });

  test("leaves a document with unsaved changes open", async () => {
    const document = await fixture.open(bug);
    await setText(document, document.getText().replace('"values"', '"values" '));
    await remove(bug);
    assert.ok(!fixture.service.control.hasArtifact({ artifactId: bug }));
    assert.deepEqual([document.isClosed, document.isDirty], [false, true]);
  });

  test("keeps the service's answer as a copy", async () => {
    const { values } = fixture.service.control.readArtifact({ artifactId: bug });
    await remove(bug);
    void vscode.commands.executeCommand("artifactDesk.showDeletedArtifacts", fixture.connectionId);
    const open = () =>
      vscode.workspace.textDocuments.find(({ uri }) => /^\/deleted\/512-deleted-[^/]+\.json$/.test(uri.path));
    await answer(() => open() !== undefined, "workbench.action.acceptSelectedQuickOpenItem");
    const copy = await until("the copy is open", open);
    assert.equal(copy.uri.scheme, "artifact");
    const { permissions } = await vscode.workspace.fs.stat(copy.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
    assert.match(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? "", /^#512 .* \(deleted\)$/);
    const { id, title } = JSON.parse(copy.getText()) as { id: number; title: string };
    assert.deepEqual([id, title], [bug, values["summary"]]);
    // It stands for no artifact: a command asks for one, as where nothing is active.
    const questions: (string | undefined)[] = [];
    const window = vscode.window as { showInputBox: unknown };
    const { showInputBox } = window;
    window.showInputBox = async ({ title: question }: vscode.InputBoxOptions) => void questions.push(question);
    try {
      await vscode.commands.executeCommand("artifactDesk.copyReference");
    } finally {
      window.showInputBox = showInputBox;
    }
    assert.deepEqual(questions, ["Copy Reference"]);
  });

  for (const { name, user, prepare, words } of [
    { name: "without being an administrator", user: "member", words: /^#512 was not deleted\. Only administrators/ },
    {
      name: "that is gone",
      user: "admin",
      prepare: () => fixture.service.control.deleteArtifact({ artifactId: bug }),
      words: /^#512 was not deleted\. The service does not have it any more/,
    },
    {
      name: "over the limit",
      user: "admin",
      prepare: () => fixture.service.control.addFault({ method: "DELETE", fault: limitReached }),
      words:
        /^#512 was not deleted\. You have deleted the 5 that the service allows you within 24 hours \(status 429\)\./,
    },
    {
      name: "on a service where deletion is switched off",
      user: "admin",
      prepare: () => fixture.service.control.changeSettings({ deletionLimit: 0 }),
      words: /^#512 was not deleted\. Deletion is switched off on this service \(status 403\)\./,
    },
  ] as const) {
    test(`${name} says so`, async () => {
      if (user === "member") {
        await fixture.reopen(user);
      }
      prepare?.();
      await assert.rejects(
        async () => remove(bug),
        (error: Error) => words.test(error.message) || assert.fail(error.message),
      );
    });
  }

  test("whose answer was lost finds out", async () => {
    fixture.service.control.addFault({ method: "DELETE", fault: { kind: "reset", when: "after" } });
    await remove(bug);
    assert.ok(!fixture.service.control.hasArtifact({ artifactId: bug }));
    const other = 513;
    fixture.service.control.addFault({ method: "DELETE", fault: { kind: "reset", when: "before" } });
    await assert.rejects(async () => remove(other), /still there/);
    assert.ok(fixture.service.control.hasArtifact({ artifactId: other }));
  });

  test("without a yes deletes nothing", async () => {
    // The dialog of this host answers with nothing.
    await vscode.commands.executeCommand("artifactDesk.deleteArtifact", {
      connectionId: fixture.connectionId,
      artifactId: bug,
    });
    assert.ok(fixture.service.control.hasArtifact({ artifactId: bug }));
  });
});

const limitReached = {
  kind: "answer",
  status: 429,
  headers: { "Content-Type": "application/json", "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0" },
  body: '{"error":{"code":429,"message":"Too Many Requests: The limit of artifacts deletions has been reached for the previous 24 hours."}}',
} as const;
