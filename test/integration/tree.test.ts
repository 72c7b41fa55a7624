import assert from "node:assert/strict";
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import type * as vscode from "vscode";
import type { Connection } from "../../src/core/model/connection.ts";
import { Remembered } from "../../src/core/remembered.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import { PinnedRepositories } from "../../src/core/svn/pinnedRepositories.ts";
import { Emitter } from "../../src/core/util/event.ts";
import { Explorer } from "../../src/editor/tree/explorer.ts";
import type { ArtifactNode, FailedNode, MoreNode, Node } from "../../src/editor/tree/nodes.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
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
    assert.deepEqual(harness.labelsOf(await harness.below(connection)), [
      "Guinea Pig",
      "🧀 Käse & Küche",
      "SVN plugin test",
    ]);
    const project = await harness.rowAt("Guinea Pig");
    assert.ok(harness.labelsOf(await harness.below(project)).includes("Bugs"));
    const artifacts = await harness.below(await harness.rowAt("Guinea Pig", "Releases"));
    assert.equal(artifacts.length, 6);
    const release = artifacts.find((row) => row.kind === "artifact" && row.artifactId === 1301);
    assert.ok(release);
    assert.deepEqual(harness.labelsOf(await harness.below(release)), ["release-4.0.zip"]);
  });

  test("gives each row an id of its own, the same one each time", async () => {
    const first = await harness.everything();
    const ids = first.map((row) => row.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.includes("team/projects/101/trackers/15/1301"));
    await harness.explorer.refresh();
    assert.deepEqual(
      (await harness.everything()).map((row) => row.id),
      ids,
    );
  });

  test("shows the first page of a tracker, and the next one when asked", async () => {
    const tracker = await harness.rowAt("Guinea Pig", "Requests");
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

  test("keeps what it has when the next page fails, and reads it on retry", async () => {
    const tracker = await harness.rowAt("Guinea Pig", "Requests");
    const more = (await harness.below(tracker)).at(-1) as MoreNode;
    service.control.addFault({ path: "/trackers/16/artifacts", fault: { kind: "answer", status: 403 } });
    await harness.explorer.loadMore(more);
    const rows = await harness.below(tracker);
    assert.equal(rows.length, 101);
    const failed = rows.at(-1) as FailedNode;
    assert.equal(harness.item(failed).label, "Your account may not do this.");
    assert.equal(harness.item(failed).contextValue, "failed");
    await harness.explorer.retry(failed);
    assert.equal((await harness.below(tracker)).length, 201);
  });

  test("keeps what it has when the next page is given up", async () => {
    const tracker = await harness.rowAt("Guinea Pig", "Requests");
    const more = (await harness.below(tracker)).at(-1) as MoreNode;
    service.control.addFault({ path: "/trackers/16/artifacts", fault: { kind: "delay", ms: 3000 } });
    const loading = harness.explorer.loadMore(more);
    const reading = (await harness.below(tracker)).at(-1) as MoreNode;
    assert.equal(harness.item(reading).label, "Loading…");
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
    assert.deepEqual(harness.labelsOf(rows), ["A web page came instead of data, perhaps one to sign in."]);
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
    service.control.changeSettings({ listing: "seedOnly" });
    await harness.remembered.opened("team", { id: 501, title: "It breaks" });
    await harness.remembered.pin("team", { id: 502 });
    const connection = await harness.rowAt();
    await harness.below(connection);
    await harness.settled();
    assert.deepEqual(harness.labelsOf(await harness.below(connection)), [
      "Pinned",
      "Recent",
      "This service does not list projects; open artifacts by number",
    ]);
  });

  test("shows pinned and recent artifacts without asking the service", async () => {
    await harness.remembered.opened("team", { id: 501, title: "It breaks", status: "Open", isOpen: true });
    await harness.remembered.pin("team", { id: 502, title: "Pinned one" });
    const connection = await harness.rowAt();
    const [pinned, recent, loading] = await harness.below(connection);
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
    const [recent] = await harness.below(await harness.rowAt());
    assert.ok(recent);
    const [row] = await harness.below(recent);
    assert.equal(harness.item(row).label, "#1301 Old title");
    const { artifact } = await client.readArtifact(1301, signal);
    harness.announceRead(artifact);
    await harness.settled();
    assert.equal(harness.item((await harness.below(recent))[0]).label, `#1301 ${artifact.title}`);
    assert.equal(harness.item(row).label, `#1301 ${artifact.title}`);
  });

  test("refreshes a branch and leaves the others alone", async () => {
    const tracker = await harness.rowAt("Guinea Pig", "Releases");
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
    const tracker = await harness.rowAt("Guinea Pig", "Bugs");
    const row = (await harness.below(tracker)).find((each) => each.kind === "artifact" && each.artifactId === 501);
    const item = harness.item(row);
    const { artifact } = await client.readArtifact(501, signal);
    assert.equal(item.label, `#501 ${artifact.title}`);
    assert.equal(item.description, artifact.status);
    assert.equal(item.accessibilityInformation?.label, `Artifact 501, ${artifact.title}, status ${artifact.status}`);
    assert.match((item.tooltip as vscode.MarkdownString).value, /Submitted .* by Jane Doe \\\(jdoe\\\)/);
    assert.equal(item.contextValue, "artifact unpinned refreshable");
  });

  test("shows the SVN repositories of a project that has them, and of no other", async () => {
    const project = await harness.rowAt("SVN plugin test");
    assert.equal(harness.item(project).contextValue, "project svnProject branch refreshable");
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
    assert.equal(harness.item(failed).label, "Your account may not do this.");
    await harness.explorer.retry(failed as FailedNode);
    assert.equal((await harness.below(repositories)).length, 3);
  });

  test("shows pinned SVN repositories on a service that lists nothing", async () => {
    service.control.changeSettings({ listing: "seedOnly" });
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

  test("takes texts of the service for texts", async () => {
    const title = "[click](command:workbench.action.quit) <img src=x> $(error) **bold**";
    await harness.remembered.opened("team", { id: 7, title, assignees: [] });
    const [recent] = await harness.below(await harness.rowAt());
    assert.ok(recent);
    const item = harness.item((await harness.below(recent))[0]);
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

function createHarness(connection: Connection, client: ServiceClient) {
  const artifactRead = new Emitter<{ connectionId: string; artifact: never }>();
  const remembered = new Remembered(new MemoryStore());
  const pins = new PinnedRepositories(new MemoryStore());
  const failures: unknown[] = [];
  const explorer = new Explorer({
    registry: {
      connections: [connection],
      service: async () => client,
      onDidChange: new Emitter<void>().event,
      onDidReadArtifact: artifactRead.event,
    },
    keys: { onDidChange: new Emitter<{ readonly connectionId: string }>().event },
    remembered,
    pins,
    log: { failure: (_what: string, error: unknown) => failures.push(error) },
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
    ...{ explorer, remembered, pins, changed, failures, item, below, rowAt },
    announceRead: (artifact: unknown) =>
      artifactRead.fire({ connectionId: connection.id, artifact: artifact as never }),
    labelsOf: (rows: readonly Node[]) => rows.map((row) => item(row).label),
    /** The connection with its projects, and the releases with their attachments. */
    everything: async (): Promise<readonly Node[]> => {
      const root = await rowAt();
      const project = await rowAt("Guinea Pig");
      const tracker = await rowAt("Guinea Pig", "Releases");
      const artifacts = await below(tracker);
      const attachments = await Promise.all(artifacts.map(below));
      return [root, ...(await below(root)), ...(await below(project)), ...artifacts, ...attachments.flat()];
    },
    settled: () => new Promise((resolve) => setTimeout(resolve, 200)),
  };
}

function idsOf(rows: readonly Node[]): readonly number[] {
  return rows.filter((row): row is ArtifactNode => row.kind === "artifact").map((row) => row.artifactId);
}
