import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { staleAfterMs } from "../../../../src/core/known/catalog.ts";
import { type ArtifactFilter, filterFields, keptFilter } from "../../../../src/core/query/artifactFilter.ts";
import { filterNotPossible } from "../../../../src/core/sentences/filters.ts";
import type { FailedRow, MoreRow } from "../../../../src/core/tree/rows.ts";
import { clientOf, idsOf, pathsOf, projectLabels, signal, TestTree, useTree } from "../../../support/useTree.ts";
import { refusingOrigin } from "../service/loopbackServer.ts";

suite("A list below a row", () => {
  const fixture = useTree();

  test("shows the first page of a tracker, and the next one when asked", async () => {
    const { tree, service } = fixture;
    const tracker = await tree.rowAt("Guinea Pig", "Requests", "All Artifacts");
    const first = await tree.below(tracker);
    assert.equal(first.length, 101);
    const more = tree.look(first.at(-1));
    assert.deepEqual([more.label, more.description], ["Load more…", "(100 of 250)"]);
    await tree.explorer.loadMore(first.at(-1) as MoreRow);
    const second = await tree.below(tracker);
    assert.equal(second.length, 201);
    assert.deepEqual(idsOf(second).slice(0, 100), idsOf(first).slice(0, 100));
    assert.equal(tree.look(second.at(-1)).description, "(200 of 250)");
    assert.equal(service.requests.filter(({ path }) => path.includes("/trackers/16/artifacts")).length, 2);
  });

  test("has only the row that ends the list, and the list's own, look another after a further page", async () => {
    const { tree } = fixture;
    const tracker = await tree.rowAt("Guinea Pig", "Requests", "All Artifacts");
    const first = await tree.below(tracker);
    const looks = new Set<string>();
    tree.explorer.onDidChangeLook((row) => looks.add(row.id));
    await tree.explorer.loadMore(first.at(-1) as MoreRow);
    const second = await tree.below(tracker);
    assert.deepEqual([...looks].sort(), [tracker.id, `${tracker.id}/more`]);
    assert.ok(first.slice(0, 100).every((row, index) => second[index] === row));
  });

  test("has a row for an artifact that was created only where its list was read to the end", async () => {
    const { tree } = fixture;
    await tree.below(await tree.rowAt("Guinea Pig", "Requests", "All Artifacts"));
    tree.explorer.created("team", 16, { id: 9999, title: "New" });
    assert.equal(tree.explorer.rowOfArtifact("team", 9999), undefined);
    const releases = await tree.rowAt("Guinea Pig", "Releases", "All Artifacts");
    await tree.below(releases);
    tree.explorer.created("team", 15, { id: 1399, title: "New" });
    assert.deepEqual(idsOf(await tree.below(releases)).at(-1), 1399);
  });

  test("keeps what it has when the next page fails, and reads it on retry", async () => {
    const { tree, service } = fixture;
    const tracker = await tree.rowAt("Guinea Pig", "Requests", "All Artifacts");
    const more = (await tree.below(tracker)).at(-1) as MoreRow;
    service.control.addFault({ path: "/trackers/16/artifacts", fault: { kind: "answer", status: 403 } });
    await tree.explorer.loadMore(more);
    const rows = await tree.below(tracker);
    assert.equal(rows.length, 101);
    const failed = rows.at(-1) as FailedRow;
    assert.equal(tree.look(failed).label, "Your account may not do this (status 403).");
    assert.equal(tree.look(failed).contextValue, "failed");
    await tree.explorer.retry(failed);
    assert.equal((await tree.below(tracker)).length, 201);
  });

  test("keeps what it has when the next page is given up", async () => {
    const { tree, service } = fixture;
    const tracker = await tree.rowAt("Guinea Pig", "Requests", "All Artifacts");
    const more = (await tree.below(tracker)).at(-1) as MoreRow;
    service.control.addFault({ path: "/trackers/16/artifacts", fault: { kind: "hang" } });
    const loading = tree.explorer.loadMore(more);
    const reading = (await tree.below(tracker)).at(-1) as MoreRow;
    assert.equal(tree.look(reading).label, "Loading…");
    // A double click is two clicks, the second of which does not take back the first.
    await tree.explorer.loadMore(reading);
    assert.equal(tree.look((await tree.below(tracker)).at(-1)).label, "Loading…");
    tree.clock.nowMs += 600;
    await tree.explorer.loadMore(reading);
    await loading;
    const rows = await tree.below(tracker);
    assert.equal(rows.length, 101);
    assert.equal(tree.look(rows.at(-1)).label, "Load more…");
  });

  test("says in place of the rows what failed, and reads them on retry", async () => {
    const { tree, service } = fixture;
    const project = await tree.rowAt("Guinea Pig");
    service.control.addFault({ path: "/projects/101/trackers", count: null, fault: { kind: "loginPage" } });
    const rows = await tree.below(project);
    assert.deepEqual(tree.labelsOf(rows), ["A web page came instead of data, perhaps one to sign in (status 200)."]);
    service.control.clearFaults();
    // Shown again without a request, until the person asks for one.
    assert.deepEqual(
      (await tree.below(project)).map((row) => row.kind),
      ["failed"],
    );
    await tree.explorer.retry(rows[0] as FailedRow);
    assert.ok(tree.labelsOf(await tree.below(project)).includes("Bugs"));
  });

  test("gives up what a closed row was reading, and reads it when that is opened again", async () => {
    const { tree, service } = fixture;
    const project = await tree.rowAt("Guinea Pig");
    service.control.addFault({ path: "/projects/101/trackers", fault: { kind: "hang" } });
    const reading = tree.below(project);
    while (!pathsOf(service).some((path) => path.endsWith("/projects/101/trackers"))) {
      await new Promise(setImmediate);
    }
    tree.explorer.closed(project);
    assert.deepEqual(await reading, []);
    tree.changed.length = 0;
    tree.explorer.opened(project);
    assert.deepEqual(tree.changed, [project.id]);
    assert.ok(tree.labelsOf(await tree.below(project)).includes("Bugs"));
  });

  test("filters and sorts the artifacts of a tracker, and tells so on their row", async () => {
    const { tree, service, client } = fixture;
    const all = await tree.rowAt("Guinea Pig", "Bugs", "All Artifacts");
    await tree.below(all);
    service.clearRequests();
    tree.changed.length = 0;
    const bugs = { connectionId: "team", trackerId: 12 };
    const fields = filterFields(await client.readTracker(12, signal));
    await tree.filters.set(bugs, keptFilter({ status: "open", assignee: "me", sort: "changedLast" }, fields));
    assert.deepEqual(tree.changed, [all.id]);
    const item = tree.look(all);
    assert.deepEqual(
      [item.label, item.description, item.contextValue],
      [
        "Artifacts",
        "open, assigned to me, last changed first of those loaded",
        "allArtifacts filterable filtered branch refreshable",
      ],
    );
    const rows = (await tree.below(all)).filter((row) => row.kind === "artifact");
    assert.ok(rows.length > 0 && rows.length < 320);
    assert.ok(rows.every(({ summary }) => summary.isOpen === true));
    const changes = rows.map(({ summary }) => Date.parse(summary.lastModifiedOn ?? ""));
    assert.deepEqual(
      changes,
      changes.toSorted((a, b) => b - a),
    );
    await tree.filters.set(bugs, { sort: "newestFirst" });
    const [newest] = await tree.below(all);
    assert.ok(newest?.kind === "artifact" && newest.artifactId === 820);
    await tree.filters.set(bugs, undefined);
    assert.equal(tree.look(all).description, undefined);
    assert.equal(idsOf(await tree.below(all))[0], 501);
  });

  suite("by a filter", () => {
    const bugs = { connectionId: "team", trackerId: 12 };
    const waiting = { trackerId: 12, id: 399, label: "Waiting" };

    /** A row that lists what is open of the tracker, the first of it, and how it is filtered and drawn again. */
    const openBugs = async () => {
      const { tree, service } = fixture;
      const all = await tree.rowAt("Guinea Pig", "Bugs", "All Artifacts");
      const structure = () => tree.catalogOf("team").readTracker(12, signal);
      const filter = async (status: ArtifactFilter["status"]) =>
        await tree.filters.set(bugs, keptFilter({ status }, filterFields(await structure())));
      const listed = async () => idsOf(await tree.below(all));
      /** Until the tree has heard that the structure has become another. */
      const structureIsReadAgain = async () => {
        tree.clock.nowMs += staleAfterMs;
        const changed = tree.nextChange(all.id);
        await structure();
        await changed;
      };
      await filter("open");
      const [first = 0] = await listed();
      const addStatus = (isOpen: boolean) => {
        service.control.setStatusValue({ ...waiting, isOpen });
        const values = [{ field: "status", bind_value_ids: [waiting.id] }];
        service.control.editArtifact({ artifactId: first, values });
      };
      return { all, filter, listed, structureIsReadAgain, first, addStatus };
    };

    test("lists what has an open status that is new, once the structure is read again", async () => {
      const { listed, structureIsReadAgain, first, addStatus } = await openBugs();
      addStatus(true);
      await structureIsReadAgain();
      assert.equal((await listed())[0], first);
      assert.match(fixture.tree.filters.get(bugs)?.query ?? "", /"Waiting"/);
    });

    test("lists what has a closed status that is new, as soon as the list is refreshed", async () => {
      const { all, filter, listed, first, addStatus } = await openBugs();
      await filter("closed");
      assert.ok(!(await listed()).includes(first));
      addStatus(false);
      await fixture.tree.explorer.refresh(all);
      assert.ok((await listed()).includes(first));
      fixture.service.control.setStatusValue({ ...waiting, isOpen: true });
      await fixture.tree.explorer.refresh(all);
      assert.ok(!(await listed()).includes(first));
    });

    test("keeps to the value that was chosen, whatever it is called now", async () => {
      const { all, filter, listed, structureIsReadAgain, first, addStatus } = await openBugs();
      addStatus(false);
      await fixture.tree.explorer.refresh(all);
      await listed();
      await filter({ value: "Waiting" });
      assert.deepEqual(await listed(), [first]);
      fixture.service.control.setStatusValue({ ...waiting, label: "On hold", isOpen: false });
      await structureIsReadAgain();
      assert.deepEqual(await listed(), [first]);
      assert.equal(fixture.tree.look(all).description, "status On hold");
    });

    test("reads nothing again where the filter asks for the same by a structure that is new", async () => {
      const { listed, first } = await openBugs();
      const { tree, service } = fixture;
      const before = await listed();
      service.control.setFieldPermissions({ fieldId: 1206, update: [] });
      tree.clock.nowMs += staleAfterMs;
      tree.changed.length = 0;
      service.clearRequests();
      const known = new Promise<void>((resolve) => tree.known.onDidChange(() => resolve()));
      await tree.catalogOf("team").readTracker(12, signal);
      await known;
      await new Promise(setImmediate);
      assert.deepEqual([await listed(), before[0]], [before, first]);
      assert.deepEqual([tree.changed, pathsOf(service)], [[], ["/api/v1/trackers/12"]]);
    });

    test("says that the tracker has no such field any more, and lists nothing that nobody asked for", async () => {
      const { all, structureIsReadAgain } = await openBugs();
      const { tree, service } = fixture;
      service.control.setFieldPermissions({ fieldId: 1207, read: [], update: [] });
      service.clearRequests();
      await structureIsReadAgain();
      assert.deepEqual(tree.labelsOf(await tree.below(all)), [filterNotPossible]);
      assert.ok(!pathsOf(service).some((path) => path.endsWith("/artifacts")));
      assert.equal(tree.filters.get(bugs)?.status, "open", "it is for the person to drop it");
    });
  });

  test("filters artifacts that stand right below their tracker on the tracker's row", async () => {
    const { tree, service } = fixture;
    service.control.addFault({ path: "/tracker_reports", count: null, fault: { kind: "answer", status: 404 } });
    const tracker = await tree.rowAt("Guinea Pig", "Releases");
    assert.doesNotMatch(tree.look(tracker).contextValue ?? "", /filterable/);
    tree.changed.length = 0;
    await tree.below(tracker);
    await tree.below(tracker);
    assert.deepEqual(tree.changed, [tracker.id], "it is drawn again, once");
    assert.match(tree.look(tracker).contextValue ?? "", /\btracker filterable\b/);
    await tree.filters.set({ connectionId: "team", trackerId: 15 }, { sort: "newestFirst" });
    assert.equal(tree.look(tracker).description, "newest first");
    assert.equal(idsOf(await tree.below(tracker))[0], 1306);
  });

  test("shows several connections side by side, one failing without the others", async () => {
    const { service, client } = fixture;
    const url = `${refusingOrigin}/api/v1`;
    const down = { id: "down", url, label: "Down" };
    const nobody = clientOf(down, "key");
    const both = new TestTree([
      [{ id: "team", url: service.baseUrl, label: "Team" }, client],
      [down, nobody],
    ]);
    await both.remembered.opened("down", { id: 5, title: "Known from before" });
    const [team, other] = await both.below();
    assert.ok((await both.below(team)).length > projectLabels.length);
    assert.ok(other);
    const rows = await both.settledBelow(other);
    assert.deepEqual(both.labelsOf(rows), ["Assigned to Me", "Recent", "The service cannot be reached."]);
    assert.deepEqual(both.labelsOf(await both.below(rows[1])), ["#5 Known from before"]);
    both.changed.length = 0;
    await both.explorer.refresh(other);
    assert.deepEqual(both.changed, ["down"]);
    both.explorer.dispose();
    await nobody.close();
  });
});
