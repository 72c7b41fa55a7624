import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import type { SvnSettings } from "../../../../src/core/model/svnRepository.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { isServiceError, ServiceError } from "../../../../src/core/service/serviceError.ts";
import { inOrder, type ShownSettings, type TextSettings } from "../../../../src/core/svn/settings.ts";
import { settingsRules } from "../../../../src/core/svn/settingsRules.ts";
import { SendingNotKept } from "../../../../src/core/windows/draftStore.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { someTurns } from "../../../support/patience.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { MemorySettings, MemorySettingsStates, SettingsSheet } from "./settingsFixture.ts";

const { signal } = new AbortController();
/** A repository of the reference service with something in every setting. */
const repository = 90;

suite("a working copy of settings", () => {
  let service: ReferenceService;
  let client: ServiceClient;
  let store: MemorySettingsStates;
  let memory: MemorySettings;
  let copy: SettingsSheet;

  setup(async () => {
    service = await startReferenceService();
    store = new MemorySettingsStates();
    memory = new MemorySettings();
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.admin }).client;
    copy = newCopy();
  });

  teardown(async () => {
    await client.close();
    await service.close();
  });

  const newCopy = () => SettingsSheet.of(repository, { service: client, memory }, store);
  const opened = async (): Promise<ShownSettings> => {
    const base = await copy.open(signal);
    assert.ok(base);
    await copy.adopt(base);
    service.clearRequests();
    const { has_default_permissions: _, ...shown } = base.settings;
    return shown;
  };
  const stored = () => service.control.readRepository({ repositoryId: repository }).settings;
  const asked = () => service.requests.map(({ method, status }) => `${method} ${status ?? "cut"}`);
  const sent = () =>
    service.requests
      .filter(({ method }) => method === "PUT")
      .map(({ body }) => JSON.parse(body).settings as SvnSettings);
  const mandatory = (text: ShownSettings, value: boolean): ShownSettings => ({
    ...text,
    commit_rules: { ...text.commit_rules, is_reference_mandatory: value },
  });
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => "none",
      (error: unknown) => (isServiceError(error) ? `${error.kind} ${error.status ?? ""}` : String(error)),
    );

  test("is saved once what was stored is remembered, and not before", async () => {
    const text = await opened();
    const written = Promise.withResolvers<boolean>();
    memory.write = () => written.promise;
    let isSaved = false;
    const saving = copy.save(mandatory(text, !text.commit_rules.is_reference_mandatory), "plain", signal).then(() => {
      isSaved = true;
    });
    await service.untilAsked(({ method, status }) => method === "PUT" && status !== undefined);
    await someTurns();
    assert.equal(isSaved, false);
    written.resolve(true);
    await saving;
  });

  test("notes once that it could be read, however often it is", async () => {
    let notes = 0;
    memory.noteRead = async () => ++notes > 0;
    await opened();
    await opened();
    assert.equal(notes, 1);
  });

  test("notes again that it could be read where that could not be kept", async () => {
    const kept = [false, true];
    let notes = 0;
    memory.noteRead = async () => kept[notes++] ?? assert.fail("noted already");
    for (const _each of ["first", "second", "third"]) {
      await opened();
    }
    assert.equal(notes, 2);
  });

  /** Gives what comes of a save of a text that was typed, or brought back by undoing or redoing. */
  const saved = async (text: Partial<ShownSettings>, how: "typed" | "undone") => {
    copy.copy.noteText(copy.key, text, how === "undone");
    return (await copy.save(text, "plain", signal)).kind;
  };

  test("saved untouched sends nothing", async () => {
    const text = await opened();
    assert.deepEqual(await copy.save(text, "plain", signal), { kind: "unchanged" });
    assert.deepEqual(asked(), []);
  });

  test("is read again, and then replaced by the complete set with what the document does not show as it was", async () => {
    service.control.editRepository({ repositoryId: repository, settings: { hasDefaultPermissions: false } });
    const text = await opened();
    const outcome = await copy.save(mandatory(text, false), "plain", signal);
    assert.equal(outcome.kind, "saved");
    assert.deepEqual(asked(), ["GET 200", "PUT 200"]);
    assert.deepEqual(sent(), [{ ...mandatory(text, false), has_default_permissions: false }]);
    assert.equal(stored().isReferenceMandatory, false);
    assert.equal(stored().hasDefaultPermissions, false);
    assert.deepEqual(outcome.kind === "saved" && outcome.rewritten, []);
    assert.deepEqual(await copy.save(mandatory(text, false), "plain", signal), { kind: "unchanged" });
  });

  test("takes a colleague's change of what the document does not show along", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { hasDefaultPermissions: false } });
    assert.equal((await copy.save(mandatory(text, false), "plain", signal)).kind, "saved");
    assert.equal(stored().hasDefaultPermissions, false);
  });

  test("does not overwrite a colleague's change, and merges with it", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { paths: ["/tags", "/releases"] } });
    const mine = mandatory(text, false);
    const outcome = await copy.save(mine, "plain", signal);
    assert.deepEqual([outcome.kind, outcome.kind === "conflict" && outcome.reason], ["conflict", "changedMeanwhile"]);
    const again = await copy.save(mine, "plain", signal);
    assert.deepEqual([again.kind, again.kind === "conflict" && again.reason], ["conflict", "stillOpen"]);
    assert.deepEqual(sent(), []);
    const merged = await copy.merge(mine);
    assert.deepEqual(merged?.taken, ["immutable_tags.paths"]);
    assert.ok(merged);
    assert.equal((await copy.save(merged.settings, "plain", signal)).kind, "saved");
    assert.deepEqual([stored().isReferenceMandatory, stored().paths], [false, ["/tags", "/releases"]]);
  });

  test("asks again before a merge that was undone puts back what a colleague changed", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { paths: ["/releases"] } });
    const mine = mandatory(text, false);
    await copy.save(mine, "plain", signal);
    await copy.merge(mine);
    const outcome = await copy.save(mine, "plain", signal);
    assert.deepEqual(outcome.kind === "unsettled" && outcome.entries.map(({ key }) => key), ["immutable_tags.paths"]);
    copy.copy.chooseMine(copy.key, mine, "immutable_tags.paths");
    assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
    assert.deepEqual(stored().paths, ["/tags"]);
  });

  test("asks nothing about paths of which mine has all that a colleague has added, and more", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { paths: ["/tags", "/releases"] } });
    const paths = ["/tags", "/releases", "/mine"];
    const mine = { ...text, immutable_tags: { ...text.immutable_tags, paths } };
    assert.equal((await copy.save(mine, "plain", signal)).kind, "conflict");
    assert.deepEqual((await copy.merge(mine))?.settings.immutable_tags?.paths, paths);
    assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
    assert.deepEqual(stored().paths, paths);
  });

  test("puts back by no restart what was taken out by hand after a merge", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { paths: ["/tags", "/releases"] } });
    const mine = mandatory({ ...text, immutable_tags: { ...text.immutable_tags, paths: ["/tags", "/mine"] } }, false);
    await copy.save(mine, "plain", signal);
    const merged = (await copy.merge(mine))?.settings ?? assert.fail();
    const own = { ...merged, immutable_tags: { whitelist: [], paths: ["/mine"] } };
    for (const said of [merged, own]) {
      copy.copy.noteText(copy.key, said, false);
    }
    copy = newCopy();
    await copy.copy.track(copy.key, () => own);
    assert.equal((await copy.save(own, "plain", signal)).kind, "saved");
    assert.deepEqual(stored().paths, ["/mine"]);
  });

  test("does not ask for what was written again by hand after a merge", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { paths: ["/releases"] } });
    const mine = mandatory(text, false);
    await copy.save(mine, "plain", signal);
    const merged = (await copy.merge(mine))?.settings ?? assert.fail();
    for (const said of [merged, mine]) {
      copy.copy.noteText(copy.key, said, false);
    }
    assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
    assert.deepEqual(stored().paths, ["/tags"]);
  });

  test("does not ask for what was read again, and then written by hand as it was before", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { paths: ["/releases"] } });
    const now = (await copy.open(signal)) ?? assert.fail();
    await copy.adopt(now);
    assert.equal(await saved(text, "typed"), "saved");
    assert.deepEqual(stored().paths, ["/tags"]);
  });

  /** Merges `mine`, which is in conflict, and stores that; then undoing past it is asked about. */
  const undoneMerge = async (mine: ShownSettings) => {
    assert.equal((await copy.save(mine, "plain", signal)).kind, "conflict");
    const merged = (await copy.merge(mine))?.settings ?? assert.fail();
    assert.equal(await saved(merged, "typed"), "saved");
    const before = stored();
    assert.equal(await saved(mine, "undone"), "unsettled");
    return { merged, before };
  };

  for (const [what, settings, add] of [
    ["access file", { accessFile: "[/]\n* = r\ntheirs = rw" }, (text: ShownSettings) => typedLine(text)],
    ["paths of tags", { paths: ["/tags", "/theirs"] }, (text: ShownSettings) => typedPath(text)],
  ] as const) {
    test(`asks before undoing past a reading takes back what a colleague did to the ${what}`, async () => {
      const text = await opened();
      service.control.editRepository({ repositoryId: repository, settings });
      await copy.adopt((await copy.open(signal)) ?? assert.fail());
      const before = stored();
      assert.equal(await saved(text, "undone"), "unsettled");
      const typed = add(text);
      assert.equal(await saved(typed, "typed"), "unsettled", "something was typed beside it");
      assert.deepEqual(stored(), before);
    });

    test(`asks before undoing past the save of a merge takes back what a colleague did to the ${what}`, async () => {
      const text = await opened();
      service.control.editRepository({ repositoryId: repository, settings });
      const mine = mandatory(text, false);
      const { before } = await undoneMerge(mine);
      const typed = add(mine);
      assert.equal(await saved(typed, "typed"), "unsettled", "something was typed beside it");
      assert.deepEqual(stored(), before);
    });

    test(`asks before undoing past the save of both takes back what a colleague did to the ${what}`, async () => {
      const text = await opened();
      service.control.editRepository({ repositoryId: repository, settings });
      const mine = add(text);
      const { merged, before } = await undoneMerge(mine);
      assert.equal(await saved(text, "undone"), "unsettled");
      assert.deepEqual(stored(), before);
      assert.equal(await saved(merged, "undone"), "unchanged");
    });
  }

  const typedLine = (text: ShownSettings): ShownSettings => ({ ...text, access_file: `# mine\n${text.access_file}` });
  const typedPath = (text: ShownSettings): ShownSettings => {
    const { paths, whitelist } = text.immutable_tags;
    return { ...text, immutable_tags: { paths: [...paths, "/mine"], whitelist } };
  };

  test("keeps mine over the version shown, and asks again when that has changed once more", async () => {
    const text = await opened();
    const mine = mandatory(text, false);
    service.control.editRepository({ repositoryId: repository, settings: { paths: ["/a"] } });
    await copy.save(mine, "plain", signal);
    service.control.editRepository({ repositoryId: repository, settings: { paths: ["/b"] } });
    const outcome = await copy.save(mine, "keepMine", signal);
    assert.equal(outcome.kind, "conflict");
    assert.deepEqual(stored().paths, ["/b"]);
    assert.equal((await copy.save(mine, "keepMine", signal)).kind, "saved");
    assert.deepEqual([stored().paths, stored().isReferenceMandatory], [["/tags"], false]);
  });

  for (const { name, body } of [
    { name: "an answer that tells nothing", body: () => "{}" },
    { name: "the answer to an earlier request", body: (before: string) => before },
  ]) {
    test(`told to be stored by ${name} is not taken for saved where nothing came of it`, async () => {
      const before = await fetch(`${service.baseUrl}/svn/${repository}`, {
        headers: { "X-Auth-AccessKey": service.keys.admin },
      });
      const headers = { "Content-Type": "application/json" };
      const mine = mandatory(await opened(), false);
      const fault = { kind: "answer", status: 200, headers, body: body(await before.text()) } as const;
      service.control.addFault({ method: "PUT", fault });
      assert.match(await failureOf(copy.save(mine, "plain", signal)), /^invalidAnswer/);
      assert.equal(stored().isReferenceMandatory, true);
      assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
      assert.equal(stored().isReferenceMandatory, false);
    });
  }

  test("takes theirs, and sends nothing then", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { paths: ["/a"] } });
    await copy.save(mandatory(text, false), "plain", signal);
    const theirs = await copy.takeTheirs(mandatory(text, false));
    assert.deepEqual(theirs?.settings.immutable_tags.paths, ["/a"]);
    assert.deepEqual(await copy.save(theirs?.settings ?? {}, "plain", signal), { kind: "unchanged" });
    assert.deepEqual(sent(), []);
  });

  test("finds no conflict where a colleague changed the same to the same", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { isReferenceMandatory: false } });
    assert.deepEqual(await copy.save(mandatory(text, false), "plain", signal), { kind: "unchanged" });
    assert.deepEqual(sent(), []);
  });

  test("tells what the service stored otherwise, and takes that for the base", async () => {
    const text = await opened();
    const mine = {
      ...text,
      access_file: "[/]\n@nobody-knows = rw\n@members = r\n",
      immutable_tags: { paths: [" /tags "], whitelist: [] },
    };
    const outcome = await copy.save(mine, "plain", signal);
    assert.deepEqual(outcome.kind === "saved" && outcome.rewritten, ["immutable_tags.paths", "access_file"]);
    assert.equal(copy.base?.settings.access_file, "[/]\n# @nobody-knows = rw\n@members = r");
    assert.deepEqual(copy.base?.settings.immutable_tags.paths, ["/tags"]);
  });

  test("asks nothing where undoing takes back what the service made of it by itself", async () => {
    const text = await opened();
    const mine = { ...text, access_file: "[/]\n@nobody-knows = rw\n@nobody-else = r" };
    assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
    copy.copy.follow(copy.key, copy.base ?? assert.fail());
    for (const said of [mine, { ...mine, access_file: "[/]\n@members = rw\n@nobody-else = r" }]) {
      if (copy.copy.isWatched(copy.key)) {
        copy.copy.noteText(copy.key, said, said === mine);
      }
      assert.equal((await copy.save(said, "plain", signal)).kind, "saved");
    }
    assert.equal(stored().accessFile, "[/]\n@members = rw\n# @nobody-else = r");
  });

  test("asks nothing where a notification is removed that undoing has brought back without a colleague's receiver", async () => {
    const text = await opened();
    const [one, ...others] = text.email_notifications;
    assert.ok(one && copy.base);
    const notified = [{ ...one, emails: [...one.emails, "theirs@example.org"] }, ...others];
    await client.updateRepository(repository, { ...copy.base.settings, email_notifications: notified }, signal);
    await copy.adopt((await copy.open(signal)) ?? assert.fail());
    assert.equal(await saved(text, "undone"), "unsettled");
    const removed = { ...text, email_notifications: others };
    assert.equal(await saved(removed, "typed"), "saved");
  });

  test("asks before undoing past a reading takes back that a colleague has made a rule a comment", async () => {
    const text = await opened();
    const mine = { ...text, access_file: "[/]\n@members = rw" };
    assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
    service.control.editRepository({ repositoryId: repository, settings: { accessFile: "[/]\n# @members = rw" } });
    await copy.adopt((await copy.open(signal)) ?? assert.fail());
    assert.equal(await saved(mine, "undone"), "unsettled");
  });

  test("is checked against its own base after a restart", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { paths: ["/a"] } });
    copy = newCopy();
    const outcome = await copy.save(mandatory(text, false), "plain", signal);
    assert.deepEqual(outcome.kind === "conflict" && outcome.reason, "changedMeanwhile");
  });

  test("is compared with the service where its base is not known any more", async () => {
    const text = await opened();
    await store.remove(repository);
    copy = newCopy();
    const outcome = await copy.save(mandatory(text, false), "plain", signal);
    assert.deepEqual(outcome.kind === "conflict" && outcome.reason, "baseUnknown");
    assert.equal(copy.isStored(mandatory(text, false)), false);
    assert.equal((await copy.save(mandatory(text, false), "keepMine", signal)).kind, "saved");
  });

  for (const { when, requests } of [
    { when: "after", requests: ["GET 200", "PUT cut", "GET 200"] },
    { when: "before", requests: ["GET 200", "PUT cut", "GET 200", "PUT 200"] },
  ] as const) {
    test(`whose answer was lost ${when} it was stored is stored once`, async () => {
      const text = await opened();
      service.control.addFault({ method: "PUT", fault: { kind: "reset", when } });
      const mine = { ...mandatory(text, false), access_file: "[/]\n@nobody-knows = r" };
      assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
      assert.deepEqual(asked(), requests);
      assert.equal(copy.base?.settings.access_file, "[/]\n# @nobody-knows = r");
    });
  }

  test("whose fate nobody can tell is checked at the next save, and is no conflict with itself", async () => {
    const text = await opened();
    const mine = mandatory(text, false);
    service.control.addFault({ method: "PUT", fault: { kind: "reset", when: "after" } });
    const unreadable = { ...client, readRepository: readOnce(client) };
    copy = SettingsSheet.of(repository, { service: unreadable, memory }, store);
    const outcome = await copy.save(mine, "plain", signal);
    assert.equal(outcome.kind, "unknown");
    copy = newCopy();
    assert.deepEqual(await copy.save({ ...mine, access_file: "" }, "plain", signal).then(({ kind }) => kind), "saved");
    assert.deepEqual([stored().accessFile, stored().isReferenceMandatory], ["", false]);
  });

  test("whose fate nobody can tell are replaced by no older text that a crash brings back", async () => {
    const older = { ...(await opened()), access_file: "[/]\n* = r" };
    const mine = { ...older, access_file: "[/]\n* = r\nall = rw" };
    service.control.addFault({ method: "PUT", fault: { kind: "reset", when: "after" } });
    const unreadable = { ...client, readRepository: readOnce(client) };
    copy = SettingsSheet.of(repository, { service: unreadable, memory }, store);
    assert.equal((await copy.save(mine, "plain", signal)).kind, "unknown");
    const sent = stored().accessFile;
    copy = newCopy();
    await copy.copy.track(copy.key, () => older);
    assert.equal((await copy.save(older, "plain", signal)).kind, "conflict");
    assert.equal(stored().accessFile, sent);
  });

  for (const isUndone of [false, true]) {
    test(`whose save brought theirs into the access file asks before they go: ${isUndone ? "undone" : "restored"}`, async () => {
      const fileOf = (accessFile: string) =>
        service.control.editRepository({ repositoryId: repository, settings: { accessFile } });
      fileOf("[/]\na = r\nb = r\nc = r\nd = r");
      const shown = await opened();
      const text = (accessFile: string) => ({ ...shown, access_file: accessFile });
      await copy.copy.track(copy.key);
      const other = new SettingsSheet(copy.copy, "accessFile");
      await other.adopt((await other.open(signal)) ?? assert.fail());
      await other.copy.track(other.key);
      fileOf("[/]\nA = r\nb = r\nd = r");
      await other.adopt((await other.open(signal)) ?? assert.fail());
      const said = text("[/]\na = r\nb = r\nd = r\nm = rw");
      assert.equal(await saved(said, "typed"), "saved");
      assert.equal(stored().accessFile, "[/]\nA = r\nb = r\nd = r\nm = rw");
      const older = text("[/]\na = r\nb = r\nc = r\nd = r\nm = r");
      if (!isUndone) {
        copy = newCopy();
        await copy.copy.track(copy.key, () => older);
      }
      const outcome = isUndone ? await saved(older, "undone") : (await copy.save(older, "plain", signal)).kind;
      assert.notEqual(outcome, "saved");
      assert.equal(stored().accessFile, "[/]\nA = r\nb = r\nd = r\nm = rw");
    });
  }

  test("whose fate nobody can tell leaves a colleague's change since to be merged", async () => {
    const text = await opened();
    const mine = mandatory(text, false);
    service.control.addFault({ method: "PUT", fault: { kind: "reset", when: "after" } });
    const unreadable = { ...client, readRepository: readOnce(client) };
    copy = SettingsSheet.of(repository, { service: unreadable, memory }, store);
    assert.equal((await copy.save(mine, "plain", signal)).kind, "unknown");
    service.control.editRepository({ repositoryId: repository, settings: { accessFile: "[/]\n* = rw" } });
    copy = newCopy();
    assert.equal((await copy.save(mine, "plain", signal)).kind, "conflict");
    assert.equal(stored().accessFile, "[/]\n* = rw");
  });

  for (const kept of ["before", "typed"] as const) {
    test(`in which theirs was taken are told from before that, after a restart as well: ${kept}`, async () => {
      const text = await opened();
      const before = mandatory(text, false);
      service.control.editRepository({ repositoryId: repository, settings: { accessFile: "[/]\n* = rw" } });
      assert.equal((await copy.save(before, "plain", signal)).kind, "conflict");
      await copy.copy.takeTheirs(copy.key, before, async () => true);
      const theirs = copy.copy.base ?? assert.fail();
      copy.copy.letGo(copy.key, theirs);
      assert.equal(copy.copy.isWatched(copy.key), true);
      const typed = { ...settingsRules.textOf(theirs), access_file: "[/]\n* = rw\nmine = r" };
      copy.copy.noteText(copy.key, typed, false);
      const restored = kept === "before" ? before : typed;
      copy = newCopy();
      await copy.copy.track(copy.key, () => restored);
      await copy.save(restored, "plain", signal);
      assert.equal(stored().accessFile, kept === "before" ? "[/]\n* = rw" : typed.access_file);
    });
  }

  for (const isStored of [true, false]) {
    test(`whose answer was lost are a conflict with a colleague's change since, ${isStored ? "stored" : "not stored"}`, async () => {
      const text = await opened();
      const lost = new ServiceError({ kind: "answerLost", method: "PUT", path: `/svn/${repository}` });
      const losing = {
        ...client,
        updateRepository: async (...args: Parameters<typeof client.updateRepository>) => {
          await (isStored && client.updateRepository(...args));
          service.control.editRepository({ repositoryId: repository, settings: { accessFile: "[/]\n* = rw" } });
          throw lost;
        },
      };
      copy = SettingsSheet.of(repository, { service: losing, memory }, store);
      const outcome = await copy.save(mandatory(text, false), "plain", signal);
      // Nothing is told to be refused, or stored by this save: nobody knows.
      assert.deepEqual(outcome.kind === "conflict" && [outcome.reason, outcome.cause], ["answerLost", lost]);
      assert.deepEqual([stored().accessFile, stored().isReferenceMandatory], ["[/]\n* = rw", !isStored]);
    });
  }

  test("that is refused in the middle says what was stored before, and keeps that no conflict", async () => {
    const text = await opened();
    const tooMuch = { paths: [`/${"a".repeat(70_000)}`], whitelist: [] };
    const outcome = await copy.save({ ...mandatory(text, false), immutable_tags: tooMuch }, "plain", signal);
    assert.deepEqual(outcome.kind === "partlySaved" && [outcome.cause.kind, outcome.stored], [
      "rejected",
      ["commit_rules.is_reference_mandatory"],
    ]);
    assert.equal(stored().isReferenceMandatory, false);
    assert.equal((await copy.save({ ...mandatory(text, false), access_file: "" }, "plain", signal)).kind, "saved");
  });

  test("that is refused in the middle forgets no merge: undoing and a crash may bring back the text from before", async () => {
    const text = await opened();
    const before = mandatory(text, false);
    service.control.editRepository({ repositoryId: repository, settings: { accessFile: "[/]\n* = rw" } });
    assert.equal((await copy.save(before, "plain", signal)).kind, "conflict");
    const merged = (await copy.copy.merge(copy.key, before)) ?? assert.fail();
    const tooMuch = { paths: [`/${"a".repeat(70_000)}`], whitelist: [] };
    const mine = { ...settingsRules.mergedText(merged), immutable_tags: tooMuch };
    assert.equal((await copy.save(mine, "plain", signal)).kind, "partlySaved");
    assert.equal((await copy.save(before, "plain", signal)).kind, "unsettled", "the merge was undone");
    copy = newCopy();
    await copy.copy.track(copy.key, () => before);
    await copy.save(before, "plain", signal);
    assert.equal(stored().accessFile, "[/]\n* = rw");
  });

  test("that is refused in the middle is sent with all that was not stored, once the person saves again", async () => {
    const text = await opened();
    const fault = { kind: "answer", status: 500, body: "" } as const;
    const before = copy.base?.settings ?? assert.fail();
    const first = { ...before, commit_rules: { ...before.commit_rules, is_reference_mandatory: false } };
    const refusing = {
      ...client,
      updateRepository: async () => {
        await client.updateRepository(repository, first, signal);
        service.control.addFault({ method: "PUT", fault });
        return client.updateRepository(repository, first, signal);
      },
    };
    const mine = { ...mandatory(text, false), access_file: "[/]\n* = r" };
    const refused = SettingsSheet.of(repository, { service: refusing, memory }, store);
    assert.equal((await refused.save(mine, "plain", signal)).kind, "partlySaved");
    copy = newCopy();
    await copy.copy.track(copy.key, () => mine);
    assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
    assert.deepEqual([stored().isReferenceMandatory, stored().accessFile], [false, "[/]\n* = r"]);
  });

  test("that is refused in the middle, after a colleague's change, leaves that for the next save to meet", async () => {
    const mine = { ...mandatory(await opened(), false), access_file: "[/]\nmine = rw" };
    const refusing = {
      ...client,
      updateRepository: () => {
        const settings = { isReferenceMandatory: false, accessFile: "[/]\ntheirs = rw" };
        service.control.editRepository({ repositoryId: repository, settings });
        return Promise.reject(new ServiceError({ kind: "rejected", method: "PUT", path: `/svn/${repository}` }));
      },
    };
    copy = SettingsSheet.of(repository, { service: refusing, memory }, store);
    assert.equal((await copy.save(mine, "plain", signal)).kind, "partlySaved");
    copy = newCopy();
    assert.equal((await copy.save(mine, "plain", signal)).kind, "conflict");
    assert.equal(stored().accessFile, "[/]\ntheirs = rw");
  });

  test("of unknown fate over theirs, which was not stored, leaves the conflict to be decided", async () => {
    const text = await opened();
    const mine = { ...text, access_file: "[/]\nmine = rw" };
    let isCut = false;
    const lost = (method: "GET" | "PUT") =>
      Promise.reject(
        new ServiceError({ kind: method === "GET" ? "unreachable" : "answerLost", method, path: "/svn/1" }),
      );
    const cutting = {
      ...client,
      readRepository: (...args: Parameters<typeof client.readRepository>) =>
        isCut ? lost("GET") : client.readRepository(...args),
      updateRepository: () => {
        isCut = true;
        return lost("PUT");
      },
    };
    copy = SettingsSheet.of(repository, { service: cutting, memory }, store);
    service.control.editRepository({ repositoryId: repository, settings: { accessFile: "[/]\ntheirs = rw" } });
    assert.equal((await copy.save(mine, "plain", signal)).kind, "conflict");
    assert.equal((await copy.save(mine, "keepMine", signal)).kind, "unknown");
    isCut = false;
    assert.equal((await copy.save(mine, "plain", signal)).kind, "conflict");
    assert.equal(stored().accessFile, "[/]\ntheirs = rw");
  });

  /** Saves a text that is stored, without an answer, and without one to the reading after it. */
  const saveUnknown = async (text: TextSettings) => {
    service.control.addFault({ method: "PUT", fault: { kind: "reset", when: "after" } });
    const { readRepository, updateRepository } = client;
    client.updateRepository = (...args) => {
      client.readRepository = () =>
        Promise.reject(new ServiceError({ kind: "unreachable", method: "GET", path: "/svn/1" }));
      return updateRepository.apply(client, args);
    };
    assert.equal((await copy.save(text, "plain", signal)).kind, "unknown");
    Object.assign(client, { readRepository, updateRepository });
  };

  test("of unknown fate that brought in theirs takes nothing of them away where it is saved again", async () => {
    const text = await opened();
    const [mine, theirs] = [`${text.access_file}\nmine = rw`, `theirs = rw\n${text.access_file}`];
    service.control.editRepository({ repositoryId: repository, settings: { accessFile: theirs } });
    await copy.copy.adopt("access file", await copy.copy.read(signal));
    await saveUnknown({ ...text, access_file: mine });
    assert.equal((await copy.save({ ...text, access_file: mine }, "plain", signal)).kind, "unchanged");
    assert.equal(stored().accessFile, `${theirs}\nmine = rw`);
  });

  test("of unknown fate leaves an old text that could not be read after a restart to be asked about", async () => {
    const text = await opened();
    const at = (accessFile: string) => ({ ...text, access_file: accessFile });
    const mine = at("[/]\n* = r\nmine = rw");
    service.control.editRepository({ repositoryId: repository, settings: { accessFile: "[/]\ntheirs = rw" } });
    assert.equal((await copy.save(mine, "plain", signal)).kind, "conflict");
    await copy.copy.merge(copy.key, mine);
    const both = at("[/]\ntheirs = rw\nmine = rw");
    copy.copy.noteText(copy.key, both, false);
    assert.equal((await copy.save(both, "plain", signal)).kind, "saved");
    const more = mandatory(both, false);
    copy.copy.noteText(copy.key, more, false);
    await saveUnknown(more);
    copy = newCopy();
    await copy.copy.track(copy.key, () => undefined);
    await copy.copy.adopt("access file", await copy.copy.read(signal));
    copy.copy.noteText(copy.key, mine, false);
    assert.equal((await copy.save(mine, "plain", signal)).kind, "unsettled");
    assert.equal(stored().accessFile, both.access_file);
  });

  test("knows of the repository what it knew, where the answer to a save tells less", async () => {
    const text = await opened();
    const before = copy.base?.repository;
    const mine = mandatory(text, false);
    const telling = {
      ...client,
      updateRepository: async (...args: Parameters<typeof client.updateRepository>) => {
        const answer = await client.updateRepository(...args);
        return answer?.settings && { id: answer.id, name: answer.name, settings: answer.settings };
      },
    };
    copy = SettingsSheet.of(repository, { service: telling, memory }, store);
    assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
    assert.deepEqual(copy.base?.repository, before);
    assert.notEqual(before?.projectId, undefined);
  });

  test("that is refused as a whole throws what the service said, and changes nothing", async () => {
    const text = await opened();
    const [one, ...others] = text.email_notifications;
    assert.ok(one);
    const mine = { ...mandatory(text, false), email_notifications: [{ ...one, users: [999_999] }, ...others] };
    assert.equal(await failureOf(copy.save(mine, "plain", signal)), "rejected 400");
    const group = { ...mine, email_notifications: [{ ...one, user_groups: ["9999"] }, ...others] };
    assert.equal(await failureOf(copy.save(group, "plain", signal)), "notFound 404");
    assert.equal(stored().isReferenceMandatory, true);
  });

  test("of a repository that was deleted throws that there is none", async () => {
    const text = await opened();
    await client.deleteRepository(repository, signal);
    assert.equal(await failureOf(copy.save(mandatory(text, false), "plain", signal)), "notFound 404");
  });

  test("two documents of one repository save one after the other, and one follows the other", async () => {
    const text = await opened();
    const accessFile = new SettingsSheet(copy.copy, "accessFile");
    const base = await accessFile.open(signal);
    assert.ok(base);
    await accessFile.adopt(base);
    const mine: TextSettings = { access_file: "[/]\n* = rw" };
    const outcomes = await Promise.all([
      copy.save(mandatory(text, false), "plain", signal),
      accessFile.save(mine, "plain", signal),
    ]);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ["saved", "saved"],
    );
    assert.deepEqual([stored().isReferenceMandatory, stored().accessFile], [false, "[/]\n* = rw"]);
    const edited = { ...mandatory(text, false), immutable_tags: { paths: [], whitelist: [] } };
    const followed = await copy.rebase(edited);
    assert.deepEqual(followed?.settings, inOrder({ ...edited, access_file: "[/]\n* = rw" }));
    assert.equal((await copy.save(followed?.settings ?? {}, "plain", signal)).kind, "saved");
    assert.deepEqual(stored().paths, []);
  });

  test("what another document has saved can be taken back by hand in one that follows it", async () => {
    const text = await opened();
    const before = stored().accessFile;
    const accessFile = new SettingsSheet(copy.copy, "accessFile");
    await accessFile.adopt((await accessFile.open(signal)) ?? assert.fail());
    assert.equal((await accessFile.save({ access_file: "[/]\n* = rw" }, "plain", signal)).kind, "saved");
    copy.copy.follow(copy.key, copy.base ?? assert.fail());
    assert.equal(await saved(text, "typed"), "saved");
    assert.equal(stored().accessFile, before);
  });

  test("a document whose lines both changed does not follow, and meets the conflict at its save", async () => {
    const text = await opened();
    service.control.editRepository({ repositoryId: repository, settings: { accessFile: "theirs" } });
    const other = new SettingsSheet(copy.copy, "accessFile");
    const base = await other.open(signal);
    assert.ok(base);
    await other.adopt(base);
    assert.equal(await copy.rebase({ ...text, access_file: "mine" }), undefined);
    assert.equal((await copy.save({ ...text, access_file: "mine" }, "plain", signal)).kind, "conflict");
  });

  suite("that could be read once", () => {
    const answers = [
      { name: "a bare 404", status: 404, body: "" },
      { name: "a gateway's page with 404", status: 404, body: "<html><title>404</title></html>" },
      { name: "405", status: 405, body: "" },
      { name: "501", status: 501, body: "" },
    ];
    const path = `/svn/${repository}`;
    const hide = ({ status, body }: { readonly status: number; readonly body: string }) =>
      service.control.addFault({ method: "GET", path, fault: { kind: "answer", status, body } });

    for (const answer of answers) {
      for (const how of ["plain", "keepMine"] as const) {
        test(`are not written unread where reading meets ${answer.name} (${how})`, async () => {
          const text = await opened();
          service.control.editRepository({ repositoryId: repository, settings: { accessFile: "[/]\n@theirs = r" } });
          hide(answer);
          const outcome = await copy.save(mandatory(text, false), how, signal);
          assert.deepEqual(outcome.kind === "unreadable" && [outcome.reason, outcome.cause?.status], [
            "noRoute",
            answer.status,
          ]);
          assert.deepEqual(asked(), [`GET ${answer.status}`]);
          assert.equal(stored().accessFile, "[/]\n@theirs = r");
          const later = await copy.save(mandatory(text, false), "plain", signal);
          assert.equal(later.kind, "conflict");
        });
      }

      test(`are not shown as a new repository's where ${answer.name} meets another window`, async () => {
        await opened();
        await store.remove(repository);
        copy = newCopy();
        hide(answer);
        assert.match(await failureOf(copy.open(signal)), new RegExp(`${answer.status}$`));
        hide(answer);
        const outcome = await copy.save({ access_file: "" }, "keepMine", signal);
        assert.equal(outcome.kind, "unreadable");
        assert.deepEqual(sent(), []);
      });
    }

    test("are not written unread with a base that an earlier version kept", async () => {
      const text = await opened();
      await memory.forgetRead();
      copy = newCopy();
      hide({ status: 404, body: "" });
      assert.equal((await copy.save(mandatory(text, false), "plain", signal)).kind, "unreadable");
      assert.deepEqual(sent(), []);
    });

    test("are not written unread after a save, though nothing could keep that they were read", async () => {
      memory.noteRead = async () => false;
      const text = await opened();
      assert.equal((await copy.save(mandatory(text, false), "plain", signal)).kind, "saved");
      service.control.editRepository({ repositoryId: repository, settings: { accessFile: "[/]\n@theirs = r" } });
      hide({ status: 404, body: "" });
      assert.equal((await copy.save({ ...text, access_file: "" }, "plain", signal)).kind, "unreadable");
      assert.equal(stored().accessFile, "[/]\n@theirs = r");
    });

    test("are not shown as a new repository's with a base that an earlier version kept", async () => {
      await opened();
      await memory.forgetRead();
      copy = newCopy();
      await copy.copy.restore();
      hide({ status: 404, body: "" });
      assert.match(await failureOf(copy.open(signal)), /404$/);
    });

    for (const [remembered, more] of [
      ["what was read", {}],
      ["something else", { access_file: "[/]\n* = r" }],
    ] as const) {
      test(`are not written unread once they are withheld, be ${remembered} remembered`, async () => {
        const text = await opened();
        await memory.write(repository, { ...text, ...more, has_default_permissions: true });
        const { client: member } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member });
        const withheld = SettingsSheet.of(repository, { service: member, memory }, store);
        const outcome = await withheld.save(mandatory(text, false), "keepMine", signal);
        assert.deepEqual(outcome, { kind: "unreadable", reason: "withheld" });
        assert.equal(await withheld.open(signal), undefined);
        assert.deepEqual(asked(), ["GET 200", "GET 200"]);
        await member.close();
      });
    }
  });

  suite("where the service lets no settings be read", () => {
    setup(async () => {
      service.control.changeSettings({ listing: "minimal" });
    });

    for (const asked of ["read", "wasRead"] as const) {
      test(`shows and replaces nothing while nobody can tell what is remembered: ${asked}`, async () => {
        const inUse = async () => {
          throw new Error("EBUSY");
        };
        Object.assign(memory, { [asked]: inUse });
        await assert.rejects(copy.open(signal), /EBUSY/);
        await assert.rejects(copy.save({ access_file: "" }, "keepMine", signal), /EBUSY/);
        assert.deepEqual(sent(), []);
      });
    }

    test("shows a new repository's settings, and replaces those there are only when told to", async () => {
      const base = await copy.open(signal);
      assert.equal(base?.source, "assumed");
      assert.ok(base);
      await copy.adopt(base);
      const mine = { ...base.settings, access_file: "[/]\n* = r" };
      assert.deepEqual(await copy.save(mine, "plain", signal), { kind: "unknownTarget", reason: "noRoute" });
      assert.deepEqual(sent(), []);
      const outcome = await copy.save(mine, "keepMine", signal);
      assert.deepEqual(outcome.kind === "saved" && outcome.unchecked, "noRoute");
      assert.equal(stored().accessFile, "[/]\n* = r");
      // What the service answers to a write does not mean that it lets anything be read.
      const next = await copy.save({ ...mine, access_file: "" }, "plain", signal);
      assert.deepEqual(next.kind === "saved" && next.unchecked, "noRoute");
    });

    test("are not replaced where what was saved last would pass for them after a restart", async () => {
      const before = await readSettings(service, client);
      await memory.write(repository, before);
      const base = (await copy.open(signal)) ?? assert.fail();
      await copy.adopt(base);
      const mine = { ...base.settings, access_file: "[/]\nmine = rw" };
      const { write } = memory;
      memory.write = async () => false;
      await assert.rejects(copy.save(mine, "plain", signal), SendingNotKept);
      assert.deepEqual([sent(), stored().accessFile], [[], before.access_file]);
      memory.write = write;
      assert.equal((await copy.save(mine, "plain", signal)).kind, "saved");
      assert.deepEqual((await memory.read(repository))?.access_file, mine.access_file);
    });

    test("are of unknown fate where the answer to a save tells what there was before", async () => {
      const before = await readSettings(service, client);
      await memory.write(repository, before);
      const base = (await copy.open(signal)) ?? assert.fail();
      await copy.adopt(base);
      const silent = { ...client, updateRepository: async () => ({ id: repository, name: "repo", settings: before }) };
      copy = SettingsSheet.of(repository, { service: silent, memory }, store);
      const outcome = await copy.save({ ...base.settings, access_file: "[/]\nmine = rw" }, "plain", signal);
      assert.equal(outcome.kind, "unknown");
      // Nothing that is read after that could tell more.
      assert.deepEqual(asked(), ["GET 200", "GET 404", "GET 404"]);
      assert.deepEqual(await memory.read(repository), before);
    });

    for (const status of [405, 501]) {
      test(`shows them too where the service says ${status} to reading`, async () => {
        const path = `/svn/${repository}`;
        service.control.addFault({ method: "GET", path, fault: { kind: "answer", status, body: "" } });
        assert.equal((await copy.open(signal))?.source, "assumed");
      });
    }

    test("remembers what was saved last, over restarts, and saves complete sets", async () => {
      await memory.write(repository, { ...(await readSettings(service, client)), access_file: "[/]\n* = r" });
      const base = await copy.open(signal);
      assert.deepEqual([base?.source, base?.settings.access_file], ["remembered", "[/]\n* = r"]);
      assert.ok(base);
      await copy.adopt(base);
      const outcome = await copy.save(mandatory(base.settings, false), "plain", signal);
      assert.equal(outcome.kind, "saved");
      assert.deepEqual(
        sent().map((each) => Object.keys(each).sort()),
        [["access_file", "commit_rules", "email_notifications", "has_default_permissions", "immutable_tags"]],
      );
      assert.equal((await memory.read(repository))?.commit_rules.is_reference_mandatory, false);
    });

    /** Two windows that show the settings of the one repository. */
    const twoWindows = async () => {
      const other = SettingsSheet.of(repository, { service: client, memory }, new MemorySettingsStates());
      const base = (await copy.open(signal)) ?? assert.fail();
      await copy.adopt(base);
      await other.adopt(base);
      return { other, shown: base.settings };
    };

    for (const source of ["remembered", "assumed"]) {
      test(`does not overwrite what another window has saved since, where settings are ${source}`, async () => {
        if (source === "remembered") {
          await memory.write(repository, { ...(await readSettings(service, client)), access_file: "[/]\n* = r" });
        }
        const { other, shown } = await twoWindows();
        assert.equal(
          (await other.save({ ...shown, access_file: "[/]\nother = rw" }, "keepMine", signal)).kind,
          "saved",
        );
        const mine = mandatory(shown, !shown.commit_rules.is_reference_mandatory);
        const outcome = await copy.save(mine, "keepMine", signal);
        assert.ok(outcome.kind === "conflict");
        assert.equal(outcome.theirs.settings.access_file, "[/]\nother = rw");
        assert.equal(stored().accessFile, "[/]\nother = rw");
        const merged = await copy.merge(mine);
        assert.deepEqual(merged?.conflicts, []);
        assert.equal((await copy.save(merged?.settings ?? {}, "plain", signal)).kind, "saved");
        assert.equal(stored().accessFile, "[/]\nother = rw");
        assert.equal(stored().isReferenceMandatory, mine.commit_rules.is_reference_mandatory);
      });
    }

    test("keeps mine over what another window has saved once that was shown", async () => {
      const { other, shown } = await twoWindows();
      await other.save({ ...shown, access_file: "[/]\nother = rw" }, "keepMine", signal);
      const mine = { ...shown, access_file: "[/]\nmine = rw" };
      assert.equal((await copy.save(mine, "keepMine", signal)).kind, "conflict");
      assert.equal((await copy.save(mine, "plain", signal)).kind, "conflict");
      assert.equal((await copy.save(mine, "keepMine", signal)).kind, "saved");
      assert.equal(stored().accessFile, "[/]\nmine = rw");
    });

    test("are not replaced where what was saved last cannot be read any more, unless told to", async () => {
      await memory.write(repository, await readSettings(service, client));
      const { other, shown } = await twoWindows();
      await other.save({ ...shown, access_file: "[/]\nother = rw" }, "plain", signal);
      const kept = (await memory.read(repository)) ?? assert.fail();
      await memory.remove(repository);
      const mine = { ...shown, access_file: "[/]\nmine = rw" };
      assert.equal((await copy.save(mine, "plain", signal)).kind, "unknownTarget");
      assert.equal(stored().accessFile, "[/]\nother = rw");
      await memory.write(repository, kept);
      assert.equal((await copy.save(mine, "plain", signal)).kind, "conflict");
      await memory.remove(repository);
      assert.equal((await copy.save(mine, "keepMine", signal)).kind, "saved");
    });

    test("takes over what another window has saved where the text does not speak of it", async () => {
      await memory.write(repository, await readSettings(service, client));
      const { other, shown } = await twoWindows();
      await other.save(mandatory(shown, !shown.commit_rules.is_reference_mandatory), "plain", signal);
      assert.equal((await copy.save({ access_file: "[/]\nmine = rw" }, "plain", signal)).kind, "saved");
      assert.equal(stored().isReferenceMandatory, !shown.commit_rules.is_reference_mandatory);
      assert.equal(stored().accessFile, "[/]\nmine = rw");
    });
  });

  test("settings that are withheld are not made up", async () => {
    const { client: member } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member });
    const withheld = SettingsSheet.of(repository, { service: member, memory }, store);
    assert.equal(await withheld.open(signal), undefined);
    await member.close();
  });
});

/** Reads for the first time only: then the network is gone. */
function readOnce(client: ServiceClient): ServiceClient["readRepository"] {
  let reads = 0;
  return (id, signal) =>
    reads++ === 0 ? client.readRepository(id, signal) : Promise.reject(new Error("the network is gone"));
}

async function readSettings(service: ReferenceService, client: ServiceClient): Promise<SvnSettings> {
  service.control.changeSettings({ listing: "full" });
  const { settings } = await client.readRepository(repository, signal);
  service.control.changeSettings({ listing: "minimal" });
  assert.ok(settings);
  return settings;
}
