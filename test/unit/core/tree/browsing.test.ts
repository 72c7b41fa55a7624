import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { FailedRow, Row } from "../../../../src/core/tree/rows.ts";
import { pathsOf, projectLabels, TestTree, useTree } from "../../../support/useTree.ts";

suite("Browsing the tree", () => {
  const fixture = useTree();

  test("leads from a connection over projects and trackers to artifacts and their attachments", async () => {
    const { tree } = fixture;
    const connection = await tree.rowAt();
    assert.deepEqual(tree.labelsOf([connection]), ["Team"]);
    assert.deepEqual(tree.labelsOf(await tree.below(connection)), ["Assigned to Me", ...projectLabels]);
    const project = await tree.rowAt("Guinea Pig");
    assert.ok(tree.labelsOf(await tree.below(project)).includes("Bugs"));
    const tracker = await tree.rowAt("Guinea Pig", "Releases");
    assert.deepEqual(tree.labelsOf(await tree.below(tracker)), ["All Artifacts", "All", "Open ones"]);
    const artifacts = await tree.below(await tree.rowAt("Guinea Pig", "Releases", "All Artifacts"));
    assert.equal(artifacts.length, 6);
    const release = artifacts.find((row) => row.kind === "artifact" && row.artifactId === 1301);
    assert.ok(release);
    assert.deepEqual(tree.labelsOf(await tree.below(release)), ["release-4.0.zip", "Child", "Fixed"]);
  });

  test("shows what folders suggest where there is no connection, and behind it the way to the first steps", async () => {
    const tree = new TestTree([]);
    assert.deepEqual(await tree.explorer.children(), []);
    tree.suggestions = [{ url: "https://tracker.example/api/v1", label: "Team", from: "app" }];
    tree.suggested.fire();
    assert.deepEqual(tree.changed, [undefined]);
    const rows = await tree.explorer.children();
    assert.deepEqual(
      rows.map((row) => [tree.look(row).label, tree.look(row).description, tree.look(row).click?.command]),
      [
        ["Team", "tracker.example", "addConnection"],
        ["Get Started", undefined, "openWalkthrough"],
      ],
    );
    assert.deepEqual(tree.look(rows[0]).tooltip, {
      paragraphs: ["Suggested by the folder “app”.", "https://tracker.example/api/v1"],
      link: undefined,
    });
    assert.deepEqual((await fixture.tree.rowAt()).kind, "connection");
  });

  test("shows the reports of a tracker, the default one first, and what each of them lists", async () => {
    const { tree, service } = fixture;
    const rows = await tree.below(await tree.rowAt("Guinea Pig", "Bugs"));
    assert.deepEqual(
      rows.map((row) => [tree.look(row).label, tree.look(row).description]),
      [
        ["All Artifacts", undefined],
        ["All", "default"],
        ["Open ones", ""],
        ["Jane's own", "private"],
      ],
    );
    const open = await tree.below(rows[2]);
    assert.equal(open.length, 51);
    assert.equal(tree.look(open.at(-1)).label, "Load more…");
    assert.deepEqual(
      service.requests.filter(({ path }) => path.includes("/trackers/12/artifacts")),
      [],
    );
  });

  test("shows artifacts right below a tracker that has no reports, and where the service has none, asks no further", async () => {
    const { tree, service } = fixture;
    const reports = { path: "/tracker_reports", count: null, fault: { kind: "answer", status: 404 } } as const;
    service.control.addFault(reports);
    const artifacts = await tree.below(await tree.rowAt("Guinea Pig", "Releases"));
    assert.deepEqual(artifacts.map((row) => row.id).slice(0, 2), [
      "team/projects/101/trackers/15/1301",
      "team/projects/101/trackers/15/1302",
    ]);
    await tree.below(await tree.rowAt("Guinea Pig", "Requests"));
    assert.equal(service.requests.filter(({ path }) => path.includes("/tracker_reports")).length, 1);
    service.control.clearFaults();
    await tree.catalogOf("team").clear();
    await tree.explorer.refresh();
    assert.equal(tree.labelsOf(await tree.below(await tree.rowAt("Guinea Pig", "Releases"))).length, 3);
  });

  test("shows what linked artifacts there are by type and direction, and those of these in turn", async () => {
    const { tree, service } = fixture;
    const bugs = await tree.below(await tree.rowAt("Guinea Pig", "Bugs", "All Artifacts"));
    const bug = bugs.find((row) => row.kind === "artifact" && row.artifactId === 501);
    service.clearRequests();
    const links = (await tree.below(bug)).filter((row) => row.kind === "links");
    assert.deepEqual(
      links.map((row) => [tree.look(row).label, tree.look(row).description]),
      [
        ["is Linked to", "outgoing"],
        ["Concerns", "outgoing"],
        ["Fixed in", "outgoing"],
        ["Linked from", undefined],
      ],
    );
    assert.deepEqual(pathsOf(service).toSorted(), ["/api/v1/artifacts/501", "/api/v1/artifacts/501/links"]);
    const [release] = await tree.below(links[2]);
    assert.equal(release?.id, "team/projects/101/trackers/12/all/501/links/forward/fixed_in/1301");
    const fixed = (await tree.below(release)).find((row) => row.kind === "links" && row.link.type === "fixed_in");
    assert.equal(tree.look(fixed).spoken, "Linked artifacts: Fixed, incoming, of artifact 1301");
    const again = (await tree.below(fixed)).find((row) => row.kind === "artifact" && row.artifactId === 501);
    assert.equal(again?.id, `${release?.id}/links/reverse/fixed_in/501`);
  });

  test("shows attachments alone where the service tells no links, and asks for links once", async () => {
    const { tree, service } = fixture;
    service.control.addFault({ path: "/links", count: null, fault: { kind: "answer", status: 404 } });
    const rows = await tree.below(await tree.rowAt("Guinea Pig", "Releases", "All Artifacts"));
    assert.deepEqual(tree.labelsOf(await tree.below(rows[0])), ["release-4.0.zip"]);
    assert.deepEqual(tree.labelsOf(await tree.below(rows[1])), ["No attachments"]);
    assert.equal(pathsOf(service).filter((path) => path.endsWith("/links")).length, 1);
  });

  test("says what failed of an artifact's links beside its attachments, and reads them on retry", async () => {
    const { tree, service } = fixture;
    service.control.addFault({ path: "/links", fault: { kind: "answer", status: 403 } });
    const [release] = await tree.below(await tree.rowAt("Guinea Pig", "Releases", "All Artifacts"));
    const [attachment, failed] = await tree.below(release);
    assert.equal(tree.look(attachment).label, "release-4.0.zip");
    assert.equal(failed?.kind, "failed");
    service.clearRequests();
    await tree.explorer.retry(failed as FailedRow);
    assert.deepEqual(tree.labelsOf(await tree.below(release)), ["release-4.0.zip", "Child", "Fixed"]);
    assert.deepEqual(pathsOf(service), ["/api/v1/artifacts/1301/links"]);
  });

  test("shows what is assigned to the person, asked for when it is opened", async () => {
    const { tree, service } = fixture;
    const [assigned] = await tree.below(await tree.rowAt());
    assert.equal(tree.look(assigned).label, "Assigned to Me");
    assert.ok(!pathsOf(service).some((path) => path.includes("/users/")));
    const rows = await tree.below(assigned);
    assert.equal(rows.length, 78);
    const numbers = rows.flatMap((row) => (row.kind === "artifact" ? [row.artifactId] : []));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => b - a),
    );
    const bug = rows.find((row) => row.kind === "artifact" && row.artifactId === 501);
    assert.equal(tree.look(bug).description, "Bugs");
  });

  test("offers no deletion once the service has refused one of the tracker, until the key may be another", async () => {
    const { tree } = fixture;
    const [bug] = await tree.below(await tree.rowAt("Guinea Pig", "Bugs", "All Artifacts"));
    const [release] = await tree.below(await tree.rowAt("Guinea Pig", "Releases", "All Artifacts"));
    assert.ok(bug?.kind === "artifact" && bug.summary.tracker);
    const isDeletable = (row: Row | undefined) => /\bdeletable\b/.test(tree.look(row).contextValue);
    assert.deepEqual([bug, release].map(isDeletable), [true, true]);
    tree.explorer.deletionRefused("team", bug.summary.tracker.id);
    assert.deepEqual([bug, release].map(isDeletable), [false, true]);
    await tree.explorer.refresh();
    assert.ok(isDeletable(bug));
  });

  test("has no row for what is assigned where the service does not tell", async () => {
    const { tree, service } = fixture;
    service.control.addFault({ path: "/users/self/artifacts", count: null, fault: { kind: "answer", status: 404 } });
    const connection = await tree.rowAt();
    const [assigned] = await tree.below(connection);
    tree.changed.length = 0;
    assert.deepEqual(await tree.below(assigned), []);
    assert.ok(tree.changed.includes("team"));
    assert.deepEqual(tree.labelsOf(await tree.below(connection)), projectLabels);
    await tree.explorer.refresh((await tree.below(connection))[0]);
    assert.deepEqual(tree.labelsOf(await tree.below(connection)), projectLabels);
  });

  test("asks a service that lists nothing for each of its lists once", async () => {
    const { tree, service } = fixture;
    service.control.changeSettings({ listing: "minimal" });
    await tree.remembered.opened("team", { id: 501, title: "It breaks" });
    await tree.remembered.opened("team", { id: 502, title: "Another" });
    await tree.settledBelow(await tree.rowAt());
    const rows = await tree.below(await tree.rowAt("Recent"));
    for (const row of rows) {
      const below = await tree.below(row);
      assert.ok(below.every(({ kind }) => kind === "attachment" || kind === "message"));
    }
    await tree.below(await tree.rowAt());
    const refused = service.requests.filter(({ status }) => status === 404).map(({ path }) => path.replace(/\?.*/, ""));
    assert.deepEqual(refused, ["/api/v1/projects", "/api/v1/artifacts/502/links"]);
  });

  test("gives each row an id of its own, the same one each time", async () => {
    const { tree } = fixture;
    const first = await tree.everything();
    const ids = first.map((row) => row.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.includes("team/projects/101/trackers/15/all/1301"));
    await tree.explorer.refresh();
    assert.deepEqual(
      (await tree.everything()).map((row) => row.id),
      ids,
    );
  });

  test("of a service that lists nothing has pinned and recent artifacts and a calm line", async () => {
    const { tree, service } = fixture;
    service.control.changeSettings({ listing: "minimal" });
    await tree.remembered.opened("team", { id: 501, title: "It breaks" });
    await tree.remembered.pins.add("team", { id: 502 });
    const connection = await tree.rowAt();
    assert.deepEqual(tree.labelsOf(await tree.settledBelow(connection)), [
      "Pinned",
      "Recent",
      "Lists nothing: open by number",
    ]);
  });

  test("shows the SVN repositories of a project that has them, and of no other", async () => {
    const { tree, service } = fixture;
    const project = await tree.rowAt("SVN plugin test");
    assert.equal(tree.look(project).contextValue, "project svnProject unpinned branch refreshable");
    const repositories = (await tree.below(project)).at(-1);
    assert.equal(tree.look(repositories).label, "SVN Repositories");
    assert.ok(!service.requests.some(({ path }) => path.includes("/svn")));
    const rows = await tree.below(repositories);
    assert.deepEqual(tree.labelsOf(rows), ["repo01", "tools", "website"]);
    const [first] = rows;
    assert.ok(first?.kind === "repository");
    const item = tree.look(first);
    assert.deepEqual(
      [item.contextValue, item.click?.command, item.spoken],
      ["repository unpinned", "openSvnSettings", "SVN repository repo01"],
    );
    await tree.pins.add("team", first.repository);
    assert.equal(tree.look(first).contextValue, "repository pinned");
    const others = await tree.below(await tree.rowAt("Guinea Pig"));
    assert.ok(!tree.labelsOf(others).includes("SVN Repositories"));
  });

  test("shows what failed in place of SVN repositories, and reads them on retry", async () => {
    const { tree, service } = fixture;
    service.control.addFault({ path: "/projects/122/svn", fault: { kind: "answer", status: 403 } });
    const repositories = await tree.rowAt("SVN plugin test", "SVN Repositories");
    const [failed] = await tree.below(repositories);
    assert.equal(tree.look(failed).label, "Your account may not do this (status 403).");
    await tree.explorer.retry(failed as FailedRow);
    assert.equal((await tree.below(repositories)).length, 3);
  });
});
