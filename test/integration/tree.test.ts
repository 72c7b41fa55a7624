import assert from "node:assert/strict";
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import * as vscode from "vscode";
import { filterFields, keptFilter } from "../../src/core/artifactFilter.ts";
import { ArtifactFilters } from "../../src/core/artifactFilters.ts";
import { Catalog, staleAfterMs } from "../../src/core/catalog/catalog.ts";
import type { Artifact } from "../../src/core/model/artifact.ts";
import type { Connection } from "../../src/core/model/connection.ts";
import { PinnedProjects } from "../../src/core/pinnedProjects.ts";
import { Remembered, summaryOf } from "../../src/core/remembered.ts";
import type { SavedQuery } from "../../src/core/savedQueries.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import { PinnedRepositories } from "../../src/core/svn/pinnedRepositories.ts";
import { Emitter } from "../../src/core/util/event.ts";
import type { CatalogChange } from "../../src/editor/catalog/catalogs.ts";
import type { QueryCount } from "../../src/editor/search/savedQueries.ts";
import { Expansion } from "../../src/editor/tree/expansion.ts";
import { Explorer } from "../../src/editor/tree/explorer.ts";
import type { ArtifactNode, FailedNode, MoreNode, Node } from "../../src/editor/tree/nodes.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { MemoryCatalogStore } from "../support/memoryCatalogStore.ts";
import { MemoryStore } from "../support/memoryStore.ts";

suite("The tree", () => {
  let service: ReferenceService;
  let client: ServiceClient;
  let harness: ReturnType<typeof createHarness>;
  suiteSetup(async () => {
    service = await startReferenceService();
  });
  suiteTeardown(() => service.close());
  setup(() => {
    service.control.reset();
    service.clearRequests();
    const connection = { id: "team", url: service.baseUrl, label: "Team" };
    client = createServiceClient({
      connection,
      accessKey: async () => service.keys.member,
      timeoutMs: 5000,
      network: { noProxy: [], strictSsl: true },
      log: () => {},
    });
    harness = createHarness(connection, client);
  });
  teardown(async () => {
    harness.explorer.dispose();
    await client.close();
  });

  test("leads from a connection over projects and trackers to artifacts and their attachments", async () => {
    const connection = await harness.rowAt();
    assert.deepEqual(harness.labelsOf([connection]), ["Team"]);
    await harness.below(connection);
    await harness.settled();
    assert.deepEqual(harness.labelsOf(await harness.below(connection)), ["Assigned to Me", ...projectLabels]);
    const project = await harness.rowAt("Guinea Pig");
    assert.ok(harness.labelsOf(await harness.below(project)).includes("Bugs"));
    const tracker = await harness.rowAt("Guinea Pig", "Releases");
    assert.deepEqual(harness.labelsOf(await harness.below(tracker)), ["All Artifacts", "All", "Open ones"]);
    const artifacts = await harness.below(await harness.rowAt("Guinea Pig", "Releases", "All Artifacts"));
    assert.equal(artifacts.length, 6);
    const release = artifacts.find((row) => row.kind === "artifact" && row.artifactId === 1301);
    assert.ok(release);
    assert.deepEqual(harness.labelsOf(await harness.below(release)), ["release-4.0.zip", "Child", "Fixed"]);
  });

  test("keeps the projects in view while they are read again, so that what is unfolded stays so", async () => {
    await harness.remembered.opened("team", { id: 501 });
    const connection = await harness.rowAt();
    await harness.below(connection);
    await harness.settled();
    const before = harness.labelsOf(await harness.below(connection));
    assert.ok(before.includes("Guinea Pig") && before.includes("Recent"));
    await harness.catalogOf("team").clear();
    await harness.explorer.refresh();
    assert.deepEqual(harness.labelsOf(await harness.below(await harness.rowAt())), before);
  });

  test("shows rows as they were unfolded and closed before a restart", async () => {
    const state = async (...labels: string[]) => harness.item(await harness.rowAt(...labels)).collapsibleState;
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    assert.deepEqual([await state(), await state("Guinea Pig")], [Expanded, Collapsed]);
    harness.explorer.opened(await harness.rowAt("Guinea Pig"));
    harness.explorer.closed(await harness.rowAt());
    const kept = new Expansion(harness.memory);
    assert.deepEqual(
      [kept.isOpen("team/projects/101"), kept.isOpen("team"), kept.isOpen("other")],
      [true, false, undefined],
    );
    assert.deepEqual([await state(), await state("Guinea Pig")], [Collapsed, Expanded]);
    await kept.forget("team");
    assert.equal(new Expansion(harness.memory).isOpen("team/projects/101"), undefined);
  });

  test("shows the reports of a tracker, the default one first, and what each of them lists", async () => {
    const rows = await harness.below(await harness.rowAt("Guinea Pig", "Bugs"));
    assert.deepEqual(
      rows.map((row) => [harness.item(row).label, harness.item(row).description]),
      [
        ["All Artifacts", undefined],
        ["All", "default"],
        ["Open ones", ""],
        ["Jane's own", "private"],
      ],
    );
    const open = await harness.below(rows[2]);
    assert.equal(open.length, 51);
    assert.equal(harness.item(open.at(-1)).label, "Load more…");
    assert.deepEqual(
      service.requests.filter(({ path }) => path.includes("/trackers/12/artifacts")),
      [],
    );
  });

  test("shows artifacts right below a tracker that has no reports, and where the service has none, asks no further", async () => {
    const reports = { path: "/tracker_reports", count: null, fault: { kind: "answer", status: 404 } } as const;
    service.control.addFault(reports);
    const artifacts = await harness.below(await harness.rowAt("Guinea Pig", "Releases"));
    assert.deepEqual(artifacts.map((row) => row.id).slice(0, 2), [
      "team/projects/101/trackers/15/1301",
      "team/projects/101/trackers/15/1302",
    ]);
    await harness.below(await harness.rowAt("Guinea Pig", "Requests"));
    assert.equal(service.requests.filter(({ path }) => path.includes("/tracker_reports")).length, 1);
    service.control.clearFaults();
    await harness.catalogOf("team").clear();
    await harness.explorer.refresh();
    assert.equal(harness.labelsOf(await harness.below(await harness.rowAt("Guinea Pig", "Releases"))).length, 3);
  });

  test("shows what linked artifacts there are by type and direction, and those of these in turn", async () => {
    const bugs = await harness.below(await harness.rowAt("Guinea Pig", "Bugs", "All Artifacts"));
    const bug = bugs.find((row) => row.kind === "artifact" && row.artifactId === 501);
    service.clearRequests();
    const links = (await harness.below(bug)).filter((row) => row.kind === "links");
    assert.deepEqual(
      links.map((row) => [harness.item(row).label, harness.item(row).description]),
      [
        ["is Linked to", "outgoing"],
        ["Concerns", "outgoing"],
        ["Fixed in", "outgoing"],
        ["is Linked to", "incoming"],
      ],
    );
    assert.deepEqual(pathsOf(service), ["/api/v1/artifacts/501", "/api/v1/artifacts/501/links"]);
    const [release] = await harness.below(links[2]);
    assert.equal(release?.id, "team/projects/101/trackers/12/all/501/links/forward/fixed_in/1301");
    const fixed = (await harness.below(release)).find((row) => row.kind === "links" && row.link.type === "fixed_in");
    assert.deepEqual(harness.item(fixed).accessibilityInformation, {
      label: "Linked artifacts: Fixed, incoming, of artifact 1301",
    });
    const again = (await harness.below(fixed)).find((row) => row.kind === "artifact" && row.artifactId === 501);
    assert.equal(again?.id, `${release?.id}/links/reverse/fixed_in/501`);
  });

  test("shows attachments alone where the service tells no links, and asks for links once", async () => {
    service.control.addFault({ path: "/links", count: null, fault: { kind: "answer", status: 404 } });
    const rows = await harness.below(await harness.rowAt("Guinea Pig", "Releases", "All Artifacts"));
    assert.deepEqual(harness.labelsOf(await harness.below(rows[0])), ["release-4.0.zip"]);
    assert.deepEqual(harness.labelsOf(await harness.below(rows[1])), ["No attachments"]);
    assert.equal(pathsOf(service).filter((path) => path.endsWith("/links")).length, 1);
  });

  test("says what failed of an artifact's links beside its attachments, and reads them on retry", async () => {
    service.control.addFault({ path: "/links", fault: { kind: "answer", status: 403 } });
    const [release] = await harness.below(await harness.rowAt("Guinea Pig", "Releases", "All Artifacts"));
    const [attachment, failed] = await harness.below(release);
    assert.equal(harness.item(attachment).label, "release-4.0.zip");
    assert.equal(failed?.kind, "failed");
    service.clearRequests();
    await harness.explorer.retry(failed as FailedNode);
    assert.deepEqual(harness.labelsOf(await harness.below(release)), ["release-4.0.zip", "Child", "Fixed"]);
    assert.deepEqual(pathsOf(service), ["/api/v1/artifacts/1301/links"]);
  });

  test("shows what is assigned to the person, asked for when it is opened", async () => {
    const [assigned] = await harness.below(await harness.rowAt());
    assert.equal(harness.item(assigned).label, "Assigned to Me");
    await harness.settled();
    assert.ok(!pathsOf(service).some((path) => path.includes("/users/")));
    const rows = await harness.below(assigned);
    assert.equal(rows.length, 78);
    assert.equal(harness.item(rows[0]).accessibilityInformation?.label.startsWith("Artifact 501, "), true);
  });

  test("has no row for what is assigned where the service does not tell", async () => {
    service.control.addFault({ path: "/users/self/artifacts", count: null, fault: { kind: "answer", status: 404 } });
    const connection = await harness.rowAt();
    const [assigned] = await harness.below(connection);
    harness.changed.length = 0;
    assert.deepEqual(await harness.below(assigned), []);
    assert.ok(harness.changed.includes("team"));
    await harness.settled();
    assert.deepEqual(harness.labelsOf(await harness.below(connection)), projectLabels);
    await harness.explorer.refresh((await harness.below(connection))[0]);
    assert.deepEqual(harness.labelsOf(await harness.below(connection)), projectLabels);
  });

  test("shows saved queries with how many artifacts each finds", async () => {
    const query = { connectionId: "team", trackerId: 12, label: "Crashes", query: 'summary = "crash"' };
    harness.queries.save(query);
    const queries = await harness.rowAt("Queries");
    await harness.below(queries);
    await harness.settled();
    const [row] = await harness.below(queries);
    assert.ok(row?.kind === "query");
    assert.equal(service.requests.filter(({ path }) => path.includes("/trackers/12/artifacts")).length, 1);
    const found = await harness.below(row);
    const [end] = found.slice(-1);
    const total = end?.kind === "more" ? end.total : found.length;
    assert.ok(total !== undefined && total > 0);
    assert.equal(harness.item(row).description, `${total}`);
    assert.equal(harness.item(row).accessibilityInformation?.label, `Query Crashes, finds ${total}`);
    assert.ok(service.requests.some(({ path }) => path.includes("expert_query=")));
  });

  test("puts favourite projects first, and shows each project once", async () => {
    const connection = await harness.rowAt();
    const project = await harness.rowAt("SVN plugin test");
    assert.ok(project.kind === "project");
    await harness.projectPins.pin("team", project.project);
    const rows = await harness.below(connection);
    assert.deepEqual(harness.labelsOf(rows), ["Assigned to Me", "SVN plugin test", "Guinea Pig", "🧀 Käse & Küche"]);
    assert.equal(rows[1], project);
    assert.match(harness.item(project).contextValue ?? "", /\bpinned\b/);
    await harness.explorer.refresh();
    // What was in view stays there until it has been read again.
    assert.deepEqual(harness.labelsOf(await harness.below(await harness.rowAt())), harness.labelsOf(rows));
  });

  test("shows a project whose page was not read yet once it was found", async () => {
    const connection = await harness.rowAt();
    const found = { id: 999, label: "Far down", hasTrackers: true };
    const row = await harness.explorer.rowOfProject("team", found);
    assert.ok(row && (await harness.below(connection)).includes(row));
    assert.equal(harness.explorer.getParent(row), connection);
    assert.equal(await harness.explorer.rowOfProject("elsewhere", found), undefined);
  });

  test("filters and sorts the artifacts of a tracker, and tells so on their row", async () => {
    const all = await harness.rowAt("Guinea Pig", "Bugs", "All Artifacts");
    await harness.below(all);
    service.clearRequests();
    harness.changed.length = 0;
    const bugs = { connectionId: "team", trackerId: 12 };
    const fields = filterFields(await client.readTracker(12, signal));
    await harness.filters.set(bugs, keptFilter({ status: "open", assignee: "me", sort: "changedLast" }, fields));
    assert.deepEqual(harness.changed, [all.id]);
    const item = harness.item(all);
    assert.deepEqual(
      [item.label, item.description, item.contextValue],
      [
        "Artifacts",
        "open, assigned to me, last changed first of those loaded",
        "allArtifacts filterable filtered branch refreshable",
      ],
    );
    const rows = (await harness.below(all)).filter((row) => row.kind === "artifact");
    assert.ok(rows.length > 0 && rows.length < 320);
    assert.ok(rows.every(({ summary }) => summary.isOpen === true));
    const changes = rows.map(({ summary }) => Date.parse(summary.lastModifiedOn ?? ""));
    assert.deepEqual(
      changes,
      changes.toSorted((a, b) => b - a),
    );
    await harness.filters.set(bugs, { sort: "newestFirst" });
    const [newest] = await harness.below(all);
    assert.ok(newest?.kind === "artifact" && newest.artifactId === 820);
    await harness.filters.set(bugs, undefined);
    assert.equal(harness.item(all).description, undefined);
    assert.equal(idsOf(await harness.below(all))[0], 501);
  });

  test("filters artifacts that stand right below their tracker on the tracker's row", async () => {
    service.control.addFault({ path: "/tracker_reports", count: null, fault: { kind: "answer", status: 404 } });
    const tracker = await harness.rowAt("Guinea Pig", "Releases");
    assert.doesNotMatch(harness.item(tracker).contextValue ?? "", /filterable/);
    await harness.below(tracker);
    assert.match(harness.item(tracker).contextValue ?? "", /\btracker filterable\b/);
    await harness.filters.set({ connectionId: "team", trackerId: 15 }, { sort: "newestFirst" });
    assert.equal(harness.item(tracker).description, "newest first");
    assert.equal(idsOf(await harness.below(tracker))[0], 1306);
  });

  test("shows several connections side by side, one failing without the others", async () => {
    const url = "http://127.0.0.1:9/api/v1";
    const down = { id: "down", url, label: "Down" };
    const nobody = createServiceClient({
      ...{ connection: down, accessKey: async () => "key", timeoutMs: 2000 },
      ...{ network: { noProxy: [], strictSsl: true }, log: () => {} },
    });
    const both = createHarness({ id: "team", url: service.baseUrl, label: "Team" }, client, [[down, nobody]]);
    await both.remembered.opened("down", { id: 5, title: "Known from before" });
    const [team, other] = await both.below();
    assert.ok((await both.below(team)).length > projectLabels.length);
    await both.below(other);
    await new Promise<void>((resolve) => {
      both.explorer.onDidChangeTreeData((row) => row === other && resolve());
    });
    const rows = await both.below(other);
    assert.deepEqual(both.labelsOf(rows), ["Assigned to Me", "Recent", "The service cannot be reached."]);
    assert.deepEqual(both.labelsOf(await both.below(rows[1])), ["#5 Known from before"]);
    both.changed.length = 0;
    await both.explorer.refresh(other);
    assert.deepEqual(both.changed, ["down"]);
    both.explorer.dispose();
    await nobody.close();
  });

  test("leaves the rows of Recent where they are while others are opened in the tree", async () => {
    await harness.remembered.opened("team", { id: 501 });
    const recent = await harness.rowAt("Recent");
    await harness.below(recent);
    await harness.settled();
    const tracker = await harness.rowAt("Guinea Pig", "Releases", "All Artifacts");
    const [release] = await harness.below(tracker);
    harness.view.selection = [release as Node];
    harness.changed.length = 0;
    await harness.remembered.opened("team", { id: 1301 });
    assert.deepEqual(idsOf(await harness.below(recent)), [501]);
    assert.deepEqual(harness.changed, []);
    harness.explorer.left();
    assert.deepEqual(harness.changed, [recent.id]);
    assert.deepEqual(idsOf(await harness.below(recent)), [1301, 501]);
  });

  test("draws only the group again when what it shows has changed", async () => {
    await harness.remembered.opened("team", { id: 501 });
    const recent = await harness.rowAt("Recent");
    await harness.below(recent);
    await harness.settled();
    harness.changed.length = 0;
    await harness.remembered.opened("team", { id: 502 });
    assert.deepEqual(harness.changed, [recent.id]);
    await harness.remembered.pin("team", { id: 502 });
    assert.ok(harness.changed.includes("team"));
  });

  test("asks a service that lists nothing for each of its lists once", async () => {
    service.control.changeSettings({ listing: "minimal" });
    await harness.remembered.opened("team", { id: 501, title: "It breaks" });
    await harness.remembered.opened("team", { id: 502, title: "Another" });
    await harness.below(await harness.rowAt());
    await harness.settled();
    const rows = await harness.below(await harness.rowAt("Recent"));
    for (const row of rows) {
      const below = await harness.below(row);
      assert.ok(below.every(({ kind }) => kind === "attachment" || kind === "message"));
    }
    await harness.below(await harness.rowAt());
    const refused = service.requests.filter(({ status }) => status === 404).map(({ path }) => path.replace(/\?.*/, ""));
    assert.deepEqual(refused, ["/api/v1/projects", "/api/v1/artifacts/502/links"]);
  });

  test("gives each row an id of its own, the same one each time", async () => {
    const first = await harness.everything();
    const ids = first.map((row) => row.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.includes("team/projects/101/trackers/15/all/1301"));
    await harness.explorer.refresh();
    assert.deepEqual(
      (await harness.everything()).map((row) => row.id),
      ids,
    );
  });

  test("shows the first page of a tracker, and the next one when asked", async () => {
    const tracker = await harness.rowAt("Guinea Pig", "Requests", "All Artifacts");
    const first = await harness.below(tracker);
    assert.equal(first.length, 101);
    const more = harness.item(first.at(-1));
    assert.deepEqual([more.label, more.description], ["Load more…", "(100 of 250)"]);
    await harness.explorer.loadMore(first.at(-1) as MoreNode);
    const second = await harness.below(tracker);
    assert.equal(second.length, 201);
    assert.deepEqual(idsOf(second).slice(0, 100), idsOf(first).slice(0, 100));
    assert.equal(harness.item(second.at(-1)).description, "(200 of 250)");
    assert.equal(service.requests.filter(({ path }) => path.includes("/trackers/16/artifacts")).length, 2);
  });

  test("has a row for an artifact that was created only where its list was read to the end", async () => {
    await harness.below(await harness.rowAt("Guinea Pig", "Requests", "All Artifacts"));
    harness.explorer.created("team", 16, { id: 9999, title: "New" });
    assert.equal(harness.explorer.rowOfArtifact("team", 9999), undefined);
    const releases = await harness.rowAt("Guinea Pig", "Releases", "All Artifacts");
    await harness.below(releases);
    harness.explorer.created("team", 15, { id: 1399, title: "New" });
    assert.deepEqual(idsOf(await harness.below(releases)).at(-1), 1399);
  });

  test("keeps what it has when the next page fails, and reads it on retry", async () => {
    const tracker = await harness.rowAt("Guinea Pig", "Requests", "All Artifacts");
    const more = (await harness.below(tracker)).at(-1) as MoreNode;
    service.control.addFault({ path: "/trackers/16/artifacts", fault: { kind: "answer", status: 403 } });
    await harness.explorer.loadMore(more);
    const rows = await harness.below(tracker);
    assert.equal(rows.length, 101);
    const failed = rows.at(-1) as FailedNode;
    assert.equal(harness.item(failed).label, "Your account may not do this (status 403).");
    assert.equal(harness.item(failed).contextValue, "failed");
    await harness.explorer.retry(failed);
    assert.equal((await harness.below(tracker)).length, 201);
  });

  test("keeps what it has when the next page is given up", async () => {
    const tracker = await harness.rowAt("Guinea Pig", "Requests", "All Artifacts");
    const more = (await harness.below(tracker)).at(-1) as MoreNode;
    service.control.addFault({ path: "/trackers/16/artifacts", fault: { kind: "delay", ms: 3000 } });
    const loading = harness.explorer.loadMore(more);
    const reading = (await harness.below(tracker)).at(-1) as MoreNode;
    assert.equal(harness.item(reading).label, "Loading…");
    // A double click is two clicks, the second of which does not take back the first.
    await harness.explorer.loadMore(reading);
    assert.equal(harness.item((await harness.below(tracker)).at(-1)).label, "Loading…");
    harness.clock.nowMs += 600;
    await harness.explorer.loadMore(reading);
    await loading;
    const rows = await harness.below(tracker);
    assert.equal(rows.length, 101);
    assert.equal(harness.item(rows.at(-1)).label, "Load more…");
  });

  test("says in place of the rows what failed, and reads them on retry", async () => {
    const project = await harness.rowAt("Guinea Pig");
    service.control.addFault({ path: "/projects/101/trackers", count: null, fault: { kind: "loginPage" } });
    const rows = await harness.below(project);
    assert.deepEqual(harness.labelsOf(rows), ["A web page came instead of data, perhaps one to sign in (status 200)."]);
    service.control.clearFaults();
    // Shown again without a request, until the person asks for one.
    assert.deepEqual(
      (await harness.below(project)).map((row) => row.kind),
      ["failed"],
    );
    await harness.explorer.retry(rows[0] as FailedNode);
    assert.ok(harness.labelsOf(await harness.below(project)).includes("Bugs"));
  });

  test("of a service that lists nothing has pinned and recent artifacts and a calm line", async () => {
    service.control.changeSettings({ listing: "minimal" });
    await harness.remembered.opened("team", { id: 501, title: "It breaks" });
    await harness.remembered.pin("team", { id: 502 });
    const connection = await harness.rowAt();
    await harness.below(connection);
    await harness.settled();
    assert.deepEqual(harness.labelsOf(await harness.below(connection)), [
      "Pinned",
      "Recent",
      "Lists nothing: open by number",
    ]);
  });

  test("shows pinned and recent artifacts without asking the service", async () => {
    await harness.remembered.opened("team", { id: 501, title: "It breaks", status: "Open", isOpen: true });
    await harness.remembered.pin("team", { id: 502, title: "Pinned one" });
    const connection = await harness.rowAt();
    const [, pinned, recent, loading] = await harness.below(connection);
    assert.ok(pinned && recent);
    assert.deepEqual(harness.labelsOf(await harness.below(pinned)), ["#502 Pinned one"]);
    assert.deepEqual(harness.labelsOf(await harness.below(recent)), ["#501 It breaks"]);
    assert.equal(harness.item(loading).label, "Loading projects…");
    assert.deepEqual(
      service.requests.filter(({ path }) => path.includes("/artifacts")),
      [],
    );
    await harness.settled();
  });

  test("shows what is known now of an artifact that was read elsewhere", async () => {
    await harness.remembered.opened("team", { id: 1301, title: "Old title" });
    const [, recent] = await harness.below(await harness.rowAt());
    assert.ok(recent);
    const [row] = await harness.below(recent);
    assert.equal(harness.item(row).label, "#1301 Old title");
    const { artifact } = await client.readArtifact(1301, signal);
    await harness.announceRead(artifact);
    assert.equal(harness.item((await harness.below(recent))[0]).label, `#1301 ${artifact.title}`);
    assert.equal(harness.item(row).label, `#1301 ${artifact.title}`);
  });

  test("asks for what names have told before once, and again on a refresh of names", async () => {
    const names = ["Guinea Pig", "Releases"] as const;
    await harness.below(await harness.rowAt(...names));
    const asked = () => pathsOf(service).filter((path) => !path.includes("/artifacts"));
    const first = asked();
    await harness.explorer.refresh();
    await harness.below(await harness.rowAt(...names));
    await harness.catalogOf("team").listTrackers(101, 0, signal);
    assert.deepEqual(asked(), first);
    await harness.catalogOf("team").clear();
    await harness.explorer.refresh();
    await harness.below(await harness.rowAt(...names));
    assert.deepEqual(asked(), [...first, ...first]);
  });

  test("shows what a list has become behind what is shown, and leaves rows that remain as they are", async () => {
    const project = await harness.rowAt("Guinea Pig");
    const before = await harness.below(project);
    const tracker = await harness.rowAt("Guinea Pig", "Releases");
    await harness.below(tracker);
    await harness.settled();
    harness.clock.nowMs += staleAfterMs;
    const headers = { "Content-Type": "application/json" };
    const body = '[{"id":15,"label":"Versions","item_name":"rel"}]';
    service.control.addFault({
      path: "/projects/101/trackers",
      fault: { kind: "answer", status: 200, headers, body },
    });
    harness.changed.length = 0;
    service.clearRequests();
    const changed = new Promise((resolve) => harness.explorer.onDidChangeTreeData(resolve));
    await harness.catalogOf("team").listTrackers(101, 0, signal);
    await changed;
    const after = await harness.below(project);
    assert.deepEqual([harness.labelsOf(after.slice(0, 1)), after[0] === tracker], [["Versions"], true]);
    assert.ok(after.length < before.length);
    assert.deepEqual(harness.labelsOf(await harness.below(tracker)), ["All Artifacts", "All", "Open ones"]);
    assert.deepEqual([harness.changed, pathsOf(service)], [[project.id], ["/api/v1/projects/101/trackers"]]);
  });

  test("refreshes a branch and leaves the others alone", async () => {
    const tracker = await harness.rowAt("Guinea Pig", "Releases", "All Artifacts");
    await harness.below(tracker);
    service.control.editArtifact({ artifactId: 1301, values: [{ field: "version", value: "Renamed" }] });
    service.clearRequests();
    harness.changed.length = 0;
    await harness.explorer.refresh(tracker);
    const rows = await harness.below(tracker);
    assert.ok(harness.labelsOf(rows).includes("#1301 Renamed"));
    assert.deepEqual(harness.changed, [tracker.id]);
    assert.deepEqual(
      service.requests.map(({ path }) => path.replace(/\?.*/, "")),
      ["/api/v1/trackers/15/artifacts"],
    );
  });

  test("forgets the names that a row and those below it show, and no others", async () => {
    const releases = ["Guinea Pig", "Releases"] as const;
    await harness.below(await harness.rowAt(...releases));
    await harness.below(await harness.rowAt("Guinea Pig", "Tasks"));
    const asked = async (...path: string[]) => {
      const row = await harness.rowAt(...path);
      service.clearRequests();
      await harness.explorer.refresh(row);
      await harness.below(await harness.rowAt(...releases));
      await harness.below(await harness.rowAt("Guinea Pig", "Tasks"));
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
    const bugs = await harness.rowAt("Guinea Pig", "Releases", "All Artifacts");
    const [release] = await harness.below(bugs);
    const links = (await harness.below(release)).filter(({ kind }) => kind === "links");
    const linked = idsOf(await harness.below(links[0]));
    assert.ok(linked.length > 0);
    const idsAt = (row: Node | undefined) => [...(harness.explorer.scopeOf(row as Node).only?.artifactIds ?? [])];
    assert.deepEqual(idsAt(release).sort(), [1301, ...linked].sort());
    assert.deepEqual(idsAt((await harness.below(release))[0]).sort(), [1301, ...linked].sort());
    assert.ok(idsAt(bugs).includes(1306));
    assert.deepEqual(harness.explorer.scopeOf(await harness.rowAt()), { connectionId: "team" });
    const repositories = await harness.rowAt("SVN plugin test", "SVN Repositories");
    await harness.below(repositories);
    assert.equal(harness.explorer.scopeOf(repositories).only?.repositoryIds.size, 3);
  });

  test("reads a connection again with another key, and not while it loses its key", async () => {
    const assigned = await harness.rowAt("Assigned to Me");
    await harness.below(assigned);
    await harness.settled();
    harness.changed.length = 0;
    await harness.changeKey(undefined);
    assert.deepEqual(harness.changed, []);
    await harness.changeKey("another");
    assert.deepEqual(harness.changed, ["team"]);
    service.clearRequests();
    assert.equal((await harness.below(assigned)).length, 78);
    assert.deepEqual(pathsOf(service), ["/api/v1/users/self/artifacts"]);
  });

  test("keeps what was read of a connection when others come, go or are renamed, and not when it moves", async () => {
    const team = { id: "team", url: service.baseUrl, label: "Team" };
    const path = ["Guinea Pig", "Releases", "All Artifacts"];
    const tracker = await harness.rowAt(...path);
    await harness.below(tracker);
    service.clearRequests();
    harness.setConnections([team, { id: "other", url: service.baseUrl, label: "Other" }]);
    harness.setConnections([{ ...team, label: "Renamed" }]);
    assert.deepEqual(harness.labelsOf(await harness.below()), ["Renamed"]);
    assert.equal(await harness.rowAt(...path), tracker);
    assert.equal((await harness.below(tracker)).length, 6);
    assert.deepEqual(service.requests, []);
    harness.setConnections([{ ...team, url: `${service.origin}/api/elsewhere` }]);
    assert.notEqual(await harness.rowAt(...path), tracker);
  });

  test("gives up what a closed row was reading, and reads it when that is opened again", async () => {
    const project = await harness.rowAt("Guinea Pig");
    service.control.addFault({ path: "/projects/101/trackers", fault: { kind: "delay", ms: 5000 } });
    const reading = harness.below(project);
    await new Promise((resolve) => setTimeout(resolve, 100));
    harness.explorer.closed(project);
    assert.deepEqual(await reading, []);
    harness.changed.length = 0;
    harness.explorer.opened(project);
    assert.deepEqual(harness.changed, [project.id]);
    assert.ok(harness.labelsOf(await harness.below(project)).includes("Bugs"));
  });

  test("reads out what a row stands for, and says in its tooltip what the document does not", async () => {
    const tracker = await harness.rowAt("Guinea Pig", "Bugs", "All Artifacts");
    const row = (await harness.below(tracker)).find((each) => each.kind === "artifact" && each.artifactId === 501);
    const item = harness.item(row);
    harness.explorer.resolveTreeItem(item, row as Node);
    const { artifact } = await client.readArtifact(501, signal);
    assert.equal(item.label, `#501 ${artifact.title}`);
    assert.equal(item.description, artifact.status);
    assert.equal(item.accessibilityInformation?.label, `Artifact 501, ${artifact.title}, status ${artifact.status}`);
    assert.match((item.tooltip as vscode.MarkdownString).value, /Submitted .* by Jane Doe \\\(jdoe\\\)/);
    assert.equal(item.contextValue, "artifact unpinned refreshable");
  });

  test("reads out what the letter at a row stands for, and explains it in the tooltip", async () => {
    const tracker = await harness.rowAt("Guinea Pig", "Releases", "All Artifacts");
    const [row] = await harness.below(tracker);
    const { resourceUri } = harness.item(row);
    assert.ok(resourceUri);
    harness.changed.length = 0;
    harness.mark(resourceUri, "Unsaved changes");
    assert.deepEqual(harness.changed, [row?.id]);
    const item = harness.item(row);
    harness.explorer.resolveTreeItem(item, row as Node);
    assert.match(item.accessibilityInformation?.label ?? "", /^Artifact 1301, .*, Unsaved changes$/);
    assert.match((item.tooltip as vscode.MarkdownString).value, /\n\nUnsaved changes\n\n/);
  });

  test("shows the SVN repositories of a project that has them, and of no other", async () => {
    const project = await harness.rowAt("SVN plugin test");
    assert.equal(harness.item(project).contextValue, "project svnProject unpinned branch refreshable");
    const repositories = (await harness.below(project)).at(-1);
    assert.equal(harness.item(repositories).label, "SVN Repositories");
    assert.ok(!service.requests.some(({ path }) => path.includes("/svn")));
    const rows = await harness.below(repositories);
    assert.deepEqual(harness.labelsOf(rows), ["repo01", "tools", "website"]);
    const [first] = rows;
    assert.ok(first?.kind === "repository");
    const item = harness.item(first);
    assert.deepEqual(
      [item.contextValue, item.command?.command, item.accessibilityInformation?.label],
      ["repository unpinned", "artifactDesk.openSvnSettings", "SVN repository repo01"],
    );
    await harness.pins.pin("team", first.repository);
    assert.equal(harness.item(first).contextValue, "repository pinned");
    const others = await harness.below(await harness.rowAt("Guinea Pig"));
    assert.ok(!harness.labelsOf(others).includes("SVN Repositories"));
  });

  test("shows what failed in place of SVN repositories, and reads them on retry", async () => {
    service.control.addFault({ path: "/projects/122/svn", fault: { kind: "answer", status: 403 } });
    const repositories = await harness.rowAt("SVN plugin test", "SVN Repositories");
    const [failed] = await harness.below(repositories);
    assert.equal(harness.item(failed).label, "Your account may not do this (status 403).");
    await harness.explorer.retry(failed as FailedNode);
    assert.equal((await harness.below(repositories)).length, 3);
  });

  test("shows pinned SVN repositories on a service that lists nothing", async () => {
    service.control.changeSettings({ listing: "minimal" });
    await harness.pins.pin("team", { id: 90 });
    await harness.pins.pin("team", { id: 91, name: "tools", projectLabel: "SVN plugin test" });
    const rows = await harness.below(await harness.rowAt("Pinned"));
    assert.deepEqual(
      rows.map((row) => [harness.item(row).label, harness.item(row).description]),
      [
        ["#90", undefined],
        ["tools", "SVN plugin test"],
      ],
    );
    service.control.changeSettings({ listing: "full" });
    await harness.settled();
  });

  test("reads SVN repositories again when one was created or deleted", async () => {
    const repositories = await harness.rowAt("SVN plugin test", "SVN Repositories");
    assert.equal((await harness.below(repositories)).length, 3);
    const body = JSON.stringify({ project_id: 122, name: "repo02" });
    const headers = { "X-Auth-AccessKey": service.keys.admin, "Content-Type": "application/json" };
    assert.equal((await fetch(`${service.baseUrl}/svn`, { method: "POST", headers, body })).status, 201);
    harness.changed.length = 0;
    harness.explorer.repositoriesChanged("team");
    assert.deepEqual(harness.changed, [repositories.id]);
    assert.equal((await harness.below(repositories)).length, 4);
  });

  test("has words for what the service or a setting gives no name that can be seen", async () => {
    const headers = { "Content-Type": "application/json" };
    const body = '[{"id":101,"label":"\\u200b","resources":[{"type":"trackers"}]}]';
    service.control.addFault({ path: "/projects$", fault: { kind: "answer", status: 200, headers, body } });
    const trackers = '[{"id":15,"label":" "}]';
    const fault = { kind: "answer", status: 200, headers, body: trackers } as const;
    service.control.addFault({ path: "/projects/101/trackers", fault });
    const tracker = await harness.rowAt("Project 101", "Tracker 15");
    assert.equal(harness.item(tracker).accessibilityInformation?.label, "Tracker 15");
  });

  test("shows queries whatever their labels are made of", async () => {
    const query = { connectionId: "team", trackerId: 12, query: 'summary = "crash"' };
    const labels = ["a/b", "a%2Fb", "\ud83d", "\u200b", "c d"];
    for (const label of labels) {
      harness.queries.save({ ...query, label });
    }
    const rows = await harness.below(await harness.rowAt("Queries"));
    assert.deepEqual(harness.labelsOf(rows), ["a/b", "a%2Fb", "\ud83d", "Query", "c d"]);
    assert.equal(new Set(rows.map(({ id }) => id)).size, labels.length);
    await harness.settled();
  });

  test("says in place of a query's artifacts what the service has against it", async () => {
    harness.queries.save({ connectionId: "team", trackerId: 12, label: "Wrong", query: "nothing = 3" });
    const [failed] = await harness.below(await harness.rowAt("Queries", "Wrong"));
    assert.match(String(harness.item(failed).label), /We cannot search on 'nothing'/);
  });

  test("says of a row that stands for no thing what it is about", async () => {
    service.control.addFault({ path: "/projects/122/trackers", fault: { kind: "answer", status: 403 } });
    const [failed] = await harness.below(await harness.rowAt("SVN plugin test"));
    assert.equal(
      harness.item(failed).accessibilityInformation?.label,
      "Failed, trackers of SVN plugin test: Your account may not do this (status 403). Press Enter to retry.",
    );
    const [assigned] = await harness.below(await harness.rowAt());
    assert.equal(harness.item(assigned).accessibilityInformation?.label, "Open artifacts assigned to me, Team");
    const release = (await harness.below(await harness.rowAt("Guinea Pig", "Releases", "All Artifacts"))).at(-1);
    service.control.addFault({ path: "/links", fault: { kind: "answer", status: 404 } });
    const [nothing] = await harness.below(release);
    assert.equal(harness.item(nothing).accessibilityInformation?.label, "No attachments, artifact 1306");
  });

  test("takes texts of the service for texts", async () => {
    const title = "[click](command:workbench.action.quit) <img src=x> $(error) **bold**";
    await harness.remembered.opened("team", { id: 7, title, assignees: [] });
    const [, recent] = await harness.below(await harness.rowAt());
    assert.ok(recent);
    const [row] = await harness.below(recent);
    const item = harness.explorer.resolveTreeItem(harness.item(row), row as Node);
    const tooltip = item.tooltip as vscode.MarkdownString;
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !tooltip.supportThemeIcons);
    assert.equal(
      tooltip.value.replace(/\\[!-/:-@[-`{-~]/g, ""),
      "7 clickcommandworkbenchactionquit img srcx error bold",
    );
    await harness.settled();
  });
});

const { signal } = new AbortController();

function createHarness(
  connection: Connection,
  client: ServiceClient,
  more: readonly (readonly [Connection, ServiceClient])[] = [],
) {
  const artifactRead = new Emitter<{ connectionId: string; artifact: Artifact }>();
  const remembered = new Remembered(new MemoryStore());
  const pins = new PinnedRepositories(new MemoryStore());
  const projectPins = new PinnedProjects(new MemoryStore());
  const queries = new QueriesInMemory(async () => client);
  const filters = new ArtifactFilters(new MemoryStore());
  const view = { visible: true, selection: [] as Node[] };
  const failures: unknown[] = [];
  const clock = { nowMs: 0 };
  const serviceOf = async (connectionId: string) => more.find(([{ id }]) => id === connectionId)?.[1] ?? client;
  const catalogs = new Map(
    [connection, ...more.map(([each]) => each)].map(({ id, url }) => [
      id,
      new Catalog({
        ...{ baseUrl: url, service: () => serviceOf(id), store: new MemoryCatalogStore() },
        nowMs: () => clock.nowMs,
      }),
    ]),
  );
  const namesChanged = new Emitter<CatalogChange>();
  for (const [connectionId, catalog] of catalogs) {
    catalog.onDidChange((subject) => namesChanged.fire({ connectionId, subject }));
  }
  const catalogOf = (connectionId: string) => {
    const catalog = catalogs.get(connectionId);
    assert.ok(catalog);
    return catalog;
  };
  const keyChanged = new Emitter<{ readonly connectionId: string }>();
  const keys: { current: string | undefined } = { current: "key" };
  const memory = new MemoryStore();
  const marks = new Map<string, string>();
  const marked = new vscode.EventEmitter<readonly vscode.Uri[]>();
  const connectionsChanged = new Emitter<void>();
  const registry = {
    connections: [connection, ...more.map(([each]) => each)],
    service: serviceOf,
    onDidChange: connectionsChanged.event,
    onDidReadArtifact: artifactRead.event,
  };
  const explorer = new Explorer({
    ...{ catalogs: { of: catalogOf, onDidChange: namesChanged.event }, registry },
    keys: { onDidChange: keyChanged.event, read: async () => keys.current },
    ...{ remembered, pins, projectPins, queries, filters, view },
    marks: { of: (uri) => marks.get(uri.path), onDidChange: marked.event },
    expansion: new Expansion(memory),
    log: { failure: (_what: string, error: unknown) => failures.push(error) },
    nowMs: () => clock.nowMs,
  });
  const changed: (string | undefined)[] = [];
  explorer.onDidChangeTreeData((row) => changed.push(row?.id));
  const item = (row: Node | undefined): vscode.TreeItem => {
    assert.ok(row);
    return explorer.getTreeItem(row);
  };
  const below = (row?: Node): Promise<Node[]> => explorer.getChildren(row);
  const rowAt = async (...labels: string[]): Promise<Node> => {
    let [row] = await below();
    for (const label of labels) {
      row = (await below(row)).find((each) => item(each).label === label);
    }
    assert.ok(row, labels.join(" › "));
    return row;
  };
  return {
    ...{ clock, catalogOf, namesChanged, explorer, remembered, pins, projectPins, queries, filters },
    ...{ view, changed, failures, item, below, rowAt, memory },
    mark: (uri: vscode.Uri, words: string) => {
      marks.set(uri.path, words);
      marked.fire([uri]);
    },
    changeKey: async (key: string | undefined) => {
      keys.current = key;
      keyChanged.fire({ connectionId: connection.id });
      await new Promise(setImmediate);
    },
    setConnections: (connections: readonly Connection[]) => {
      registry.connections = [...connections];
      connectionsChanged.fire();
    },
    announceRead: async (artifact: Artifact) => {
      artifactRead.fire({ connectionId: connection.id, artifact });
      await remembered.seen(connection.id, summaryOf(artifact));
    },
    labelsOf: (rows: readonly Node[]) => rows.map((row) => item(row).label),
    /** The connection with its projects, and the releases with what is below them. */
    everything: async (): Promise<readonly Node[]> => {
      const root = await rowAt();
      const project = await rowAt("Guinea Pig");
      const tracker = await rowAt("Guinea Pig", "Releases");
      const artifacts = await below(await rowAt("Guinea Pig", "Releases", "All Artifacts"));
      const attachments = await Promise.all(artifacts.map(below));
      return [
        ...[root, ...(await below(root)), ...(await below(project)), ...(await below(tracker))],
        ...[...artifacts, ...attachments.flat()],
      ];
    },
    settled: () => new Promise((resolve) => setTimeout(resolve, 200)),
  };
}

const projectLabels = ["Guinea Pig", "🧀 Käse & Küche", "SVN plugin test"];

/** The queries of settings that are in memory, counted by the service. */
class QueriesInMemory {
  readonly #service: () => Promise<ServiceClient>;
  readonly #changed = new Emitter<void>();
  readonly #counted = new Emitter<SavedQuery>();
  readonly #counts = new Map<SavedQuery, QueryCount>();
  #queries: readonly SavedQuery[] = [];
  readonly onDidChange = this.#changed.event;
  readonly onDidCount = this.#counted.event;

  constructor(service: () => Promise<ServiceClient>) {
    this.#service = service;
  }

  list(connectionId: string): readonly SavedQuery[] {
    return this.#queries.filter((query) => query.connectionId === connectionId);
  }

  save(query: SavedQuery): void {
    this.#queries = [...this.#queries, query];
    this.#changed.fire();
  }

  countOf(query: SavedQuery): QueryCount | undefined {
    return this.#counts.get(query);
  }

  async count(query: SavedQuery): Promise<QueryCount> {
    const service = await this.#service();
    const page = await service.listArtifacts(query.trackerId, 0, 1, signal, { expertQuery: query.query });
    const count = { kind: "counted", total: page.total ?? 0 } as const;
    this.#counts.set(query, count);
    this.#counted.fire(query);
    return count;
  }
}

function pathsOf(service: ReferenceService): readonly string[] {
  return service.requests.map(({ path }) => path.replace(/\?.*/, ""));
}

function idsOf(rows: readonly Node[]): readonly number[] {
  return rows.filter((row): row is ArtifactNode => row.kind === "artifact").map((row) => row.artifactId);
}
