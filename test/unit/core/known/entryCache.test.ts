import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { EntryCache } from "../../../../src/core/known/entryCache.ts";
import { MemoryCatalogStore } from "../../../support/memoryCatalogStore.ts";

const baseUrl = "https://team.example/api/v1";
const asKept = (kept: object) => kept;
const entry = (label: string) => ({ readAt: 1, value: { label } });
const labelIn = (found: { readonly value: object } | undefined) => (found?.value as { label?: string })?.label;

suite("what a catalog keeps of what it was told", () => {
  let store: MemoryCatalogStore;
  let removed: string[];
  let cache: EntryCache;

  setup(() => {
    store = new MemoryCatalogStore();
    removed = [];
    const { remove } = store;
    store.remove = (name) => {
      removed.push(name);
      return remove.call(store, name);
    };
    cache = new EntryCache(baseUrl, store, { entries: 2, bytes: 1000 });
  });

  test("is what was told while the store was asked, and not what that has", async () => {
    const { promise: late, resolve } = Promise.withResolvers<unknown>();
    store.read = () => late;
    const asked = cache.get("a", asKept);
    await cache.settled();
    cache.put("a", entry("new"), true);
    resolve({ baseUrl, ...entry("old") });
    assert.deepEqual([labelIn(await asked), labelIn(cache.peek("a"))], ["new", "new"]);
  });

  test("is nothing that is told once it is closed", () => {
    cache.close();
    cache.put("a", entry("late"), true);
    assert.equal(cache.peek("a"), undefined);
  });

  test("is as much as there is room for, of which what was removed takes none", async () => {
    cache.put("b", entry("b"), true);
    cache.put("a", entry("a"), true);
    await cache.settled();
    cache.remove((name) => name === "a", []);
    cache.put("c", entry("c"), true);
    await cache.settled();
    assert.deepEqual([labelIn(cache.peek("b")), labelIn(cache.peek("c"))], ["b", "c"]);
    assert.deepEqual([...store.texts.keys()], ["b", "c"]);
  });

  test("leaves the store alone for what was cleared from it", async () => {
    cache.put("a", entry("a"), true);
    cache.put("b", entry("b"), true);
    await cache.settled();
    await cache.clear();
    cache.put("c", entry("c"), true);
    await cache.settled();
    assert.deepEqual([removed, [...store.texts.keys()]], [[], ["c"]]);
  });

  test("is in memory as much as there is room for", async () => {
    for (const name of ["a", "b", "c"]) {
      cache.put(name, entry(name), false);
    }
    await cache.settled();
    assert.deepEqual(
      ["a", "b", "c"].map((name) => labelIn(cache.peek(name))),
      [undefined, "b", "c"],
    );
  });

  test("is not what was told before it was cleared and not yet written", async () => {
    cache.put("a", entry("a"), true);
    await cache.clear();
    await cache.settled();
    assert.deepEqual([cache.peek("a"), [...store.texts.keys()]], [undefined, []]);
  });

  for (const [what, kept] of [
    ["of another address", { baseUrl: "https://other.example/api/v1", ...entry("a") }],
    ["of no time", { baseUrl, value: {}, readAt: null }],
    ["of a time that is none", { baseUrl, value: {}, readAt: Number.POSITIVE_INFINITY }],
  ] as const) {
    test(`is nothing ${what}`, async () => {
      store.read = async () => kept;
      assert.equal(await cache.get("a", asKept), undefined);
    });
  }
});
