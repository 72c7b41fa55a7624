import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import type { SvnSettings } from "../../../../src/core/model/svnRepository.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import type { SettingsBase } from "../../../../src/core/svn/base.ts";
import { joinedState, type SeparateState } from "../../../../src/core/svn/separateStates.ts";
import { settingsCopy } from "../../../../src/core/svn/settingsKind.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { MemorySettings, MemorySettingsStates, SettingsSheet } from "./settingsFixture.ts";

const { signal } = new AbortController();
const repository = 90;

suite("what an earlier version kept of settings, document by document", () => {
  let service: ReferenceService;
  let client: ServiceClient;
  let base: SettingsBase;

  setup(async () => {
    service = await startReferenceService();
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.admin }).client;
    const source = { service: client, memory: new MemorySettings() };
    base = (await settingsCopy(repository, source, new MemorySettingsStates()).open(signal)) ?? assert.fail();
  });

  teardown(async () => {
    await client.close();
    await service.close();
  });

  /** The documents as a window restores them, with unsaved changes. */
  async function restored(states: Readonly<Record<"settings" | "accessFile", SeparateState | undefined>>) {
    const store = new MemorySettingsStates();
    const read = async () => joinedState(Object.entries(states).map(([document, state]) => ({ document, state })));
    const kept = { read, write: store.write.bind(store), remove: store.remove.bind(store) };
    const copy = settingsCopy(repository, { service: client, memory: new MemorySettings() }, kept);
    const sheets = [new SettingsSheet(copy, "settings"), new SettingsSheet(copy, "accessFile")] as const;
    for (const { key } of sheets) {
      await copy.track(key, true);
    }
    return sheets;
  }

  const withFile = (accessFile: string): SettingsBase => ({
    ...base,
    settings: { ...base.settings, access_file: accessFile },
  });
  const edit = (accessFile: string) =>
    service.control.editRepository({ repositoryId: repository, settings: { accessFile } });
  const stored = () => service.control.readRepository({ repositoryId: repository }).settings.accessFile;
  const kindOf = (outcome: { readonly kind: string }) => outcome.kind;

  test("lets both documents go on over what they were made from", async () => {
    const [settings, accessFile] = await restored({ settings: { base }, accessFile: { base } });
    const { has_default_permissions: _, ...shown } = base.settings;
    const rules = { ...shown.commit_rules, is_reference_mandatory: !shown.commit_rules.is_reference_mandatory };
    assert.equal(kindOf(await settings.save({ ...shown, commit_rules: rules }, "plain", signal)), "saved");
    assert.equal(kindOf(await accessFile.save({ access_file: "mine" }, "plain", signal)), "saved");
    assert.equal(stored(), "mine");
  });

  test("lets none of two that were made from different versions be saved over what it has not seen", async () => {
    edit("theirs");
    const [settings, accessFile] = await restored({ settings: { base }, accessFile: { base: withFile("theirs") } });
    const { has_default_permissions: _, ...shown } = base.settings;
    assert.equal(kindOf(await settings.save({ ...shown, access_file: "mine" }, "plain", signal)), "conflict");
    assert.equal(kindOf(await accessFile.save({ access_file: "mine" }, "plain", signal)), "conflict");
    assert.equal(stored(), "theirs");
    assert.equal(kindOf(await accessFile.save({ access_file: "mine" }, "keepMine", signal)), "conflict");
    assert.equal(kindOf(await accessFile.save({ access_file: "mine" }, "keepMine", signal)), "saved");
  });

  test("lets no document without a state of its own be saved unseen", async () => {
    edit("theirs");
    const [, accessFile] = await restored({ settings: { base: withFile("theirs") }, accessFile: undefined });
    const outcome = await accessFile.save({ access_file: "mine" }, "plain", signal);
    assert.deepEqual(outcome.kind === "conflict" && outcome.reason, "baseUnknown");
    assert.equal(stored(), "theirs");
  });

  test("knows what would put back a colleague's change", async () => {
    const settlement = { outdated: { access_file: ["before"] }, mineChosen: [] };
    edit("theirs");
    const [settings] = await restored({
      settings: { base: withFile("theirs"), settlement },
      accessFile: undefined,
    });
    const { has_default_permissions: _, ...shown } = base.settings;
    const outcome = await settings.save({ ...shown, access_file: "before" }, "plain", signal);
    assert.deepEqual(outcome.kind === "unsettled" && outcome.entries.map(({ key }) => key), ["access_file"]);
  });

  test("takes what was sent, and whose answer was lost, for no conflict", async () => {
    const unanswered: SvnSettings = withFile("sent").settings;
    edit("sent");
    const [settings] = await restored({ settings: { base, unanswered }, accessFile: undefined });
    const { has_default_permissions: _, ...shown } = base.settings;
    assert.equal(kindOf(await settings.save({ ...shown, access_file: "next" }, "plain", signal)), "saved");
    assert.equal(stored(), "next");
  });

  test("is nothing where there is none", () => {
    assert.equal(joinedState([{ document: "settings", state: undefined }]), undefined);
  });
});
