import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { defaultSettings, inOrder, type ShownSettings } from "../../../../src/core/svn/settings.ts";
import { settingsRules } from "../../../../src/core/svn/settingsRules.ts";
import { typedSince, typedWords, withWords } from "../../../../src/core/svn/typedSettings.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { settings } from "./arbitraries.ts";
import { MemorySettings, MemorySettingsStates, SettingsSheet } from "./settingsFixture.ts";

const { signal } = new AbortController();
const projectId = 122;
const text = (name: string, said: object) => JSON.stringify({ project_id: projectId, name, settings: said });
const since = (sent: string, now: string) => typedSince({ name: "repo02", text: sent }, now);

suite("What was typed into a draft of a repository since it was sent", () => {
  const there = settings({ access_file: "a\nb\nc" });
  const { has_default_permissions: _, ...shown } = there;
  const typed = (sent: object, now: object) => since(text("repo02", sent), text("repo02", now)) ?? assert.fail();
  const base = (of: object) => ({ repository: { id: 90 }, settings: { ...there, ...of }, source: "read" }) as const;

  test("is what the text says, over what was sent, as far as the text speaks of it", () => {
    const over = (sent: object) =>
      typedWords(typed(sent, { access_file: "b" }), base({ access_file: "# @a = rw" })).over.settings;
    const stored = { ...there, access_file: "# @a = rw" };
    assert.deepEqual(over({ access_file: "a" }), { ...there, access_file: "a" });
    // The service itself turns a line that it does not accept into a comment.
    assert.deepEqual(over({ access_file: "@a = rw" }), stored);
    assert.deepEqual(over({ immutable_tags: { paths: ["/tags"], whitelist: [] } }), { ...stored, access_file: "" });
  });

  test("comes into a text part by part, which keeps what it says of others", () => {
    const notified = (...emails: readonly string[]) => ({ path: "/trunk", emails, users: [], user_groups: [] });
    const words = typedWords(
      typed(shown, { ...shown, access_file: "mine", email_notifications: [notified("a@example.com")] }),
      base({}),
    );
    const said = { ...shown, access_file: "own", immutable_tags: { paths: ["/tags"], whitelist: [] } };
    const put = [notified("a@example.com")];
    assert.deepEqual(withWords(said, words, ["email_notifications:/trunk"]).email_notifications, put);
    assert.deepEqual(withWords(said, words, ["access_file"]), { ...said, access_file: "mine" });
    assert.equal(withWords(said, words, []), said);
  });

  test("may be that a notification is removed", () => {
    const notified = { ...shown, email_notifications: [{ path: "/a", emails: ["a@b.c"], users: [], user_groups: [] }] };
    const words = typedWords(typed(notified, { ...notified, email_notifications: [] }), base(notified));
    assert.deepEqual(withWords(notified, words, ["email_notifications:/a"]).email_notifications, []);
  });

  test("has no directories to begin with, which are none of the settings of a repository that is there", () => {
    const said = { ...shown, layout: ["/trunk"] };
    assert.deepEqual(typed(said, said).says, shown);
  });

  test("names what a repository that is there keeps", () => {
    const now = {
      project_id: 101,
      name: "repo03",
      settings: { access_file: "a", layout: ["/trunk"], has_default_permissions: false },
    };
    const words = since(text("repo02", { access_file: "a" }), JSON.stringify(now));
    assert.deepEqual(words?.fixed, ["project_id", "name", "layout", "has_default_permissions"]);
  });

  test("is unknown while the text cannot be read, and over a new repository where nobody knows what was sent", () => {
    assert.equal(since(text("repo02", shown), "{"), undefined);
    const words = since("", text("repo02", { access_file: "mine" }));
    assert.deepEqual([words?.fixed, words?.sent, words?.says], [[], defaultSettings, { access_file: "mine" }]);
    assert.deepEqual(since("", text("another", { access_file: "mine" }))?.fixed, ["name"]);
  });
});

suite("What was typed into a draft of a repository since it was sent, in the document of its settings", () => {
  /** A repository of the reference service with something in every setting. */
  const repository = 90;
  let service: ReferenceService;
  let client: ServiceClient;
  let copy: SettingsSheet;
  let shown: ShownSettings;

  setup(async () => {
    service = await startReferenceService();
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.admin }).client;
    copy = SettingsSheet.of(repository, { service: client, memory: new MemorySettings() }, new MemorySettingsStates());
    const base = (await copy.open(signal)) ?? assert.fail();
    await copy.adopt(base);
    service.clearRequests();
    shown = inOrder(settingsRules.textOf(base) as ShownSettings);
  });

  teardown(async () => {
    await client.close();
    await service.close();
  });

  const putsSent = () => service.requests.filter(({ method }) => method === "PUT").length;
  const stored = () => service.control.readRepository({ repositoryId: repository }).settings;
  /** What the document says, and which parts it cannot take. */
  const move = (sent: object, now: object, said = shown) => {
    const typed = since(text("repo02", sent), text("repo02", now)) ?? assert.fail();
    const words = typedWords(typed, copy.copy.base ?? assert.fail());
    const takeable = copy.copy.takeable(copy.key, said, words);
    const shown = withWords(said, words, takeable.taken);
    copy.copy.takeTyped(copy.key, shown, takeable, words);
    return { said: shown, left: takeable.left };
  };

  test("is nothing where nothing was typed, or a new repository says it and nobody knows what was sent", () => {
    const sent = { ...shown, access_file: "before" };
    assert.deepEqual(move(sent, sent), { said: shown, left: [] });
    const { has_default_permissions: _, ...defaults } = defaultSettings;
    const typed = since("", text("repo02", defaults)) ?? assert.fail();
    assert.deepEqual(copy.copy.takeable(copy.key, shown, typedWords(typed, copy.copy.base ?? assert.fail())).taken, []);
  });

  test("is saved where nobody else changed the same, with what they changed", async () => {
    const { said } = move({ ...shown, access_file: "[/]\n* = r" }, { ...shown, access_file: "[/]\n* = r" });
    assert.deepEqual(said, shown);
    const lines = `${shown.access_file}\n[/typed]\n* = rw`;
    const typed = move(shown, { access_file: lines });
    assert.deepEqual([typed.said, typed.left], [{ ...shown, access_file: lines }, []]);
    assert.equal((await copy.save(typed.said, "plain", signal)).kind, "saved");
    assert.equal(stored().accessFile, lines);
  });

  test("meets a conflict where somebody else has changed the same", async () => {
    const [first] = shown.email_notifications;
    assert.ok(first);
    const sent = { ...shown, email_notifications: [{ ...first, emails: ["before@example.com"] }] };
    const { said } = move(sent, { ...sent, email_notifications: [] });
    assert.ok(!said.email_notifications.some(({ path }) => path === first.path));
    const outcome = await copy.save(said, "plain", signal);
    assert.deepEqual([outcome.kind, putsSent()], ["conflict", 0]);
    const lines = move({ ...shown, access_file: "a" }, { ...shown, access_file: "b" }, said).said;
    assert.equal(lines.access_file, "b");
    assert.deepEqual([(await copy.save(lines, "plain", signal)).kind, putsSent()], ["conflict", 0]);
    assert.deepEqual((await copy.copy.merge(copy.key, lines))?.conflicts, [
      "access_file",
      `email_notifications:${first.path}`,
    ]);
  });

  test("is not saved without the lines of somebody else once it is undone and done again", async () => {
    const typed = move({ ...shown, access_file: "a" }, { ...shown, access_file: "b" }).said;
    copy.copy.noteText(copy.key, shown, true);
    // Nothing is unsaved any more.
    copy.copy.follow(copy.key, copy.base ?? assert.fail());
    copy.copy.noteText(copy.key, typed, true);
    assert.deepEqual([(await copy.save(typed, "plain", signal)).kind, putsSent()], ["unsettled", 0]);
  });

  test("is not put where what the document says otherwise, unsaved, would go", () => {
    const [first] = shown.email_notifications;
    assert.ok(first);
    const said = { ...shown, email_notifications: [{ ...first, emails: ["own@example.com"] }] };
    const key = `email_notifications:${first.path}`;
    assert.deepEqual(move(shown, { ...shown, email_notifications: [] }, said).left, [key]);
  });
});
