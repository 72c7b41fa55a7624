import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Json } from "../../../../src/core/model/json.ts";
import type { SvnSettings } from "../../../../src/core/model/svnRepository.ts";
import { defaultSettings, type TextSettings } from "../../../../src/core/svn/settings.ts";
import { settingsCopy } from "../../../../src/core/svn/settingsKind.ts";
import { isSettings, settingsStates } from "../../../../src/core/svn/settingsStates.ts";
import type { SettingsTypes } from "../../../../src/core/svn/settingsTypes.ts";
import { isSavedState, type SavedState } from "../../../../src/core/workingCopy/keptState.ts";
import { damaged } from "../../../support/damaged.ts";
import { MemorySettings, MemorySettingsStates } from "./settingsFixture.ts";

const document = "artifact://team/svn/90.svn.json";
const { signal } = new AbortController();

const notification = { path: "/trunk", emails: ["a@team.example"], users: [102], user_groups: ["101_3"] };
const names = { people: [{ id: 102, name: "Ann" }], groups: [{ id: "101_3", name: "Members" }] };
const before: SvnSettings = {
  ...defaultSettings,
  immutable_tags: { paths: ["/tags"], whitelist: ["/tags/moving"] },
  access_file: "[/]\n* = r",
  email_notifications: [notification],
};
const mine: TextSettings = {
  commit_rules: { ...before.commit_rules, is_reference_mandatory: true },
  immutable_tags: { paths: ["/tags", "/mine"], whitelist: [] },
  access_file: "[/]\n* = rw",
  email_notifications: [{ ...notification, emails: [] }],
};

/** A repository whose settings are `settings`, until a PUT. */
function serviceWith(settings: SvnSettings) {
  let now = settings;
  const repository = () => ({ id: 90, name: "repo01", settings: now, names });
  return {
    set: (other: SvnSettings) => {
      now = other;
    },
    readRepository: async () => repository(),
    updateRepository: async (_: number, sent: SvnSettings) => {
      assert.ok(isSettings(sent), JSON.stringify(sent));
      now = sent;
      return repository();
    },
  };
}

suite("a kept state of settings of a wrong shape", () => {
  test("is none of another repository", () => {
    const base = (id: number) => ({ repository: { id }, settings: before, source: "read" });
    assert.deepEqual(
      [90, 91].map((id) => isSavedState(JSON.parse(JSON.stringify({ base: base(id) })), 90, settingsStates)),
      [true, false],
    );
  });

  /** A state with all that can be kept: a merge was made, and the answer of the PUT after it lost. */
  async function keptState(): Promise<SavedState<SettingsTypes>> {
    const service = serviceWith(before);
    const store = new MemorySettingsStates();
    const copy = settingsCopy(90, { service, memory: new MemorySettings() }, store);
    await copy.adopt(document, await copy.read(signal));
    await copy.track(document);
    service.set({
      ...before,
      access_file: "[/]\n* = theirs",
      email_notifications: [],
      immutable_tags: mine.immutable_tags ?? before.immutable_tags,
    });
    assert.equal((await copy.save(document, mine, "plain", signal)).kind, "conflict");
    await copy.merge(document, mine);
    const state = await store.read(90);
    assert.ok(state?.settlements);
    const unanswered = { texts: { [document]: mine }, target: state.base, change: { ...before, access_file: "mine" } };
    return { ...state, unanswered, shown: { other: state.base }, conflicting: ["other"] };
  }

  test("is not taken up, or does not keep a save from being made", async () => {
    const state = await keptState();
    assert.ok(isSavedState(state, 90, settingsStates));
    let taken = 0;
    for (const { value, path } of damaged(state as unknown as Json)) {
      if (!isSavedState<SettingsTypes>(value, 90, settingsStates)) {
        continue;
      }
      taken++;
      const store = new MemorySettingsStates();
      await store.write(90, value);
      const copy = settingsCopy(90, { service: serviceWith(before), memory: new MemorySettings() }, store);
      for (const key of [document, "other"]) {
        await copy.track(key, () => undefined);
        copy.unsettled(key, mine);
        try {
          await copy.save(key, mine, "plain", signal);
          await copy.merge(key, mine);
        } catch (error) {
          assert.fail(`${path}: ${error instanceof Error ? error.stack : error}`);
        }
      }
    }
    assert.ok(taken > 0);
  });

  test("is not remembered where it is not all that a PUT carries", () => {
    const settings = { ...before };
    assert.ok(isSettings(settings));
    assert.deepEqual(
      damaged(settings as unknown as Json)
        .filter(({ value }) => isSettings(value))
        .map(({ path }) => path)
        .filter((path) => !/= \[\]$/.test(path)),
      [],
    );
  });
});
