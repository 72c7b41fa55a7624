import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Row } from "../../../../src/core/tree/rows.ts";
import { idsOf, useTree } from "../../../support/useTree.ts";

suite("What stands above the projects", () => {
  const fixture = useTree();

  test("shows saved queries with how many artifacts each finds", async () => {
    const { tree, service } = fixture;
    const query = { connectionId: "team", trackerId: 12, label: "Crashes", query: 'summary = "crash"' };
    tree.queries.save(query);
    const queries = await tree.rowAt("Queries");
    await tree.below(queries);
    await tree.queries.counted();
    const [row] = await tree.below(queries);
    assert.ok(row?.kind === "query");
    assert.equal(service.requests.filter(({ path }) => path.includes("/trackers/12/artifacts")).length, 1);
    const found = await tree.below(row);
    const [end] = found.slice(-1);
    const total = end?.kind === "more" ? end.total : found.length;
    assert.ok(total !== undefined && total > 0);
    assert.equal(tree.look(row).description, `${total}`);
    assert.equal(tree.look(row).spoken, `Query Crashes, finds ${total}`);
    assert.ok(service.requests.some(({ path }) => path.includes("expert_query=")));
  });

  test("keeps what was read of a query when another one is saved, and not when its own text is another", async () => {
    const { tree, service } = fixture;
    const query = { connectionId: "team", trackerId: 16, label: "Requests", query: "@id > 0" };
    tree.queries.save(query);
    const row = await tree.rowAt("Queries", "Requests");
    const more = (await tree.below(row)).at(-1);
    assert.ok(more?.kind === "more");
    tree.queries.save({ ...query, label: "Others" });
    await tree.explorer.loadMore(more);
    assert.equal(idsOf(await tree.below(row)).length, 200);
    tree.queries.save({ ...query, query: 'title = "crash"' });
    service.clearRequests();
    await tree.below(await tree.rowAt("Queries", "Requests"));
    assert.ok(service.requests.some(({ path }) => path.includes("crash")));
  });

  test("puts favourite projects first, and shows each project once", async () => {
    const { tree } = fixture;
    const connection = await tree.rowAt();
    const project = await tree.rowAt("SVN plugin test");
    assert.ok(project.kind === "project");
    const looks: string[] = [];
    tree.explorer.onDidChangeLook((row) => looks.push(row.id));
    tree.changed.length = 0;
    await tree.projectPins.add("team", project.project);
    // Its connection alone is drawn again, which shows the same row with another look at its new place.
    assert.deepEqual(tree.changed, ["team"]);
    assert.ok(looks.includes(project.id));
    const rows = await tree.below(connection);
    assert.deepEqual(tree.labelsOf(rows), ["Assigned to Me", "SVN plugin test", "Guinea Pig", "🧀 Käse & Küche"]);
    assert.equal(rows[1], project);
    assert.match(tree.look(project).contextValue ?? "", /\bpinned\b/);
    await tree.explorer.refresh();
    // What was in view stays there until it has been read again.
    assert.deepEqual(tree.labelsOf(await tree.below(await tree.rowAt())), tree.labelsOf(rows));
  });

  test("has no other row drawn again than that of an artifact which looks otherwise by now", async () => {
    const { tree } = fixture;
    for (const id of [501, 502]) {
      await tree.remembered.opened("team", { id, title: "Old title" });
    }
    const [, row] = await tree.below(await tree.rowAt("Recent"));
    assert.ok(row);
    tree.changed.length = 0;
    await tree.remembered.seen("team", { id: 501, title: "New title" });
    assert.deepEqual(tree.changed, [row.id]);
    assert.equal(tree.look(row).label, "#501 New title");
  });

  test("shows a project whose page was not read yet once it was found", async () => {
    const { tree } = fixture;
    const connection = await tree.rowAt();
    const found = { id: 999, label: "Far down", hasTrackers: true };
    const row = await tree.explorer.rowOfProject("team", found);
    assert.ok(row && (await tree.below(connection)).includes(row));
    assert.equal(row.parent, connection);
    assert.equal(await tree.explorer.rowOfProject("elsewhere", found), undefined);
  });

  test("leaves the rows of Recent where they are while others are opened in the tree", async () => {
    const { tree } = fixture;
    await tree.remembered.opened("team", { id: 501 });
    const recent = await tree.rowAt("Recent");
    await tree.below(recent);
    const tracker = await tree.rowAt("Guinea Pig", "Releases", "All Artifacts");
    const [release] = await tree.below(tracker);
    tree.view.selection = [release as Row];
    tree.changed.length = 0;
    await tree.remembered.opened("team", { id: 1301 });
    assert.deepEqual(idsOf(await tree.below(recent)), [501]);
    assert.deepEqual(tree.changed, []);
    tree.explorer.left();
    assert.deepEqual(tree.changed, [recent.id]);
    assert.deepEqual(idsOf(await tree.below(recent)), [1301, 501]);
  });

  test("draws only the group again when what it shows has changed", async () => {
    const { tree } = fixture;
    await tree.remembered.opened("team", { id: 501 });
    const recent = await tree.rowAt("Recent");
    await tree.below(recent);
    tree.changed.length = 0;
    await tree.remembered.opened("team", { id: 502 });
    assert.deepEqual(tree.changed, [recent.id]);
    await tree.remembered.pins.add("team", { id: 502 });
    assert.ok(tree.changed.includes("team"));
  });

  test("draws a connection again for what is pinned while its projects are read", async () => {
    const { tree } = fixture;
    const connection = await tree.rowAt();
    const reading = tree.below(connection);
    await tree.remembered.pins.add("team", { id: 502 });
    assert.deepEqual(tree.changed, ["team"]);
    await reading;
    assert.equal(tree.look((await tree.below(connection))[1]).label, "Pinned");
  });

  test("shows pinned and recent artifacts without asking the service", async () => {
    const { tree, service } = fixture;
    await tree.remembered.opened("team", { id: 501, title: "It breaks", status: "Open", isOpen: true });
    await tree.remembered.pins.add("team", { id: 502, title: "Pinned one" });
    const connection = await tree.rowAt();
    const [, pinned, recent, loading] = await tree.below(connection);
    assert.ok(pinned && recent);
    assert.deepEqual(tree.labelsOf(await tree.below(pinned)), ["#502 Pinned one"]);
    assert.deepEqual(tree.labelsOf(await tree.below(recent)), ["#501 It breaks"]);
    assert.equal(tree.look(loading).label, "Loading projects…");
    assert.deepEqual(
      service.requests.filter(({ path }) => path.includes("/artifacts")),
      [],
    );
    await tree.settledBelow(connection);
  });

  test("shows pinned SVN repositories on a service that lists nothing", async () => {
    const { tree, service } = fixture;
    service.control.changeSettings({ listing: "minimal" });
    await tree.pins.add("team", { id: 90 });
    await tree.pins.add("team", { id: 91, name: "tools", projectLabel: "SVN plugin test" });
    const rows = await tree.below(await tree.rowAt("Pinned"));
    assert.deepEqual(
      rows.map((row) => [tree.look(row).label, tree.look(row).description]),
      [
        ["#90", undefined],
        ["tools", "SVN plugin test"],
      ],
    );
  });

  test("shows queries whatever their labels are made of", async () => {
    const { tree } = fixture;
    const query = { connectionId: "team", trackerId: 12, query: 'summary = "crash"' };
    const labels = ["a/b", "a%2Fb", "\ud83d", "\u200b", "c d"];
    for (const label of labels) {
      tree.queries.save({ ...query, label });
    }
    const rows = await tree.below(await tree.rowAt("Queries"));
    assert.deepEqual(tree.labelsOf(rows), ["a/b", "a%2Fb", "\ud83d", "Query", "c d"]);
    assert.equal(new Set(rows.map(({ id }) => id)).size, labels.length);
  });

  test("says in place of a query's artifacts what the service has against it", async () => {
    const { tree } = fixture;
    tree.queries.save({ connectionId: "team", trackerId: 12, label: "Wrong", query: "nothing = 3" });
    const [failed] = await tree.below(await tree.rowAt("Queries", "Wrong"));
    assert.match(String(tree.look(failed).label), /We cannot search on 'nothing'/);
  });
});
