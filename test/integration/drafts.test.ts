import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import {
  answer,
  answering,
  countCommand,
  type DocumentEntry,
  poll,
  setText,
  until,
  useFixture,
  whileSaved,
} from "./support/connectionFixture.ts";

const bugs = 12;
const tasks = 14;
const bug = 512;
const summary = 1202;
const details = 1203;
const slogan = 1206;
const status = 1207;
const effort = 1221;
const origin = 1224;

interface DraftJson {
  readonly tracker: { readonly id: number };
  readonly values: DocumentEntry[];
}

suite("a draft", () => {
  const fixture = useFixture();

  const create = async (...more: readonly unknown[]) => {
    await vscode.commands.executeCommand("artifactDesk.createArtifact", fixture.connectionId, bugs, ...more);
    return await activeDraft();
  };
  const posts = () =>
    fixture.service.requests
      .filter(({ method }) => method === "POST")
      .map(({ body, status: answered }) => ({ ...(JSON.parse(body) as DraftJson), status: answered }));
  const newest = (trackerId = bugs) => fixture.service.control.newestArtifacts({ trackerId, count: 1 })[0] ?? 0;
  const storedSummary = (id: number) => fixture.service.control.readArtifact({ artifactId: id }).values["summary"];
  const artifactUri = (id: number, format = "json") =>
    `artifact://${fixture.connectionId}/artifacts/${id}.artifact.${format}`;

  test("holds its tracker and an entry for each field to be submitted, required ones first", async () => {
    const document = await create();
    assert.deepEqual(
      [document.uri.toString(), document.languageId, document.isDirty],
      [`artifact://${fixture.connectionId}/trackers/12/new-1.artifact.json`, "artifact-json", false],
    );
    const { tracker, values } = draftIn(document);
    assert.deepEqual(tracker, { id: bugs });
    assert.deepEqual(values.slice(0, 2), [
      { field_id: summary, value: "" },
      { field_id: status, bind_value_ids: [301] },
    ]);
    assert.deepEqual(
      values.find(({ field_id }) => field_id === slogan),
      { field_id: slogan, value: "none yet" },
    );
    assert.ok(!values.some(({ field_id }) => field_id === 1223), "may be updated only");
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      "vscode.executeInlayHintProvider",
      document.uri,
      new vscode.Range(0, 0, document.lineCount, 0),
    );
    assert.deepEqual(
      hints.slice(0, 2).map(({ label }) => label),
      ["Bugs", "Summary *"],
    );
  });

  for (const format of ["json", "xml"] as const) {
    test(`begins as a new bug, in ${format}, with the cursor where its first required value is typed`, async () => {
      const document = await create(format);
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, "New Bug");
      await vscode.commands.executeCommand("type", { text: "It breaks" });
      assert.match(document.getText(), /"value": "It breaks"|<value>It breaks<\/value>/);
    });
  }

  test("is shown with its cursor in place, so that whoever types at once types there", async () => {
    const listener = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor?.document.uri.path.includes("/new-")) {
        listener.dispose();
        void vscode.commands.executeCommand("type", { text: "At once" });
      }
    });
    const document = await create();
    await until("something is typed", () => document.getText().includes("At once"));
    assert.equal(valueIn(document, summary), "At once");
  });

  suite("with a long text in an editor of its own", () => {
    const refuseNext = () => {
      const body = '{ "error": { "code": 400, "message": "Bad Request: no" } }';
      const headers = { "Content-Type": "application/json" };
      fixture.service.control.addFault({ method: "POST", fault: { kind: "answer", status: 400, headers, body } });
    };
    const textUri = ({ uri }: vscode.TextDocument) =>
      uri.with({ path: uri.path.replace(/\.artifact\.(json|xml)$/, `/$1/fields/${details}.txt`) });
    const openText = async (draft: vscode.TextDocument) => {
      const field = ["artifactDesk.setField", draft.uri, String(details)] as const;
      await vscode.commands.executeCommand(...field);
      return await until("its editor is in front", () => {
        const shown = vscode.window.activeTextEditor?.document;
        return shown?.uri.toString() === textUri(draft).toString() ? shown : undefined;
      });
    };
    const contentIn = (draft: vscode.TextDocument) => (valueIn(draft, details) as { content: string }).content;

    for (const format of ["json", "xml"] as const) {
      test(`puts that into the draft when it is saved, in ${format}, and sends nothing`, async () => {
        const draft = await create(format);
        const text = await openText(draft);
        assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, "New Bug: Original Submission");
        assert.equal(text.languageId, "artifact-text");
        await setText(text, "First line\n\n**Second** line");
        fixture.service.clearRequests();
        assert.ok(await text.save());
        assert.ok(draft.isDirty);
        assert.match(draft.getText(), /\*\*Second\*\* line/);
        assert.deepEqual([posts(), text.isDirty], [[], false]);
      });
    }

    test("takes along what is unsaved there when it is saved, and closes both", async () => {
      const draft = await create();
      await fill(draft, { [summary]: { value: "With a text" } });
      const text = await openText(draft);
      await setText(text, "Typed and not saved");
      assert.ok(await draft.save());
      const id = newest();
      const stored = posts().map(({ values }) => values.find(({ field_id }) => field_id === details)?.value);
      assert.deepEqual(stored, [{ content: "Typed and not saved", format: "text" }]);
      await until("the artifact's document has taken their place", () => {
        const shown = tabUris();
        return shown.includes(artifactUri(id)) && !shown.some((uri) => uri.includes("/new-"));
      });
    });

    for (const format of ["json", "xml"] as const) {
      test(`is created with what is typed there alone by the key that saves, in ${format}`, async () => {
        const draft = await create(format);
        const text = await openText(draft);
        await setText(text, "Typed there alone");
        assert.deepEqual([draft.isDirty, text.isDirty], [false, true]);
        await vscode.window.showTextDocument(draft, { preview: false });
        refuseNext();
        fixture.service.clearRequests();
        await vscode.commands.executeCommand("workbench.action.files.save");
        const sent = fixture.service.requests.filter(({ method }) => method === "POST").map((request) => request.body);
        assert.equal(sent.length, 1);
        assert.match(sent[0] ?? "", /Typed there alone/);
        await vscode.commands.executeCommand("notifications.clearAll");
      });
    }

    test("is unsaved while the draft is not, and shows what the draft says once that is discarded", async () => {
      const count = async () => await vscode.commands.executeCommand("artifactDesk.showUnsaved");
      const before = (await count()) as { readonly unsaved: number };
      const draft = await create();
      const text = await openText(draft);
      await setText(text, "Said");
      assert.ok(await text.save());
      await setText(text, "Said, and more");
      assert.deepEqual(await count(), { unsaved: before.unsaved + 2, conflicts: 0 });
      await vscode.commands.executeCommand("artifactDesk.discardChanges", text.uri);
      assert.deepEqual([text.getText(), text.isDirty, contentIn(draft), draft.isDirty], ["Said", false, "Said", true]);
      assert.deepEqual(await count(), { unsaved: before.unsaved + 1, conflicts: 0 });
      assert.deepEqual(posts(), []);
    });

    test("forgets there what is deleted after a save of the draft that was refused", async () => {
      const draft = await create();
      await fill(draft, { [summary]: { value: "Refused" } });
      const text = await openText(draft);
      await setText(text, "Steps\nMy password");
      refuseNext();
      assert.equal(await draft.save(), false);
      assert.match(contentIn(draft), /password/);
      await setText(text, "Steps");
      assert.ok(await text.save());
      assert.deepEqual([contentIn(draft), text.getText(), posts().length], ["Steps", "Steps", 1]);
      await vscode.commands.executeCommand("notifications.clearAll");
    });

    test("forgets there what is undone after a save of that text", async () => {
      const draft = await create();
      const text = await openText(draft);
      await setText(text, "My password");
      assert.ok(await text.save());
      assert.equal(contentIn(draft), "My password");
      await vscode.commands.executeCommand("undo");
      assert.equal(text.getText(), "");
      await setText(text, "Steps");
      assert.ok(await text.save());
      assert.deepEqual([contentIn(draft), text.getText(), posts()], ["Steps", "Steps", []]);
    });

    test("forgets there what is undone after a save of the draft that was refused, until nothing is unsaved", async () => {
      const draft = await create();
      await fill(draft, { [summary]: { value: "Refused" } });
      const text = await openText(draft);
      await setText(text, "My password");
      refuseNext();
      assert.equal(await draft.save(), false);
      assert.equal(contentIn(draft), "My password");
      await vscode.commands.executeCommand("undo");
      await until("the draft has it no more", () => contentIn(draft) === "");
      assert.deepEqual([text.getText(), text.isDirty, posts().length], ["", false, 1]);
      assert.ok(await draft.save());
      assert.doesNotMatch(fixture.service.requests.map((each) => each.body).at(-1) ?? "", /password/);
      await vscode.commands.executeCommand("notifications.clearAll");
    });

    test("puts in again what is undone in the draft, where it is saved there", async () => {
      const draft = await create();
      await fill(draft, { [summary]: { value: "Refused" } });
      const text = await openText(draft);
      await setText(text, "Mine");
      refuseNext();
      assert.equal(await draft.save(), false);
      await vscode.window.showTextDocument(draft, { preview: false });
      await vscode.commands.executeCommand("undo");
      assert.deepEqual([contentIn(draft), text.getText(), text.isDirty], ["", "Mine", true]);
      assert.ok(await text.save());
      assert.deepEqual([contentIn(draft), text.getText()], ["Mine", "Mine"]);
      await vscode.commands.executeCommand("notifications.clearAll");
    });

    test("shows there what is typed into the draft", async () => {
      const draft = await create();
      const text = await openText(draft);
      await fill(draft, { [details]: { value: { content: "First\n\nSecond", format: "text" } } });
      await until("the text follows", () => text.getText() === "First\n\nSecond");
      assert.equal(text.isDirty, false);
      await setText(text, "First\n\nSecond, here");
      await fill(draft, { [details]: { value: { content: "First, there\n\nSecond", format: "text" } } });
      assert.ok(await text.save());
      assert.equal(contentIn(draft), "First, there\n\nSecond, here");
      await until("what was merged shows", () => text.getText() === contentIn(draft));
    });

    test("loses nothing of the draft where more is typed there while it is merged with that", async () => {
      const draft = await create();
      const text = await openText(draft);
      await fill(draft, { [details]: { value: { content: "First\n\nSecond", format: "text" } } });
      await until("the text follows", () => text.getText() === "First\n\nSecond");
      await setText(text, "First\n\nSecond, here");
      await fill(draft, { [details]: { value: { content: "First, there\n\nSecond", format: "text" } } });
      const typing = Promise.withResolvers<void>();
      const listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === draft) {
          listener.dispose();
          // The editor may show the merged text before it takes the words: they go to the end of what it shows.
          typing.resolve(setText(text, () => `${text.getText()} and now`));
        }
      });
      await text.save();
      await typing.promise;
      await until("both are in the draft", () => contentIn(draft) === "First, there\n\nSecond, here");
      assert.match(text.getText(), /Second, here and now$/);
      assert.ok(await text.save());
      assert.equal(contentIn(draft), "First, there\n\nSecond, here and now");
    });

    test("shows there what is typed into the draft, whatever is typed into another one", async () => {
      const drafts = [await create(), await create()];
      const texts: vscode.TextDocument[] = [];
      for (const draft of drafts) {
        texts.push(await openText(draft));
      }
      const { path } = texts[0]?.uri ?? assert.fail();
      assert.notEqual(texts[1]?.uri.path, path);
      for (const draft of drafts) {
        await fill(draft, { [details]: { value: { content: `In ${draft.uri.path}`, format: "text" } } });
      }
      await until("both show it", () => texts.every((text, at) => text.getText() === `In ${drafts[at]?.uri.path}`));
    });

    test("loses nothing where both say different things of one line", async () => {
      const draft = await create();
      const text = await openText(draft);
      await setText(text, "Here");
      await fill(draft, {
        [summary]: { value: "Both" },
        [details]: { value: { content: "There", format: "text" } },
      });
      assert.equal(await text.save(), false);
      assert.equal(await draft.save(), false);
      assert.deepEqual([text.getText(), contentIn(draft), posts().length], ["Here", "There", 0]);
      await vscode.commands.executeCommand("notifications.clearAll");
    });

    test("keeps what was typed there where it is closed, and takes no other draft for it", async () => {
      const draft = await create();
      const text = await openText(draft);
      await setText(text, "Homeless");
      const [tab] = vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === draft.uri.toString());
      await vscode.window.tabGroups.close(tab as vscode.Tab);
      await until("the draft is closed", () => draft.isClosed);
      const another = await create();
      assert.notEqual(another.uri.toString(), draft.uri.toString());
      assert.equal(await text.save(), false);
      assert.equal(text.getText(), "Homeless");
      assert.equal(contentIn(another), "");
      await vscode.commands.executeCommand("artifactDesk.discardChanges", text.uri);
      await until("it is closed", () => text.isClosed);
      assert.deepEqual([contentIn(another), posts()], ["", []]);
    });
  });

  test("of a tracker with more fields than fit into a document is refused, and nothing is opened", async () => {
    const { control } = fixture.service;
    const fields = Array.from({ length: 45_000 }, (_, index) => ({
      ...{ field_id: index + 1, label: `Field ${index}`, name: `f${index}`, type: "string" },
      permissions: ["read", "create", "update"],
    }));
    const body = JSON.stringify({ id: tasks, label: "Tasks", fields });
    control.addFault({
      count: null,
      path: `/trackers/${tasks}`,
      fault: { kind: "answer", status: 200, headers: { "Content-Type": "application/json" }, body },
    });
    const labels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    const before = labels();
    try {
      await assert.rejects(
        async () => vscode.commands.executeCommand("artifactDesk.createArtifact", fixture.connectionId, tasks),
        /A new artifact in Tasks would be too long to be edited as a document\. Create it in the browser\./,
      );
    } finally {
      control.clearFaults();
    }
    assert.deepEqual(labels(), before);
  });

  test("marks nothing in a field that nobody has touched, until somebody has tried to save it", async () => {
    const document = await create();
    await fill(document, { [status]: { bind_value_ids: [999] } });
    const marks = () => vscode.languages.getDiagnostics(document.uri).map(({ code }) => code);
    await until("the state that there is none of is marked", () => marks().includes("unknownOption"));
    assert.ok(!marks().includes("requiredEmpty"), String(marks()));
    await document.save();
    const mark = await until("the empty summary is marked", () =>
      vscode.languages.getDiagnostics(document.uri).find(({ code }) => code === "requiredEmpty"),
    );
    assert.deepEqual([mark.severity, mark.message], [vscode.DiagnosticSeverity.Warning, "“Summary” is required."]);
  });

  test("is saved as one POST, and gives its tab to the artifact's document", async () => {
    await fixture.open(bug);
    const document = await create();
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(artifactUri(513)), {
      viewColumn: vscode.ViewColumn.Active,
      preview: false,
    });
    const before = tabUris();
    await fill(document, { [summary]: { value: "It breaks" }, [slogan]: { value: "" } });
    fixture.service.clearRequests();
    await document.save();
    const id = newest();
    await until("the artifact's document is open", () => isShown(artifactUri(id)) && !isShown(document.uri.toString()));
    assert.deepEqual(
      posts().map(({ tracker, values, status: answered }) => [
        tracker,
        values.filter(({ field_id }) => [summary, slogan].includes(field_id)),
        answered,
      ]),
      [
        [
          { id: bugs },
          [
            { field_id: summary, value: "It breaks" },
            { field_id: slogan, value: "" },
          ],
          201,
        ],
      ],
    );
    assert.ok(
      posts()[0]?.values.every(({ field_id }) => field_id !== 1203),
      "empty by default is not sent",
    );
    const { values } = fixture.service.control.readArtifact({ artifactId: id });
    assert.deepEqual([values["summary"], values["slogan"]], ["It breaks", ""]);
    await until("it is in the draft's place", () =>
      equal(
        tabUris(),
        before.map((uri) => (uri === document.uri.toString() ? artifactUri(id) : uri)),
      ),
    );
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, `#${id} It breaks`);
  });

  test("has one address: a link in somebody's file with more behind it opens no second document of it", async () => {
    const { uri } = await create();
    const comment = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}/comment.md`);
    for (const one of [uri, comment, vscode.Uri.parse(artifactUri(bug))]) {
      for (const other of [
        one.with({ fragment: "x" }),
        one.with({ query: "x" }),
        one.with({ query: "/", fragment: "" }),
      ]) {
        await assert.rejects(
          async () => await vscode.workspace.openTextDocument(other),
          /nonexistent|not found/,
          `${other}`,
        );
      }
    }
  });

  test("saved untouched is sent too, when asked for", async () => {
    const document = await create();
    await vscode.commands.executeCommand("workbench.action.files.save");
    assert.deepEqual(
      posts().map(({ status: answered }) => answered),
      [400],
    );
    await until("the refusal is at the entry", () =>
      vscode.languages.getDiagnostics(document.uri).find(({ code }) => code === "refused"),
    );
    await vscode.commands.executeCommand("artifactDesk.submitDraft", document.uri);
    assert.equal(posts().length, 2);
  });

  test("is sent with nothing unsaved too, and never what is active", async () => {
    const other = await fixture.open(bug);
    await setText(other, `${other.getText()} `);
    const document = await create();
    await vscode.window.showTextDocument(other, { preview: false });
    const saves = countCommand("workbench.action.files.save");
    await vscode.commands.executeCommand("artifactDesk.submitDraft", document.uri);
    saves.dispose();
    assert.deepEqual([saves.count, posts().length, other.isDirty], [0, 1, true]);
  });

  test("that is refused stays, with the service's words at the entry, and can be sent again", async () => {
    const document = await create();
    await fill(document, { [slogan]: { value: "Only this" } });
    await vscode.commands.executeCommand("cursorTop");
    assert.equal(cursorIn(document), 0);
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
    const mark = await until("the refusal is marked", () =>
      vscode.languages.getDiagnostics(document.uri).find(({ code }) => code === "refused"),
    );
    assert.match(mark.message, /The field Summary \(summary\) is required/);
    assert.equal(mark.range.start.line, document.positionAt(document.getText().indexOf(`${summary}`)).line - 1);
    await until("the cursor is where it is typed", () => cursorIn(document) === document.getText().indexOf('""') + 1);
    await fill(document, { [summary]: { value: "It breaks" } });
    assert.ok(await document.save());
    await until("the artifact's document is open", () => isShown(artifactUri(newest())));
  });

  test("saved twice in quick succession creates one artifact", async () => {
    const document = await create();
    await fill(document, { [summary]: { value: "It breaks" } });
    fixture.service.control.addFault({ method: "POST", fault: { kind: "delay", ms: 300 } });
    await Promise.all([document.save(), document.save()]);
    await until("the draft is closed", () => !isShown(document.uri.toString()));
    assert.equal(posts().length, 1);
  });

  for (const when of ["before", "after"] as const) {
    test(`whose connection broke ${when} it was created is not sent again by a save`, async () => {
      const document = await create();
      const before = newest();
      await fill(document, { [summary]: { value: "It breaks" } });
      fixture.service.control.addFault({ method: "POST", fault: { kind: "reset", when } });
      assert.equal(await document.save(), false);
      assert.equal(await document.save(), false);
      assert.equal(posts().length, 1);
      const isArtifactShown = () => newest() !== before && isShown(artifactUri(newest()));
      if (when === "after") {
        await answer(isArtifactShown, "workbench.action.acceptSelectedQuickOpenItem");
        await until("its document took the tab", () => !isShown(document.uri.toString()));
      } else {
        // The first row looks again, and asks again; the second one sends.
        const next = "workbench.action.quickOpenSelectNext";
        await answer(() => posts().length > 1, next, "workbench.action.acceptSelectedQuickOpenItem");
        await until("its document took the tab", isArtifactShown);
      }
      assert.equal(posts().length, when === "after" ? 1 : 2);
    });
  }

  test("recognized after a lost answer gives what was typed since to the artifact's document, unsaved", async () => {
    const document = await create();
    const before = newest();
    await fill(document, { [summary]: { value: "It breaks" } });
    fixture.service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    assert.equal(await document.save(), false);
    await fill(document, { [summary]: { value: "It breaks, and burns" }, [slogan]: { value: "Hot" } });
    const isArtifactShown = () => newest() !== before && isShown(artifactUri(newest()));
    const told = answering("showInformationMessage", () => undefined);
    await answer(isArtifactShown, "workbench.action.acceptSelectedQuickOpenItem");
    await until("the draft is closed", () => !isShown(document.uri.toString()));
    told.restore();
    assert.deepEqual(told.said, [
      `#${newest()} was created before you typed the rest. What you typed since is in its document now, unsaved.`,
    ]);
    const taken = await vscode.workspace.openTextDocument(vscode.Uri.parse(artifactUri(newest())));
    assert.ok(taken.isDirty);
    assert.deepEqual(
      [valueIn(taken, summary), valueIn(taken, slogan), storedSummary(newest()), posts().length],
      ["It breaks, and burns", "Hot", "It breaks", 1],
    );
    assert.ok(await taken.save());
    assert.equal(storedSummary(newest()), "It breaks, and burns");
  });

  test("recognized after a colleague has changed it replaces no words of theirs before somebody chooses", async () => {
    const document = await create();
    const before = newest();
    const detailed = (content: string) => ({ [details]: { value: { content, format: "text" } } });
    await fill(document, { [summary]: { value: "It breaks" }, ...detailed("one\n\ntwo") });
    fixture.service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    assert.equal(await document.save(), false);
    fixture.service.control.editArtifact({
      artifactId: newest(),
      values: [{ field: "details", value: { content: "1\n\nII", format: "text" } }],
    });
    await fill(document, detailed("one\n\n2"));
    const isArtifactShown = () => newest() !== before && isShown(artifactUri(newest()));
    await answer(isArtifactShown, "workbench.action.acceptSelectedQuickOpenItem");
    await until("the draft is closed", () => !isShown(document.uri.toString()));
    const taken = await vscode.workspace.openTextDocument(vscode.Uri.parse(artifactUri(newest())));
    const stored = () => fixture.service.control.readArtifact({ artifactId: newest() }).values["details"];
    assert.equal(await taken.save(), false);
    assert.deepEqual(stored(), { content: "1\n\nII", format: "text" });
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", taken.uri);
    await until("the marks are told of", () =>
      isDeepStrictEqual(
        vscode.languages.getDiagnostics(taken.uri).map(({ message }) => message.split("\n")),
        [
          [
            "In conflict: “Original Submission” has the marks of a merge.",
            "It was: one two",
            "Mine: 1 2",
            "Theirs: 1 II",
          ],
        ],
      ),
    );
  });

  for (const [title, fieldId, value] of [
    ["Another one", slogan, "Hot"],
    ["It breaks", slogan, "Hot"],
    // Of a number that nobody has given the history tells nothing.
    ["It breaks", effort, 4],
  ] as const) {
    test(`taken for another artifact loses nothing: it is in its document, unsaved (${title}, ${value})`, async () => {
      const document = await create();
      await fill(document, { [summary]: { value: "It breaks" }, [fieldId]: { value } });
      fixture.service.control.addFault({ method: "POST", fault: { kind: "reset", when: "before" } });
      const { baseUrl, keys } = fixture.service;
      const another = { tracker: { id: bugs }, values: [{ field_id: summary, value: title }] };
      const headers = { "X-Auth-AccessKey": keys.member, "Content-Type": "application/json" };
      assert.equal(await document.save(), false);
      const made = await fetch(`${baseUrl}/artifacts`, { method: "POST", headers, body: JSON.stringify(another) });
      assert.equal(made.status, 201);
      // The first row looks again where the question was asked before the other one was there.
      const told = answering("showInformationMessage", () => undefined);
      await answer(() => isShown(artifactUri(newest())), "workbench.action.acceptSelectedQuickOpenItem");
      await until("the draft is closed", () => !isShown(document.uri.toString()));
      told.restore();
      assert.deepEqual(told.said, [
        `Nobody can tell what #${newest()} has of the draft. What it says otherwise, its title perhaps, is as in the draft in its document now, unsaved: somebody may have changed it since. Look through it before you save.`,
      ]);
      const taken = await vscode.workspace.openTextDocument(vscode.Uri.parse(artifactUri(newest())));
      assert.deepEqual(
        [taken.isDirty, valueIn(taken, summary), valueIn(taken, fieldId), storedSummary(newest())],
        [true, "It breaks", value, title],
      );
      // The title is asked about where it would replace another one.
      assert.equal(await taken.save(), title === "It breaks");
      assert.equal(storedSummary(newest()), title);
    });
  }

  test("recognized after a lost answer keeps what cannot be changed any more, as often as it is saved", async () => {
    const document = await create();
    const before = newest();
    await fill(document, { [summary]: { value: "It breaks" } });
    fixture.service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    assert.equal(await document.save(), false);
    const byMail = { bind_value_ids: [357] };
    await fill(document, { [summary]: { value: "It breaks, and burns" }, [origin]: byMail });
    const taken = () => vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === artifactUri(newest()));
    const isTaken = () => newest() !== before && taken()?.isDirty === true;
    await answer(isTaken, "workbench.action.acceptSelectedQuickOpenItem");
    assert.equal(await document.save(), false);
    assert.equal(await document.save(), false);
    const { values } = JSON.parse(document.getText()) as DraftJson;
    assert.deepEqual(
      [document.isDirty, isShown(document.uri.toString()), values.find((entry) => entry.field_id === origin)],
      [true, true, { field_id: origin, ...byMail }],
    );
    const said = taken() ?? assert.fail("the document of the artifact is closed");
    assert.deepEqual([valueIn(said, summary), posts().length], ["It breaks, and burns", 1]);
    // What is decided there is not replaced by what was put there before.
    await fill(said, { [summary]: { value: "It burns" } });
    assert.ok(await said.save());
    assert.equal(await document.save(), false);
    assert.deepEqual([valueIn(said, summary), said.isDirty], ["It burns", false]);
    // Nor is what is unsaved there replaced by what is typed into the draft.
    await fill(said, { [summary]: { value: "It burns again" } });
    await fill(document, { [summary]: { value: "It breaks twice" } });
    assert.equal(await document.save(), false);
    assert.equal(valueIn(said, summary), "It burns again");
  });

  test("gives what was typed since to the artifact's document once a save of that has ended", async () => {
    const document = await create();
    const before = newest();
    await fill(document, { [summary]: { value: "It breaks" } });
    fixture.service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    assert.equal(await document.save(), false);
    // What cannot be changed any more keeps the draft open.
    await fill(document, { [summary]: { value: "It burns" }, [origin]: { bind_value_ids: [357] } });
    const opened = () => vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === artifactUri(newest()));
    const isTaken = () => newest() !== before && opened()?.isDirty === true;
    await answer(isTaken, "workbench.action.acceptSelectedQuickOpenItem");
    const taken = opened() ?? assert.fail("the document of the artifact is closed");
    assert.ok(await taken.save());
    fixture.service.clearRequests();
    await fill(taken, { [slogan]: { value: "Hot" } });
    await fill(document, { [summary]: { value: "It breaks, and burns" } });
    const puts = () =>
      fixture.service.requests.filter(({ method }) => method === "PUT").map(({ status: told }) => told);
    const atMove = new Set<string>();
    const listener = vscode.workspace.onDidChangeTextDocument((change) => {
      if (change.document === taken && valueIn(taken, summary) === "It breaks, and burns") {
        atMove.add(puts().join());
      }
    });
    let moving: Thenable<boolean> = Promise.resolve(false);
    await whileSaved(fixture, taken, async () => {
      const asked = new Promise((resolve) => {
        const saving = vscode.workspace.onWillSaveTextDocument((save) => save.document === document && resolve(saving));
      });
      moving = document.save();
      await asked;
      for (let turn = 0; turn < 20; turn++) {
        await vscode.commands.executeCommand("setContext", "artifactDesk.test", turn);
      }
    });
    await moving;
    listener.dispose();
    assert.deepEqual([...atMove], ["200"]);
    assert.deepEqual([valueIn(taken, summary), valueIn(taken, slogan)], ["It breaks, and burns", "Hot"]);
    assert.ok(await taken.save());
    assert.deepEqual([puts(), storedSummary(newest())], [[200, 200], "It breaks, and burns"]);
  });

  test("gives what was typed while it was sent to the artifact's document, unsaved", async () => {
    const document = await create();
    await fill(document, { [summary]: { value: "It breaks" } });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    fixture.service.control.addFault({ method: "POST", fault: { kind: "held", until: held } });
    const saved = document.save();
    await fixture.service.untilAsked(({ method }) => method === "POST");
    await fill(document, { [summary]: { value: "It breaks, and burns" } });
    release();
    await saved;
    await until("the draft is closed", () => !isShown(document.uri.toString()));
    const taken = await vscode.workspace.openTextDocument(vscode.Uri.parse(artifactUri(newest())));
    assert.ok(taken.isDirty);
    assert.deepEqual([valueIn(taken, summary), storedSummary(newest())], ["It breaks, and burns", "It breaks"]);
    assert.equal(posts().length, 1);
  });

  test("made while the tracker could not be read has its fields once that is tried again", async () => {
    fixture.service.control.addFault({
      path: `/trackers/${bugs}`,
      fault: { kind: "answer", status: 500, body: "" },
      count: 9,
    });
    const document = await create();
    assert.deepEqual(draftIn(document), { tracker: { id: bugs }, values: [] });
    fixture.service.control.clearFaults();
    await until("the fields are there", async () => {
      await vscode.commands.executeCommand("notification.acceptPrimaryAction");
      return document.getText().includes(String(summary));
    });
    assert.ok(!document.isDirty);
  });

  test("opens cold by its address, as XML too", async () => {
    const json = await vscode.workspace.openTextDocument(
      vscode.Uri.parse(`artifact://${fixture.connectionId}/trackers/12/new-7.artifact.json`),
    );
    assert.equal(draftIn(json).tracker.id, bugs);
    const xml = await create("xml");
    assert.deepEqual([xml.uri.path, xml.languageId], ["/trackers/12/new-1.artifact.xml", "artifact-xml"]);
    await setText(
      xml,
      xml
        .getText()
        .replace(
          /(<field_id>1202<\/field_id>\s*)<value\s*\/>|(<field_id>1202<\/field_id>\s*)<value><\/value>/,
          "$1$2<value>007</value>",
        ),
    );
    assert.ok(await xml.save());
    await until("the XML document took the tab", () => isShown(artifactUri(newest(), "xml")));
    assert.equal(fixture.service.control.readArtifact({ artifactId: newest() }).values["summary"], "007");
    const plain = await create("xml");
    await setText(
      plain,
      `<request><tracker><id>${bugs}</id></tracker><values><item><field_id>${summary}</field_id><value>It breaks</value></item></values></request>`,
    );
    assert.ok(await plain.save());
    await until("the second one took its tab", () => !isShown(plain.uri.toString()));
    assert.equal(fixture.service.control.readArtifact({ artifactId: newest() }).values["summary"], "It breaks");
    assert.deepEqual(
      fixture.service.requests.filter(({ method }) => method === "POST").map(({ headers }) => headers["content-type"]),
      ["application/json", "application/xml"],
    );
  });

  test("of a service that tells nothing of trackers is just the skeleton, and works", async () => {
    fixture.service.control.changeSettings({ listing: "minimal" });
    const document = await create();
    assert.deepEqual(draftIn(document), { tracker: { id: bugs }, values: [] });
    await setText(
      document,
      JSON.stringify({ tracker: { id: bugs }, values: [{ field_id: summary, value: "It breaks" }] }),
    );
    assert.ok(await document.save());
    await until("the artifact's document is open", () => isShown(artifactUri(newest())));
  });

  test("gets the next number while another one is open", async () => {
    const first = await create();
    const second = await create();
    assert.deepEqual(
      [first.uri.path, second.uri.path],
      ["/trackers/12/new-1.artifact.json", "/trackers/12/new-2.artifact.json"],
    );
  });

  test("is refused where nothing that is kept of drafts can be read", async function () {
    const data = process.env["ARTIFACT_DESK_HOST_DATA"];
    if (data === undefined) {
      // A host that keeps its data elsewhere.
      this.skip();
    }
    const drafts = path.join(data, "User/globalStorage/artifact-desk.artifact-desk/drafts");
    mkdirSync(drafts, { recursive: true });
    // What is in it can neither be read nor written.
    writeFileSync(path.join(drafts, fixture.connectionId), "no folder");
    try {
      await assert.rejects(async () => await create(), /cannot be read right now \(ENOTDIR\)/);
    } finally {
      rmSync(path.join(drafts, fixture.connectionId));
    }
    await create();
  });

  test("that was closed leaves nothing behind", async () => {
    const document = await create();
    await setText(document, "{}");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await until("it is closed", () => document.isClosed);
    const data = process.env["ARTIFACT_DESK_HOST_DATA"];
    if (data !== undefined) {
      const drafts = path.join(data, "User/globalStorage/artifact-desk.artifact-desk/drafts", fixture.connectionId);
      await poll("nothing is kept of it", () => !existsSync(drafts) || readdirSync(drafts).length === 0);
    }
    const again = await vscode.workspace.openTextDocument(document.uri);
    assert.equal(draftIn(again).tracker.id, bugs);
  });

  test("made as a duplicate holds the values of its source, unsaved", async () => {
    await vscode.commands.executeCommand("artifactDesk.duplicateArtifact", fixture.connectionId, bug);
    const document = await activeDraft();
    assert.ok(document.isDirty);
    assert.ok(await document.save());
    await until("the artifact's document is open", () => isShown(artifactUri(newest())));
    const source = fixture.service.control.readArtifact({ artifactId: bug }).values;
    const copy = fixture.service.control.readArtifact({ artifactId: newest() }).values;
    for (const name of ["summary", "details", "platforms", "tags", "due_date", "points", "steps"]) {
      assert.deepEqual(copy[name], source[name], name);
    }
  });

  test("made as a duplicate has the value of a field that was added since the tracker was read", async () => {
    const { control } = fixture.service;
    control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Newer than the rest" }] });
    control.setFieldPermissions({ fieldId: slogan, read: [], submit: [], update: [] });
    assert.equal(valueIn(await create(), slogan), undefined);
    control.setFieldPermissions({ fieldId: slogan, read: ["1"], submit: ["101_3"], update: ["101_3"] });
    await vscode.commands.executeCommand("artifactDesk.duplicateArtifact", fixture.connectionId, bug);
    const document = await activeDraft();
    assert.equal(valueIn(document, slogan), "Newer than the rest");
    const trackerReads = () => fixture.service.requests.filter(({ path: asked }) => asked.endsWith("/trackers/12"));
    fixture.service.clearRequests();
    await vscode.commands.executeCommand("artifactDesk.duplicateArtifact", fixture.connectionId, bug);
    assert.deepEqual(trackerReads(), []);
  });

  test("made as a duplicate is in JSON where XML cannot hold all of its source", async () => {
    const setFormat = (format: string | undefined) =>
      vscode.workspace
        .getConfiguration("artifactDesk")
        .update("documentFormat", format, vscode.ConfigurationTarget.Global);
    await setFormat("xml");
    try {
      const value = "A mark\u0001 of an import";
      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value }] });
      await vscode.commands.executeCommand("artifactDesk.duplicateArtifact", fixture.connectionId, bug);
      const document = await activeDraft();
      assert.deepEqual([document.languageId, valueIn(document, slogan)], ["artifact-json", value]);
    } finally {
      await setFormat(undefined);
    }
  });

  test("made as a duplicate has what is typed at once, too", async () => {
    const listener = vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (editor?.document.uri.path.includes("/new-")) {
        listener.dispose();
        void vscode.commands.executeCommand("type", { text: "At once" });
      }
    });
    const title = String(fixture.service.control.readArtifact({ artifactId: bug }).values["summary"]);
    await vscode.commands.executeCommand("artifactDesk.duplicateArtifact", fixture.connectionId, bug);
    const document = await activeDraft();
    await until("both are there", () => {
      const said = String(valueIn(document, summary));
      return said.includes("At once") && said.includes(title) && said.length === title.length + "At once".length;
    });
  });

  test("made as a child becomes one", async () => {
    await vscode.commands.executeCommand("artifactDesk.newChildArtifact", fixture.connectionId, bug, tasks);
    const document = await activeDraft();
    assert.deepEqual(
      draftIn(document).values.find((entry) => "links" in entry),
      { field_id: 1405, links: [], parent: { id: bug } },
    );
    await fill(document, { 1401: { value: "Find out why" } });
    assert.ok(await document.save());
    await until("the artifact's document is open", () => isShown(artifactUri(newest(tasks))));
    const links = fixture.service.control.readArtifact({ artifactId: bug }).values["links"] as {
      id: number;
      type: string;
    }[];
    assert.deepEqual(
      links.find(({ id }) => id === newest(tasks)),
      { id: newest(tasks), type: "_is_child" },
    );
  });
});

async function activeDraft(): Promise<vscode.TextDocument> {
  return await until("a draft is in front", () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.path.includes("/new-") && document.getText() !== "" ? document : undefined;
  });
}

function cursorIn(document: vscode.TextDocument): number | undefined {
  const [cursor] = vscode.window.activeTextEditor?.selections ?? [];
  return cursor && document.offsetAt(cursor.active);
}

function draftIn(document: vscode.TextDocument): DraftJson {
  return JSON.parse(document.getText()) as DraftJson;
}

function valueIn(document: vscode.TextDocument, fieldId: number): unknown {
  return draftIn(document).values.find(({ field_id }) => field_id === fieldId)?.value;
}

async function fill(document: vscode.TextDocument, members: Readonly<Record<number, object>>): Promise<void> {
  const { tracker, values } = draftIn(document);
  const filled = values.map(({ field_id, ...old }) => ({ field_id, ...(members[field_id] ?? old) }));
  await setText(document, `${JSON.stringify({ tracker, values: filled }, null, 2)}\n`);
}

function tabUris(): readonly string[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
  );
}

function isShown(uri: string): boolean {
  return tabUris().includes(uri);
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.join("\n") === b.join("\n");
}
