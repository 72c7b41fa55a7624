import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { freeLabel, newConnection, readGiven } from "../../../../src/core/connection/newConnection.ts";

suite("a connection that is added", () => {
  const url = "https://tracker.example/api/v1";
  const team = { id: "team", url, label: "Team" };

  test("has its id and its name from the host where nothing else is given", () => {
    assert.deepEqual(readGiven({ url: "tracker.example" }, []), {
      kind: "connection",
      connection: { id: "tracker-example", url, label: "tracker.example" },
    });
  });

  test("is the one there is of the same address, or of the id", () => {
    assert.deepEqual(readGiven({ url }, [team]), { kind: "connection", connection: team });
    assert.deepEqual(readGiven({ url, id: "team", label: " Ours " }, [team]), {
      kind: "connection",
      connection: { ...team, label: "Ours" },
    });
  });

  test("is another one beside those of the same address where that is wanted", () => {
    const first = { id: "tracker-example", url, label: "tracker.example" };
    assert.deepEqual(newConnection(url, "", [first]), { id: "tracker-example-2", url, label: "tracker.example 2" });
    assert.equal(newConnection(url, "Mine", [first]).label, "Mine");
    const other = "https://other.example/api/v1";
    for (const taken of [first.label, first.label.toUpperCase(), new URL(first.url).host]) {
      assert.equal(newConnection(other, taken, [first]).label, "other.example", taken);
    }
    assert.equal(freeLabel(url, [first, { ...first, label: "tracker.example 2" }]), "tracker.example 3");
  });

  test("has an address, an id as connections have them, and one that is not another address's", () => {
    assert.deepEqual(readGiven({ url: "ftp://tracker.example" }, []), { kind: "address", problem: "scheme" });
    assert.deepEqual(readGiven({ url, id: "Not This" }, []), { kind: "id" });
    assert.deepEqual(readGiven({ url: "https://other.example", id: "team" }, [team]), { kind: "idIsTaken", by: team });
  });
});
