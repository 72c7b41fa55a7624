import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { defaultSettings, differingParts } from "../../../../src/core/svn/settings.ts";
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
