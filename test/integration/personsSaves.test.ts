import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { setup, suite, teardown, test } from "mocha";
import * as vscode from "vscode";
import {
  answer,
  answering,
  connectAgain,
  poll,
  setEntry,
  setText,
  until,
  useFixture,
  whileSaved,
} from "./support/connectionFixture.ts";

const bug = 512;
const summary = 1202;
const { commands, workspace } = vscode;

suite("only a person's save sends", () => {
  const fixture = useFixture("admin");

  setup(async () => {
    await commands.executeCommand("notifications.clearAll");
  });

  teardown(() => commands.executeCommand("notifications.clearAll"));

  const uriOf = (path: string) => vscode.Uri.parse(`artifact://${fixture.connectionId}/${path}`);
  const writes = () =>
    fixture.service.requests.filter(({ method }) => method !== "GET").map(({ method, body }) => ({ method, body }));
  const stored = () => fixture.service.control.readArtifact({ artifactId: bug }).values["summary"];
  const open = async (path: string) => {
    const text = await workspace.openTextDocument(uriOf(path));
    await vscode.window.showTextDocument(text, { preview: false });
    return text;
  };
  /** As agents of the editor end their edits: nothing is announced to extensions. */
  const saveUnannounced = () => commands.executeCommand("workbench.action.files.saveWithoutFormatting");
  const write = (text: vscode.TextDocument, content: string) =>
    Promise.resolve(workspace.fs.writeFile(text.uri, new TextEncoder().encode(content)));

  const texts: Readonly<Record<string, { open(): Promise<vscode.TextDocument>; edit(text: string): string }>> = {
    "an artifact in JSON": {
      open: () => open(`artifacts/${bug}.artifact.json`),
      edit: (text) => text.replace(/("field_id": 1202,\s+"value": )"[^"]*"/, '$1"Mine"'),
    },
    "an artifact in XML": {
      open: () => open(`artifacts/${bug}.artifact.xml`),
      edit: (text) => text.replace(/(<field_id>1202<\/field_id>\s*<value>)[^<]*/, "$1Mine"),
    },
    "a single field": {
      open: () => open(`artifacts/${bug}/fields/1203.md`),
      edit: (text) => `${text}Mine\n`,
    },
    "settings of a repository": {
      open: () => open("svn/90.svn.json"),
      edit: (text) => text.replace('"is_reference_mandatory": true', '"is_reference_mandatory": false'),
    },
    "an access file": { open: () => open("svn/90/access-file.svnaccess"), edit: (text) => `${text}# Mine\n` },
    "a draft of an artifact": {
      open: async () => {
        await commands.executeCommand("artifactDesk.createArtifact", fixture.connectionId, 12, "json");
        return await open("trackers/12/new-1.artifact.json");
      },
      edit: (text) => text.replace(/("field_id": 1202,\s+"value": )"[^"]*"/, '$1"Mine"'),
    },
    "a draft of a repository": {
      open: async () => {
        await commands.executeCommand("artifactDesk.createSvnRepository", fixture.connectionId, 122, "mine");
        return await open("projects/122/new-1.svn.json");
      },
      edit: (text) => text.replace('"is_reference_mandatory": false', '"is_reference_mandatory": true'),
    },
    "a comment": {
      open: async () => {
        await commands.executeCommand("artifactDesk.addComment", fixture.connectionId, bug);
        return await open(`artifacts/${bug}/comment.md`);
      },
      edit: () => "Mine",
    },
  };

  for (const [name, { open: show, edit }] of Object.entries(texts)) {
    test(`${name} that is saved unannounced is not sent, and stays unsaved until Send is pressed`, async () => {
      const text = await show();
      const edited = edit(text.getText());
      assert.notEqual(edited, text.getText());
      await setText(text, edited);
      fixture.service.clearRequests();
      for (let time = 0; time < 3; time++) {
        await saveUnannounced();
        assert.deepEqual([text.isDirty, text.getText(), writes()], [true, edited, []]);
      }
      // VS Code's own message of a refused save stands above ours, and its Retry is refused, too. A program's write
      // brings ours alone.
      await commands.executeCommand("notifications.clearAll");
      await setImmediate();
      await assert.rejects(write(text, edited), /was not sent/);
      await answer(() => writes().length > 0, "notification.acceptPrimaryAction");
      await until("it is saved", () => !text.isDirty || text.isClosed);
      assert.equal(writes().length, 1);
    });

    test(`${name} that a program writes byte for byte as it is unsaved is not sent`, async () => {
      const text = await show();
      await setText(text, edit(text.getText()));
      fixture.service.clearRequests();
      await assert.rejects(write(text, text.getText()), /was not sent/);
      assert.deepEqual([text.isDirty, writes()], [true, []]);
      assert.ok(await text.save());
      assert.equal(writes().length, 1);
    });
  }

  const refuseKeyOnce = (method = "PUT") =>
    fixture.service.control.addFault({ method, fault: { kind: "unauthorized", text: "Invalid access key" } });
  /** Has `giveUp` end, or begin to wait, while another key is asked for, for what `save` sends. */
  const whileAsked = async (
    save: () => PromiseLike<unknown>,
    giveUp: () => PromiseLike<unknown>,
    isGivenUp = () => true,
  ) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
    const offered = answering("showErrorMessage", () => held);
    const saved = save();
    await poll("another key is asked for", () => offered.said.length > 0);
    const ended = giveUp();
    await commands.executeCommand("setContext", "artifactDesk.test", true);
    await until("it is given up", isGivenUp);
    await connectAgain(fixture);
    await Promise.all([saved, ended]);
    letGo(undefined);
    offered.restore();
  };

  const givenUp: Readonly<Record<string, (text: vscode.TextDocument) => PromiseLike<unknown>>> = {
    reverted: () => commands.executeCommand("workbench.action.files.revert"),
    discarded: ({ uri }) => commands.executeCommand("artifactDesk.discardChanges", uri),
    undone: () => commands.executeCommand("undo"),
    "undone and redone": async () => {
      await commands.executeCommand("undo");
      await commands.executeCommand("redo");
    },
  };
  for (const [name, { open: show, edit }] of Object.entries(texts)) {
    for (const [how, giveUp] of Object.entries(givenUp)) {
      test(`${name} that is ${how} while its save waits for another access key is not sent with that`, async () => {
        const text = await show();
        await setText(text, edit(text.getText()));
        fixture.service.clearRequests();
        refuseKeyOnce();
        refuseKeyOnce("POST");
        await whileAsked(
          () => text.save(),
          () => giveUp(text),
          () => text.isClosed || !text.isDirty || /discarded|redone/.test(how),
        );
        assert.equal(writes().length, 1);
      });
    }
  }

  const discard = (...uris: readonly vscode.Uri[]) => commands.executeCommand("artifactDesk.discardChanges", ...uris);
  const saveAll = () => commands.executeCommand("artifactDesk.saveAll", fixture.connectionId, {});

  test("an artifact that is discarded while its save with all others waits for another key is not sent", async () => {
    const text = await fixture.open(bug);
    await setEntry(text, summary, { value: "Regretted" });
    fixture.service.clearRequests();
    refuseKeyOnce();
    await whileAsked(saveAll, () => discard(text.uri));
    assert.deepEqual([writes().length, text.isDirty], [1, false]);
    assert.notEqual(stored(), "Regretted");
  });

  test("the documents of an artifact of which one is discarded while another key is asked for are not sent", async () => {
    const text = await fixture.open(bug);
    await setEntry(text, summary, { value: "Regretted" });
    const xml = await texts["an artifact in XML"]?.open();
    assert.ok(xml);
    await setText(xml, xml.getText().replace(/(<field_id>1206<\/field_id>\s*<value>)[^<]*/, "$1Meant"));
    fixture.service.clearRequests();
    refuseKeyOnce();
    await whileAsked(saveAll, () => discard(text.uri));
    assert.deepEqual([writes().length, xml.isDirty], [1, true]);
    assert.match(xml.getText(), /Meant/);
  });

  test("two artifacts that are discarded together while another key is asked for are not sent", async () => {
    const both = [await fixture.open(bug), await fixture.open(513)];
    for (const text of both) {
      await setEntry(text, summary, { value: "Regretted" });
    }
    fixture.service.clearRequests();
    refuseKeyOnce();
    refuseKeyOnce();
    await whileAsked(
      () => Promise.all(both.map((text) => text.save())),
      () => discard(...both.map(({ uri }) => uri)),
    );
    assert.deepEqual([writes().length, ...both.map(({ isDirty }) => isDirty)], [2, false, false]);
  });

  test("an announcement is for one write: what is changed after it and saved unannounced is not sent", async () => {
    const text = await fixture.open(bug);
    await setEntry(text, summary, { value: "Mine" });
    assert.ok(await text.save());
    await setEntry(text, summary, { value: "An agent's" });
    await saveUnannounced();
    assert.deepEqual([text.isDirty, stored(), writes().length], [true, "Mine", 1]);
  });

  test("an announcement is not for what a program writes meanwhile", async () => {
    const text = await fixture.open(bug);
    const other = text.getText().replace(/("field_id": 1202,\s+"value": )"[^"]*"/, '$1"Another"');
    await setEntry(text, summary, { value: "Mine" });
    let refused: Promise<void> | undefined;
    const listener = workspace.onWillSaveTextDocument((event) => {
      refused = assert.rejects(write(text, other), /was not sent/);
      event.waitUntil(refused);
    });
    assert.ok(await text.save());
    listener.dispose();
    await refused;
    assert.deepEqual([text.isDirty, stored(), writes().length], [false, "Mine", 1]);
  });

  test("what is typed while a save is under way stays unsaved, and is not sent by a save that nobody announces", async () => {
    const text = await fixture.open(bug);
    await setEntry(text, summary, { value: "Mine" });
    await whileSaved(fixture, text, () => setEntry(text, summary, { value: "Typed" }));
    assert.equal(text.isDirty, false, "VS Code calls it clean");
    await saveUnannounced();
    assert.deepEqual([stored(), writes().length], ["Mine", 1]);
    await commands.executeCommand("workbench.action.files.save");
    assert.deepEqual([stored(), writes().length], ["Typed", 2]);
  });

  test("what is typed while a text with nothing unsaved is saved unannounced is unsaved", async () => {
    const xml = await texts["an artifact in XML"]?.open();
    assert.ok(xml);
    await setText(xml, xml.getText().replace(/(<field_id>1206<\/field_id>\s*<value>)[^<]*/, "$1Mine"));
    const json = await fixture.open(bug);
    let isOver: Thenable<unknown> | undefined;
    await whileSaved(fixture, xml, async () => {
      // Saves of one artifact wait for each other.
      isOver = saveUnannounced();
      // VS Code looks at the file before it writes: by then it has.
      for (let answers = 0; answers < 10; answers++) {
        await commands.executeCommand("setContext", "artifactDesk.test", answers);
      }
      await setEntry(json, summary, { value: "Typed" });
    });
    await isOver;
    assert.equal(json.isDirty, false, "VS Code calls it clean");
    await commands.executeCommand("artifactDesk.saveWithComment", json.uri, "Why");
    assert.deepEqual([stored(), writes().length], ["Typed", 2]);
  });

  suite("and what takes part in a save may change the text after the announcement:", () => {
    test("white space at the ends of lines", async () => {
      await withSetting("artifact-json", "files.trimTrailingWhitespace", true, async () => {
        const text = await fixture.open(bug);
        await setEntry(text, summary, { value: "Mine" });
        await setText(text, text.getText().replaceAll(",\n", ",  \n"));
        assert.ok(await text.save());
        assert.ok(!text.getText().includes(" \n"));
        assert.deepEqual([text.isDirty, stored(), writes().length], [false, "Mine", 1]);
      });
    });

    test("formatting", async () => {
      await withSetting("artifact-json", "editor.formatOnSave", true, async () => {
        const text = await fixture.open(bug);
        const values = (JSON.parse(text.getText()) as { values: unknown[] }).values;
        await setText(text, JSON.stringify({ values }));
        await setText(text, text.getText().replace(/("field_id":1202,"value":)"[^"]*"/, '$1"Mine"'));
        assert.ok(await text.save());
        assert.match(text.getText(), /\n {2}/);
        assert.deepEqual([text.isDirty, stored(), writes().length], [false, "Mine", 1]);
      });
    });

    test("other extensions", async () => {
      const listener = workspace.onWillSaveTextDocument((event) => {
        const all = event.document.getText();
        const end = event.document.positionAt(all.length);
        const whole = new vscode.Range(new vscode.Position(0, 0), end);
        event.waitUntil(Promise.resolve([vscode.TextEdit.replace(whole, all.replace("Mine", "Mine, tidied"))]));
      });
      const text = await fixture.open(bug);
      await setEntry(text, summary, { value: "Mine" });
      assert.ok(await text.save());
      listener.dispose();
      assert.deepEqual([text.isDirty, stored(), writes().length], [false, "Mine, tidied", 1]);
    });
  });

  test("Save All sends each text once", async () => {
    const json = await fixture.open(bug);
    const other = await fixture.open(513);
    for (const text of [json, other]) {
      await setEntry(text, summary, { value: "Mine" });
    }
    await commands.executeCommand("workbench.action.files.saveAll");
    await until("both are saved", () => !json.isDirty && !other.isDirty);
    assert.deepEqual([writes().length, stored()], [2, "Mine"]);
  });

  test("Save without Formatting sends where its key asked for it", async () => {
    const text = await fixture.open(bug);
    await setEntry(text, summary, { value: "Mine" });
    let announced = 0;
    const listener = workspace.onWillSaveTextDocument(() => announced++);
    await commands.executeCommand("artifactDesk.saveWithoutFormatting");
    listener.dispose();
    assert.deepEqual([announced, text.isDirty, stored(), writes().length], [0, false, "Mine", 1]);
    await setEntry(text, summary, { value: "An agent's" });
    await saveUnannounced();
    assert.deepEqual([text.isDirty, stored(), writes().length], [true, "Mine", 1]);
  });

  suite("an auto save", () => {
    const delay = (ms = 50) => workspace.getConfiguration("files").update("autoSaveDelay", ms, true);
    teardown(() => workspace.getConfiguration("files").update("autoSaveDelay", undefined, true));

    test("sends where the person's settings have it on for the language", async () => {
      await delay();
      await withSetting("artifact-json", "files.autoSave", "afterDelay", async () => {
        const text = await fixture.open(bug);
        await setEntry(text, summary, { value: "Mine" });
        await until("it is saved", () => !text.isDirty);
      });
      assert.deepEqual([stored(), writes().length], ["Mine", 1]);
    });

    test("does not where they have it on for other texts, or VS Code's defaults have it on for the language", async () => {
      await delay();
      const announced: vscode.TextDocumentSaveReason[] = [];
      const listener = workspace.onWillSaveTextDocument(({ reason }) => announced.push(reason));
      await workspace.getConfiguration("files").update("autoSave", "afterDelay", true);
      const text = await fixture.open(bug);
      await setEntry(text, summary, { value: "Mine" });
      assert.equal(workspace.getConfiguration("files", text).get("autoSave"), "off");
      await workspace.getConfiguration("files").update("autoSave", undefined, true);
      // Of a language that is not ours VS Code in a browser saves by itself, unless somebody said otherwise.
      const other = await vscode.languages.setTextDocumentLanguage(text, "jsonc");
      assert.equal(workspace.getConfiguration("files", other).get("autoSave"), "afterDelay");
      // VS Code looks again with the next change of such settings.
      await delay(60);
      await setEntry(other, summary, { value: "Mine too" });
      await poll("it was to be saved", () => announced.includes(vscode.TextDocumentSaveReason.AfterDelay));
      await answer(() => writes().length > 0, "notification.acceptPrimaryAction");
      await until("it is saved", () => !other.isDirty);
      listener.dispose();
      assert.ok(announced.includes(vscode.TextDocumentSaveReason.Manual), "only Send has sent it");
      assert.deepEqual([stored(), writes().length], ["Mine too", 1]);
    });
  });
});

/** Sets something for a language while `work` is done. */
async function withSetting(language: string, key: string, value: unknown, work: () => Promise<void>): Promise<void> {
  const settings = () => workspace.getConfiguration(undefined, { languageId: language });
  await settings().update(key, value, true, true);
  await work().finally(() => settings().update(key, undefined, true, true));
}
