import assert from "node:assert/strict";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import * as vscode from "vscode";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import {
  activeDiff,
  answered,
  answering,
  type ConnectionFixture,
  closeEditors,
  entriesOf,
  openFixture,
  poll,
  setEntry,
  setText,
  until,
  whileSaved,
} from "./support/connectionFixture.ts";
import { useFolder } from "./support/files.ts";

const [bug, title, repository, withFiles] = [512, 1202, 90, 501];

/** The other service is a copy of the first: it has the same artifacts, of the same versions. */
suite("A connection whose address is changed", () => {
  let fixture: ConnectionFixture;
  let other: ReferenceService;
  const folder = useFolder();

  setup(async () => {
    fixture = await openFixture("admin");
    other = await startReferenceService();
  });

  teardown(async () => {
    await closeEditors();
    await fixture.close();
    await other.close();
  });

  const moveTo = async ({ origin, baseUrl, keys }: ReferenceService, url = baseUrl) => {
    const connection = { id: fixture.connectionId, url, label: "Moved" };
    const settings = vscode.workspace.getConfiguration("artifactDesk");
    await settings.update("connections", [connection], vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand("artifactDesk.addConnection", {
      ...connection,
      url: origin,
      accessKey: keys.admin,
    });
  };
  const puts = (service: ReferenceService) => service.requests.filter(({ method }) => method === "PUT");
  const titleIn = (document: vscode.TextDocument) =>
    entriesOf(document).find((each) => each.field_id === title)?.["value"];
  const openSettings = async () => {
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/svn/${repository}.svn.json`);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  };

  test("compares what was typed before with what is there, although that has the same version", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, title, { value: "Typed at the first" });
    await moveTo(other);
    assert.equal(await document.save(), false);
    assert.deepEqual(puts(other), []);
    assert.ok(document.isDirty);
    await until("theirs is shown beside mine", () => activeDiff());
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
    assert.ok(!document.isDirty);
    assert.equal(puts(other).length, 1);
    assert.deepEqual(puts(fixture.service), []);
  });

  test("shows what is there in documents with nothing unsaved", async () => {
    const document = await fixture.open(bug);
    other.control.editArtifact({ artifactId: bug, values: [{ field_id: title, value: "At the other" }] });
    await moveTo(other);
    await poll("the document follows", () => titleIn(document) === "At the other");
    await setEntry(document, title, { value: "Typed there" });
    assert.ok(await document.save());
    assert.equal(puts(other).length, 1);
  });

  test("saves what was typed before where the address is only written otherwise", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, title, { value: "Typed before" });
    await moveTo(fixture.service, `${fixture.service.origin}/api/`);
    assert.ok(await document.save());
    assert.equal(puts(fixture.service).length, 1);
  });

  test("writes nothing there that a program makes of what it has read at the first", async () => {
    const document = await fixture.open(bug);
    const read = new TextDecoder().decode(await vscode.workspace.fs.readFile(document.uri));
    other.control.editArtifact({ artifactId: bug, values: [{ field_id: title, value: "At the other" }] });
    await moveTo(other);
    await poll("the document follows", () => titleIn(document) === "At the other");
    const write = (text: string) => Promise.resolve(vscode.workspace.fs.writeFile(document.uri, Buffer.from(text)));
    const slogan = /("field_id": 1206,\s+"value": )"[^"]*"/;
    await assert.rejects(write(read.replace(slogan, '$1"By an agent"')), /Read it again, then write/);
    assert.deepEqual(puts(other), []);
    const again = new TextDecoder().decode(await vscode.workspace.fs.readFile(document.uri));
    await write(again.replace(slogan, '$1"By an agent"'));
    assert.equal(puts(other).length, 1);
  });

  for (const { when, isDiscarded } of [
    { when: "in a text that followed there", isDiscarded: false },
    { when: "after changes were discarded there", isDiscarded: true },
  ]) {
    test(`compares what was typed at another address ${when}, once it leads back`, async () => {
      const document = await fixture.open(bug);
      await (isDiscarded && setEntry(document, title, { value: "Mine" }));
      const edit = { artifactId: bug, values: [{ field_id: title, value: "At the other" }] };
      other.control.editArtifact(edit);
      await moveTo(other);
      await (isDiscarded && vscode.commands.executeCommand("artifactDesk.discardChanges", document.uri));
      await until("theirs is shown", () => titleIn(document) === "At the other" && !document.isDirty);
      await setText(document, document.getText().replace("At the other", "At the other, typed"));
      await moveTo(fixture.service);
      assert.equal(await document.save(), false);
      assert.deepEqual([puts(fixture.service), puts(other)], [[], []]);
    });
  }

  test("discards what was left in conflict at the first as one step, once it leads back", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, title, { value: "Mine" });
    const mine = document.getText();
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field_id: title, value: "Theirs" }] });
    assert.equal(await document.save(), false);
    await until("theirs is shown beside mine", () => activeDiff());
    await moveTo(other);
    await moveTo(fixture.service);
    await vscode.commands.executeCommand("artifactDesk.discardChanges", document.uri);
    await until("theirs is shown", () => titleIn(document) === "Theirs" && !document.isDirty);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    await until("one undo brings mine back", () => document.getText() === mine);
    assert.equal(puts(fixture.service).filter(({ status }) => status === 200).length, 0);
  });

  test("sends no save there that began before", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, title, { value: "Typed at the first" });
    assert.ok(await whileSaved(fixture, document, () => moveTo(other)));
    assert.deepEqual([puts(fixture.service).length, puts(other).length], [1, 0]);
    await poll("the document shows what is there", () => titleIn(document) !== "Typed at the first");
    assert.ok(!document.isDirty);
    await setEntry(document, title, { value: "Typed there" });
    assert.ok(await document.save());
    assert.equal(puts(other).length, 1);
  });

  for (const { how, move } of [
    { how: "changed", move: () => moveTo(other) },
    {
      how: "that of a connection which takes the place of a removed one",
      move: async () => {
        const { connectionId: id } = fixture;
        await vscode.commands.executeCommand("artifactDesk.removeConnection", id);
        const there = { id, url: other.origin, accessKey: other.keys.admin };
        await vscode.commands.executeCommand("artifactDesk.addConnection", there);
      },
    },
  ]) {
    test(`sends no draft and no comment of the first before the person was asked, where it is ${how}`, async () => {
      await asked(move);
    });
  }

  const asked = async (move: () => Promise<void>) => {
    await vscode.commands.executeCommand("artifactDesk.createArtifact", fixture.connectionId, 12);
    const draft = await until("the draft is open", () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path.startsWith("/trackers/12/new-")),
    );
    await setEntry(draft, 1201, { value: "Typed at the first" });
    const commentUri = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}/comment.md`);
    const comment = await vscode.workspace.openTextDocument(commentUri);
    await vscode.window.showTextDocument(comment, { preview: false });
    await setText(comment, "Typed at the first");
    await move();
    assert.deepEqual([await draft.save(), await comment.save()], [false, false]);
    assert.deepEqual([draft.isDirty, comment.isDirty], [true, true]);
    const writes = other.requests.filter(({ method }) => method === "POST" || method === "PUT");
    assert.deepEqual(writes, []);
    await moveTo(fixture.service);
    assert.ok(await comment.save());
  };

  test("puts nothing back there of what was replaced at the first, though a message of that stands", async () => {
    const choice = Promise.withResolvers<string>();
    const told: string[] = [];
    const window = vscode.window as { showWarningMessage: unknown; showInformationMessage: unknown };
    const { showWarningMessage, showInformationMessage } = window;
    window.showWarningMessage = (words: string) => {
      told.push(words);
      return choice.promise;
    };
    window.showInformationMessage = async (words: string) => {
      told.push(words);
    };
    try {
      const document = await fixture.open(bug);
      const edit = { artifactId: bug, values: [{ field: "summary", value: "Theirs" }] };
      fixture.service.control.addFault({ method: "PUT", fault: { kind: "edit", when: "gap", edit } });
      await setEntry(document, title, { value: "Mine" });
      assert.ok(await document.save());
      await until("it is told", () => told.find((words) => words.includes("your save has replaced")));
      await moveTo(other);
      choice.resolve("Put Theirs Back");
      await until("that is answered", () => told.find((words) => words.startsWith("No change of an open artifact")));
      assert.deepEqual([puts(other), puts(fixture.service).length, titleIn(document) === "Theirs"], [[], 1, false]);
    } finally {
      Object.assign(window, { showWarningMessage, showInformationMessage });
    }
  });

  const run = (command: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand(`artifactDesk.${command}`, fixture.connectionId, ...args);
  /** Does something, and moves the connection while the first service takes its time to answer a request for `path`. */
  const whileAsked = async <T>(path: RegExp, act: () => PromiseLike<T>, method = "GET"): Promise<T> => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    fixture.service.control.addFault({ method, path, fault: { kind: "held", until: isReleased } });
    const result = Promise.resolve(act());
    // Whoever awaits it hears of it.
    result.catch(() => {});
    await fixture.service.untilAsked((request) => request.method === method && path.test(request.path));
    await moveTo(other).finally(release);
    return await result;
  };
  const anArtifact = new RegExp(`/artifacts/${bug}$`);
  const isElsewhere = /leads to another address now/;
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(({ label }) => label);
  /** What is asked while `act` runs, and what stands below the question; nobody says yes. */
  const askedBy = async (act: () => PromiseLike<unknown>) => {
    const asked: string[] = [];
    const window = vscode.window as { showWarningMessage: unknown };
    const { showWarningMessage } = window;
    window.showWarningMessage = async (question: string, options?: { detail?: string }) => {
      asked.push(`${question}\n${options?.detail}`);
    };
    await Promise.resolve(act()).finally(() => Object.assign(window, { showWarningMessage }));
    return asked.join("\n\n");
  };
  const writes = (service: ReferenceService) => service.requests.filter(({ method }) => method !== "GET");

  test("changes no status there that was asked for before", async () => {
    await assert.rejects(() => whileAsked(anArtifact, () => run("changeStatus", bug, "Closed")), isElsewhere);
    assert.deepEqual([writes(fixture.service), writes(other)], [[], []]);
  });

  test("deletes nothing there that was to be deleted at the first", async () => {
    await assert.rejects(() => whileAsked(anArtifact, () => run("deleteArtifact", bug)), isElsewhere);
    assert.deepEqual([writes(fixture.service), writes(other)], [[], []]);
  });

  test("asks by what is there whether to delete a row that was read at the first", async () => {
    const { connectionId } = fixture;
    const rowOf = (artifactId: number) => {
      const summary = { id: artifactId, title: "Of the first" };
      return { kind: "artifact", id: `${connectionId}/recent/${artifactId}`, connectionId, artifactId, summary };
    };
    const rows = [rowOf(bug), rowOf(513)];
    other.control.editArtifact({ artifactId: bug, values: [{ field_id: title, value: "Of the other" }] });
    other.control.deleteArtifact({ artifactId: 513 });
    await moveTo(other);
    const remove = (...args: readonly unknown[]) =>
      vscode.commands.executeCommand("artifactDesk.deleteArtifact", ...args);
    assert.match(await askedBy(() => remove(rows[0])), /^Delete #512 Of the other\?/);
    const asked = await askedBy(() => remove(rows[0], rows));
    assert.match(asked, /^Delete these 2 artifacts\?\n#512 Of the other\n#513\n/);
  });

  test("asks by what is there whether to delete the row of a repository that was read at the first", async () => {
    const { connectionId } = fixture;
    const row = { kind: "repository", id: "x", connectionId, repositoryId: repository };
    const ofFirst = { ...row, repository: { id: repository, name: "of-the-first", projectLabel: "Of the first" } };
    await moveTo(other);
    const asked = await askedBy(() => vscode.commands.executeCommand("artifactDesk.deleteSvnRepository", ofFirst));
    assert.match(asked, /^Delete SVN repository repo01\?/);
    assert.doesNotMatch(asked, /of.the.first/i);
  });

  test("deletes no repository there that was to be deleted at the first", async () => {
    const aRepository = new RegExp(`/svn/${repository}$`);
    await assert.rejects(async () => whileAsked(aRepository, () => run("deleteSvnRepository", repository)));
    const choice = Promise.withResolvers<string>();
    const window = vscode.window as { showWarningMessage: unknown };
    const { showWarningMessage } = window;
    const asked = Promise.withResolvers<void>();
    window.showWarningMessage = (question: string) => {
      asked.resolve();
      return question.startsWith("Delete") ? choice.promise : Promise.resolve(undefined);
    };
    try {
      const deleting = Promise.resolve(run("deleteSvnRepository", repository));
      await asked.promise;
      await moveTo(fixture.service);
      choice.resolve("Delete");
      await assert.rejects(deleting, isElsewhere);
    } finally {
      Object.assign(window, { showWarningMessage });
    }
    assert.deepEqual([writes(fixture.service), writes(other)], [[], []]);
  });

  test("keeps what is known of the repository there of the number of one deleted at the first", async () => {
    const window = vscode.window as { showWarningMessage: unknown };
    const { showWarningMessage } = window;
    window.showWarningMessage = async () => "Delete";
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    fixture.service.control.addFault({ method: "DELETE", fault: { kind: "held", until: isReleased } });
    try {
      const deleting = Promise.resolve(run("deleteSvnRepository", repository));
      await fixture.service.untilAsked(({ method }) => method === "DELETE");
      await moveTo(other);
      await openSettings();
      release();
      await deleting;
    } finally {
      release();
      Object.assign(window, { showWarningMessage });
    }
    assert.equal(writes(fixture.service).length, 1);
    assert.equal(tabs().length, 1);
  });

  test("filters no tracker there by what was chosen of one of the first", async () => {
    const window = vscode.window as { createQuickPick: typeof vscode.window.createQuickPick };
    const { createQuickPick } = vscode.window;
    const shown = Promise.withResolvers<void>();
    window.createQuickPick = <T extends vscode.QuickPickItem>() => {
      const pick = createQuickPick<T>();
      // It stays while other things have the keyboard.
      pick.ignoreFocusOut = true;
      shown.resolve();
      return pick;
    };
    try {
      const filtering = run("filterArtifacts", 12);
      filtering.then(undefined, () => {});
      await shown.promise;
      await moveTo(other);
      await assert.rejects(answered(filtering, "workbench.action.acceptSelectedQuickOpenItem"), isElsewhere);
    } finally {
      Object.assign(window, { createQuickPick });
    }
    assert.deepEqual([writes(fixture.service), writes(other)], [[], []]);
  });

  test("shows and keeps nothing there of an artifact whose answer comes late from the first", async () => {
    other.control.editArtifact({ artifactId: bug, values: [{ field_id: title, value: "Of the other" }] });
    await assert.rejects(() => whileAsked(anArtifact, () => run("openArtifact", bug)), isElsewhere);
    assert.deepEqual(tabs(), []);
    await moveTo(fixture.service);
    await assert.rejects(() => whileAsked(anArtifact, () => run("pin", "artifact", bug)), isElsewhere);
    await moveTo(fixture.service);
    await assert.rejects(() => whileAsked(anArtifact, () => run("preview", bug)), isElsewhere);
    assert.deepEqual(tabs(), []);
    await moveTo(fixture.service);
    const document = await whileAsked(anArtifact, () => vscode.workspace.openTextDocument(fixture.uri(bug)));
    assert.equal(titleIn(document), "Of the other");
    assert.deepEqual([writes(fixture.service), writes(other)], [[], []]);
  });

  test("shows on an open page what is there", async () => {
    other.control.editArtifact({ artifactId: bug, values: [{ field_id: title, value: "Of the other" }] });
    await run("preview", bug);
    assert.equal(tabs().length, 1);
    await moveTo(other);
    await poll("the page is that of the other", () => tabs().join() === `Preview #${bug} Of the other`);
  });

  test("opens no draft there of what comes late from the first", async () => {
    await assert.rejects(() => whileAsked(/\/trackers\/12$/, () => run("createArtifact", 12)), isElsewhere);
    await moveTo(fixture.service);
    for (const command of ["duplicateArtifact", "newChildArtifact"]) {
      await assert.rejects(() => whileAsked(anArtifact, () => run(command, bug)), isElsewhere, command);
      await moveTo(fixture.service);
    }
    assert.deepEqual(tabs(), []);
  });

  test("looks nowhere but at the first for what came of a repository that was sent to it", async () => {
    const [project, name] = [122, "repo02"];
    const headers = { "Content-Type": "application/json", "X-Auth-AccessKey": other.keys.admin };
    const body = JSON.stringify({ project_id: project, name });
    assert.equal((await fetch(`${other.baseUrl}/svn`, { method: "POST", headers, body })).status, 201);
    other.clearRequests();
    await run("createSvnRepository", project, name);
    const draft = await until("the draft is open", () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path.startsWith(`/projects/${project}/new-`)),
    );
    await setText(draft, draft.getText().replace('"access_file": ""', '"access_file": "[/]"'));
    const lost = async () => {
      fixture.service.control.addFault({ method: "POST", fault: { kind: "reset", when: "before" } });
      return await draft.save();
    };
    assert.equal(await whileAsked(/\/svn$/, lost, "POST"), false);
    assert.ok(draft.isDirty);
    assert.deepEqual(
      other.requests.filter(({ path }) => path.includes(`/projects/${project}/svn`)),
      [],
    );
  });

  test("puts no file into a text there that goes up to the first", async () => {
    const document = await fixture.open(withFiles);
    await setText(document, () => document.getText().replace('"values"', '"values" '));
    const file = vscode.Uri.file(path.join(folder(), "first.txt"));
    await vscode.workspace.fs.writeFile(file, Buffer.from("of the first"));
    const before = document.getText();
    const attach = () => run("attachFile", withFiles, [file]);
    const isUpload = /\/files$|\/artifact_temporary_files$/;
    await assert.rejects(() => whileAsked(isUpload, attach, "POST"), isElsewhere);
    assert.deepEqual([document.getText(), writes(other)], [before, []]);
  });

  test("sends no comment there by an answer about another one that was given up", async () => {
    const comment = async (artifactId: number, words: string) => {
      const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${artifactId}/comment.md`);
      // An extension that opens the text itself would keep it open.
      await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
      const document = vscode.window.activeTextEditor?.document ?? assert.fail("no comment is shown");
      await setText(document, words);
      return document;
    };
    const answers: ((choice: string) => void)[] = [];
    const told = answering("showWarningMessage", () => new Promise((resolve) => answers.push(resolve)));
    try {
      const [still, givenUp] = [await comment(513, "Said"), await comment(bug, "Given up")];
      await moveTo(other);
      assert.deepEqual([await givenUp.save(), await still.save()], [false, false]);
      await poll("both are asked about", () => answers.length === 2);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await poll("the comment is closed", () => givenUp.isClosed);
      const next = await comment(bug, "Half a");
      answers.forEach((answer) => void answer("Send There"));
      await poll("the other one is sent", () => puts(other).length > 0 && still.isClosed);
      assert.ok(next.isDirty);
      assert.deepEqual(
        puts(other).map(({ path: asked }) => asked),
        ["/api/v1/artifacts/513"],
      );
    } finally {
      told.restore();
    }
  });

  test("attaches nothing there that went up to the first, though a message offers to try again", async () => {
    const choices = [Promise.withResolvers<string | undefined>(), Promise.withResolvers<string | undefined>()];
    const told: string[] = [];
    const window = vscode.window as { showErrorMessage: unknown };
    const { showErrorMessage } = window;
    window.showErrorMessage = (words: string) => choices[told.push(words) - 1]?.promise;
    try {
      fixture.service.control.addFault({ method: "PUT", fault: { kind: "answer", status: 503 } });
      const file = vscode.Uri.file(path.join(folder(), "first.txt"));
      await vscode.workspace.fs.writeFile(file, Buffer.from("of the first"));
      const row = { kind: "artifact", id: "x", connectionId: fixture.connectionId, artifactId: withFiles };
      await vscode.commands.executeCommand("artifactDesk.attachToArtifact", file, undefined, row);
      await poll("it is told", () => told.length === 1);
      await moveTo(other);
      choices[0]?.resolve("Retry");
      await poll("that is answered", () => told.length === 2);
      assert.match(told[1] ?? "", /leads to another address now/);
      assert.deepEqual(writes(other), []);
    } finally {
      choices[1]?.resolve(undefined);
      Object.assign(window, { showErrorMessage });
    }
  });

  test("remembers no settings of a repository of the first", async () => {
    fixture.service.control.changeSettings({ listing: "minimal" });
    other.control.changeSettings({ listing: "minimal" });
    const document = await openSettings();
    await setText(document, document.getText().replace('"access_file": ""', '"access_file": "[/]\\n* = r"'));
    await document.save();
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
    assert.ok(!document.isDirty);
    await closeEditors();
    await moveTo(other);
    const there = await openSettings();
    assert.match(there.getText(), /"access_file": ""/);
    await setText(there, there.getText().replace('"is_reference_mandatory": false', '"is_reference_mandatory": true'));
    assert.equal(await there.save(), false);
    assert.deepEqual(puts(other), []);
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", there.uri);
    assert.ok(!there.isDirty);
    await closeEditors();
    await moveTo(fixture.service);
    assert.match((await openSettings()).getText(), /"access_file": "\[/, "what was saved from here is known again");
  });
});
