import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import type { SvnSettings } from "../../src/core/model/svnRepository.ts";
import { fillDisk } from "../support/fullDisk.ts";
import {
  activeDiff,
  answer,
  answered,
  answering,
  closeEditors,
  poll,
  setText,
  until,
  useFixture,
} from "./support/connectionFixture.ts";

/** A repository of the reference service with something in every setting, and its project. */
const repository = 90;
const project = 122;

suite("an SVN repository's settings", () => {
  const fixture = useFixture("admin");

  const uri = () => vscode.Uri.parse(`artifact://${fixture.connectionId}/svn/${repository}.svn.json`);
  const accessFileUri = () =>
    vscode.Uri.parse(`artifact://${fixture.connectionId}/svn/${repository}/access-file.svnaccess`);
  const open = async (which = uri()) => {
    const document = await vscode.workspace.openTextDocument(which);
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  };
  const settingsOf = (document: vscode.TextDocument) => JSON.parse(document.getText()).settings as SvnSettings;
  const change = async (document: vscode.TextDocument, edit: (settings: SvnSettings) => Partial<SvnSettings>) => {
    const settings = settingsOf(document);
    await setText(document, `${JSON.stringify({ settings: { ...settings, ...edit(settings) } }, null, 2)}\n`);
  };
  const mandatory = (value: boolean) => (settings: SvnSettings) => ({
    commit_rules: { ...settings.commit_rules, is_reference_mandatory: value },
  });
  const stored = () => fixture.service.control.readRepository({ repositoryId: repository }).settings;
  const asked = () => fixture.service.requests.map(({ method, path }) => `${method} ${path}`);
  const puts = () => fixture.service.requests.filter(({ method }) => method === "PUT");
  const codes = (of: vscode.Uri) => vscode.languages.getDiagnostics(of).map(({ code }) => code);

  test("open cold by their URI with one request, as svn-settings-json", async () => {
    const document = await open();
    assert.equal(document.languageId, "svn-settings-json");
    assert.deepEqual(asked(), [`GET /api/v1/svn/${repository}`]);
    assert.equal(settingsOf(document).commit_rules.is_reference_mandatory, true);
    assert.ok(!("has_default_permissions" in settingsOf(document)));
  });

  test("are not asked about for a deletion whose wait for the repository's name is given up", async () => {
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    fixture.service.control.addFault({ path: `/svn/${repository}$`, fault: { kind: "held", until } });
    const deleting = vscode.commands.executeCommand(
      "artifactDesk.deleteSvnRepository",
      fixture.connectionId,
      repository,
    );
    // An editor that runs tests rejects whatever would ask.
    await answered(deleting, "notification.acceptPrimaryAction");
    answer();
    assert.deepEqual(asked(), [`GET /api/v1/svn/${repository}`]);
  });

  test("open by command under the repository's name, with one request", async () => {
    await vscode.commands.executeCommand("artifactDesk.openSvnSettings", fixture.connectionId, repository);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, "repo01 (SVN)");
    assert.deepEqual(asked(), [`GET /api/v1/svn/${repository}`]);
  });

  test("can be pinned by number, and their address be copied", async () => {
    await vscode.commands.executeCommand("artifactDesk.pin", fixture.connectionId, "svn", repository);
    await vscode.commands.executeCommand("artifactDesk.unpin", fixture.connectionId, "svn", repository);
    await assert.rejects(
      async () => await vscode.commands.executeCommand("artifactDesk.pin", fixture.connectionId, "svn", 9999),
      /does not have it/,
    );
    fixture.service.control.changeSettings({ listing: "minimal" });
    await vscode.commands.executeCommand("artifactDesk.pin", fixture.connectionId, "svn", 9999);
    await vscode.commands.executeCommand("artifactDesk.unpin", fixture.connectionId, "svn", 9999);
    fixture.service.control.changeSettings({ listing: "full" });
    await vscode.commands.executeCommand("artifactDesk.copySvnCheckoutUrl", fixture.connectionId, repository);
    assert.match(await vscode.env.clipboard.readText(), /\/svnplugin\/svn-plugin-test\/repo01$/);
  });

  test("save the complete set after reading again, and are clean", async () => {
    const document = await open();
    await change(document, mandatory(false));
    fixture.service.clearRequests();
    assert.ok(await document.save());
    assert.ok(!document.isDirty);
    assert.deepEqual(asked(), [`GET /api/v1/svn/${repository}`, `PUT /api/v1/svn/${repository}`]);
    assert.deepEqual(Object.keys(JSON.parse(puts()[0]?.body ?? "").settings).sort(), [
      "access_file",
      "commit_rules",
      "email_notifications",
      "has_default_permissions",
      "immutable_tags",
    ]);
    assert.equal(stored().isReferenceMandatory, false);
  });

  test("saved untouched or changed in form alone send nothing", async () => {
    const document = await open();
    await setText(document, `${JSON.stringify(JSON.parse(document.getText()), null, 4)}\n`);
    fixture.service.clearRequests();
    assert.ok(await document.save());
    assert.deepEqual(asked(), []);
  });

  test("keep what they were made from when their language is changed", async () => {
    const document = await open();
    await change(document, mandatory(false));
    await vscode.languages.setTextDocumentLanguage(document, "json");
    // Time for whatever listeners do at the end of a document, which this is not.
    await vscode.workspace.fs.readFile(uri());
    assert.ok(await document.save());
    assert.equal(stored().isReferenceMandatory, false);
  });

  test("that show nothing unsaved follow what somebody else writes into their file", async () => {
    const document = await open();
    const foreign = document.getText().replace('"is_reference_mandatory": true', '"is_reference_mandatory": false');
    await vscode.workspace.fs.writeFile(uri(), new TextEncoder().encode(foreign));
    await until("the document has followed", () => !settingsOf(document).commit_rules.is_reference_mandatory);
    await change(document, () => ({ access_file: "[/]\n* = r" }));
    assert.ok(await document.save());
    assert.deepEqual([stored().isReferenceMandatory, puts().length], [false, 2]);
  });

  test("that are incomplete are marked and not sent", async () => {
    const document = await open();
    const { access_file: _, ...rest } = settingsOf(document);
    await setText(document, JSON.stringify({ settings: rest }, null, 2));
    fixture.service.clearRequests();
    assert.equal(await document.save(), false);
    assert.deepEqual(puts(), []);
    await until("what is missing is marked", () => codes(uri()).includes("missingMember"));
    await until("the schema says so too", () =>
      vscode.languages.getDiagnostics(uri()).some(({ message }) => message.includes('Missing property "access_file"')),
    );
  });

  test("that a colleague changed are in conflict; merged and saved they hold both", async () => {
    const document = await open();
    await change(document, mandatory(false));
    fixture.service.control.editRepository({ repositoryId: repository, settings: { paths: ["/tags", "/releases"] } });
    assert.equal(await document.save(), false);
    await until("theirs is beside mine", () => activeDiff()?.modified.toString() === uri().toString());
    assert.deepEqual(puts(), []);
    await vscode.commands.executeCommand("artifactDesk.conflict.merge");
    assert.deepEqual(settingsOf(document).immutable_tags.paths, ["/tags", "/releases"]);
    assert.ok(document.isDirty);
    assert.ok(await document.save());
    assert.deepEqual([stored().isReferenceMandatory, stored().paths], [false, ["/tags", "/releases"]]);
  });

  test("kept as mine replace the version shown", async () => {
    const document = await open();
    await change(document, mandatory(false));
    fixture.service.control.editRepository({ repositoryId: repository, settings: { paths: ["/releases"] } });
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", uri());
    assert.ok(!document.isDirty);
    assert.deepEqual([stored().isReferenceMandatory, stored().paths], [false, ["/tags"]]);
  });

  test("taken as theirs are clean, and nothing is sent", async () => {
    const document = await open();
    await change(document, mandatory(false));
    fixture.service.control.editRepository({ repositoryId: repository, settings: { paths: ["/releases"] } });
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand("artifactDesk.conflict.takeTheirs", uri());
    assert.ok(!document.isDirty);
    assert.deepEqual(settingsOf(document).immutable_tags.paths, ["/releases"]);
    assert.equal(settingsOf(document).commit_rules.is_reference_mandatory, true);
    assert.deepEqual(puts(), []);
  });

  test("of a reading that was undone are marked, and not sent before a choice", async () => {
    const document = await open(accessFileUri());
    const theirs = `${stored().accessFile}\ntheirs = r`;
    fixture.service.control.editRepository({ repositoryId: repository, settings: { accessFile: theirs } });
    await vscode.commands.executeCommand("artifactDesk.refresh");
    await until("the document shows theirs", () => document.getText().includes("theirs = r\n"));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    assert.ok(document.isDirty && !document.getText().includes("theirs = r\n"), document.getText());
    assert.equal(await document.save(), false);
    await setText(document, `# mine\n${document.getText()}`);
    assert.equal(await document.save(), false);
    assert.deepEqual(puts(), []);
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", accessFileUri());
    assert.ok(!document.isDirty);
    assert.ok(stored().accessFile.startsWith("# mine\n") && !stored().accessFile.includes("theirs = r"));
  });

  test("of a merge that was undone are marked, with quick fixes, before they put back what a colleague changed", async () => {
    const document = await open();
    await change(document, mandatory(false));
    const mine = document.getText();
    fixture.service.control.editRepository({ repositoryId: repository, settings: { paths: ["/releases"] } });
    await document.save();
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", uri());
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), mine);
    assert.equal(await document.save(), false);
    const mark = await until("the paths are marked", () =>
      vscode.languages.getDiagnostics(uri()).find(({ code }) => code === "conflict"),
    );
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri(),
      mark.range,
    );
    const fixes = actions.filter(({ title }) => title.startsWith("Use "));
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ["Use Mine for the immutable paths", "Use Theirs for the immutable paths"],
    );
    const take = fixes[1]?.edit;
    assert.ok(take && (await vscode.workspace.applyEdit(take)));
    assert.ok(await document.save());
    assert.deepEqual([stored().paths, stored().isReferenceMandatory], [["/releases"], false]);
  });

  test("that the service rewrote show what is stored, beside what was sent", async () => {
    const document = await open();
    await change(document, () => ({ access_file: "[/]\n@nobody-knows = rw\n@members = r" }));
    assert.ok(await document.save());
    await until("what was sent is beside what is stored", () => activeDiff()?.original.scheme === "artifact-sent");
    await until("the document follows", () => settingsOf(document).access_file.includes("# @nobody-knows = rw"));
    assert.ok(!document.isDirty);
    const sent = await vscode.workspace.openTextDocument(uri().with({ scheme: "artifact-sent" }));
    assert.equal(settingsOf(sent).access_file, "[/]\n@nobody-knows = rw\n@members = r");
  });

  test("have their access file in an editor of its own, which saves all settings", async () => {
    const settings = await open();
    const document = await open(accessFileUri());
    assert.equal(document.languageId, "svn-access-file");
    assert.equal(document.getText(), `${stored().accessFile}\n`);
    await setText(document, "[/]\n* = r\n@broken = x\n@members = rw\n");
    await until("what becomes a comment is marked", () => codes(accessFileUri()).includes("ruleBecomesComment"));
    await setText(document, "[/]\n* =\n@members = rw\n");
    assert.ok(await document.save());
    assert.deepEqual([stored().accessFile, stored().paths], ["[/]\n* =\n@members = rw", ["/tags"]]);
    assert.equal(document.getText(), "[/]\n* =\n@members = rw\n");
    await until("the settings follow", () => settingsOf(settings).access_file === stored().accessFile);
    assert.ok(!settings.isDirty);
  });

  test("with unsaved changes take over what the access file's editor saved", async () => {
    const settings = await open();
    await change(settings, mandatory(false));
    const document = await open(accessFileUri());
    await setText(document, "[/]\n* =\n");
    assert.ok(await document.save());
    await until("the settings follow", () => settingsOf(settings).access_file === "[/]\n* =");
    assert.ok(settings.isDirty);
    assert.ok(await settings.save());
    assert.deepEqual([stored().accessFile, stored().isReferenceMandatory], ["[/]\n* =", false]);
  });

  test("lines of the access file that both changed are marked, and not sent before a choice", async () => {
    const document = await open(accessFileUri());
    const before = document.getText();
    await setText(document, before.replace("* = r\n", "* = rw\n"));
    const theirs = stored().accessFile.replace("* = r\n", "* =\n");
    fixture.service.control.editRepository({ repositoryId: repository, settings: { accessFile: theirs } });
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", accessFileUri());
    assert.match(document.getText(), /<<<<<<< mine\n\* = rw\n=======\n\* =\n>>>>>>> theirs\n/);
    await until("the marks are marked", () => codes(accessFileUri()).includes("conflictMarks"));
    assert.equal(await document.save(), false);
    assert.deepEqual(puts(), []);
    const chosen = document.getText().replace(/<<<<<<< mine\n([^=]*= rw\n)=======\n[^>]*>>>>>>> theirs\n/, "$1");
    await setText(document, chosen);
    // The text is mine again to the letter, as it is when the merge is undone: that takes a word.
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", accessFileUri());
    assert.ok(!document.isDirty);
    assert.equal(stored().accessFile, before.replace("* = r\n", "* = rw\n").trim());
  });

  test("are refused to those who are no administrators", async () => {
    await fixture.reopen("member");
    await assert.rejects(async () => await vscode.workspace.openTextDocument(uri()), /administrators only/);
  });

  test("show the names of people and groups, and mark whom the service does not know", async () => {
    const document = await open();
    const { users, user_groups: groups } =
      settingsOf(document).email_notifications[1] ?? assert.fail("no notification");
    const [jane = 0] = users;
    const hints = async () =>
      (
        await vscode.commands.executeCommand<vscode.InlayHint[]>(
          "vscode.executeInlayHintProvider",
          document.uri,
          new vscode.Range(0, 0, document.lineCount, 0),
        )
      ).map(({ label, position }) => [document.lineAt(position).text.trim(), label]);
    assert.deepEqual(await hints(), [
      ['"122_3"', "Project members"],
      [String(jane), "Jane Doe (jdoe)"],
      [`"${groups[0]}"`, "Developers"],
    ]);
    assert.deepEqual(asked(), [`GET /api/v1/svn/${repository}`], "the settings told the names");
    const [hover] = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      document.positionAt(document.getText().indexOf(`${jane}`)),
    );
    const words = hover?.contents.map((each) => (each as vscode.MarkdownString).value).join(" ");
    // Marks of Markdown among what the service says are escaped.
    assert.match(words?.replaceAll("\\", "") ?? "", new RegExp(`${jane}: Jane Doe`));
    const edited = document
      .getText()
      .replace(`${jane}`, `${jane}, 987654`)
      .replace("* = r\\n@members = rw", "* = r\\n@members = wr");
    await setText(document, edited);
    const marks = await until("the unknown number and the rule are marked", () => {
      const found = vscode.languages.getDiagnostics(uri());
      return found.length === 2 ? found : undefined;
    });
    assert.deepEqual(marks.map(({ code, range }) => `${code} ${document.getText(range)}`).sort(), [
      "ruleBecomesComment @members = wr",
      "unknownPerson 987654",
    ]);
    await setText(document, edited.replace("987654", '"max"'));
    const at = document.positionAt(document.getText().indexOf('"max"') + 4);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      at,
    );
    const found = items.find(({ kind }) => kind === vscode.CompletionItemKind.User);
    assert.deepEqual(found?.insertText, new vscode.SnippetString("103"));
  });

  test("that could be read are not replaced while a gateway answers for the service", async () => {
    const document = await open();
    const before = stored();
    await change(document, mandatory(false));
    const fault = { kind: "answer", status: 404, body: "" } as const;
    fixture.service.control.addFault({ method: "GET", path: `/svn/${repository}`, fault });
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
    assert.deepEqual(puts(), []);
    assert.deepEqual(stored(), before);
  });

  test("on a service that lets none be read are a new repository's, and saved with Keep Mine alone", async () => {
    fixture.service.control.changeSettings({ listing: "minimal" });
    const document = await open();
    assert.equal(settingsOf(document).access_file, "");
    await change(document, () => ({ access_file: "[/]\n* = r" }));
    assert.equal(await document.save(), false);
    assert.deepEqual(puts(), []);
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", uri());
    assert.ok(!document.isDirty);
    assert.equal(stored().accessFile, "[/]\n* = r");
    await closeEditors();
    assert.equal(settingsOf(await open()).access_file, "[/]\n* = r");
  });

  test("that cannot be kept are not remembered as those saved before, on a service that lets none be read", async function () {
    const data = process.env["ARTIFACT_DESK_HOST_DATA"];
    if (data === undefined) {
      // A host that keeps its data elsewhere.
      this.skip();
    }
    fixture.service.control.changeSettings({ listing: "minimal" });
    const document = await open();
    await change(document, () => ({ access_file: "[/]\nbefore = r" }));
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", uri());
    const folder = path.join(data, "User/globalStorage/artifact-desk.artifact-desk/svn-settings", fixture.connectionId);
    const file = readdirSync(folder).find((name) => name.startsWith(`${repository}-`)) ?? assert.fail();
    assert.deepEqual(readdirSync(folder), [file]);
    await change(document, () => ({ access_file: "[/]\nsince = r" }));
    const disk = fillDisk(folder);
    try {
      assert.ok(await document.save());
    } finally {
      disk.end();
    }
    assert.equal(stored().accessFile, "[/]\nsince = r");
    assert.deepEqual(readdirSync(folder), []);
  });
});

suite("a draft of an SVN repository", () => {
  const fixture = useFixture("admin");

  const draftUri = (n = 1) =>
    vscode.Uri.parse(`artifact://${fixture.connectionId}/projects/${project}/new-${n}.svn.json`);
  const create = async (name: string) => {
    await vscode.commands.executeCommand("artifactDesk.createSvnRepository", fixture.connectionId, project, name);
    return vscode.window.activeTextEditor?.document ?? assert.fail("no draft is shown");
  };
  const posts = () => fixture.service.requests.filter(({ method }) => method === "POST");
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(({ label }) => label);
  const newestRepository = () => {
    const names = Object.keys(fixture.service.control.inventory());
    return Math.max(...names.flatMap((name) => (name.startsWith("repository ") ? Number(name.slice(11)) : [])));
  };
  /** The repository is created, its answer lost, and the project cannot be listed after that. */
  const saveInDoubt = async (document: vscode.TextDocument) => {
    const { control } = fixture.service;
    control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    const saved = document.save();
    await fixture.service.untilAsked(({ method }) => method === "POST");
    control.addFault({ path: `/projects/${project}/svn`, fault: { kind: "answer", status: 500, body: "" }, count: 3 });
    assert.equal(await saved, false);
    control.clearFaults();
  };

  test("holds project, name and complete settings, and becomes the repository's settings in its tab", async () => {
    const document = await create("repo02");
    assert.equal(document.languageId, "svn-settings-json");
    const draft = JSON.parse(document.getText());
    assert.deepEqual([draft.project_id, draft.name], [project, "repo02"]);
    draft.settings.commit_rules.is_reference_mandatory = true;
    await setText(document, `${JSON.stringify(draft, null, 2)}\n`);
    assert.ok(await document.save());
    await poll("the settings have the tab", () => tabs().length === 1 && tabs()[0] === "repo02 (SVN)");
    assert.equal(posts().length, 1);
    const shown = vscode.window.activeTextEditor?.document;
    const id = Number(/\/svn\/(\d+)\.svn\.json$/.exec(shown?.uri.path ?? "")?.[1]);
    const stored = fixture.service.control.readRepository({ repositoryId: id });
    assert.deepEqual([stored.name, stored.settings.isReferenceMandatory], ["repo02", true]);
    assert.ok(!shown?.isDirty);
  });

  test("is checked by the schema of settings as well, to which its own refers", async () => {
    const document = await create("repo09");
    const draft = JSON.parse(document.getText());
    delete draft.settings.commit_rules.is_reference_mandatory;
    await setText(document, JSON.stringify(draft, null, 2));
    await until("what is missing is marked", () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .some(({ message }) => message.includes('Missing property "is_reference_mandatory"')),
    );
  });

  test("gives what was typed while the repository was being created to its settings, unsaved", async () => {
    const document = await create("repo03");
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    await setText(document, document.getText().replace('"access_file": ""', '"access_file": "[/]"'));
    fixture.service.control.addFault({ method: "POST", fault: { kind: "held", until } });
    const saved = document.save();
    await fixture.service.untilAsked(({ method }) => method === "POST");
    await setText(document, document.getText().replace('"[/]"', '"[/typed]"'));
    release();
    await saved;
    await poll("the settings have the tab", () => tabs().length === 1 && tabs()[0] === "repo03 (SVN)");
    const shown = vscode.window.activeTextEditor?.document;
    assert.ok(shown?.isDirty);
    assert.match(shown.getText(), /\[\/typed\]/);
    const id = Number(/\/svn\/(\d+)\.svn\.json$/.exec(shown.uri.path)?.[1]);
    assert.equal(fixture.service.control.readRepository({ repositoryId: id }).settings.accessFile, "[/]");
    assert.equal(posts().length, 1);
  });

  test("whose name is taken stays, and nothing is created", async () => {
    const document = await create("repo01");
    await setText(document, document.getText().replace('"access_file": ""', '"access_file": "[/]"'));
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
    assert.deepEqual(
      posts().map(({ status }) => status),
      [409],
    );
  });

  test("whose answer was lost is not sent again: the project is looked through instead", async () => {
    const document = await create("repo03");
    await setText(document, document.getText().replace('"access_file": ""', '"access_file": "[/]"'));
    fixture.service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    assert.ok(await document.save());
    await poll("the settings have the tab", () => tabs()[0] === "repo03 (SVN)");
    assert.equal(posts().length, 1);
  });

  test("whose name is taken is refused again, and never becomes the repository that is there", async () => {
    const document = await create("repo01");
    await setText(document, document.getText().replace('"access_file": ""', '"access_file": "[/]"'));
    assert.deepEqual([await document.save(), await document.save()], [false, false]);
    assert.deepEqual(
      posts().map(({ status }) => status),
      [409, 409],
    );
    assert.deepEqual([document.isDirty, tabs()], [true, ["New SVN repository repo01"]]);
  });

  test("that takes the place of one of which a question is open is not sent by the answer", async function () {
    const data = process.env["ARTIFACT_DESK_HOST_DATA"];
    if (data === undefined) {
      // A host that keeps its data elsewhere.
      this.skip();
    }
    const drafts = path.join(data, "User/globalStorage/artifact-desk.artifact-desk/drafts", fixture.connectionId);
    const folder = path.join(drafts, "repositories");
    const answers: ((choice: string) => void)[] = [];
    const told = answering("showWarningMessage", () => new Promise((resolve) => answers.push(resolve)));
    const inDoubt = async (name: string) => {
      const document = await create(name);
      await setText(document, document.getText().replace('"access_file": ""', `"access_file": "[/${name}]"`));
      await saveInDoubt(document);
      return document;
    };
    try {
      const document = await inDoubt("repo03");
      await poll("the person is asked", () => answers.length === 1);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await poll(
        "nothing is kept of it",
        () => document.isClosed && (!existsSync(folder) || readdirSync(folder).length === 0),
      );
      const other = await create("repo04");
      assert.deepEqual([other.uri.path, JSON.parse(other.getText()).name], [document.uri.path, "repo04"]);
      await inDoubt("repo05");
      await poll("the person is asked again", () => answers.length === 2);
      answers.forEach((answer) => void answer("This Is It"));
      await poll("the last one is found", () => tabs().includes("repo05 (SVN)"));
      assert.deepEqual(
        posts().map(({ body }) => JSON.parse(body).name),
        ["repo03", "repo05"],
      );
    } finally {
      told.restore();
    }
  });

  test("gives what was typed since the lost answer to the settings, unsaved", async () => {
    const document = await create("repo03");
    await setText(document, document.getText().replace('"access_file": ""', '"access_file": "[/]"'));
    await saveInDoubt(document);
    await setText(document, document.getText().replace('"access_file": "[/]"', '"access_file": "[/]\\n* = r"'));
    assert.ok(await document.save());
    await poll("the settings have the tab", () => tabs().length === 1 && tabs()[0] === "repo03 (SVN)");
    const shown = vscode.window.activeTextEditor?.document;
    const id = Number(/\/svn\/(\d+)\.svn\.json$/.exec(shown?.uri.path ?? "")?.[1]);
    assert.ok(shown?.isDirty);
    assert.match(shown.getText(), /"access_file": "\[\/\]\\n\* = r"/);
    assert.equal(fixture.service.control.readRepository({ repositoryId: id }).settings.accessFile, "[/]");
    assert.equal(posts().length, 1);
  });

  test("whose access file somebody else has changed since is asked about before what was typed replaces that", async () => {
    const document = await create("repo03");
    await setText(document, document.getText().replace('"access_file": ""', '"access_file": "[/]\\nmine = r"'));
    await saveInDoubt(document);
    const id = newestRepository();
    fixture.service.control.editRepository({ repositoryId: id, settings: { accessFile: "[/]\ntheirs = r" } });
    await setText(document, document.getText().replace("mine = r", "mine = rw"));
    assert.equal(await document.save(), false);
    await answer(() => tabs()[0] === "repo03 (SVN)", "notification.acceptPrimaryAction");
    const shown = vscode.window.activeTextEditor?.document ?? assert.fail("nothing is shown");
    assert.ok(shown.isDirty);
    const lines = () => JSON.parse(shown.getText()).settings.access_file;
    assert.equal(lines(), "[/]\nmine = rw");
    assert.equal(await shown.save(), false);
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", shown.uri);
    assert.equal(lines(), "<<<<<<< mine\n[/]\nmine = rw\n=======\n[/]\ntheirs = r\n>>>>>>> theirs");
    assert.equal(await shown.save(), false);
    assert.equal(fixture.service.control.readRepository({ repositoryId: id }).settings.accessFile, "[/]\ntheirs = r");
    assert.equal(posts().length, 1);
  });

  test("moves what is typed into it later alone, and nothing once more that the settings have replaced since", async () => {
    const document = await create("repo03");
    const typed = (access: string, isMandatory = false) => {
      const draft = JSON.parse(document.getText());
      const commit_rules = { ...draft.settings.commit_rules, is_reference_mandatory: isMandatory };
      return JSON.stringify({ ...draft, settings: { ...draft.settings, access_file: access, commit_rules } });
    };
    await setText(document, typed("[/]"));
    await saveInDoubt(document);
    const id = newestRepository();
    const [first, later] = [typed("[/]\n* = r"), typed("[/]\n* = r", true)];
    await setText(document, first);
    // Somebody types on as soon as the settings say it. That cannot be moved as it stands, so the draft stays open.
    const { promise: typedOn, resolve } = Promise.withResolvers<Promise<void>>();
    const typing = vscode.workspace.onDidChangeTextDocument(({ document: { uri: changed }, contentChanges }) => {
      if (changed.path === `/svn/${id}.svn.json` && contentChanges.length > 0) {
        typing.dispose();
        resolve(setText(document, "{"));
      }
    });
    await document.save();
    await typedOn;
    const settings = await vscode.workspace.openTextDocument(
      vscode.Uri.parse(`artifact://${fixture.connectionId}/svn/${id}.svn.json`),
    );
    const says = () => JSON.parse(settings.getText()).settings as SvnSettings;
    assert.equal(says().access_file, "[/]\n* = r");
    await setText(settings, settings.getText().replace("* = r", "* = rw"));
    assert.ok(await settings.save());
    await setText(document, later);
    assert.ok(await document.save());
    await poll("the settings have the tab", () => tabs().length === 1 && tabs()[0] === "repo03 (SVN)");
    assert.deepEqual([says().access_file, says().commit_rules.is_reference_mandatory], ["[/]\n* = rw", true]);
    assert.equal(posts().length, 1);
  });

  test("has somebody choose where they removed a notification that somebody else has changed", async () => {
    const document = await create("repo03");
    const draft = JSON.parse(document.getText());
    const trunk = { path: "/trunk", emails: ["a@example.com"], users: [], user_groups: [] };
    const say = (notifications: readonly object[]) =>
      setText(
        document,
        JSON.stringify({ ...draft, settings: { ...draft.settings, email_notifications: notifications } }),
      );
    await say([trunk]);
    await saveInDoubt(document);
    // It is recognized, and cannot be moved.
    await setText(document, "{");
    assert.equal(await document.save(), false);
    const id = newestRepository();
    const theirs = { path: "/trunk", emails: ["a@example.com", "b@example.com"], userIds: [], groupIds: [] };
    fixture.service.control.editRepository({ repositoryId: id, settings: { notifications: [theirs] } });
    await say([]);
    assert.ok(await document.save());
    await poll("the settings have the tab", () => tabs().length === 1 && tabs()[0] === "repo03 (SVN)");
    const shown = vscode.window.activeTextEditor?.document ?? assert.fail("nothing is shown");
    assert.deepEqual(JSON.parse(shown.getText()).settings.email_notifications, []);
    assert.equal(await shown.save(), false);
    assert.deepEqual(fixture.service.control.readRepository({ repositoryId: id }).settings.notifications, [theirs]);
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", shown.uri);
    assert.equal(await shown.save(), false);
    assert.match(
      vscode.languages
        .getDiagnostics(shown.uri)
        .map(({ message }) => message)
        .join(),
      /\/trunk/,
    );
  });

  test("of a project that could not be listed before is asked for", async () => {
    const document = await create("repo03");
    await setText(document, document.getText().replace('"access_file": ""', '"access_file": "[/]"'));
    const { control } = fixture.service;
    control.addFault({ path: `/projects/${project}/svn`, fault: { kind: "answer", status: 500, body: "" }, count: 6 });
    control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    assert.equal(await document.save(), false);
    control.clearFaults();
    assert.equal(await document.save(), false);
    await answer(() => tabs()[0] === "repo03 (SVN)", "notification.acceptPrimaryAction");
    assert.equal(posts().length, 1);
  });

  test("that a lagging list does not show is asked for when its name is refused", async () => {
    const document = await create("repo03");
    await setText(document, document.getText().replace('"access_file": ""', '"access_file": "[/]"'));
    const { control } = fixture.service;
    const headers = { "Content-Type": "application/json", "X-PAGINATION-SIZE": "0" };
    const nothing = { kind: "answer", status: 200, headers, body: '{"repositories":[]}' } as const;
    control.addFault({ path: `/projects/${project}/svn`, fault: nothing, count: 3 });
    control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    assert.deepEqual([await document.save(), await document.save()], [false, false]);
    assert.equal(posts().length, 2);
    await answer(() => tabs()[0] === "repo03 (SVN)", "notification.acceptPrimaryAction");
    assert.equal(posts().length, 2);
  });

  test("made at the same time as another one has its own name", async () => {
    const command = (name: string) =>
      vscode.commands.executeCommand("artifactDesk.createSvnRepository", fixture.connectionId, project, name);
    await Promise.all([command("repo05"), command("repo06")]);
    const names = await Promise.all(
      [1, 2].map(async (n) => JSON.parse((await vscode.workspace.openTextDocument(draftUri(n))).getText()).name),
    );
    assert.deepEqual(names.toSorted(), ["repo05", "repo06"]);
  });

  test("that may have been created is not sent again, though its language is changed", async () => {
    const document = await create("repo03");
    await setText(document, document.getText().replace('"access_file": ""', '"access_file": "[/]"'));
    await saveInDoubt(document);
    await vscode.languages.setTextDocumentLanguage(document, "json");
    // Time for whatever listeners do at the end of a document, which this is not.
    await vscode.workspace.fs.readFile(document.uri);
    assert.ok(await document.save());
    await poll("the settings have the tab", () => tabs()[0] === "repo03 (SVN)");
    assert.equal(posts().length, 1);
  });

  test("with a name against the rules is not sent", async () => {
    await assert.rejects(
      async () =>
        await vscode.commands.executeCommand("artifactDesk.createSvnRepository", fixture.connectionId, project, "2x"),
      /begin with a letter/,
    );
    const document = await create("repo04");
    await setText(document, document.getText().replace("repo04", "re po"));
    assert.equal(await document.save(), false);
    assert.deepEqual(posts(), []);
  });

  test("takes a number that is free in this window", async () => {
    await create("repo05");
    await vscode.commands.executeCommand("artifactDesk.createSvnRepository", fixture.connectionId, project, "repo06");
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), draftUri(2).toString());
  });
});
