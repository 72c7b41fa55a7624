import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { lastSave } from "../../../../src/core/undo/lastSave.ts";
import { LastSaves } from "../../../../src/core/undo/lastSaves.ts";
import type { Base } from "../../../../src/core/workingCopy/base.ts";
import { MemoryCatalogStore } from "../../../support/memoryCatalogStore.ts";
import { baseOf, fieldOf, putOf } from "./saves.ts";

const summary = 101;
const details = 102;
const second = 1_700_000_060;
const base = baseOf([
  fieldOf(summary, "string", { value: "Before" }),
  fieldOf(details, "text", { value: { content: "Long", format: "text" } }),
]);
const put = (value: string, at = second, over: Base = base) =>
  putOf(over, [{ fieldId: summary, members: { value } }], at);

suite("the last save of an artifact", () => {
  let store: MemoryCatalogStore;
  let address: string | undefined;
  let saves: LastSaves;

  /** A window; all share what is kept. */
  const open = () =>
    new LastSaves(
      () => address,
      () => store,
    );
  const after = async (from = saves) => (await from.read("team", 512))?.fields.map((each) => each.after);

  setup(() => {
    store = new MemoryCatalogStore();
    address = "https://team.example/api/v1";
    saves = open();
  });

  test("is known over a restart, by its fields alone, until the next one", async () => {
    saves.note("team", put("First"));
    await after();
    assert.deepEqual(
      (await open().read("team", 512))?.fields.map(({ field }) => field.fieldId),
      [summary],
    );
    saves.note("team", putOf(base, [{ fieldId: details, members: { value: "2" } }], second + 5));
    await after();
    assert.deepEqual(await after(open()), [{ value: "2" }]);
    assert.equal(await saves.read("team", 513), undefined);
  });

  test("is no comment, which carries no values", async () => {
    saves.note("team", put("First"));
    saves.note("team", { ...putOf(base, [], second + 5), comment: "Done" });
    assert.deepEqual(await after(), [{ value: "First" }]);
  });

  test("is the one that the service stored last, whichever window keeps its own last", async () => {
    const other = open();
    other.note("team", put("Later", second + 1));
    await after(other);
    saves.note("team", put("Earlier", second));
    assert.deepEqual(await after(), [{ value: "Later" }]);
    saves.note("team", put("In the same second", second + 1));
    assert.deepEqual(await after(), [{ value: "In the same second" }]);
  });

  test("leaves nothing behind of a connection that is removed before it is kept", async () => {
    saves.note("team", put("First"));
    address = undefined;
    await after();
    assert.equal(store.texts.size, 0);
  });

  test("is unknown, rather than the one before, where it cannot be kept", async () => {
    saves.note("team", put("First"));
    await after();
    const { write } = store;
    store.write = async () => {};
    saves.note("team", put("Second", second + 5));
    await after();
    store.write = write;
    assert.equal(await after(), undefined);
  });

  test("is none where its file holds anything else", async () => {
    saves.note("team", put("First"));
    await after();
    const kept = store.texts.get("512") ?? assert.fail("nothing is kept");
    const damaged = [
      kept.replace('"after":{', '"after":5,"was":{'),
      kept.replace('"artifactId":512', '"artifactId":513'),
      kept.replace('"fields":[', '"fields":[7,'),
      kept.replace('"label":', '"labels":'),
      kept.replace('"version":{"etag":"', '"version":{"etag":5,"e":"'),
      "[]",
      "5",
    ];
    for (const text of damaged) {
      assert.notEqual(text, kept);
      store.texts.set("512", text);
      assert.equal(await after(), undefined, text);
    }
  });

  test("belongs to the address that the connection led to, and goes with the connection", async () => {
    saves.note("team", put("Here"));
    await after();
    address = "https://elsewhere.example/api/v1";
    assert.equal(await after(), undefined);
    address = "https://team.example/api/v1/";
    assert.deepEqual(await after(), [{ value: "Here" }]);
    saves.note("team", put("Too late", second + 1));
    address = undefined;
    await saves.forget("team");
    assert.equal(store.texts.size, 0);
    saves.note("team", put("Later still", second + 2));
    await saves.forget("other");
    assert.equal(store.texts.size, 0);
  });

  test("keeps no value that is too long, and none that was not known", () => {
    const long = { value: { content: "x".repeat(5_000_000), format: "text" } };
    const changed = [
      { fieldId: details, members: long },
      { fieldId: summary, members: { value: "Mine" } },
      { fieldId: 999, members: { value: "?" } },
    ];
    const save = lastSave(putOf(base, changed));
    assert.deepEqual(
      save.fields.map((each) => each.after),
      [undefined, { value: "Mine" }, undefined],
    );
    assert.ok(JSON.stringify(save).length < 1000);
  });

  test("keeps no values that are too long together, and those of the fields that were sent first", () => {
    const notes = 103;
    const target = baseOf([...base.fields, fieldOf(notes, "text", { value: { content: "", format: "text" } })]);
    const half = (letter: string) => ({ value: { content: letter.repeat(2_500_000), format: "text" } });
    const changed = [
      { fieldId: details, members: half("x") },
      { fieldId: notes, members: half("y") },
      { fieldId: summary, members: { value: "Mine" } },
    ];
    const save = lastSave(putOf(target, changed));
    assert.deepEqual(
      save.fields.map((each) => each.after),
      [half("x"), undefined, { value: "Mine" }],
    );
  });

  test("is forgotten of the artifacts that were saved first, once there are hundreds", async () => {
    for (let artifactId = 1; artifactId <= 320; artifactId++) {
      saves.note("team", { ...put("Mine"), artifactId });
    }
    assert.equal(await saves.read("team", 1), undefined);
    assert.equal((await saves.read("team", 320))?.artifactId, 320);
    assert.equal(store.texts.size, 300);
  });

  test("is forgotten of the artifacts that were saved first, once all take too much", async () => {
    const long = "a".repeat(3_500_000);
    for (let artifactId = 1; artifactId <= 25; artifactId++) {
      saves.note("team", { ...put(long), artifactId });
    }
    assert.equal(await saves.read("team", 1), undefined);
    assert.equal((await saves.read("team", 25))?.artifactId, 25);
    assert.ok(store.bytes <= 64 * 1024 * 1024, `${store.bytes}`);
  });

  test("has all that is kept looked at once where many artifacts are saved together", async () => {
    let looks = 0;
    const list = store.list.bind(store);
    store.list = () => {
      looks++;
      return list();
    };
    for (let artifactId = 1; artifactId <= 20; artifactId++) {
      saves.note("team", { ...put("Mine"), artifactId });
    }
    assert.equal((await saves.read("team", 20))?.artifactId, 20);
    assert.equal(looks, 1);
    saves.note("team", put("Later", second + 1));
    await after();
    assert.equal(looks, 2);
  });
});
