import assert from "node:assert/strict";
import { basename } from "node:path/posix";
import { setup, suite, test } from "mocha";
import * as vscode from "vscode";
import {
  activeDiff,
  answering,
  entriesOf,
  poll,
  setEntry,
  setText,
  until,
  useFixture,
} from "./support/connectionFixture.ts";
import { type ShownRow, useShownRows } from "./support/shownRows.ts";

const bug = 512;
const other = 513;
const third = 514;
const summary = 1202;
const details = 1203;
/** A story of which the next step needs a comment. */
const reviewed = 905;
const storyStatus = 1303;

interface SavedAll {
  readonly saved: readonly (number | string)[];
  readonly conflicts: readonly (number | string)[];
  readonly failed: readonly (number | string)[];
}

suite("what is unsaved, in Source Control", () => {
  const fixture = useFixture();
  const shown = useShownRows();

  const rowsIn = (group: "conflicts" | "changes" | "new") => shown.rows(fixture.connectionId, group);
  /** The only row of a group, once it is there and says what `isMeant` asks for. */
  const rowIn = (group: "conflicts" | "changes" | "new", isMeant: (row: ShownRow) => boolean = () => true) =>
    poll(`a row is among ${group}`, () => {
      const [row, ...others] = rowsIn(group);
      return others.length === 0 && row !== undefined && isMeant(row) && row;
    });
  const told = ({ decorations }: ShownRow) => decorations?.tooltip ?? "";
  const saveAll = (options?: object) =>
    vscode.commands.executeCommand<SavedAll>("artifactDesk.saveAll", fixture.connectionId, options);
  const stored = (artifactId: number) => fixture.service.control.readArtifact({ artifactId });
  const puts = () => fixture.service.requests.filter(({ method }) => method === "PUT");
  /** Has the next PUT of an artifact refused. */
  const refuseNext = (artifactId: number) => {
    const path = new RegExp(`/artifacts/${artifactId}$`);
    fixture.service.control.addFault({ method: "PUT", path, fault: { kind: "answer", status: 403, body: "{}" } });
  };
  /** Has the next PUTs to the end of a path answered only once the result is called. */
  const holdNext = (path: string, count = 1) => {
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    fixture.service.control.addFault({ method: "PUT", path: `${path}$`, fault: { kind: "held", until }, count });
    return release;
  };
  const uriOf = (path: string) => vscode.Uri.parse(`artifact://${fixture.connectionId}${path}`);
  const edited = async (artifactId: number, value: string, fieldId = summary) => {
    const document = await fixture.open(artifactId);
    await setEntry(document, fieldId, { value });
    return document;
  };
  const openPath = async (path: string) => {
    const document = await vscode.workspace.openTextDocument(uriOf(path));
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  };

  /** Settings of a repository, with the other answer to whether commits have to name an artifact. */
  const turned = (settings: string) =>
    settings.replace(/("is_reference_mandatory": )(true|false)/, (_, key, value) => `${key}${value !== "true"}`);

  suite("saved all at once", () => {
    const repository = () => fixture.service.control.readRepository({ repositoryId: 90 }).settings;

    test("is a conditional PUT for each artifact, with the comment", async () => {
      const [first, second] = [await edited(bug, "One"), await edited(other, "Two")];
      const etags = [bug, other].map((id) => String(stored(id).version));
      fixture.service.clearRequests();
      assert.deepEqual(await saveAll({ comment: "As **agreed**" }), { saved: [bug, other], conflicts: [], failed: [] });
      assert.deepEqual([first.isDirty, second.isDirty], [false, false]);
      assert.deepEqual(
        puts()
          .map(({ path, headers, body, status }) => [path, headers["if-match"], JSON.parse(body), status])
          .toSorted(),
        [bug, other].map((id, index) => [
          `/api/v1/artifacts/${id}`,
          etags[index],
          {
            values: [{ field_id: summary, value: index === 0 ? "One" : "Two" }],
            comment: { body: "As **agreed**", format: "commonmark" },
          },
          200,
        ]),
      );
      assert.deepEqual(stored(bug).comments.at(-1), { body: "As **agreed**", format: "commonmark" });
    });

    test("is one PUT for the documents of one artifact, and each shows all of it then", async () => {
      const json = await edited(bug, "Mine");
      const xml = await openPath(`/artifacts/${bug}.artifact.xml`);
      await setText(xml, xml.getText().replace(/(<field_id>1206<\/field_id>\s*<value>)[^<]*/, "$1Faster"));
      const field = await openPath(`/artifacts/${bug}/fields/${details}.md`);
      await setText(field, "All of it");
      assert.deepEqual([json.isDirty, xml.isDirty, field.isDirty], [true, true, true]);
      fixture.service.clearRequests();
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.equal(puts().length, 1);
      const { values } = stored(bug);
      assert.deepEqual([values["summary"], values["slogan"]], ["Mine", "Faster"]);
      assert.match(JSON.stringify(values["details"]), /All of it/);
      await until("all are clean", () => [json, xml, field].every(({ isDirty }) => !isDirty));
      await until("each shows what the others changed", () =>
        [json, xml].every((text) => ["Mine", "Faster", "All of it"].every((word) => text.getText().includes(word))),
      );
    });

    test("sends nothing of an artifact whose documents say different things of one field", async () => {
      const json = await edited(bug, "Mine");
      const xml = await openPath(`/artifacts/${bug}.artifact.xml`);
      await setText(xml, xml.getText().replace(/(<field_id>1202<\/field_id>\s*<value>)[^<]*/, "$1Mine too"));
      await edited(other, "Two");
      fixture.service.clearRequests();
      assert.deepEqual(await saveAll(), { saved: [other], conflicts: [], failed: [bug] });
      assert.deepEqual(
        puts().map(({ path }) => path),
        [`/api/v1/artifacts/${other}`],
      );
      assert.deepEqual([json.isDirty, xml.isDirty], [true, true]);
    });

    test("leaves what a colleague has changed in conflict, and its text as it is", async () => {
      const mine = await edited(bug, "Mine");
      const second = await edited(other, "Two");
      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Theirs" }] });
      assert.deepEqual(await saveAll({ comment: "Said" }), { saved: [other], conflicts: [bug], failed: [] });
      assert.deepEqual([mine.isDirty, second.isDirty, stored(bug).values["summary"] === "Mine"], [true, false, false]);
      await until("theirs is shown", () => activeDiff()?.modified.toString() === mine.uri.toString());
      assert.deepEqual(await vscode.commands.executeCommand("artifactDesk.showUnsaved"), { unsaved: 0, conflicts: 1 });
      // What was in conflict before is not of this save.
      assert.deepEqual(await saveAll(), { saved: [], conflicts: [], failed: [] });
      await vscode.commands.executeCommand("artifactDesk.conflict.merge", mine.uri);
      await until("theirs is in the text", () => mine.getText().includes("Theirs"));
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.equal(stored(bug).comments.at(-1)?.body, "Said", "the comment has not waited in the box");
      assert.deepEqual([stored(bug).values["summary"], stored(bug).values["slogan"]], ["Mine", "Theirs"]);
    });

    test("saves those alone that are named", async () => {
      await edited(bug, "One");
      const left = await edited(other, "Two");
      assert.deepEqual(await saveAll({ artifactIds: [bug] }), { saved: [bug], conflicts: [], failed: [] });
      assert.equal(left.isDirty, true);
      await assert.rejects(Promise.resolve(saveAll({ artifactIds: "512" })), /numbers/);
    });

    for (const status of [400, 401, 403, 429, 503]) {
      test(`sends what is answered ${status} once, says why at its row, and keeps the comment for it`, async () => {
        const refused = await edited(bug, "One");
        await edited(other, "Two");
        fixture.service.control.addFault({
          method: "PUT",
          path: new RegExp(`/artifacts/${bug}$`),
          fault: {
            kind: "answer",
            status,
            body: JSON.stringify({ error: { code: status, message: "Service Unavailable" } }),
            headers: { "Content-Type": "application/json", "Retry-After": "1" },
          },
        });
        assert.deepEqual(await saveAll({ comment: "Said" }), { saved: [other], conflicts: [], failed: [bug] });
        assert.deepEqual([puts().length, refused.isDirty], [2, true]);
        const row = await rowIn("changes", (each) => told(each).includes("Not saved."));
        assert.match(told(row), /^Unsaved changes \(JSON\): Summary\.\nNot saved\. \S.{20,}/);
        assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
        assert.deepEqual(
          [bug, other].map((id) => stored(id).comments.at(-1)?.body),
          ["Said", "Said"],
        );
      });
    }

    for (const when of ["before", "after"] as const) {
      test(`stores what is sent over a connection that breaks ${when} it is stored, once`, async () => {
        const lost = await edited(bug, "One");
        await edited(other, "Two");
        fixture.service.control.addFault({
          method: "PUT",
          path: new RegExp(`/artifacts/${bug}$`),
          fault: { kind: "reset", when },
        });
        assert.deepEqual(await saveAll(), { saved: [bug, other], conflicts: [], failed: [] });
        const sent = puts().filter(({ path }) => path.endsWith(`/${bug}`)).length;
        assert.deepEqual(
          [sent, lost.isDirty, stored(bug).values["summary"], stored(other).values["summary"]],
          [when === "before" ? 2 : 1, false, "One", "Two"],
        );
      });
    }

    test("has at most four artifacts under way, and no second save of one", async () => {
      const ids = [bug, other, third, 515, 516, 517];
      for (const id of ids) {
        await edited(id, `Mine of ${id}`);
      }
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      fixture.service.control.addFault({ method: "PUT", fault: { kind: "held", until: held }, count: null });
      fixture.service.clearRequests();
      const savings = [saveAll(), saveAll()];
      await poll("four are under way", () => puts().length === 4);
      release();
      for (const saved of await Promise.all(savings)) {
        assert.deepEqual(saved, { saved: ids, conflicts: [], failed: [] });
      }
      assert.deepEqual(
        puts()
          .map(({ path }) => Number(path.split("/").at(-1)))
          .toSorted(),
        ids,
      );
    });

    test("takes the words of the box for a step that the workflow wants a comment for", async () => {
      const values = [{ field_id: storyStatus, bind_value_ids: [403] }];
      fixture.service.control.editArtifact({ artifactId: reviewed, values });
      const document = await fixture.open(reviewed);
      await setEntry(document, storyStatus, { bind_value_ids: [404] });
      assert.deepEqual(await saveAll(), { saved: [], conflicts: [], failed: [reviewed] });
      assert.equal(document.isDirty, true);
      await rowIn("changes", (each) =>
        told(each).endsWith(`The workflow wants a comment with this change of #${reviewed}.`),
      );
      assert.deepEqual(await saveAll({ comment: "Reviewed" }), { saved: [reviewed], conflicts: [], failed: [] });
      assert.deepEqual([stored(reviewed).comments.at(-1)?.body, document.isDirty], ["Reviewed", false]);
    });

    test("keeps what is typed during the save as unsaved words", async () => {
      const document = await edited(bug, "Mine");
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      fixture.service.control.addFault({ method: "PUT", fault: { kind: "held", until: held } });
      const saving = saveAll();
      await fixture.service.untilAsked(({ method }) => method === "PUT");
      await setEntry(document, summary, { value: "Mine and more" });
      release();
      assert.deepEqual(await saving, { saved: [bug], conflicts: [], failed: [] });
      assert.deepEqual([document.isDirty, stored(bug).values["summary"]], [true, "Mine"]);
      assert.equal(entriesOf(document).find((e) => e.field_id === summary)?.["value"], "Mine and more");
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.equal(stored(bug).values["summary"], "Mine and more");
    });

    test("sends nothing of what is typed after it was asked for a second time", async () => {
      const document = await edited(bug, "Mine");
      const release = holdNext(`/artifacts/${bug}`);
      fixture.service.clearRequests();
      const savings = [saveAll(), saveAll()];
      await fixture.service.untilAsked(({ method }) => method === "PUT");
      await setEntry(document, summary, { value: "Mine and half a wo" });
      release();
      for (const saved of await Promise.all(savings)) {
        assert.deepEqual(saved, { saved: [bug], conflicts: [], failed: [] });
      }
      assert.deepEqual([stored(bug).values["summary"], document.isDirty, puts().length], ["Mine", true, 1]);
    });

    suite("while the fifth artifact waits for its turn", () => {
      const ids = [bug, other, third, 515, 517];
      let before: unknown;
      let saving: Promise<SavedAll>;
      let release: () => void;

      setup(async () => {
        for (const id of ids) {
          await edited(id, `Mine of ${id}`);
        }
        before = stored(517).values["summary"];
        release = holdNext("/artifacts/[0-9]+", 4);
        fixture.service.clearRequests();
        saving = Promise.resolve(saveAll());
        await poll("four are under way", () => puts().length === 4);
      });

      /** Ends the save, which is to leave the fifth artifact unsaved. */
      async function leavesTheFifth(): Promise<void> {
        release();
        assert.deepEqual(await saving, { saved: ids.slice(0, -1), conflicts: [], failed: [517] });
        assert.equal(stored(517).values["summary"], before);
        const row = await rowIn("changes");
        assert.match(told(row), /\.\nNot saved\. What was typed during the save is not saved yet\. Save again\.$/);
      }

      test("sends nothing of it where more is typed, says so, and sends all of it with the next save", async () => {
        const last = await edited(517, "Mine of 517 and half a wo");
        await leavesTheFifth();
        assert.ok(last.isDirty);
        assert.deepEqual((await saveAll()).saved, [517]);
        assert.equal(stored(517).values["summary"], "Mine of 517 and half a wo");
      });

      test("takes back nothing that another document of it has stored since", async () => {
        await edited(517, "Mine of 517 and half a wo");
        const field = await openPath(`/artifacts/517/fields/${details}.md`);
        await setText(field, "Stored meanwhile");
        assert.ok(await field.save());
        await leavesTheFifth();
        assert.match(JSON.stringify(stored(517).values), /Stored meanwhile/);
      });

      for (const isAnswered of [true, false]) {
        const when = isAnswered ? "has stored" : "is about to store";
        test(`takes back nothing that a save of its own ${when} with more words`, async () => {
          const last = await edited(517, "Mine of 517 and all the rest");
          const releaseOwn = isAnswered ? () => {} : holdNext("/artifacts/517");
          const own = last.save();
          await poll("its own save is under way", () => puts().length === 5);
          await (isAnswered && own);
          release();
          await poll("the others are stored", () => stored(515).values["summary"] === "Mine of 515");
          releaseOwn();
          assert.ok(await own);
          assert.deepEqual(await saving, { saved: ids, conflicts: [], failed: [] });
          assert.deepEqual(
            [stored(517).values["summary"], last.isDirty, puts().length],
            ["Mine of 517 and all the rest", false, 5],
          );
        });
      }

      test("sends nothing that is discarded, though something else is typed then", async () => {
        const last = await fixture.open(517);
        await vscode.commands.executeCommand("workbench.action.files.revert");
        await poll("it is discarded", () => !last.isDirty);
        await setEntry(last, 1206, { value: "Another" });
        await leavesTheFifth();
        assert.notEqual(stored(517).values["slogan"], "Another");
      });

      test("sends nothing that is typed into it in another format", async () => {
        await vscode.commands.executeCommand("artifactDesk.switchFormat", fixture.uri(517));
        const xml = await openPath("/artifacts/517.artifact.xml");
        await setText(xml, xml.getText().replace("Mine of 517", "Mine of 517 and half a wo"));
        await leavesTheFifth();
        assert.ok(xml.isDirty);
      });

      test("sends nothing that was typed into it before it got another format", async () => {
        await edited(517, "Mine of 517 and half a wo");
        await vscode.commands.executeCommand("artifactDesk.switchFormat", fixture.uri(517));
        await leavesTheFifth();
      });

      test("sends it in the other format that it has by then", async () => {
        await vscode.commands.executeCommand("artifactDesk.switchFormat", fixture.uri(517));
        release();
        assert.deepEqual(await saving, { saved: ids, conflicts: [], failed: [] });
        assert.equal(stored(517).values["summary"], "Mine of 517");
      });
    });

    test("sends no settings of a repository in which was typed before their turn came", async () => {
      await fixture.reopen("admin");
      for (const id of [bug, other, third, 515]) {
        await edited(id, `Mine of ${id}`);
      }
      const settings = await openPath("/svn/90.svn.json");
      await setText(settings, turned(settings.getText()));
      const release = holdNext("/artifacts/[0-9]+", 4);
      fixture.service.clearRequests();
      const saving = saveAll();
      await poll("four are under way", () => puts().length === 4);
      await setText(settings, `${settings.getText()} `);
      release();
      assert.deepEqual((await saving).failed, ["svn/90"]);
      assert.match(told(await rowIn("changes")), /What was typed during the save is not saved yet\. Save again\.$/);
      assert.deepEqual([puts().length, settings.isDirty], [4, true]);
    });

    for (const isAccessFirst of [false, true]) {
      test(`saves both documents of a repository, ${isAccessFirst ? "the access file" : "the settings"} typed first`, async () => {
        await fixture.reopen("admin");
        const before = repository();
        const settings = await openPath("/svn/90.svn.json");
        const access = await openPath("/svn/90/access-file.svnaccess");
        const typing = [
          () => setText(settings, turned(settings.getText())),
          () => setText(access, `${access.getText()}# Mine\n`),
        ];
        for (const type of isAccessFirst ? typing.toReversed() : typing) {
          await type();
        }
        assert.deepEqual(await saveAll(), { saved: ["svn/90"], conflicts: [], failed: [] });
        assert.deepEqual(
          [repository().isReferenceMandatory, repository().accessFile.includes("# Mine")],
          [!before.isReferenceMandatory, true],
        );
        await until("both are clean", () => !settings.isDirty && !access.isDirty);
      });
    }

    test("sends of a repository what both texts said, and leaves unsaved what is typed into one of them meanwhile", async () => {
      await fixture.reopen("admin");
      const before = repository();
      const settings = await openPath("/svn/90.svn.json");
      await setText(settings, turned(settings.getText()));
      const access = await openPath("/svn/90/access-file.svnaccess");
      await setText(access, `${access.getText()}# Mine\n`);
      const release = holdNext("/svn/90");
      fixture.service.clearRequests();
      const saving = saveAll();
      await poll("the settings are under way", () => puts().length === 1);
      await setText(access, `${access.getText()}# and half a wo`);
      release();
      assert.deepEqual(await saving, { saved: ["svn/90"], conflicts: [], failed: [] });
      const { isReferenceMandatory, accessFile } = repository();
      assert.deepEqual(
        [isReferenceMandatory, accessFile.includes("# Mine"), accessFile.includes("half a wo")],
        [!before.isReferenceMandatory, true, false],
      );
      assert.match(access.getText(), /# Mine\n# and half a wo/);
    });

    test("counts a repository as not saved whose settings wait while its access file is saved by itself", async () => {
      await fixture.reopen("admin");
      const before = repository();
      for (const artifactId of [512, 513, 514, 515]) {
        await edited(artifactId, `Mine of ${artifactId}`);
      }
      const settings = await openPath("/svn/90.svn.json");
      await setText(settings, turned(settings.getText()));
      const access = await openPath("/svn/90/access-file.svnaccess");
      await setText(access, `${access.getText()}# Mine\n`);
      const { promise, resolve: release } = Promise.withResolvers<void>();
      const path = /artifacts\/[0-9]+$/;
      fixture.service.control.addFault({ method: "PUT", path, fault: { kind: "held", until: promise }, count: 4 });
      fixture.service.clearRequests();
      const saving = saveAll();
      await poll("four are under way", () => puts().length === 4);
      assert.ok(await access.save());
      await until("the settings follow", () => settings.getText().includes("# Mine"));
      release();
      assert.deepEqual(await saving, { saved: [512, 513, 514, 515], conflicts: [], failed: ["svn/90"] });
      assert.deepEqual([repository().isReferenceMandatory, settings.isDirty], [before.isReferenceMandatory, true]);
    });

    test("sends a comment once whose answer was lost", async () => {
      const document = await edited(bug, "Mine");
      const said = stored(bug).comments.length;
      fixture.service.control.addFault({ method: "PUT", fault: { kind: "reset", when: "after" } });
      assert.deepEqual(await saveAll({ comment: "Once" }), { saved: [bug], conflicts: [], failed: [] });
      assert.deepEqual([document.isDirty, stored(bug).comments.length], [false, said + 1]);
    });

    test("sends a comment once that came with what was saved before, though a save of what was typed since fails", async () => {
      const { control } = fixture.service;
      const document = await edited(bug, "Mine");
      const said = stored(bug).comments.length;
      const path = new RegExp(`/artifacts/${bug}$`);
      const refused = { kind: "answer", status: 403, body: "{}" } as const;
      control.addFault({ method: "PUT", path, fault: { kind: "reset", when: "after" } });
      control.addFault({ method: "GET", path, fault: refused, count: null });
      assert.deepEqual(await saveAll({ comment: "Once" }), { saved: [], conflicts: [], failed: [bug] });
      control.clearFaults();
      await setEntry(document, details, { value: { content: "Since", format: "text" } });
      control.addFault({ method: "PUT", path, fault: refused });
      assert.deepEqual(await saveAll(), { saved: [], conflicts: [], failed: [bug] });
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.deepEqual([document.isDirty, stored(bug).comments.length], [false, said + 1]);
    });

    test("says the same words anew where what they were given for before was saved by itself", async () => {
      const { control } = fixture.service;
      const document = await edited(bug, "Mine");
      const said = stored(bug).comments.length;
      const path = new RegExp(`/artifacts/${bug}$`);
      control.addFault({ method: "PUT", path, fault: { kind: "reset", when: "after" } });
      control.addFault({ method: "GET", path, fault: { kind: "answer", status: 403, body: "{}" }, count: null });
      assert.deepEqual(await saveAll({ comment: "Fixed" }), { saved: [], conflicts: [], failed: [bug] });
      control.clearFaults();
      assert.equal(await document.save(), true);
      await setEntry(document, details, { value: { content: "Since", format: "text" } });
      assert.deepEqual(await saveAll({ comment: "Fixed" }), { saved: [bug], conflicts: [], failed: [] });
      assert.deepEqual([document.isDirty, stored(bug).comments.length], [false, said + 2]);
    });

    test("keeps the words for what could not be saved, in whatever format that is by then", async () => {
      const document = await edited(bug, "Mine");
      refuseNext(bug);
      assert.deepEqual(await saveAll({ comment: "Said" }), { saved: [], conflicts: [], failed: [bug] });
      await vscode.commands.executeCommand("artifactDesk.switchFormat", document.uri);
      await poll("it is unsaved as XML alone", () => rowsIn("changes").length === 1 && !document.isDirty);
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.equal(stored(bug).comments.at(-1)?.body, "Said");
    });

    test("keeps the words for what they were given for before, though they go with another artifact too", async () => {
      await edited(bug, "Mine");
      refuseNext(bug);
      assert.deepEqual(await saveAll({ comment: "Said" }), { saved: [], conflicts: [], failed: [bug] });
      await edited(other, "Two");
      assert.deepEqual(await saveAll({ artifactIds: [other] }), { saved: [other], conflicts: [], failed: [] });
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.deepEqual(
        [bug, other].map((id) => stored(id).comments.at(-1)?.body),
        ["Said", "Said"],
      );
    });

    test("saves settings of repositories without the comment, and tells which are in conflict", async () => {
      await fixture.reopen("admin");
      const document = await openPath("/svn/90.svn.json");
      const turn = () => setText(document, turned(document.getText()));
      await turn();
      assert.equal(document.isDirty, true);
      assert.deepEqual(await saveAll({ comment: "Said" }), { saved: ["svn/90"], conflicts: [], failed: [] });
      assert.equal(document.isDirty, false);
      await turn();
      fixture.service.control.editRepository({ repositoryId: 90, settings: { paths: ["/theirs"] } });
      assert.deepEqual(await saveAll(), { saved: [], conflicts: ["svn/90"], failed: [] });
    });

    test("says the comment once that went with an artifact, where settings of a repository were refused beside it", async () => {
      await fixture.reopen("admin");
      const { control } = fixture.service;
      const document = await edited(bug, "Mine");
      const settings = await openPath("/svn/90.svn.json");
      await setText(settings, turned(settings.getText()));
      control.addFault({ method: "PUT", path: /\/svn\/90$/, fault: { kind: "answer", status: 403, body: "{}" } });
      assert.deepEqual(await saveAll({ comment: "Once" }), { saved: [bug], conflicts: [], failed: ["svn/90"] });
      assert.deepEqual(await saveAll(), { saved: ["svn/90"], conflicts: [], failed: [] });
      await edited(bug, "Mine, again");
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.equal(document.isDirty, false);
      assert.equal(stored(bug).comments.filter(({ body }) => body === "Once").length, 1);
    });

    test("counts settings as saved that are typed into while they are sent, and keeps what was typed", async () => {
      await fixture.reopen("admin");
      const document = await openPath("/svn/90.svn.json");
      const before = document.getText();
      await setText(document, turned(before));
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      fixture.service.control.addFault({ method: "PUT", fault: { kind: "held", until: held } });
      const saving = saveAll();
      await fixture.service.untilAsked(({ method }) => method === "PUT");
      await setText(document, before);
      release();
      assert.deepEqual(await saving, { saved: ["svn/90"], conflicts: [], failed: [] });
      const isMandatory = () =>
        fixture.service.control.readRepository({ repositoryId: 90 }).settings.isReferenceMandatory;
      assert.deepEqual([document.getText(), rowsIn("changes").length, isMandatory()], [before, 1, false]);
      assert.deepEqual(await saveAll(), { saved: ["svn/90"], conflicts: [], failed: [] });
      assert.equal(isMandatory(), true);
    });

    test("counts settings as not saved that are stored only in part, and sends the rest with the next save", async () => {
      await fixture.reopen("admin");
      const { control } = fixture.service;
      const document = await openPath("/svn/90.svn.json");
      const settings = () => control.readRepository({ repositoryId: 90 }).settings;
      const before = settings();
      const mine = turned(document.getText()).replace(/("access_file": ")/, "$1# mine\\n");
      await setText(document, mine);
      const release = holdNext("/svn/90");
      control.addFault({ method: "PUT", path: /\/svn\/90$/, fault: { kind: "answer", status: 400, body: "{}" } });
      const warned = answering("showWarningMessage", () => undefined);
      try {
        const saving = saveAll();
        await fixture.service.untilAsked(({ method }) => method === "PUT");
        const isReferenceMandatory = !before.isReferenceMandatory;
        control.editRepository({ repositoryId: 90, settings: { isReferenceMandatory } });
        release();
        assert.deepEqual(await saving, { saved: [], conflicts: [], failed: ["svn/90"] });
        assert.deepEqual(settings(), { ...before, isReferenceMandatory });
        assert.deepEqual([document.isDirty, document.getText()], [true, mine]);
        assert.match(warned.said.join(), /^0 saved\. Not saved: svn\/90/);
      } finally {
        warned.restore();
      }
      assert.deepEqual(await saveAll(), { saved: ["svn/90"], conflicts: [], failed: [] });
      assert.match(settings().accessFile, /^# mine/);
    });

    test("offers the comment that was kept for a document where that is saved by itself then", async () => {
      const document = await edited(bug, "Mine");
      const said = stored(bug).comments.length;
      refuseNext(bug);
      const told = answering("showInformationMessage", ([, ...choices]) => choices.at(-1));
      try {
        assert.deepEqual(await saveAll({ comment: "Why" }), { saved: [], conflicts: [], failed: [bug] });
        assert.equal(await document.save(), true);
        const comment = await poll("the comment is open with the words", () =>
          vscode.workspace.textDocuments.find(({ uri, isDirty }) => isDirty && uri.path.endsWith(".md")),
        );
        assert.deepEqual([comment.getText(), stored(bug).comments.length], ["Why", said]);
        assert.match(told.said.join(), new RegExp(`comment on #${bug} was not sent`));
      } finally {
        told.restore();
      }
    });

    test("tells of the comment that was kept for two artifacts where both are saved by themselves at once", async () => {
      for (const artifactId of [bug, other]) {
        await edited(artifactId, "Mine");
        refuseNext(artifactId);
      }
      const told = answering("showInformationMessage", () => undefined);
      try {
        assert.deepEqual((await saveAll({ comment: "Why" }))?.failed.toSorted(), [bug, other]);
        await vscode.commands.executeCommand("workbench.action.files.saveAll");
        const unsent = await poll("it is told", () => told.said.find((words) => /was not sent/.test(words)));
        assert.match(unsent, /comment on #51[23] was not sent/);
      } finally {
        told.restore();
      }
    });

    test("sends nothing where the comment ends in half an emoji", async () => {
      const document = await edited(bug, "Mine");
      fixture.service.clearRequests();
      await assert.rejects(Promise.resolve(saveAll({ comment: "Said \ud83d" })), /half/);
      assert.deepEqual([puts(), document.isDirty], [[], true]);
    });

    test("sends nothing of what is new, and keeps a comment where nothing is unsaved", async () => {
      await vscode.commands.executeCommand("artifactDesk.createArtifact", fixture.connectionId, 12);
      const draft = await until("the draft is open", () => {
        const { document } = vscode.window.activeTextEditor ?? {};
        return document?.uri.path.includes("/new-") ? document : undefined;
      });
      await setEntry(draft, summary, { value: "New" });
      fixture.service.clearRequests();
      assert.deepEqual(await saveAll({ comment: "Kept" }), { saved: [], conflicts: [], failed: [] });
      assert.deepEqual([fixture.service.requests, draft.isDirty], [[], true]);
      await edited(bug, "Mine");
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.equal(stored(bug).comments.at(-1)?.body, "Kept");
    });
  });

  suite("made from", () => {
    const base = (path: string) => uriOf(`/artifacts/made-from/fields/${basename(path)}`).with({ query: path });

    test("can be read by an address of its own, and follows the saves", async () => {
      const document = await fixture.open(bug);
      const before = document.getText();
      await setEntry(document, summary, { value: "Mine" });
      const made = await vscode.workspace.openTextDocument(base(document.uri.path));
      assert.equal(made.getText(), before);
      assert.ok(await document.save());
      await poll("it follows", () => made.getText() === document.getText());
      assert.match(made.getText(), /Mine/);
    });

    const otherForms: Readonly<Record<string, (text: string) => string>> = {
      [`/artifacts/${bug}.artifact.xml`]: (text) =>
        text.replace(/(<field_id>1202<\/field_id>\s*<value>)[^<]*/, "$1Mine"),
      [`/artifacts/${bug}/fields/${details}.md`]: (text) => `${text}Mine`,
      "/svn/90.svn.json": (text) =>
        text.replace(/("is_reference_mandatory": )(\w+)/, (_, key, value) => `${key}${value !== "true"}`),
      "/svn/90/access-file.svnaccess": (text) => `${text}# Mine\n`,
    };
    for (const [path, edit] of Object.entries(otherForms)) {
      test(`is what was read of ${path} until it is saved, and what was saved then`, async () => {
        await fixture.reopen("admin");
        const document = await openPath(path);
        const before = document.getText();
        const made = await vscode.workspace.openTextDocument(base(path));
        await setText(document, edit(before));
        assert.deepEqual([document.isDirty, made.getText()], [true, before]);
        assert.ok(await document.save());
        await poll("it follows", () => made.getText() === document.getText());
        assert.notEqual(made.getText(), before);
      });
    }

    test("has the names of what stands in it, as the text beside it", async () => {
      const document = await edited(bug, "Mine");
      const made = await vscode.workspace.openTextDocument(base(document.uri.path));
      const namesIn = async (text: vscode.TextDocument) => {
        const whole = new vscode.Range(0, 0, text.lineCount, 0);
        const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
          "vscode.executeInlayHintProvider",
          text.uri,
          whole,
        );
        return hints.map(({ label }) => (typeof label === "string" ? label : label.map(({ value }) => value).join("")));
      };
      const names = await namesIn(document);
      assert.ok(names.length > 0);
      assert.deepEqual(await namesIn(made), names);
    });

    test("can be opened cold", async () => {
      const text = await vscode.workspace.openTextDocument(base(`/artifacts/${bug}.artifact.json`));
      assert.match(text.getText(), /"field_id": 1202/);
      const opened = await fixture.open(bug);
      assert.equal(text.getText(), opened.getText());
    });

    // A link in somebody's file may lead there, and VS Code chooses the editor by the name: one of notebooks runs
    // scripts, and for a JSON text a server is asked for the schema that it names.
    test("can be opened by no other name, be it that of a row", async () => {
      const field = `/artifacts/${bug}/fields/${details}.md`;
      for (const path of ["/a.ipynb", "/artifacts/made-from/fields/a.json", `/#${bug} a.json`, "/a/b.md", "/"]) {
        const uri = uriOf(path).with({ query: field });
        await assert.rejects(async () => vscode.workspace.openTextDocument(uri), path);
        await Promise.resolve(vscode.commands.executeCommand("vscode.open", uri)).catch(() => undefined);
        assert.ok(!vscode.workspace.notebookDocuments.some(({ uri: open }) => open.path === path), path);
      }
    });

    test("shows beside the text", async () => {
      const document = await edited(bug, "Mine");
      await vscode.commands.executeCommand("artifactDesk.unsaved.openChanges", document.uri);
      const { original, modified } = await until("both are shown", activeDiff);
      assert.deepEqual([original.query, modified.toString()], [document.uri.path, document.uri.toString()]);
    });
  });

  suite("discarded", () => {
    const discard = (uri: vscode.Uri) => vscode.commands.executeCommand("artifactDesk.discardChanges", uri);

    test("shows what it was made from, and comes back by undoing", async () => {
      const document = await fixture.open(bug);
      const before = document.getText();
      await setEntry(document, summary, { value: "Mine" });
      const mine = document.getText();
      fixture.service.clearRequests();
      await discard(document.uri);
      assert.deepEqual([document.getText(), document.isDirty, puts()], [before, false, []]);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      await until("it is back", () => document.getText() === mine);
      assert.ok(await document.save());
      assert.equal(stored(bug).values["summary"], "Mine");
    });

    test("leaves the service's version where the text was in conflict", async () => {
      const document = await edited(bug, "Mine");
      const mine = document.getText();
      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Theirs" }] });
      assert.equal(await document.save(), false);
      await discard(document.uri);
      await until("theirs is shown", () => document.getText().includes("Theirs"));
      assert.deepEqual([document.isDirty, stored(bug).values["summary"] === "Mine"], [false, false]);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      await until("one undo brings mine back", () => document.getText() === mine);
    });

    test("is gone with its tab where it is new", async () => {
      await vscode.commands.executeCommand("artifactDesk.createArtifact", fixture.connectionId, 12);
      const draft = await until("the draft is open", () => {
        const { document } = vscode.window.activeTextEditor ?? {};
        return document?.uri.path.includes("/new-") ? document : undefined;
      });
      await setEntry(draft, summary, { value: "New" });
      await vscode.commands.executeCommand("artifactDesk.addComment", fixture.connectionId, bug);
      const comment = await until("the comment is open", () => {
        const { document } = vscode.window.activeTextEditor ?? {};
        return document?.uri.path.endsWith("/comment.md") ? document : undefined;
      });
      await setText(comment, "Never said");
      fixture.service.clearRequests();
      await discard(draft.uri);
      await discard(comment.uri);
      await until("both are closed", () =>
        vscode.window.tabGroups.all.every(({ tabs }) =>
          tabs.every(({ input }) => !(input instanceof vscode.TabInputText) || !/new-|comment/.test(input.uri.path)),
        ),
      );
      assert.deepEqual(
        fixture.service.requests.filter(({ method }) => method !== "GET"),
        [],
      );
      await vscode.commands.executeCommand("artifactDesk.addComment", fixture.connectionId, bug);
      const again = await vscode.workspace.openTextDocument(comment.uri);
      assert.equal(again.getText(), "");
    });

    test("leaves alone what has nothing unsaved", async () => {
      const document = await fixture.open(third);
      const before = document.getText();
      fixture.service.clearRequests();
      await discard(document.uri);
      assert.deepEqual([document.getText(), document.isDirty, fixture.service.requests], [before, false, []]);
    });
  });

  suite("from its row", () => {
    const run = (command: string, ...given: readonly unknown[]) =>
      Promise.resolve(vscode.commands.executeCommand(command, ...given));
    const click = ({ command }: ShownRow) => run(command?.command ?? "", ...(command?.arguments ?? []));
    const put = (artifactId: number) => puts().filter(({ path }) => path.endsWith(`/${artifactId}`));
    const activeDocument = (isMeant: RegExp) =>
      until("it is open", () => {
        const { document } = vscode.window.activeTextEditor ?? {};
        return document && isMeant.test(document.uri.path) ? document : undefined;
      });
    const newDraft = async () => {
      await run("artifactDesk.createArtifact", fixture.connectionId, 12, "json");
      const draft = await activeDocument(/\/new-/);
      await setEntry(draft, summary, { value: "New" });
      return draft;
    };
    const newComment = async () => {
      await run("artifactDesk.addComment", fixture.connectionId, bug);
      const comment = await activeDocument(/\/comment\.md$/);
      await setText(comment, "Said from its row");
      return comment;
    };
    const inConflict = async (artifactId = bug) => {
      const document = await edited(artifactId, "Mine");
      fixture.service.control.editArtifact({ artifactId, values: [{ field: "summary", value: "Theirs" }] });
      assert.equal(await document.save(), false);
      const tab = await until("theirs is shown", () => {
        const { activeTab } = vscode.window.tabGroups.activeTabGroup;
        return activeDiff() && activeTab;
      });
      await vscode.window.tabGroups.close(tab);
      fixture.service.clearRequests();
      return document;
    };

    test("is named by artifact, part, tracker and repository, and says its fields", async () => {
      await fixture.reopen("admin");
      await edited(bug, "Mine");
      const field = await openPath(`/artifacts/${bug}/fields/${details}.md`);
      await setText(field, "Mine");
      const settings = await openPath("/svn/90.svn.json");
      await setText(
        settings,
        settings.getText().replace('"is_reference_mandatory": true', '"is_reference_mandatory": false'),
      );
      const access = await openPath("/svn/90/access-file.svnaccess");
      await setText(access, `${access.getText()}# Mine\n`);
      await newDraft();
      await run("artifactDesk.createSvnRepository", fixture.connectionId, 122, "mine");
      const repository = await activeDocument(/\/new-\d+\.svn\.json$/);
      await setText(repository, repository.getText().replace('"mine"', '"tools"'));
      await newComment();
      const named = (group: "changes" | "new") => rowsIn(group).map((row) => [row.name, told(row)]);
      const titled = `#${bug} ${stored(bug).values["summary"]}`;
      await poll("all are described", () => rowsIn("new").length === 3 && rowsIn("new")[1]?.name === "tools");
      assert.deepEqual(named("changes"), [
        [titled, "Unsaved changes (JSON): Summary"],
        [`${titled}: Original Submission`, "Unsaved changes: Original Submission"],
        ["SVN repository repo01", "Unsaved changes: the rule on references"],
        ["SVN repository repo01: access file", "Unsaved changes: the access file"],
      ]);
      assert.deepEqual(named("new"), [
        ["New Bug", "Not sent yet (JSON)"],
        ["tools", "Not sent yet"],
        [`${titled}: comment`, "Not sent yet"],
      ]);
      for (const row of [...rowsIn("changes"), ...rowsIn("new")]) {
        assert.equal(row.resourceUri.path.split("/").at(-1), row.name);
      }
    });

    test("has its whole name in one part of its address, whatever the title is", async () => {
      fixture.service.control.editArtifact({
        artifactId: bug,
        values: [{ field: "summary", value: `Theirs/#${other} Another` }],
      });
      await edited(bug, "One", 1206);
      const { resourceUri } = await rowIn("changes");
      assert.equal(resourceUri.path.split("/").at(-1), `#${bug} Theirs∕#${other} Another`);
    });

    test("has a number at the view for each row, and none for what is saved", async () => {
      const counted = () => shown.of(fixture.connectionId)?.control.count;
      const first = await edited(bug, "One");
      await edited(other, "Two");
      const field = await openPath(`/artifacts/${bug}/fields/${details}.md`);
      await setText(field, "Three");
      await newDraft();
      await poll("four are counted", () => counted() === 4);
      assert.deepEqual([rowsIn("changes").length, rowsIn("new").length], [3, 1]);
      fixture.service.control.editArtifact({ artifactId: other, values: [{ field: "slogan", value: "Theirs" }] });
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [other], failed: [] });
      await poll("two are counted", () => counted() === 2);
      assert.deepEqual([rowsIn("conflicts").length, rowsIn("changes").length, first.isDirty], [1, 0, false]);
    });

    test("saves itself alone, without the words of the box", async () => {
      const left = await edited(other, "Two");
      const document = await edited(bug, "One");
      await poll("both are listed", () => rowsIn("changes").length === 2);
      const { control } = shown.of(fixture.connectionId) ?? assert.fail("no provider");
      control.inputBox.value = "For all";
      const said = stored(bug).comments.length;
      fixture.service.clearRequests();
      await run(
        "artifactDesk.unsaved.save",
        rowsIn("changes").find(({ name }) => name.startsWith(`#${bug} `)),
      );
      assert.deepEqual([document.isDirty, left.isDirty, stored(bug).values["summary"]], [false, true, "One"]);
      assert.deepEqual([puts().length, stored(bug).comments.length], [1, said]);
      assert.equal(control.inputBox.value, "For all");
      assert.equal((await rowIn("changes")).documentUri.toString(), left.uri.toString());
    });

    test("saves all that are selected", async () => {
      for (const [index, artifactId] of [bug, other, third].entries()) {
        await edited(artifactId, `Row ${index}`);
      }
      await poll("all are listed", () => rowsIn("changes").length === 3);
      await run("artifactDesk.unsaved.save", ...rowsIn("changes").slice(0, 2));
      assert.equal((await rowIn("changes")).documentUri.toString(), fixture.uri(third).toString());
    });

    test("saves all of its provider, and of its group, with the words of the box", async () => {
      for (const [index, body] of ["From the title", "From the group"].entries()) {
        const document = await edited(bug, `Mine ${index}`);
        await rowIn("changes");
        const { control, groups } = shown.of(fixture.connectionId) ?? assert.fail("no provider");
        control.inputBox.value = body;
        await run("artifactDesk.saveAll", index === 0 ? control : groups.get("changes"));
        assert.deepEqual([document.isDirty, stored(bug).comments.at(-1)?.body], [false, body]);
        await poll("the provider is gone", () => !shown.of(fixture.connectionId));
      }
      await edited(bug, "Mine again");
      await rowIn("changes");
      assert.equal(shown.of(fixture.connectionId)?.control.inputBox.value, "");
    });

    test("submits a draft", async () => {
      await newDraft();
      fixture.service.clearRequests();
      await run("artifactDesk.unsaved.submit", await rowIn("new"));
      const posts = fixture.service.requests.filter(({ method }) => method !== "GET");
      assert.deepEqual(
        posts.map(({ method, path, status }) => [method, path, status]),
        [["POST", "/api/v1/artifacts", 201]],
      );
      await poll("nothing new is left", () => rowsIn("new").length === 0);
      const isOfArtifact = () => vscode.window.activeTextEditor?.document.uri.path.startsWith("/artifacts/") === true;
      await poll("the artifact has the tab", isOfArtifact);
    });

    test("sends a comment", async () => {
      await newComment();
      fixture.service.clearRequests();
      await run("artifactDesk.unsaved.send", await rowIn("new"));
      assert.deepEqual([puts().length, stored(bug).comments.at(-1)?.body], [1, "Said from its row"]);
      await poll("nothing new is left", () => rowsIn("new").length === 0);
    });

    test("opens its document, and the page beside it", async () => {
      const document = await edited(bug, "Mine");
      const row = await rowIn("changes");
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(fixture.uri(third)));
      await run("artifactDesk.unsaved.open", row);
      assert.equal(vscode.window.activeTextEditor?.document, document);
      await run("artifactDesk.preview", row);
      await until("the page is there", () =>
        vscode.window.tabGroups.all.some(({ tabs }) =>
          tabs.some(({ input, label }) => input instanceof vscode.TabInputWebview && label.includes(`${bug}`)),
        ),
      );
    });

    test("puts a changed line back, as one step to undo, and sends nothing", async () => {
      const document = await edited(bug, "Mine");
      const changed = document.getText();
      const line = changed.split("\n").findIndex((each) => each.includes("Mine")) + 1;
      const change = {
        originalStartLineNumber: line,
        originalEndLineNumber: line,
        modifiedStartLineNumber: line,
        modifiedEndLineNumber: line,
      };
      await run("artifactDesk.unsaved.revertChange", document.uri, [change], 0);
      assert.ok(document.getText().includes(String(stored(bug).values["summary"])));
      await run("artifactDesk.unsaved.revertChange", document.uri, [change], 1);
      await run("artifactDesk.unsaved.revertChange", document.uri, [{ ...change, originalStartLineNumber: "1" }], 0);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      assert.deepEqual([document.getText(), puts().length], [changed, 0]);
    });

    test("shows what it was made from where it is clicked, of a conflict theirs, and of a comment itself", async () => {
      const mine = await edited(other, "Mine");
      await click(await rowIn("changes"));
      const made = await until("both are shown", activeDiff);
      assert.deepEqual([made.original.query, made.modified.toString()], [mine.uri.path, mine.uri.toString()]);
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      const document = await inConflict();
      await click(await rowIn("conflicts"));
      const { original } = await until("theirs is shown", () => {
        const diff = activeDiff();
        return diff?.modified.toString() === document.uri.toString() && diff;
      });
      assert.match((await vscode.workspace.openTextDocument(original)).getText(), /"Theirs"/);
      const comment = await newComment();
      await vscode.window.showTextDocument(document);
      await click(await rowIn("new"));
      assert.equal(vscode.window.activeTextEditor?.document, comment);
    });

    test("keeps mine of a conflict, over the version that was shown", async () => {
      const document = await inConflict();
      const row = await rowIn("conflicts", (each) => /conflict/i.test(told(each)));
      const theirs = String(stored(bug).version);
      await run("artifactDesk.conflict.keepMine", row);
      assert.deepEqual([document.isDirty, stored(bug).values["summary"]], [false, "Mine"]);
      assert.deepEqual(
        put(bug).map(({ headers, status }) => [headers["if-match"], status]),
        [[theirs, 200]],
      );
      await poll("nothing is left", () => rowsIn("conflicts").length === 0);
    });

    test("keeps mine of none of several conflicts before what it would replace was shown", async () => {
      await edited(bug, "Mine");
      await edited(other, "Mine too");
      for (const artifactId of [bug, other]) {
        fixture.service.control.editArtifact({ artifactId, values: [{ field: "summary", value: "Theirs" }] });
      }
      const { conflicts } = (await saveAll()) ?? {};
      assert.deepEqual(conflicts?.toSorted(), [bug, other]);
      await poll("both are listed", () => rowsIn("conflicts").length === 2);
      assert.equal(activeDiff(), undefined);
      const [row] = rowsIn("conflicts");
      assert.ok(row);
      fixture.service.clearRequests();
      await run("artifactDesk.conflict.keepMine", row);
      assert.equal(puts().length, 0);
      await until("theirs is shown", () => activeDiff() !== undefined);
      await run("artifactDesk.conflict.keepMine", row);
      assert.equal(puts().length, 1);
      await poll("the other is left", () => rowsIn("conflicts").length === 1);
    });

    test("takes theirs of a conflict, and sends nothing", async () => {
      const document = await inConflict();
      await run("artifactDesk.conflict.takeTheirs", await rowIn("conflicts"));
      assert.match(document.getText(), /"Theirs"/);
      assert.deepEqual([document.isDirty, put(bug), stored(bug).values["summary"]], [false, [], "Theirs"]);
      await poll("nothing is left", () => rowsIn("conflicts").length === 0);
    });

    test("takes theirs of all that are selected", async () => {
      const documents = [await inConflict(), await inConflict(other)];
      await poll("both are listed", () => rowsIn("conflicts").length === 2);
      await run("artifactDesk.conflict.takeTheirs", ...rowsIn("conflicts"));
      assert.deepEqual(
        documents.map((document) => [document.isDirty, document.getText().includes('"Theirs"')]),
        [
          [false, true],
          [false, true],
        ],
      );
    });

    test("merges a conflict, and tells that a choice is left", async () => {
      const document = await inConflict();
      await run("artifactDesk.conflict.merge", await rowIn("conflicts"));
      await rowIn("conflicts", (row) => /merged/i.test(told(row)));
      assert.deepEqual([document.isDirty, put(bug), stored(bug).values["summary"]], [true, [], "Theirs"]);
    });

    test("is saved without a comment where the box holds blanks alone", async () => {
      await edited(bug, "One");
      await rowIn("changes");
      const { control } = shown.of(fixture.connectionId) ?? assert.fail("no provider");
      control.inputBox.value = " \n";
      fixture.service.clearRequests();
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.deepEqual(
        puts().map(({ body }) => "comment" in JSON.parse(body)),
        [false],
      );
    });

    test("keeps the words that went with no save, where others are typed before the save of all ends", async () => {
      await fixture.reopen("admin");
      const artifact = await edited(bug, "One");
      const settings = await openPath("/svn/90.svn.json");
      await setText(settings, turned(settings.getText()));
      await poll("both are listed", () => rowsIn("changes").length === 2);
      const { control } = shown.of(fixture.connectionId) ?? assert.fail("no provider");
      const [releaseBug, releaseSettings] = [holdNext(`/artifacts/${bug}`), holdNext("/svn/90")];
      fixture.service.clearRequests();
      const saving = artifact.save();
      await poll("the artifact is sent", () => puts().length === 1);
      control.inputBox.value = "Why";
      const all = saveAll();
      await poll("the settings are sent", () => puts().length === 2);
      releaseBug();
      await saving;
      await poll("the artifact has left the list", () => rowsIn("changes").length === 1);
      control.inputBox.value = `${control.inputBox.value}\n\nNext`.trim();
      releaseSettings();
      await all;
      assert.notEqual(stored(bug).comments.at(-1)?.body, "Why");
      assert.equal(control.inputBox.value, "Why\n\nNext");
    });

    test("keeps the words for what was refused, undone and typed again before the save of all ends", async () => {
      await edited(other, "Two");
      const refused = await edited(bug, "One");
      await poll("both are listed", () => rowsIn("changes").length === 2);
      const { control } = shown.of(fixture.connectionId) ?? assert.fail("no provider");
      control.inputBox.value = "Why";
      const release = holdNext(`/artifacts/${other}`);
      refuseNext(bug);
      fixture.service.clearRequests();
      const all = saveAll();
      await poll("the reason is shown", () => rowsIn("changes").some((row) => told(row).includes("Not saved.")));
      await vscode.window.showTextDocument(refused);
      await vscode.commands.executeCommand("undo");
      await poll("nothing of it is unsaved", () => rowsIn("changes").length === 1 && !refused.isDirty);
      await setEntry(refused, summary, { value: "Better" });
      await poll("both are listed again", () => rowsIn("changes").length === 2);
      release();
      assert.deepEqual(await all, { saved: [other], conflicts: [], failed: [bug] });
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.equal(stored(bug).comments.at(-1)?.body, "Why");
    });

    test("leaves in the box what was typed besides the words of what is discarded", async () => {
      const refused = await edited(bug, "One");
      await rowIn("changes");
      const { control } = shown.of(fixture.connectionId) ?? assert.fail("no provider");
      control.inputBox.value = "For something else";
      fixture.service.control.addFault({
        method: "PUT",
        fault: { kind: "answer", status: 403, body: "{}", headers: { "Content-Type": "application/json" } },
      });
      assert.deepEqual(await saveAll({ comment: "Said" }), { saved: [], conflicts: [], failed: [bug] });
      assert.equal(control.inputBox.value, "For something else\n\nSaid");
      await run("artifactDesk.discardChanges", refused.uri);
      await edited(other, "Two");
      await poll("the other is listed alone", () => rowsIn("changes")[0]?.name.startsWith(`#${other} `));
      await poll(
        "the words are left",
        () => shown.of(fixture.connectionId)?.control.inputBox.value === "For something else",
      );
    });

    test("loses the words of the box once the rest that they were for is discarded", async () => {
      const refused = await edited(bug, "One");
      await edited(other, "Two");
      fixture.service.control.addFault({
        method: "PUT",
        path: new RegExp(`/artifacts/${bug}$`),
        fault: { kind: "answer", status: 403, body: "{}", headers: { "Content-Type": "application/json" } },
      });
      assert.deepEqual(await saveAll({ comment: "Said" }), { saved: [other], conflicts: [], failed: [bug] });
      const { control } = shown.of(fixture.connectionId) ?? assert.fail("no provider");
      assert.equal(control.inputBox.value, "Said");
      await run("artifactDesk.discardChanges", refused.uri);
      await poll("the words are gone", () => control.inputBox.value === "");
    });

    /** Has two artifacts on the way with words: the save of one is refused, and that of the other waits. */
    const savingOneRefused = async () => {
      const { control } = fixture.service;
      const refused = await edited(bug, "One");
      await edited(other, "Two");
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      refuseNext(bug);
      control.addFault({
        method: "PUT",
        path: new RegExp(`/artifacts/${other}$`),
        fault: { kind: "held", until: held },
      });
      fixture.service.clearRequests();
      const saving = saveAll({ comment: "Said" });
      await poll("one is refused, and one held", () => put(bug)[0]?.status === 403 && puts().length === 2);
      return { refused, saving, release };
    };

    test("keeps words and reason for what of a refused artifact has another format before the save ends", async () => {
      const { refused, saving, release } = await savingOneRefused();
      await vscode.commands.executeCommand("artifactDesk.switchFormat", refused.uri);
      release();
      assert.deepEqual(await saving, { saved: [other], conflicts: [], failed: [bug] });
      await rowIn("changes", (each) => /^Unsaved changes \(XML\): Summary\.\nNot saved\. \S/.test(told(each)));
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.equal(stored(bug).comments.at(-1)?.body, "Said");
    });

    test("sends what of an artifact has another format before the save of it begins", async () => {
      const { control } = fixture.service;
      await edited(other, "Two");
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      control.addFault({ method: "PUT", fault: { kind: "held", until: held } });
      fixture.service.clearRequests();
      const first = saveAll();
      await fixture.service.untilAsked(({ method }) => method === "PUT");
      const json = await edited(bug, "One");
      const second = saveAll({ comment: "Said" });
      await vscode.commands.executeCommand("artifactDesk.switchFormat", json.uri);
      release();
      await first;
      assert.deepEqual(await second, { saved: [other, bug], conflicts: [], failed: [] });
      assert.equal(stored(bug).values["summary"], "One");
      assert.equal(stored(bug).comments.at(-1)?.body, "Said");
    });

    test("has no words of a save in the box that were for what was discarded before the save ended", async () => {
      const { refused, saving, release } = await savingOneRefused();
      await run("artifactDesk.discardChanges", refused.uri);
      release();
      assert.deepEqual(await saving, { saved: [other], conflicts: [], failed: [bug] });
      await edited(bug, "Of something else");
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.notEqual(stored(bug).comments.at(-1)?.body, "Said");
    });

    test("is not among what is saved where it was discarded before the save of it began", async () => {
      await fixture.reopen("admin");
      await edited(other, "Two");
      const artifact = await edited(bug, "One");
      const settings = await openPath("/svn/90.svn.json");
      await setText(settings, settings.getText().replace('"access_file": "', '"access_file": "# mine\\n'));
      assert.deepEqual([artifact.isDirty, settings.isDirty], [true, true]);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      fixture.service.control.addFault({ method: "PUT", fault: { kind: "held", until: held } });
      fixture.service.clearRequests();
      const first = saveAll({ artifactIds: [other] });
      await fixture.service.untilAsked(({ method }) => method === "PUT");
      const second = saveAll();
      await run("artifactDesk.discardChanges", artifact.uri);
      await run("artifactDesk.discardChanges", settings.uri);
      release();
      assert.deepEqual(await first, { saved: [other], conflicts: [], failed: [] });
      // What the first one has saved is saved for the second one, too.
      assert.deepEqual(await second, { saved: [other], conflicts: [], failed: [] });
      assert.equal(puts().length, 1);
    });

    test("has no words for what is typed into a document since it was discarded before the save of it began", async () => {
      await edited(other, "Two");
      await edited(third, "Three");
      const artifact = await edited(bug, "One");
      const [releaseOther, releaseThird] = [holdNext(`/artifacts/${other}`), holdNext(`/artifacts/${third}`)];
      fixture.service.clearRequests();
      const first = saveAll({ artifactIds: [other] });
      await poll("the first one is sent", () => puts().length === 1);
      const second = saveAll({ comment: "Said", artifactIds: [bug, third] });
      await run("artifactDesk.discardChanges", artifact.uri);
      releaseOther();
      await first;
      await poll("the second one is sent", () => puts().length === 2);
      await edited(bug, "Of something else");
      releaseThird();
      assert.deepEqual(await second, { saved: [third], conflicts: [], failed: [] });
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.equal(stored(third).comments.at(-1)?.body, "Said");
      assert.notEqual(stored(bug).comments.at(-1)?.body, "Said");
    });

    test("is told to be nothing, beside what is new, where all of it was discarded while the save waited", async () => {
      await newDraft();
      await edited(other, "Two");
      const artifact = await edited(bug, "One");
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      fixture.service.control.addFault({ method: "PUT", fault: { kind: "held", until: held } });
      const first = saveAll({ artifactIds: [other] });
      await fixture.service.untilAsked(({ method }) => method === "PUT");
      const second = saveAll({ artifactIds: [bug] });
      await run("artifactDesk.discardChanges", artifact.uri);
      const told = answering("showInformationMessage", () => undefined);
      try {
        release();
        await first;
        assert.deepEqual(await second, { saved: [], conflicts: [], failed: [] });
        assert.deepEqual(told.said, ["Nothing is to be saved: what is unsaved here is in conflict or new."]);
      } finally {
        told.restore();
      }
    });

    test("keeps no words in the box for what was discarded before the save of it began", async () => {
      const { control } = fixture.service;
      await edited(other, "Two");
      const refused = await edited(bug, "One");
      const field = await openPath(`/artifacts/${bug}/fields/${details}.md`);
      await setText(field, "Longer");
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const answer = { kind: "answer", status: 403, body: "{}" } as const;
      control.addFault({ method: "PUT", path: new RegExp(`/artifacts/${bug}$`), fault: answer });
      control.addFault({ method: "PUT", fault: { kind: "held", until: held } });
      const first = saveAll({ artifactIds: [other] });
      await fixture.service.untilAsked(({ method }) => method === "PUT");
      await poll("there is a box", () => shown.of(fixture.connectionId) !== undefined);
      const { inputBox } = shown.of(fixture.connectionId)?.control ?? assert.fail("no provider");
      inputBox.value = "Said";
      const second = saveAll();
      await run("artifactDesk.discardChanges", field.uri);
      release();
      await first;
      assert.deepEqual(await second, { saved: [other], conflicts: [], failed: [bug] });
      assert.equal(inputBox.value, "Said");
      assert.ok(await refused.save());
      await poll("the words are gone", () => inputBox.value === "");
    });
  });

  test("has one provider from the first text until the last one is saved, whatever is typed between saves", async () => {
    await vscode.workspace.openTextDocument(uriOf(`/artifacts/${bug}.artifact.json`));
    const { seen } = shown;
    const before = seen.length;
    const since = () => seen.slice(before);
    // A provider may go where a busy machine lets a second pass between a save and what is typed next.
    const pauses = pausesAfterSaves();
    const text = await edited(bug, "One");
    await poll("it is there", () => since().length > 0);
    for (const value of ["Two", "Three"]) {
      // The last one that is unsaved, and what is typed next.
      assert.ok(await text.save());
      await setEntry(text, summary, { value });
    }
    const second = await edited(other, "Four");
    await saveAll();
    await setEntry(second, summary, { value: "Five" });
    await setEntry(text, summary, { value: "Six" });
    assert.deepEqual(await saveAll(), { saved: [other, bug], conflicts: [], failed: [] });
    const longest = pauses.end();
    const isKept = longest < 900;
    assert.deepEqual(isKept ? since() : since().slice(-1), ["made"], `the longest pause took ${longest} ms`);
    const there = since().length;
    await poll("it is gone", () => since().length > there);
    assert.deepEqual(since().slice(there), ["gone"]);
  });

  test("is counted over all connections, and saved of one alone", async () => {
    const { baseUrl: url, keys } = fixture.service;
    const second = { id: "second", url, label: "Second", accessKey: keys.member };
    await vscode.commands.executeCommand("artifactDesk.addConnection", second);
    try {
      const first = await edited(bug, "One");
      const text = await vscode.workspace.openTextDocument(
        vscode.Uri.parse(`artifact://second/artifacts/${other}.artifact.json`),
      );
      await vscode.window.showTextDocument(text, { preview: false });
      await setEntry(text, summary, { value: "Two" });
      assert.deepEqual(await vscode.commands.executeCommand("artifactDesk.showUnsaved"), { unsaved: 2, conflicts: 0 });
      assert.deepEqual(await saveAll(), { saved: [bug], conflicts: [], failed: [] });
      assert.deepEqual([first.isDirty, text.isDirty], [false, true]);
      assert.deepEqual(await vscode.commands.executeCommand("artifactDesk.showUnsaved"), { unsaved: 1, conflicts: 0 });
      assert.deepEqual(await vscode.commands.executeCommand("artifactDesk.saveAll", "second"), {
        saved: [other],
        conflicts: [],
        failed: [],
      });
    } finally {
      await vscode.commands.executeCommand("artifactDesk.removeConnection", "second");
    }
  });

  test("counts documents, and is counted once each", async () => {
    await edited(bug, "One");
    const field = await openPath(`/artifacts/${bug}/fields/${details}.md`);
    await setText(field, "Two");
    assert.deepEqual(await vscode.commands.executeCommand("artifactDesk.showUnsaved"), { unsaved: 2, conflicts: 0 });
  });
});

/** Measures the longest time, in ms, from a save to what is typed next. */
function pausesAfterSaves() {
  let longest = 0;
  let savedAt: number | undefined;
  const listeners = [
    vscode.workspace.onDidSaveTextDocument(() => {
      savedAt ??= performance.now();
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.isDirty && savedAt !== undefined) {
        longest = Math.max(longest, performance.now() - savedAt);
        savedAt = undefined;
      }
    }),
  ];
  return {
    end: () => {
      vscode.Disposable.from(...listeners).dispose();
      return longest;
    },
  };
}
