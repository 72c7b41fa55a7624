import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { readConnections, withConnection, withoutConnection } from "../../../../src/core/connection/settings.ts";

const team = { id: "team", url: "https://tracker.example/api/v1", label: "Team" };

suite("The setting of connections", () => {
  test("gives each usable entry and a problem for every other", () => {
    assert.deepEqual(
      readConnections([
        team,
        { id: "bare", url: "https://bare.example" },
        "team",
        { id: "Not A Slug", url: "https://x.example" },
        { url: "https://x.example" },
        { id: "team", url: "https://other.example" },
        { id: "none" },
        { id: "ftp", url: "ftp://x.example" },
        null,
      ]),
      {
        connections: [team, { id: "bare", url: "https://bare.example/api/v1", label: "bare" }],
        problems: [
          { index: 2, problem: "notAnObject" },
          { index: 3, id: "Not A Slug", problem: "id" },
          { index: 4, problem: "id" },
          { index: 5, id: "team", problem: "duplicateId" },
          { index: 6, id: "none", problem: "url" },
          { index: 7, id: "ftp", problem: "scheme" },
          { index: 8, problem: "notAnObject" },
        ],
      },
    );
  });

  test("that is no list has one problem", () => {
    assert.deepEqual(readConnections({ team }), { connections: [], problems: [{ problem: "notAList" }] });
    assert.deepEqual(readConnections(undefined), { connections: [], problems: [] });
  });

  test("takes a new connection at its end and keeps what cannot be used", () => {
    assert.deepEqual(withConnection(["odd"], team), ["odd", team]);
    assert.deepEqual(withConnection(undefined, team), [team]);
    const { id: _, ...other } = team;
    assert.deepEqual(withConnection(other, team), [other, team]);
  });

  test("takes a known connection in its place", () => {
    const changed = { ...team, label: "Our team" };
    assert.deepEqual(withConnection([team, "odd"], changed), [changed, "odd"]);
  });

  test("loses a connection and nothing else", () => {
    assert.deepEqual(withoutConnection([{ id: "other" }, team, 1], "team"), [{ id: "other" }, 1]);
  });
});
