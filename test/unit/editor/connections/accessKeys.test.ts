import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { missingKey } from "../../../../src/core/sentences/connectionCommands.ts";
import { AccessKeys } from "../../../../src/editor/connections/accessKeys.ts";
import { MemorySecrets } from "../../../support/memorySecrets.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";

const team = { id: "team", url: "https://team.example/api/v1", label: "Team" };
const key = `tlp-k1-22.${"ab".repeat(32)}`;

suite("access keys", () => {
  let secrets: MemorySecrets;
  let memory: MemoryStore;
  let keys: AccessKeys;
  setup(() => {
    secrets = new MemorySecrets();
    memory = new MemoryStore();
    keys = new AccessKeys(secrets, memory);
  });

  test("are secrets alone, and gone without a trace when they are removed", async () => {
    await keys.store(team, key);
    assert.ok([...secrets.secrets.values()].every((text) => text.includes(key)));
    assert.ok(!JSON.stringify(memory.get("accessKey/team")).includes("ab"));
    await keys.remove("team");
    assert.deepEqual([...secrets.secrets], []);
    assert.equal(memory.get("accessKey/team"), undefined);
  });

  test("leave nothing behind where it is noted after their removal that the service was asked about them", async () => {
    await keys.store(team, key);
    assert.equal(await keys.noteExpiryAsked(team, 12), true);
    assert.equal(keys.expiryAskedAtMs(team), 12);
    await keys.remove("team");
    assert.equal(await keys.noteExpiryAsked(team, 13), false);
    assert.equal(memory.get("accessKey/team"), undefined);
  });

  test("are read for the origin they were given for, and for no other", async () => {
    await keys.store(team, key);
    assert.equal(await keys.read({ ...team, url: "https://team.example/tools/api/v1" }), key);
    for (const url of [
      "https://elsewhere.example/api/v1",
      "http://team.example/api/v1",
      "https://team.example:8443/api/v1",
      "https://team.example.elsewhere.example/api/v1",
    ]) {
      assert.equal(await keys.read({ ...team, url }), undefined, url);
    }
    await keys.store({ ...team, url: "https://elsewhere.example/api/v1" }, "another");
    assert.equal(await keys.read(team), undefined);
  });

  test("that a restart did not keep are told from those that never were, and from removed ones", async () => {
    assert.equal(await keys.lostSince(team), undefined);
    await keys.store(team, key);
    assert.equal(await keys.lostSince(team), undefined);
    // A machine without a keyring: the next start has new secrets and the old memory.
    const restarted = new AccessKeys(new MemorySecrets(), memory);
    const since = await restarted.lostSince(team);
    assert.ok(since !== undefined && since > Date.now() - 60_000);
    assert.equal(await restarted.lostSince({ ...team, url: "https://other.example/api/v1" }), undefined);
    await restarted.store(team, key);
    assert.equal(await restarted.lostSince(team), undefined);
    await restarted.remove("team");
    assert.equal(await restarted.lostSince(team), undefined);
  });

  test("that were lost are spoken of as lost, with the day they were stored", () => {
    assert.equal(missingKey(team, undefined, "en"), "There is no access key for Team at https://team.example.");
    assert.match(
      missingKey(team, Date.parse("2026-03-13T12:00:00"), "en"),
      /^The keyring of this machine did not keep the access key of Team, stored on Mar 13, 2026\./,
    );
  });
});
