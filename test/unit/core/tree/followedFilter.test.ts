import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { AddressedStore } from "../../../../src/core/connection/addressedStore.ts";
import { FilterStore } from "../../../../src/core/filter/filterStore.ts";
import { KnownConnections } from "../../../../src/core/known/connections.ts";
import { filterFields, keptFilter } from "../../../../src/core/query/artifactFilter.ts";
import { followedFilter } from "../../../../src/core/tree/kinds/lists.ts";
import { Emitter } from "../../../../src/core/util/event.ts";
import { MemoryCatalogStore } from "../../../support/memoryCatalogStore.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";
import { bugs } from "../query/trackers.ts";

suite("the filter of a tracker whose structure is read while its connection comes to lead elsewhere", () => {
  test("is that of the new address, as it was kept there", async () => {
    let url = "https://one.example/api/v1";
    const team = () => ({ id: "team", url, label: "Team" });
    const registry = {
      get connections() {
        return [team()];
      },
      find: team,
      get: team,
      onDidChange: new Emitter<void>().event,
    };
    const known = new KnownConnections({
      registry,
      serviceOf: async () =>
        ({
          readTracker: async () => {
            url = "https://two.example/api/v1";
            return bugs;
          },
        }) as never,
      storeOf: () => new MemoryCatalogStore(),
      recent: () => [],
      logFailure: (what) => assert.fail(what),
    });
    const filters = new FilterStore(new AddressedStore(new MemoryStore(), () => url));
    const key = { connectionId: "team", trackerId: bugs.id };
    await filters.set(key, keptFilter({ status: "open" }, filterFields(bugs)));
    const [before, after] = [url, "https://two.example/api/v1"];
    const labels = { ...bugs, fields: bugs.fields.map((field) => ({ ...field, name: `other_${field.name}` })) };
    const there = keptFilter({ status: "open" }, filterFields(labels));
    url = after;
    await filters.set(key, there);
    url = before;
    await assert.rejects(
      followedFilter(key, { registry, known, filters }, new AbortController().signal),
      /“Team” leads to another address/,
    );
    assert.deepEqual([url, filters.get(key)], [after, there]);
    known.dispose();
  });
});
