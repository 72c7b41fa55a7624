import assert from "node:assert/strict";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import { setText, useFixture } from "./support/connectionFixture.ts";

const half = "\ud83d";

suite("A text that holds half an emoji", () => {
  const fixture = useFixture("admin");

  for (const [what, path, edit] of [
    ["a field", "/artifacts/512/fields/1203.md", (text: string) => `${text} Smile ${half}`],
    ["a comment", "/artifacts/512/comment.md", () => `Smile ${half}`],
    ["an access file", "/svn/90/access-file.svnaccess", (text: string) => `${text}\n# Smile ${half}`],
    ["an artifact", "/artifacts/512.artifact.json", (text: string) => text.replace('"value": "', `"value": "${half}`)],
    ["an artifact in XML", "/artifacts/512.artifact.xml", (text: string) => text.replace("<value>", `<value>${half}`)],
    ["settings", "/svn/90.svn.json", (text: string) => text.replace('"access_file": "', `"access_file": "${half}`)],
  ] as const) {
    test(`is not sent as another character: ${what}`, async () => {
      const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}${path}`);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: false });
      await setText(document, edit(document.getText()));
      assert.ok(document.getText().includes(half));
      assert.equal(await document.save(), false);
      assert.ok(document.isDirty);
      assert.deepEqual(
        fixture.service.requests.map(({ method }) => method).filter((method) => method !== "GET"),
        [],
      );
    });
  }
});
