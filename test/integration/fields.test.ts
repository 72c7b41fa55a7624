import assert from "node:assert/strict";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import { OptionList } from "../../src/core/model/optionList.ts";
import { emptyChoiceTitle } from "../../src/core/sentences/fields.ts";
import { askQuickPick } from "../../src/editor/dialog/quickInput.ts";
import { askMembers } from "../../src/editor/fields/askMembers.ts";
import { commandIds } from "../../src/editor/manifest/contributions.ts";
import {
  answering,
  entriesOf,
  poll,
  putsOf,
  setEntry,
  setText,
  until,
  useFixture,
} from "./support/connectionFixture.ts";

/** A bug of the reference service with a value in every kind of field. */
const bug = 501;
/** An artifact of another tracker. */
const story = 901;
const summary = 1202;
const status = 1207;
const categories = 1210;
const releaseNote = 1205;
const attachments = 1231;
const closed = { bind_value_ids: [304] };

suite("a field set by its name", () => {
  const fixture = useFixture();

  const setField = async (...args: unknown[]) => await vscode.commands.executeCommand(commandIds.setField, ...args);
  const valueIn = (document: vscode.TextDocument, fieldId: number) =>
    entriesOf(document).find((entry) => entry.field_id === fieldId);

  test("is one change of the text, sends nothing, and is undone in one step", async () => {
    const document = await fixture.open(bug);
    const before = document.getText();
    fixture.service.clearRequests();
    await setField(document.uri, "Status", "closed");
    assert.deepEqual(valueIn(document, status), { field_id: status, ...closed });
    assert.equal(document.getText().replace("304", "302"), before);
    assert.deepEqual(fixture.service.requests, []);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    await until("the change is undone", () => document.getText() === before);
    assert.ok(!document.isDirty);
  });

  test("is added to a text that has no entry for it", async () => {
    const document = await fixture.open(bug);
    const values = entriesOf(document).filter((entry) => entry.field_id !== status);
    await setText(document, `${JSON.stringify({ values }, null, 2)}\n`);
    await setField(document.uri, status, "Closed");
    assert.deepEqual(entriesOf(document), [...values, { field_id: status, ...closed }]);
  });

  test("is what it is on the service where the text has no entry for it: a text keeps its format", async () => {
    const document = await fixture.open(bug);
    const values = entriesOf(document).filter((entry) => entry.field_id !== releaseNote);
    await setText(document, `${JSON.stringify({ values }, null, 2)}\n`);
    await setField(document.uri, releaseNote, "<p>Mended</p>");
    assert.deepEqual(valueIn(document, releaseNote), {
      field_id: releaseNote,
      value: { content: "<p>Mended</p>", format: "html" },
    });
  });

  test("is set in XML too", async () => {
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}.artifact.xml`);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await setField(uri, "Severity", "Low");
    await setField(uri, "Tags", ["crash", "brand new"]);
    const text = document.getText().replace(/\s+/g, "");
    assert.match(text, /<field_id>1208<\/field_id><bind_value_ids><item>311<\/item><\/bind_value_ids>/);
    assert.match(text, /<item><id>342<\/id><\/item><item><label>brandnew<\/label><\/item>/);
  });

  test("is set in a draft", async () => {
    await vscode.commands.executeCommand(commandIds.createArtifact, fixture.connectionId, 12, "json");
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/trackers/12/new-1.artifact.json`);
    const document = await vscode.workspace.openTextDocument(uri);
    await setField(uri, "Summary", "Set by name");
    await setField(uri, "Due date", "2026-03-13");
    assert.deepEqual(valueIn(document, summary), { field_id: summary, value: "Set by name" });
    assert.deepEqual(valueIn(document, 1218), { field_id: 1218, value: "2026-03-13" });
  });

  test("whose value is written in the text is put in where a draft lacks it, and the cursor with it", async () => {
    await vscode.commands.executeCommand(commandIds.createArtifact, fixture.connectionId, 12, "json");
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/trackers/12/new-1.artifact.json`);
    const document = await vscode.workspace.openTextDocument(uri);
    await setText(document, `${JSON.stringify({ tracker: { id: 12 }, values: [] }, null, 2)}\n`);
    await setField(uri, attachments);
    assert.deepEqual(
      entriesOf(document).map(({ field_id: fieldId }) => fieldId),
      [attachments],
    );
    const { selection } = vscode.window.activeTextEditor ?? {};
    const entry = document.getText().indexOf(`"value"`);
    assert.ok(selection && document.offsetAt(selection.active) > entry);
  });

  test("is left as it is where field or value are none, and where the text cannot be read", async () => {
    const document = await fixture.open(bug);
    const before = document.getText();
    await assert.rejects(setField(document.uri, "Status", "Fixed"), /Fixed/);
    await assert.rejects(setField(document.uri, "External ID", "x"), /External ID/);
    assert.equal(document.getText(), before);
    await setText(document, "{");
    await assert.rejects(setField(document.uri, "Status", "Closed"));
    assert.equal(document.getText(), "{");
  });

  test("is not asked for where it could not be set", async () => {
    const document = await fixture.open(bug);
    await setText(document, "{");
    const errors = answering("showErrorMessage", () => undefined);
    const asked = answering("createQuickPick", () => undefined);
    try {
      await setField(document.uri);
      await poll("it is told", () => errors.said[0]);
      assert.match(errors.said.join(), /not a valid document/);
      assert.deepEqual(asked.said, []);
    } finally {
      errors.restore();
      asked.restore();
    }
  });

  test("is shown where it was asked for and its text is in sight", async () => {
    const document = await fixture.open(bug);
    const asked = answering("showInputBox", () => "Asked for");
    try {
      await setField(document.uri, summary);
    } finally {
      asked.restore();
    }
    assert.equal(valueIn(document, summary)?.["value"], "Asked for");
    const line = vscode.window.activeTextEditor?.selection.active.line ?? 0;
    assert.match(document.lineAt(line).text, /"Asked for"/);
  });

  suite("while a colleague changes it", () => {
    /** Asks for a field, has a colleague change it, which the document follows, and answers with `chosen`. */
    async function answerLate(asked: number, theirs: object, chosen: readonly string[]) {
      const document = await fixture.open(bug);
      const before = document.getText();
      const nextOne = nextPick();
      const setting = setField(document.uri, asked);
      const pick = await nextOne;
      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field_id: asked, ...theirs }] });
      await vscode.commands.executeCommand(commandIds.refresh);
      await until("the document follows", () => document.getText() !== before);
      await heard();
      const rows = pick.items.filter(({ label }) => chosen.includes(label));
      if (pick.canSelectMany) {
        pick.selectedItems = [...pick.selectedItems, ...rows];
      } else {
        pick.activeItems = rows;
      }
      await heard();
      const followed = document.getText();
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      const failure = await setting.then(
        () => undefined,
        (error: unknown) => String(error),
      );
      return { document, followed, failure };
    }

    test("keeps the members that came and went meanwhile", async () => {
      const { document, failure } = await answerLate(categories, { bind_value_ids: [331, 333] }, ["Performance"]);
      assert.equal(failure, undefined);
      assert.deepEqual(valueIn(document, categories)?.["bind_value_ids"], [331, 332, 333]);
    });

    test("stays as it is where both would change the same, and that is told", async () => {
      const late = await answerLate(status, { bind_value_ids: [304] }, ["In progress"]);
      assert.equal(late.document.getText(), late.followed);
      assert.match(late.failure ?? "", /“Status” of #501 was changed while you were asked, so it stays as it is\./);
    });
  });

  test("is that of the document whose address is given as text or in parts, as keybindings have it", async () => {
    const active = await fixture.open(bug);
    const before = active.getText();
    const { scheme, authority, path } = fixture.uri(story);
    const title = 1301;
    for (const [given, value] of [
      [fixture.uri(story).toString(), "By text"],
      [{ scheme, authority, path }, "By parts"],
    ] as const) {
      await setField(given, title, value);
      const document = await vscode.workspace.openTextDocument(fixture.uri(story));
      assert.equal(valueIn(document, title)?.["value"], value);
    }
    assert.equal(active.getText(), before);
  });

  test("is of no document where what is given names none", async () => {
    const active = await fixture.open(bug);
    const before = active.getText();
    for (const given of ["nonsense", "https://example.com/", 7]) {
      await assert.rejects(setField(given, summary, "Evil"));
      await assert.rejects(Promise.resolve(vscode.commands.executeCommand(commandIds.submitDraft, given)));
      await vscode.commands.executeCommand(commandIds.saveWithComment, given, "Evil").then(
        () => assert.fail("saved"),
        () => undefined,
      );
    }
    assert.equal(active.getText(), before);
    assert.deepEqual(putsOf(fixture.service), []);
  });

  test("is found by its name", async () => {
    const document = await fixture.open(bug);
    await vscode.commands.executeCommand(commandIds.goToField, document.uri, "Severity");
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document, document);
    const line = document.lineAt(editor?.selection.active.line ?? 0).text;
    assert.match(line, /"bind_value_ids"/);
    assert.match(document.lineAt((editor?.selection.active.line ?? 0) - 1).text, /1208/);
  });
});

suite("the line above a document", () => {
  const fixture = useFixture();
  const waysOf = async (uri: vscode.Uri) =>
    (await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri))
      .filter(({ range }) => range.start.line === 0)
      .map(({ command }) => [command?.title, String(command?.arguments?.[0])]);

  test("offers what can be done with the artifact, of which it names the document", async () => {
    const { uri } = await fixture.open(bug);
    assert.deepEqual(
      await waysOf(uri),
      ["Preview Artifact", "Set Field…", "Change Status…", "Comment…", "Attach Files…"].map((way) => [
        way,
        String(uri),
      ]),
    );
  });

  test("shows, as do the lines above entries, while the fields of the tracker are asked for", async () => {
    const { uri } = await fixture.open(bug);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const path = /\/trackers\/\d+$/;
    fixture.service.control.addFault({ path, count: null, fault: { kind: "held", until: isReleased } });
    fixture.service.clearRequests();
    const refreshing = vscode.commands.executeCommand("artifactDesk.refresh");
    try {
      await fixture.service.untilAsked((request) => path.test(request.path));
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
      const commands = lenses.map(({ command }) => command?.command);
      assert.deepEqual([commands[0], commands.at(-1)], ["artifactDesk.preview", "artifactDesk.openLongText"]);
    } finally {
      fixture.service.control.clearFaults();
      release();
      await refreshing;
    }
  });

  test("offers no change where the user may write nothing", async () => {
    await fixture.reopen("reader");
    const { uri } = await fixture.open(bug);
    assert.deepEqual(
      (await waysOf(uri)).map(([title]) => title),
      ["Preview Artifact", "Comment…"],
    );
  });
});

/** The next list that VS Code is asked for, as VS Code has it. */
function nextPick(): Promise<vscode.QuickPick<vscode.QuickPickItem>> {
  const window = vscode.window as { createQuickPick: typeof vscode.window.createQuickPick };
  const { createQuickPick } = vscode.window;
  return new Promise((resolve) => {
    window.createQuickPick = <T extends vscode.QuickPickItem>() => {
      window.createQuickPick = createQuickPick;
      const pick = createQuickPick<T>();
      resolve(pick as unknown as vscode.QuickPick<vscode.QuickPickItem>);
      return pick;
    };
  });
}

/**
 * Resolves once the window has heard of what was done to a list, and the list of what the window made of it: it says
 * again what is checked, and takes back what was checked meanwhile.
 */
async function heard(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await vscode.env.clipboard.readText();
}

const nobody = {} as Parameters<typeof askMembers>[0];

suite("a list of 100,000 values", () => {
  const options = Array.from({ length: 100_000 }, (_, index) => ({
    id: index + 1,
    label: `Value ${index + 1}`,
    isHidden: false,
  }));
  const field = { type: "msb", kind: "list", label: "Severity", names: {}, options: new OptionList(options) } as const;

  test("shows some and says so, finds others by what is typed, and keeps what is chosen", async () => {
    const nextOne = nextPick();
    const chosen = { bind_value_ids: [5, 99_000] };
    const asking = askMembers(nobody, { connectionId: "team" }, "Severity", field, chosen);
    const pick = await nextOne;
    const labels = () => pick.items.map(({ label }) => label);
    assert.equal(pick.items.length, 2001);
    assert.equal(pick.title, "Severity (type to find 97,999 more)");
    assert.deepEqual(labels().slice(-2), ["Value 2000", "Value 99000"]);
    pick.value = "value 77777";
    await poll("it is found", () => labels().includes("Value 77777"));
    assert.deepEqual(labels(), ["Value 5", "Value 77777", "Value 99000"]);
    assert.equal(pick.title, "Severity");
    await heard();
    pick.selectedItems = pick.items.filter(({ label }) => label !== "Value 5");
    await heard();
    pick.value = "value 1";
    await poll("others are found", () => labels().includes("Value 10"));
    assert.deepEqual(
      pick.selectedItems.map(({ label }) => label),
      ["Value 77777", "Value 99000"],
    );
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    assert.deepEqual(await asking, { members: { bind_value_ids: [77_777, 99_000] } });
  });

  test("of which all are chosen stays so, though no more than some are shown", async () => {
    const nextOne = nextPick();
    // 100 is the service's «None».
    const ids = options.map(({ id }) => id).filter((id) => id !== 100);
    const asking = askMembers(nobody, { connectionId: "team" }, "Severity", field, { bind_value_ids: ids });
    const pick = await nextOne;
    pick.value = "value 99999";
    await poll("it is found", () => pick.items.some(({ label }) => label === "Value 99999"));
    assert.ok(pick.items.length < 4001);
    await heard();
    pick.selectedItems = pick.selectedItems.filter(({ label }) => label !== "Value 99999");
    await heard();
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    const answer = await asking;
    assert.ok(answer && "members" in answer);
    const left = new Set(answer.members["bind_value_ids"] as readonly number[]);
    assert.deepEqual(
      ids.filter((id) => !left.has(id)),
      [99_999],
    );
  });
});

suite("a field chosen of 60,000", () => {
  test("is found by what is typed", async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => ({
      label: `Field ${index}`,
      description: "none",
      index,
    }));
    const nextOne = nextPick();
    const asking = askQuickPick(rows, { placeHolder: "Field" });
    const pick = await nextOne;
    assert.equal(pick.items.length, 2000);
    assert.equal(pick.title, "Choose, or type to find 58,000 more");
    pick.value = "field 59999";
    await poll("it is found and has the keyboard", () => pick.activeItems[0]?.label === "Field 59999");
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    assert.equal(await asking, rows[59_999]);
  });
});

suite("an artifact to be linked", () => {
  for (const { name, typed, links } of [
    { name: "is the one that typed words have found", typed: "other", links: [503, 502] },
    { name: "is none where no words were typed", typed: "", links: [503] },
  ]) {
    test(`by Enter alone ${name}`, async () => {
      const nextOne = nextPick();
      const found = [{ id: 502, title: "Another" }];
      const known = { of: () => ({ findArtifacts: async () => found }) } as unknown as Parameters<typeof askMembers>[0];
      const field = { label: "Links", type: "art_link", kind: "links", names: {}, linkTypes: [] } as const;
      const members = { links: [{ id: 503 }] };
      const asking = askMembers(known, { connectionId: "team", artifactId: bug }, "Links", field, members);
      const pick = await nextOne;
      if (typed !== "") {
        pick.value = typed;
        await poll("its row has the keyboard", () => !pick.busy && pick.activeItems[0]?.label === "#502 Another");
      }
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      const answer = await asking;
      assert.ok(answer && "members" in answer);
      const ids = (answer.members["links"] as readonly { readonly id: number }[]).map(({ id }) => id);
      assert.deepEqual(ids, links);
    });
  }

  test("is never the one that is asked about, and types have names", async () => {
    const nextOne = nextPick();
    const found = [
      { id: bug, title: "This one" },
      { id: 502, title: "Another" },
    ];
    const known = { of: () => ({ findArtifacts: async () => found }) } as unknown as Parameters<typeof askMembers>[0];
    const field = { label: "Links", type: "art_link", kind: "links", names: {}, linkTypes: [] } as const;
    const members = { links: [{ id: 503, type: "_is_child" }] };
    const asking = askMembers(known, { connectionId: "team", artifactId: bug }, "Links", field, members);
    const pick = await nextOne;
    assert.deepEqual(
      pick.items.map(({ label, description }) => [label, description]),
      [
        ["#503", "Child"],
        ["#502 Another", undefined],
      ],
    );
    pick.value = "502";
    await poll("others are found", () => !pick.busy && pick.items.length === 2);
    assert.ok(!pick.items.some(({ label }) => label.includes("This one")));
    pick.hide();
    assert.equal(await asking, undefined);
  });
});

suite("people looked for by name", () => {
  test("are told not to be asked for where their connection is gone meanwhile", async () => {
    const nextOne = nextPick();
    const known = { of: () => assert.fail("The connection is gone") };
    const field = { label: "Watchers", type: "tbl", kind: "openList", bindsTo: "users", names: {} } as const;
    const asking = askMembers(known, { connectionId: "team" }, "Watchers", field, undefined);
    const pick = await nextOne;
    pick.value = "jane";
    await poll("the title tells it", () => pick.title === emptyChoiceTitle.notAsked("Watchers") && !pick.busy);
    pick.hide();
    assert.equal(await asking, undefined);
  });
});

suite("a quick change", () => {
  const fixture = useFixture();

  const change = (value: unknown, id: number = bug) =>
    vscode.commands.executeCommand(commandIds.changeStatus, fixture.connectionId, id, value);
  const stored = (name: string, id: number = bug) =>
    fixture.service.control.readArtifact({ artifactId: id }).values[name];

  /** Has the value of an artifact asked for, and chooses the `count` rows whose labels `wanted` matches. */
  async function choose(
    how: "activeItems" | "selectedItems",
    command: string,
    id: number,
    wanted: RegExp,
    count: number,
  ): Promise<void> {
    const next = nextPick();
    const changing = vscode.commands.executeCommand(command, fixture.connectionId, id);
    const pick = await next;
    const chosen = () => pick.items.filter(({ label }) => wanted.test(label));
    await poll("the rows can be chosen", () => chosen().length === count);
    await heard();
    pick[how] = chosen();
    await heard();
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await changing;
  }

  test("is saved at once, alone, on the condition of the version just read", async () => {
    const { version } = fixture.service.control.readArtifact({ artifactId: bug });
    await change("Closed");
    assert.deepEqual(putsOf(fixture.service), [
      { ifMatch: String(version), values: [{ field_id: status, ...closed }], status: 200 },
    ]);
    assert.equal(vscode.workspace.textDocuments.filter(({ uri }) => uri.authority === fixture.connectionId).length, 0);
  });

  test("of the assignee takes a name", async () => {
    await vscode.commands.executeCommand(
      commandIds.changeAssignee,
      fixture.connectionId,
      bug,
      "Camille Dupont (cdupont)",
    );
    assert.equal(putsOf(fixture.service)[0]?.values[0]?.field_id, 1211);
    await vscode.commands.executeCommand(commandIds.changeAssignee, fixture.connectionId, bug, null);
    assert.deepEqual(putsOf(fixture.service)[1]?.values, [{ field_id: 1211, bind_value_ids: [] }]);
  });

  test("is followed by a clean document that is open", async () => {
    const document = await fixture.open(bug);
    await change("Closed");
    await until("the document shows it", () => document.getText().includes("304"));
    assert.ok(!document.isDirty);
    await setEntry(document, summary, { value: "And on it goes" });
    assert.ok(await document.save());
    assert.equal(stored("summary"), "And on it goes");
  });

  test("goes into a document with unsaved changes instead, and is not sent", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Not saved yet" });
    await change("Closed");
    assert.deepEqual(putsOf(fixture.service), []);
    const values = entriesOf(document);
    assert.deepEqual(
      values.filter(({ field_id }) => field_id === status || field_id === summary),
      [
        { field_id: summary, value: "Not saved yet" },
        { field_id: status, ...closed },
      ],
    );
    assert.ok(document.isDirty);
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  test("of several people leaves those in the document who are only there, unsaved", async () => {
    const [story, assignees] = [902, 1304];
    const [jane, max, camille] = [102, 103, 104];
    fixture.service.control.editArtifact({
      artifactId: story,
      values: [{ field: "assigned_to", bind_value_ids: [jane] }],
    });
    const document = await fixture.open(story);
    await setEntry(document, assignees, { bind_value_ids: [jane, max] });
    await choose("selectedItems", commandIds.changeAssignee, story, /^(Jane|Camille)/, 2);
    const entry = entriesOf(document).find(({ field_id }) => field_id === assignees);
    assert.deepEqual(new Set(entry?.["bind_value_ids"] as number[]), new Set([jane, max, camille]));
    assert.deepEqual(putsOf(fixture.service), []);
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  test("back to the value that the service has replaces another one in the document, unsaved", async () => {
    const before = stored("status");
    const document = await fixture.open(bug);
    await setEntry(document, status, closed);
    await choose("activeItems", commandIds.changeStatus, bug, /^Open$/, 1);
    const entry = entriesOf(document).find(({ field_id }) => field_id === status);
    assert.deepEqual(entry?.["bind_value_ids"], before);
    assert.deepEqual(putsOf(fixture.service), []);
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  test("into an unsaved document tells what the text had already, and what somebody has changed since", async () => {
    const told = answering("showInformationMessage", ([, ...labels]) => labels.find((label) => label === "Compare"));
    try {
      const document = await fixture.open(bug);
      await setEntry(document, summary, { value: "Not saved yet" });
      await setEntry(document, status, closed);
      await change("Closed");
      assert.match(told.said.at(-1) ?? "", /its status is as you chose in the open document already/);

      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "status", bind_value_ids: [303] }] });
      await change("Open");
      assert.match(told.said.at(-1) ?? "", /Somebody has changed it on the service since/);
      const entry = entriesOf(document).find(({ field_id }) => field_id === status);
      assert.deepEqual(entry?.["bind_value_ids"], [302]);
      await poll("both are compared", () =>
        vscode.window.tabGroups.all.some(({ tabs }) =>
          tabs.some(({ input }) => input instanceof vscode.TabInputTextDiff),
        ),
      );
      await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
      assert.deepEqual([stored("summary"), stored("status")], ["Not saved yet", [302]]);
    } finally {
      told.restore();
    }
  });

  test("goes into a document that was typed in before it followed the change before", async () => {
    const document = await fixture.open(bug);
    const [before] = stored("status") as readonly number[];
    const made = change("Closed");
    const isAsked = ({ method, status: answer }: { method: string; status?: number }) =>
      method === "PUT" && answer !== undefined;
    await fixture.service.untilAsked(isAsked);
    const { service } = fixture;
    await service.untilAsked(({ method }) => method === "GET" && service.requests.at(-1)?.method === "GET");
    await setEntry(document, summary, { value: "Typed meanwhile" });
    await made;
    await change(before);
    assert.ok(await document.save());
    assert.deepEqual([stored("summary"), stored("status")], ["Typed meanwhile", [before]]);
  });

  test("overwrites nothing that somebody else changed at the same moment", async () => {
    const edit = { artifactId: bug, values: [{ field: "status", bind_value_ids: [303] }] };
    fixture.service.control.addFault({
      method: "PUT",
      path: `/artifacts/${bug}$`,
      fault: { kind: "edit", when: "before", edit },
    });
    await assert.rejects(async () => change("Closed"), /#501 was changed on the service at the same moment/);
    assert.deepEqual(
      putsOf(fixture.service).map(({ status: answer }) => answer),
      [412],
    );
    await change("Closed");
    assert.deepEqual(
      putsOf(fixture.service).map(({ status: answer }) => answer),
      [412, 200],
    );
  });

  test("of several rows is made for each artifact once, and goes on where one of them cannot be changed", async () => {
    const row = (artifactId: number) => ({ connectionId: fixture.connectionId, artifactId });
    const several = (ids: readonly number[], value: unknown) =>
      vscode.commands.executeCommand(commandIds.changeStatus, row(ids[0] ?? 0), ids.map(row), value);
    await several([bug, 502, bug], "Closed");
    assert.deepEqual(
      putsOf(fixture.service).map(({ values, status: answer }) => [values, answer]),
      [bug, 502].map(() => [[{ field_id: status, ...closed }], 200]),
    );
    fixture.service.clearRequests();
    // What fails in the tree is shown there.
    await several([bug, story], "Open");
    assert.deepEqual(putsOf(fixture.service), []);
    const edit = { artifactId: 503, values: [{ field: "status", bind_value_ids: [303] }] };
    fixture.service.control.addFault({
      method: "PUT",
      path: "/artifacts/503$",
      fault: { kind: "edit", when: "before", edit },
    });
    await several([503, 502], "Open");
    assert.deepEqual(
      putsOf(fixture.service).map(({ status: answer }) => answer),
      [412, 200],
    );
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  test("is undone by another one, over the version that it has made", async () => {
    const told = answering("showInformationMessage", ([, ...labels]) => labels.find((label) => label === "Undo"), 1);
    try {
      await change("Closed");
      await poll("it is undone", () => putsOf(fixture.service).length === 2 && stored("status"));
      assert.deepEqual(
        putsOf(fixture.service).map(({ values, status: answer }) => [values, answer]),
        [
          [[{ field_id: status, ...closed }], 200],
          [[{ field_id: status, bind_value_ids: [302] }], 200],
        ],
      );
      assert.deepEqual(stored("status"), [302]);
      await poll("the other way is offered", () => told.said.length === 2);
      assert.deepEqual(told.said, ["#501: Status is Closed.", "#501: Status is Open."]);
    } finally {
      told.restore();
    }
  });

  test("of several people that is undone leaves those in the document who were added there since, unsaved", async () => {
    const [story, assignees] = [902, 1304];
    const [jane, max, camille] = [102, 103, 104];
    fixture.service.control.editArtifact({
      artifactId: story,
      values: [
        { field: "assigned_to", bind_value_ids: [jane] },
        { field: "team", bind_value_ids: ["150"] },
      ],
    });
    const document = await fixture.open(story);
    const chosen = () => entriesOf(document).find(({ field_id }) => field_id === assignees)?.["bind_value_ids"];
    const told = answering(
      "showInformationMessage",
      async () => {
        await poll("the document follows", () => (chosen() as number[]).includes(camille));
        await setEntry(document, assignees, { bind_value_ids: [jane, max, camille] });
        return "Undo";
      },
      1,
    );
    try {
      const people = [jane, camille];
      await vscode.commands.executeCommand(commandIds.changeAssignee, fixture.connectionId, story, people);
      await poll("it is undone", () => told.said.length === 2);
      assert.deepEqual(chosen(), [jane, max]);
      assert.equal(putsOf(fixture.service).length, 1);
    } finally {
      told.restore();
    }
  });

  test("is not undone once somebody has changed the artifact since, and that is told", async () => {
    const told = answering("showInformationMessage", ([, ...labels]) => {
      fixture.service.control.advanceClock({ ms: 5000 });
      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Meanwhile" }] });
      return labels[0];
    });
    const errors = answering("showErrorMessage", () => undefined);
    try {
      await change("Closed");
      await poll("it is told", () => errors.said.length > 0);
      assert.match(errors.said.join(), /#501 was changed on the service/);
      assert.deepEqual([stored("status"), stored("slogan")], [closed.bind_value_ids, "Meanwhile"]);
    } finally {
      told.restore();
      errors.restore();
    }
  });

  test("that is refused for another field is put into the document, with the cursor at that field", async () => {
    const team = 1311;
    await assert.rejects(async () => change("Ready", story), /Team/);
    const labels: string[] = [];
    const errors = answering("showErrorMessage", ([, ...offered]) => {
      labels.push(...offered);
      return offered[0];
    });
    try {
      const row = { connectionId: fixture.connectionId, artifactId: story };
      await vscode.commands.executeCommand(commandIds.changeStatus, row, undefined, "Ready");
      const editor = await poll("the document is shown", () =>
        vscode.window.visibleTextEditors.find(
          ({ document, selection }) =>
            document.uri.toString() === fixture.uri(story).toString() && selection.active.line > 0,
        ),
      );
      assert.deepEqual(labels, ["Set in Document"]);
      const values = entriesOf(editor.document);
      assert.ok(editor.document.isDirty);
      assert.deepEqual(values.find(({ field_id }) => field_id === 1303)?.["bind_value_ids"], [402]);
      const offset = editor.document.offsetAt(editor.selection.active);
      const entry = editor.document.getText().lastIndexOf('"field_id"', offset);
      assert.match(editor.document.getText().slice(entry, offset), new RegExp(`^"field_id": ${team}\\b`));
      assert.deepEqual(stored("status", story), [401]);
    } finally {
      errors.restore();
    }
  });

  test("to where the artifact is already sends nothing", async () => {
    await change("Open");
    assert.deepEqual(putsOf(fixture.service), []);
  });

  test("that names no status is refused before anything is sent", async () => {
    await assert.rejects(async () => change("Fixed"), /“Status” has no value “Fixed”/);
    assert.deepEqual(putsOf(fixture.service), []);
  });
});

suite("a preview", () => {
  const fixture = useFixture();

  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview)
      .map(({ label }) => label);

  const requests = () => fixture.service.requests.map(({ method, path }) => `${method} ${path}`);
  const isOfHistory = (request: string) => request.includes("/changesets");
  /** What the fields are made from. The discussion below them is read meanwhile. */
  const asked = () => requests().filter((request) => !isOfHistory(request));
  const historyAsked = () => requests().filter(isOfHistory);

  test("is one panel for each artifact, and reads an artifact that is not open once", async () => {
    await vscode.commands.executeCommand(commandIds.preview, fixture.connectionId, 512);
    await vscode.commands.executeCommand(commandIds.preview, fixture.connectionId, 512);
    assert.equal(tabs().length, 1);
    assert.match(tabs()[0] ?? "", /^Preview #512 /);
    assert.deepEqual(asked(), ["GET /api/v1/artifacts/512", "GET /api/v1/trackers/12"]);
    assert.deepEqual(historyAsked(), [...new Set(historyAsked())]);
  });

  test("of an artifact that is open is made from what the document was read from", async () => {
    const document = await fixture.open(512);
    fixture.service.clearRequests();
    await vscode.commands.executeCommand(commandIds.preview, document.uri);
    assert.equal(tabs().length, 1);
    assert.deepEqual(asked(), []);
  });

  test("is called as the artifact is, also once a new title is stored", async () => {
    const document = await fixture.open(512);
    await vscode.commands.executeCommand(commandIds.preview, document.uri);
    await setEntry(document, 1202, { value: "It breaks $(zap) again" });
    assert.ok(await document.save());
    await until("the page has its title", () => tabs().includes("Preview #512 It breaks $ (zap) again"));
    assert.equal(tabs().length, 1);
  });

  test("of an artifact that there is none of says so", async () => {
    await assert.rejects(
      async () => vscode.commands.executeCommand(commandIds.preview, fixture.connectionId, 999_999),
      /Artifact #999999 could not be read/,
    );
    assert.deepEqual(tabs(), []);
  });
});
