import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { defaultSettings, differingParts, inOrder } from "../../../../src/core/svn/settings.ts";
import { settingsCopy } from "../../../../src/core/svn/settingsKind.ts";
import { MemorySettings, MemorySettingsStates } from "./settingsFixture.ts";

const { signal } = new AbortController();

suite("a save of settings", () => {
  test("was made where the answer has a change of somebody else in place of it", async () => {
    const repository = { id: 90, name: "repo01" };
    const theirs = { ...defaultSettings, access_file: "[/]" };
    const service = {
      readRepository: async () => ({ ...repository, settings: defaultSettings }),
      updateRepository: async () => ({ ...repository, settings: theirs }),
    };
    const copy = settingsCopy(90, { service, memory: new MemorySettings() }, new MemorySettingsStates());
    await copy.adopt("settings", await copy.read(signal));
    const rules = { ...defaultSettings.commit_rules, is_reference_mandatory: true };
    const outcome = await copy.save("settings", { commit_rules: rules }, "plain", signal);
    assert.deepEqual([outcome.kind, copy.base?.settings], ["saved", theirs]);
  });
});

suite("parts of settings", () => {
  test("are the same where paths differ in their order, in white space and in empty ones, which the service drops", () => {
    const settings = (paths: readonly string[]) => ({ ...defaultSettings, immutable_tags: { paths, whitelist: [] } });
    assert.deepEqual(differingParts(settings(["/tags", "/releases"]), settings(["", " /releases ", "/tags", " "])), []);
    assert.deepEqual(differingParts(settings(["/tags"]), settings(["/tags", "/releases"])), ["immutable_tags.paths"]);
  });
});

suite("the settings of a repository in their order", () => {
  const ordered = (user_groups: readonly string[]) =>
    inOrder({ ...defaultSettings, email_notifications: [{ path: "/", emails: [], users: [], user_groups }] })
      .email_notifications[0]?.user_groups;

  test("have the groups by their numbers, and behind them what is no id of one", () => {
    assert.deepEqual(ordered(["b", "103", "101_10", "a9", "3", "101_3", "1034_1", "a10", "101"]), [
      ...["3", "101", "101_3", "101_10", "103", "1034_1"],
      ...["a10", "a9", "b"],
    ]);
  });

  test("are told soon of as many groups as an answer may have, and of ids with accents without end", () => {
    const groups = Array.from({ length: 95_000 }, (_, index) => `101_${(index * 7919) % 95_000}`);
    const accents = (mark: string) => `a${mark.repeat(50_000)}\u0300`;
    const { user } = process.cpuUsage();
    assert.equal(ordered([...groups, accents("\u0315\u0300"), accents("\u0315")])?.[1], "101_1");
    assert.ok(process.cpuUsage().user - user < 2_000_000);
  });
});
