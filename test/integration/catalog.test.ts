import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import * as vscode from "vscode";
import { ReadTexts } from "../../src/core/codec/formatCodec.ts";
import { type CatalogChange, KnownConnections } from "../../src/core/known/connections.ts";
import type { Connection } from "../../src/core/model/connection.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import { Emitter } from "../../src/core/util/event.ts";
import { catalogFormat } from "../../src/editor/known/createKnown.ts";
import { LanguageDocuments } from "../../src/editor/language/entryDocuments.ts";
import { SharedFiles } from "../../src/editor/storage/sharedFiles.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { type ConnectionFixture, closeEditors, openFixture, poll } from "./support/connectionFixture.ts";

suite("The names that tree, search and documents share", () => {
  suite("on disk", () => {
    const { signal } = new AbortController();
    const failures: unknown[] = [];
    const made: KnownConnections[] = [];
    let service: ReferenceService;
    let client: ServiceClient;
    let folder: string;
    let connections: readonly Connection[];
    let changed: Emitter<void>;
    suiteSetup(async () => {
      service = await startReferenceService();
    });
    suiteTeardown(() => service.close());
    setup(() => {
      folder = mkdtempSync(path.join(tmpdir(), "names-"));
      connections = [{ id: "team", url: service.baseUrl, label: "Team" }];
      changed = new Emitter();
      client = createServiceClient({
        ...{ connection: { id: "team", url: service.baseUrl, label: "Team" }, timeoutMs: 5000, log: () => {} },
        ...{ accessKey: async () => service.keys.member, network: { noProxy: [], strictSsl: true } },
      });
    });
    teardown(async () => {
      for (const catalogs of made.splice(0)) {
        catalogs.dispose();
      }
      await client.close();
      rmSync(folder, { recursive: true });
      assert.deepEqual(failures.splice(0), []);
    });

    /** As another start of the editor makes them. */
    function start(): KnownConnections {
      const find = (id: string) => connections.find((each) => each.id === id);
      const get = (id: string): Connection => {
        const connection = find(id);
        assert.ok(connection);
        return connection;
      };
      const catalogs = new KnownConnections({
        registry: { connections, find, get, onDidChange: changed.event },
        serviceOf: async () => client,
        storeOf: (id) =>
          new SharedFiles(vscode.Uri.file(path.join(folder, id)), catalogFormat, (error) => void failures.push(error)),
        recent: () => [],
        logFailure: (_what, error) => failures.push(error),
      });
      made.push(catalogs);
      return catalogs;
    }

    async function fill(catalogs: KnownConnections): Promise<void> {
      const { catalog } = catalogs.of("team");
      await catalog.readTracker(12, signal);
      await catalog.listProjects(0, signal);
      await catalog.listTrackers(101, 0, signal);
      await catalog.listReports(15, 0, signal);
      await catalog.findUsers("member", 0, signal);
      await catalog.settled();
    }

    const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());

    test("are filled, and served after a restart without a request; people are not kept", async () => {
      const first = start();
      await fill(first);
      const names = ["projects-0.json", "reports-15-0.json", "tracker-12.json", "trackers-101-0.json"];
      assert.deepEqual(
        stored()
          .map(({ name }) => name)
          .sort(),
        names,
      );
      const bugs = await first.of("team").catalog.readTracker(12, signal);
      first.dispose();
      service.clearRequests();
      const second = start().of("team").catalog;
      assert.deepEqual(await second.readTracker(12, signal), bugs);
      assert.ok((await second.listTrackers(101, 0, signal)).items.some(({ id }) => id === 12));
      assert.deepEqual(service.requests, []);
      await second.findUsers("member", 0, signal);
      assert.equal(service.requests.length, 1);
    });

    test("are wiped where they are cleared, forgotten, or of an address that is another's now", async () => {
      const catalogs = start();
      await fill(catalogs);
      await catalogs.clear("team");
      assert.deepEqual(stored(), []);
      await fill(catalogs);
      await catalogs.forget("team");
      assert.deepEqual(stored(), []);
      await fill(catalogs);
      assert.ok(stored().length > 0);
      connections = [];
      changed.fire();
      await poll("what was stored is wiped", () => stored().length === 0);
      connections = [{ id: "team", url: service.baseUrl, label: "Team" }];
      await fill(catalogs);
      catalogs.dispose();
      // Nothing of it was read into memory in this start.
      await start().clearCatalogs();
      assert.deepEqual(stored(), []);
    });
  });

  suite("of a connection", () => {
    let fixture: ConnectionFixture;
    setup(async () => {
      fixture = await openFixture();
    });
    teardown(() => fixture.close());

    const structures = () =>
      fixture.service.requests.filter(({ path: asked }) => asked.endsWith("/trackers/12")).length;

    /** Opens and closes a document, which needs the structure of its tracker. */
    async function look(artifactId: number): Promise<void> {
      const document = await fixture.open(artifactId);
      await vscode.commands.executeCommand("vscode.executeInlayHintProvider", document.uri, wholeOf(document));
      await closeEditors();
    }

    async function connect(accessKey: string): Promise<void> {
      const { connectionId: id, service } = fixture;
      const connection = { id, url: service.baseUrl, label: "Again", accessKey };
      await vscode.commands.executeCommand("artifactDesk.addConnection", connection);
    }

    test("are drawn again in the open documents of a connection whose structures have changed", async () => {
      const document = await fixture.open(512);
      const structures = new Emitter<CatalogChange>();
      const change = (connectionId: string) =>
        structures.fire({ connectionId, subject: { kind: "tracker", trackerId: 12 } });
      const known = new LanguageDocuments(
        [
          {
            onDidSettle: () => new vscode.Disposable(() => {}),
            has: (uri) => uri.path.endsWith(".artifact.json"),
            describe: async () => undefined,
            more: () => [],
          },
        ],
        { onDidChange: structures.event },
        new ReadTexts(),
      );
      const settled: string[] = [];
      known.onDidSettle((uri) => settled.push(uri.toString()));
      change("another");
      change(fixture.connectionId);
      assert.deepEqual(settled, [document.uri.toString()]);
      known.dispose();
    });

    test("are asked for once, again with another key, and again when it was removed and added", async () => {
      await look(512);
      await look(513);
      assert.equal(structures(), 1);
      await connect(fixture.service.keys.admin);
      await look(514);
      assert.equal(structures(), 2);
      await vscode.commands.executeCommand("artifactDesk.removeConnection", fixture.connectionId);
      await connect(fixture.service.keys.member);
      await look(515);
      await look(512);
      assert.equal(structures(), 3);
      await vscode.commands.executeCommand("artifactDesk.refresh");
      await look(513);
      assert.equal(structures(), 4);
    });
  });
});

function wholeOf(document: vscode.TextDocument): vscode.Range {
  return new vscode.Range(new vscode.Position(0, 0), document.positionAt(document.getText().length));
}
