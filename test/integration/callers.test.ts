import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setup, suite, teardown, test } from "mocha";
import * as vscode from "vscode";
import { commandIds } from "../../src/editor/manifest/contributions.ts";
import { isOwnCall } from "../../src/editor/manifest/ownCall.ts";
import { pageLinks } from "../../src/editor/preview/pageLinks.ts";
import { putsOf, useFixture } from "./support/connectionFixture.ts";

const bug = 501;
const summary = 1202;
/** A link has it as `{"$mid":1,"scheme":"file","path":…}`, of which VS Code makes this. */
const addressOf = (path: string) => vscode.Uri.file(path);

suite("A command with what it sends, run by a link in any text or by a program", () => {
  const fixture = useFixture();
  const { showWarningMessage } = vscode.window;
  const window = vscode.window as { showWarningMessage: unknown };
  const asked: string[] = [];
  let answer: string | undefined;

  setup(() => {
    asked.length = 0;
    answer = undefined;
    window.showWarningMessage = async (message: string, { detail }: vscode.MessageOptions) => {
      asked.push(`${message}\n${detail}`);
      return answer;
    };
  });
  teardown(() => {
    window.showWarningMessage = showWarningMessage;
  });

  const writes = () => fixture.service.requests.filter(({ method }) => !["GET", "OPTIONS", "HEAD"].includes(method));
  const target = join(tmpdir(), "artifact-desk-written.txt");

  const calls: Readonly<Record<string, readonly [id: string, args: () => readonly unknown[], told: RegExp]>> = {
    "uploads no file": [
      commandIds.attachFile,
      () => [fixture.connectionId, bug, [addressOf("/etc/passwd")]],
      /^Is this file to be uploaded and attached to #501\?\n\/etc\/passwd\n/,
    ],
    "uploads no file that the row of an artifact is said to have got": [
      commandIds.attachToArtifact,
      () => [
        addressOf("/etc/passwd"),
        [addressOf("/etc/passwd")],
        { connectionId: fixture.connectionId, artifactId: bug },
      ],
      /^Is this file to be uploaded and attached to #501\?\n\/etc\/passwd\n/,
    ],
    "writes no file": [
      commandIds.saveAttachmentAs,
      () => [fixture.connectionId, bug, 401, addressOf(target)],
      /^Write an attachment of #501 to this file\?.*\n.*artifact-desk-written\.txt\n/,
    ],
    "changes no status": [
      commandIds.changeStatus,
      () => [fixture.connectionId, bug, "Closed"],
      /^Set the status of #501 to “Closed” and save\?/,
    ],
    "changes no assignee": [
      commandIds.changeAssignee,
      () => [{ connectionId: fixture.connectionId, artifactId: bug }, null, 102],
      /^Set the assignee of #501 to “102” and save\?/,
    ],
    "saves nothing with its words": [
      commandIds.saveWithComment,
      () => [fixture.uri(bug).toString(), "I quit"],
      /^Save #501 with a comment\?\nI quit\n/,
    ],
    "saves nothing of all with its words": [
      commandIds.saveAll,
      () => [fixture.connectionId, { comment: "I quit" }],
      /^Save what is unsaved of all artifacts \(fixture-\d+\)\?\nI quit\n/,
    ],
    "removes no connection": [commandIds.removeConnection, () => [fixture.connectionId], /^Remove /],
  };

  for (const [name, [command, args, told]] of Object.entries(calls)) {
    test(`${name} that nobody means`, async () => {
      const document = await fixture.open(bug);
      await vscode.commands.executeCommand(commandIds.setField, document.uri, summary, "Unsaved");
      fixture.service.clearRequests();
      await vscode.commands.executeCommand(command, ...args());
      assert.equal(asked.length, 1);
      assert.match(asked[0] ?? "", told);
      assert.deepEqual(writes(), []);
      assert.ok(document.isDirty);
      assert.ok(!existsSync(target));
      const settings = vscode.workspace.getConfiguration("artifactDesk").get<readonly { id: string }[]>("connections");
      assert.ok(settings?.some(({ id }) => id === fixture.connectionId));
    });
  }

  test("does it after a yes", async () => {
    answer = "Save";
    await vscode.commands.executeCommand(commandIds.changeStatus, fixture.connectionId, bug, "Closed");
    assert.equal(putsOf(fixture.service).length, 1);
  });

  test("is a call of ours, of which nothing is asked, where a page of ours has the link", () => {
    const link = new URL(pageLinks("team").changeStatus(bug, 303));
    const args = JSON.parse(decodeURIComponent(link.search.slice(1))) as readonly unknown[];
    assert.deepEqual(args.slice(0, -1), [{ connectionId: "team", artifactId: bug }, null, 303]);
    assert.ok(isOwnCall(args));
    assert.ok(!isOwnCall(args.slice(0, -1)));
  });
});
