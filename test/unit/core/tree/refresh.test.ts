import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { staleAfterMs } from "../../../../src/core/known/catalog.ts";
import type { MoreRow, Row } from "../../../../src/core/tree/rows.ts";
import { idsOf, pathsOf, signal, useTree } from "../../../support/useTree.ts";

suite("Keeping the tree up to date", () => {
  const fixture = useTree();

  test("keeps the projects in view while they are read again, so that what is unfolded stays so", async () => {
    const { tree } = fixture;
    await tree.remembered.opened("team", { id: 501 });
    const connection = await tree.rowAt();
    const before = tree.labelsOf(await tree.settledBelow(connection));
    assert.ok(before.includes("Guinea Pig") && before.includes("Recent"));
    await tree.catalogOf("team").clear();
    await tree.explorer.refresh();
    assert.deepEqual(tree.labelsOf(await tree.below(await tree.rowAt())), before);
  });

  test("asks for what names have told before once, and again on a refresh of names", async () => {
    const { tree, service } = fixture;
    const names = ["Guinea Pig", "Releases"] as const;
    await tree.below(await tree.rowAt(...names));
    const asked = () => pathsOf(service).filter((path) => !path.includes("/artifacts"));
    const first = asked();
    await tree.explorer.refresh();
    await tree.below(await tree.rowAt(...names));
    await tree.catalogOf("team").listTrackers(101, 0, signal);
    assert.deepEqual(asked(), first);
    await tree.catalogOf("team").clear();
    await tree.explorer.refresh();
    await tree.below(await tree.rowAt(...names));
    assert.deepEqual(asked(), [...first, ...first]);
  });

  test("shows what a list has become behind what is shown, and leaves rows that remain as they are", async () => {
    const { tree, service } = fixture;
    const project = await tree.rowAt("Guinea Pig");
    const before = await tree.below(project);
    const tracker = await tree.rowAt("Guinea Pig", "Releases");
    await tree.below(tracker);
    tree.clock.nowMs += staleAfterMs;
    const headers = { "Content-Type": "application/json" };
    const body = '[{"id":15,"label":"Versions","item_name":"rel"}]';
    service.control.addFault({
      path: "/projects/101/trackers",
      fault: { kind: "answer", status: 200, headers, body },
    });
    tree.changed.length = 0;
    service.clearRequests();
    const changed = tree.nextChange(project.id);
    await tree.catalogOf("team").listTrackers(101, 0, signal);
    await changed;
    const after = await tree.below(project);
    assert.deepEqual([tree.labelsOf(after.slice(0, 1)), after[0] === tracker], [["Versions"], true]);
    assert.ok(after.length < before.length);
    assert.deepEqual(tree.labelsOf(await tree.below(tracker)), ["All Artifacts", "All", "Open ones"]);
    assert.deepEqual([tree.changed, pathsOf(service)], [[project.id], ["/api/v1/projects/101/trackers"]]);
  });

  test("refreshes a branch and leaves the others alone", async () => {
    const { tree, service } = fixture;
    const tracker = await tree.rowAt("Guinea Pig", "Releases", "All Artifacts");
    await tree.below(tracker);
    const other = await tree.rowAt("Guinea Pig", "Requests", "All Artifacts");
    const others = await tree.below(other);
    service.control.editArtifact({ artifactId: 1301, values: [{ field: "version", value: "Renamed" }] });
    service.clearRequests();
    tree.changed.length = 0;
    await tree.explorer.refresh(tracker);
    const rows = await tree.below(tracker);
    assert.ok(tree.labelsOf(rows).includes("#1301 Renamed"));
    assert.deepEqual(tree.changed, [tracker.id]);
    assert.ok((await tree.below(other)).every((row, index) => row === others[index]));
    assert.deepEqual(pathsOf(service), ["/api/v1/trackers/15/artifacts"]);
  });

  for (const [what, refreshed] of [
    ["all", []],
    ["the list", ["Guinea Pig", "Requests", "All Artifacts"]],
    ["what it stands below", ["Guinea Pig"]],
  ] as const) {
    test(`keeps a list as long as pages of it were asked for where ${what} is read again`, async () => {
      const { tree, service } = fixture;
      const path = ["Guinea Pig", "Requests", "All Artifacts"] as const;
      const list = await tree.rowAt(...path);
      await tree.explorer.loadMore((await tree.below(list)).at(-1) as MoreRow);
      const before = idsOf(await tree.below(list));
      const asked = () => pathsOf(service).filter((each) => each.includes("/trackers/16/artifacts")).length;
      service.clearRequests();
      await tree.explorer.refresh(refreshed.length === 0 ? undefined : await tree.rowAt(...refreshed));
      assert.deepEqual(idsOf(await tree.below(await tree.rowAt(...path))), before);
      assert.deepEqual([before.length, asked()], [200, 2]);
    });
  }

  test("forgets the names that a row and those below it show, and no others", async () => {
    const { tree, service } = fixture;
    const releases = ["Guinea Pig", "Releases"] as const;
    await tree.below(await tree.rowAt(...releases));
    await tree.below(await tree.rowAt("Guinea Pig", "Tasks"));
    const asked = async (...path: string[]) => {
      const row = await tree.rowAt(...path);
      service.clearRequests();
      await tree.explorer.refresh(row);
      await tree.below(await tree.rowAt(...releases));
      await tree.below(await tree.rowAt("Guinea Pig", "Tasks"));
      return pathsOf(service).map((each) => each.replace("/api/v1", ""));
    };
    assert.deepEqual(await asked(...releases, "All Artifacts"), []);
    assert.deepEqual(await asked(...releases), ["/trackers/15/tracker_reports"]);
    assert.deepEqual(await asked("Guinea Pig"), [
      "/projects/101/trackers",
      "/trackers/15/tracker_reports",
      "/trackers/14/tracker_reports",
    ]);
    assert.deepEqual((await asked())[0], "/projects");
  });

  test("says what a row stands for with all that is shown below it", async () => {
    const { tree } = fixture;
    const bugs = await tree.rowAt("Guinea Pig", "Releases", "All Artifacts");
    const [release] = await tree.below(bugs);
    const links = (await tree.below(release)).filter(({ kind }) => kind === "links");
    const linked = idsOf(await tree.below(links[0]));
    assert.ok(linked.length > 0);
    const idsAt = (row: Row | undefined) => [...(tree.explorer.scopeOf(row as Row).only?.artifactIds ?? [])];
    assert.deepEqual(idsAt(release).sort(), [1301, ...linked].sort());
    assert.deepEqual(idsAt((await tree.below(release))[0]).sort(), [1301, ...linked].sort());
    assert.ok(idsAt(bugs).includes(1306));
    assert.deepEqual(tree.explorer.scopeOf(await tree.rowAt()), { connectionId: "team" });
    const repositories = await tree.rowAt("SVN plugin test", "SVN Repositories");
    await tree.below(repositories);
    assert.equal(tree.explorer.scopeOf(repositories).only?.repositoryIds.size, 3);
  });

  test("reads a connection again with another key, and not while it loses its key", async () => {
    const { tree, service } = fixture;
    const assigned = await tree.rowAt("Assigned to Me");
    await tree.below(assigned);
    tree.changed.length = 0;
    await tree.changeKey(undefined);
    assert.deepEqual(tree.changed, []);
    await tree.changeKey("another");
    assert.deepEqual(tree.changed, ["team"]);
    service.clearRequests();
    assert.equal((await tree.below(assigned)).length, 78);
    assert.deepEqual(pathsOf(service), ["/api/v1/users/self/artifacts"]);
  });

  test("keeps what was read of a connection when others come, go or are renamed, and not when it moves", async () => {
    const { tree, service } = fixture;
    const team = { id: "team", url: service.baseUrl, label: "Team" };
    const path = ["Guinea Pig", "Releases", "All Artifacts"];
    const tracker = await tree.rowAt(...path);
    await tree.below(tracker);
    service.clearRequests();
    tree.setConnections([team, { id: "other", url: service.baseUrl, label: "Other" }]);
    tree.setConnections([{ ...team, label: "Renamed" }]);
    assert.deepEqual(tree.labelsOf(await tree.below()), ["Renamed"]);
    assert.equal(await tree.rowAt(...path), tracker);
    assert.equal((await tree.below(tracker)).length, 6);
    assert.deepEqual(service.requests, []);
    tree.setConnections([{ ...team, url: `${service.origin}/api/elsewhere` }]);
    assert.notEqual(await tree.rowAt(...path), tracker);
  });

  test("does not keep what needs no request waiting for the projects of another address", async () => {
    const { tree, service } = fixture;
    const connection = await tree.rowAt();
    await tree.settledBelow(connection);
    tree.setConnections([{ id: "team", url: `${service.origin}/api/elsewhere`, label: "Team" }]);
    await tree.remembered.opened("team", { id: 501 });
    const rows = await tree.below(await tree.rowAt());
    assert.deepEqual(tree.labelsOf(rows), ["Assigned to Me", "Recent", "Loading projects…"]);
    await tree.settledBelow(await tree.rowAt());
  });

  test("shows nothing of what was opened and pinned at another address, though a row of it is chosen", async () => {
    const { tree } = fixture;
    for (const id of [501, 502]) {
      await tree.remembered.opened("team", { id, title: "Of the first" });
    }
    await tree.remembered.pins.add("team", { id: 501, title: "Of the first" });
    const [, row] = await tree.below(await tree.rowAt("Recent"));
    tree.view.selection = [row as Row];
    await tree.remembered.opened("team", { id: 501 });
    tree.setConnections([{ id: "team", url: "https://other.example/api/v1", label: "Team" }]);
    const labels = tree.labelsOf(await tree.settledBelow(await tree.rowAt()));
    assert.deepEqual([labels.includes("Recent"), labels.includes("Pinned")], [false, false]);
    await tree.remembered.opened("team", { id: 77 });
    assert.deepEqual(tree.labelsOf(await tree.below(await tree.rowAt("Recent"))), ["#77"]);
  });

  test("shows nothing of a list that comes late from another address", async () => {
    const { tree, service } = fixture;
    const list = await tree.rowAt("Guinea Pig", "Releases", "All Artifacts");
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    service.clearRequests();
    service.control.addFault({ path: "/trackers/15/artifacts", fault: { kind: "held", until } });
    const late = tree.below(list);
    const isAsked = ({ path }: { readonly path: string }) => path.includes("/trackers/15/artifacts");
    await service.untilAsked(isAsked);
    tree.setConnections([{ id: "team", url: "https://other.example/api/v1", label: "Team" }]);
    answer();
    assert.deepEqual(idsOf(await late), []);
    assert.deepEqual(tree.explorer.rowOfArtifact("team", 1301), undefined);
    assert.equal(idsOf(await tree.below(await tree.rowAt("Guinea Pig", "Releases", "All Artifacts"))).length, 6);
    assert.equal(service.requests.filter(isAsked).length, 2);
  });

  test("reads SVN repositories again when one was created or deleted", async () => {
    const { tree, service } = fixture;
    const repositories = await tree.rowAt("SVN plugin test", "SVN Repositories");
    assert.equal((await tree.below(repositories)).length, 3);
    const body = JSON.stringify({ project_id: 122, name: "repo02" });
    const headers = { "X-Auth-AccessKey": service.keys.admin, "Content-Type": "application/json" };
    assert.equal((await fetch(`${service.baseUrl}/svn`, { method: "POST", headers, body })).status, 201);
    tree.changed.length = 0;
    tree.explorer.repositoriesChanged("team");
    assert.deepEqual(tree.changed, [repositories.id]);
    assert.equal((await tree.below(repositories)).length, 4);
  });

  test("shows what is known now of an artifact that was read elsewhere", async () => {
    const { tree } = fixture;
    await tree.remembered.opened("team", { id: 1301, title: "Old title" });
    const [, recent] = await tree.below(await tree.rowAt());
    assert.ok(recent);
    const [row] = await tree.below(recent);
    assert.equal(tree.look(row).label, "#1301 Old title");
    const { artifact } = await tree.known.of("team").readings.read(1301, signal);
    await new Promise(setImmediate);
    assert.equal(tree.look((await tree.below(recent))[0]).label, `#1301 ${artifact.title}`);
    assert.equal(tree.look(row).label, `#1301 ${artifact.title}`);
  });
});
