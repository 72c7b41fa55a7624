import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import * as vscode from "vscode";
import { DisposableStore } from "../../src/core/util/disposable.ts";
import { AccessKeys } from "../../src/editor/connections/accessKeys.ts";
import { networkSettings } from "../../src/editor/connections/configuration.ts";
import { ConnectionManager } from "../../src/editor/connections/connectionManager.ts";
import { ConnectionRegistry } from "../../src/editor/connections/connectionRegistry.ts";
import { createConnections } from "../../src/editor/connections/createConnections.ts";
import { KeyReplacements } from "../../src/editor/connections/keyReplacements.ts";
import { pickConnection } from "../../src/editor/dialog/pickConnection.ts";
import { HumanError } from "../../src/editor/dialog/present.ts";
import { commandIds } from "../../src/editor/manifest/contributions.ts";
import { callsOf } from "../../src/editor/targets/call.ts";
import { carryOut } from "../../src/editor/targets/commandTable.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { MemorySecrets } from "../support/memorySecrets.ts";
import { MemoryStore } from "../support/memoryStore.ts";
import { answered, poll } from "./support/connectionFixture.ts";

/** Those of the palette that are about a connection, or about something of one that is not given. */
const paletteCommandsOfConnections = [
  ...[commandIds.setAccessKey, commandIds.renameConnection, commandIds.removeConnection],
  ...[commandIds.openArtifact, commandIds.createArtifact, commandIds.duplicateArtifact, commandIds.deleteArtifact],
  ...[commandIds.showDeletedArtifacts, commandIds.findProject, commandIds.searchInTracker, commandIds.saveQuery],
  ...[commandIds.addComment, commandIds.showHistory, commandIds.copyLink, commandIds.attachFile],
  ...[commandIds.createSvnRepository, commandIds.openSvnSettings, commandIds.openSvnAccessFile],
  ...[commandIds.copySvnCheckoutUrl, commandIds.deleteSvnRepository],
] as const;

suite("Connections", () => {
  let service: ReferenceService;
  suiteSetup(async () => {
    service = await startReferenceService();
  });
  suiteTeardown(() => service.close());
  setup(() => {
    service.control.reset();
    service.clearRequests();
  });
  teardown(async () => {
    await vscode.commands.executeCommand("notifications.clearAll");
    await writeSetting(undefined);
  });

  suite("addConnection with arguments", () => {
    test("checks and stores a connection, the key elsewhere than in the settings", async () => {
      const id = await add({ url: service.origin, label: "Guinea", accessKey: service.keys.member });
      const expectedId = `127-0-0-1-${new URL(service.origin).port}`;
      assert.equal(id, expectedId);
      assert.deepEqual(readSetting(), [{ id: expectedId, url: service.baseUrl, label: "Guinea" }]);
      await vscode.commands.executeCommand(commandIds.removeConnection, id);
    });

    test("takes the id it is given, and updates the connection of that id", async () => {
      await add({ id: "team", url: service.baseUrl, label: "Team", accessKey: service.keys.member });
      const id = await add({ id: "team", url: service.origin, label: "Our team", accessKey: service.keys.admin });
      assert.equal(id, "team");
      assert.deepEqual(readSetting(), [{ id: "team", url: service.baseUrl, label: "Our team" }]);
      await vscode.commands.executeCommand(commandIds.removeConnection, "team");
    });

    test("takes no id from another service that was added while this one was checked", async () => {
      const other = await startReferenceService();
      const both = [service, other].map(({ baseUrl: url, keys }) =>
        add({ id: "team", url, label: "team", accessKey: keys.member }),
      );
      const settled = await Promise.allSettled(both);
      await other.close();
      const stored = settled.findIndex(({ status }) => status === "fulfilled");
      const refused = settled[1 - stored];
      assert.match(String(refused?.status === "rejected" && refused.reason), /The id “team” is already used for http/);
      assert.deepEqual(readSetting(), [{ id: "team", url: [service, other][stored]?.baseUrl, label: "team" }]);
      await vscode.commands.executeCommand(commandIds.removeConnection, "team");
    });

    test("updates the connection of the same address where no id is given", async () => {
      await add({ id: "team", url: service.baseUrl, label: "Team", accessKey: service.keys.member });
      assert.equal(await add({ url: service.origin, accessKey: service.keys.member }), "team");
      assert.deepEqual(readSetting(), [{ id: "team", url: service.baseUrl, label: "Team" }]);
      await vscode.commands.executeCommand(commandIds.removeConnection, "team");
    });

    test("says that the key was refused, and stores nothing", async () => {
      const accessKey = `tlp-k1-22.${"ab".repeat(32)}`;
      await assert.rejects(add({ url: service.origin, accessKey }), (error: Error) => {
        assert.match(error.message, /refused the access key/);
        assert.ok(!error.message.includes(accessKey));
        return true;
      });
      assert.equal(readSetting(), undefined);
    });

    test("says that the address cannot be reached", async () => {
      await assert.rejects(
        // Nothing listens there, and no system gives that port away.
        add({ url: "http://127.0.0.1:1", accessKey: "key" }),
        /127\.0\.0\.1:\d+ cannot be reached/,
      );
      assert.equal(readSetting(), undefined);
    });

    test("says what a service answers that cannot be used now", async () => {
      service.control.addFault({ count: null, fault: { kind: "answer", status: 503, body: "" } });
      await assert.rejects(
        add({ url: service.baseUrl, accessKey: "key" }),
        /127\.0\.0\.1:\d+ answers, but cannot be used now\. .*\(status 503\)/,
      );
      service.control.clearFaults();
      assert.equal(readSetting(), undefined);
    });

    test("says that there is something else than the interface", async () => {
      const page = await serveWebPages();
      const { port } = page.address() as AddressInfo;
      await assert.rejects(
        add({ url: `http://127.0.0.1:${port}`, accessKey: "key" }),
        /answers, but not as the interface of a tracker/,
      );
      page.close();
      assert.equal(readSetting(), undefined);
    });

    for (const { given, message } of [
      { given: { url: "ftp://tracker.example" }, message: /has to begin with https/ },
      { given: { url: "" }, message: /address is needed/ },
      { given: { url: "https://tracker.example", id: "Not A Slug" }, message: /lower-case letters/ },
      { given: { url: "https://tracker.example", accessKey: "a b" }, message: /no spaces/ },
      { given: { url: "https://tracker.example", accessKey: 5 as never }, message: /given as an object/ },
    ]) {
      test(`refuses ${JSON.stringify(given)} before anything is sent`, async () => {
        await assert.rejects(add({ accessKey: "key", ...given }), message);
        assert.equal(readSetting(), undefined);
      });
    }

    test("does not use one id for two services", async () => {
      await add({ id: "team", url: service.baseUrl, accessKey: service.keys.member });
      await assert.rejects(add({ id: "team", url: "https://tracker.example", accessKey: "key" }), /already used/);
      await vscode.commands.executeCommand(commandIds.removeConnection, "team");
    });

    test("keeps what else is in the setting", async () => {
      await writeSetting(["odd", { id: "other", url: "https://tracker.example/api/v1", label: "Other" }]);
      await add({ id: "team", url: service.baseUrl, label: "Team", accessKey: service.keys.member });
      await vscode.commands.executeCommand(commandIds.removeConnection, "team");
      assert.deepEqual(readSetting(), ["odd", { id: "other", url: "https://tracker.example/api/v1", label: "Other" }]);
    });
  });

  suite("renameConnection", () => {
    test("changes the label alone", async () => {
      await add({ id: "team", url: service.baseUrl, label: "Team", accessKey: service.keys.member });
      await vscode.commands.executeCommand(commandIds.renameConnection, "team", "  Our\nteam ");
      assert.deepEqual(readSetting(), [{ id: "team", url: service.baseUrl, label: "Our team" }]);
      await assert.rejects(rename("team", " "), /A name is needed/);
      await vscode.commands.executeCommand(commandIds.removeConnection, "team");
    });

    test("says that there is no such connection", async () => {
      await assert.rejects(rename("nobody", "Team"), /“nobody”/);
    });
  });

  for (const id of paletteCommandsOfConnections) {
    test(`that there are none is told by ${id}, with a way to add one`, async () => {
      const registry = { connections: [], get: assert.fail, find: () => undefined } as never;
      const services = {
        registry,
        catalogOf: assert.fail,
        serviceOf: assert.fail,
        pickConnection: (ask: string) => pickConnection([], ask),
      };
      const call = callsOf({ contributes: { commands: [], menus: {} } }, services)(id, []);
      await assert.rejects(carryOut(id, call, assert.fail), (error) => {
        assert.ok(error instanceof HumanError);
        assert.deepEqual(
          error.ways.map(({ label }) => label),
          ["Add Connection"],
        );
        return true;
      });
    });
  }

  test("are named in an error when there is none of that id", async () => {
    await assert.rejects(
      Promise.resolve(vscode.commands.executeCommand(commandIds.removeConnection, "nobody")),
      /“nobody”/,
    );
    await assert.rejects(
      Promise.resolve(vscode.commands.executeCommand(commandIds.pin, "nobody", "artifact", 1)),
      /“nobody”/,
    );
  });

  suite("a key", () => {
    let secrets: MemorySecrets;
    let keys: AccessKeys;
    let registry: ConnectionRegistry;
    const refused: string[] = [];
    setup(() => {
      refused.length = 0;
      secrets = new MemorySecrets();
      keys = new AccessKeys(secrets, new MemoryStore());
      registry = new ConnectionRegistry(keys, log, () => {});
      registry.offerReplacementBy(async ({ id }) => {
        refused.push(id);
        return false;
      });
    });
    teardown(() => {
      registry.dispose();
      keys.dispose();
    });

    test("goes to the origin it was given for, and to no other the address is changed to", async () => {
      const other = await startReferenceService();
      const connection = { id: "team", url: service.baseUrl, label: "Team" };
      await registry.save(connection);
      await keys.store(connection, service.keys.member);
      await (await registry.service("team")).readArtifact(501, signal);
      assert.equal(service.requests.at(-1)?.headers["x-auth-accesskey"], service.keys.member);

      await registry.save({ ...connection, url: other.baseUrl });
      await assert.rejects((await registry.service("team")).readArtifact(501, signal), { kind: "unauthorized" });
      assert.deepEqual(
        other.requests.map(({ headers }) => headers["x-auth-accesskey"]).filter((key) => key !== undefined),
        [],
      );
      assert.deepEqual(refused, ["team"]);
      await other.close();
    });

    test("is the yes to an address without encryption: edited into the settings, it is not used", async () => {
      const connection = { id: "team", url: "https://tracker.invalid/api/v1", label: "Team" };
      await writeSetting([connection]);
      await keys.store(connection, service.keys.member);
      await writeSetting([{ ...connection, url: "http://tracker.invalid/api/v1" }]);
      // It would be unreachable if it were asked.
      await assert.rejects((await registry.service("team")).readArtifact(501, signal), { kind: "unauthorized" });
      assert.deepEqual(refused, ["team"]);
    });

    test("that is replaced serves the next request without another client", async () => {
      const connection = { id: "team", url: service.baseUrl, label: "Team" };
      await registry.save(connection);
      await keys.store(connection, service.keys.reader);
      const client = await registry.service("team");
      await client.readArtifact(501, signal);
      await keys.store(connection, service.keys.member);
      await client.readArtifact(501, signal);
      assert.equal(await registry.service("team"), client);
      assert.equal(service.requests.at(-1)?.headers["x-auth-accesskey"], service.keys.member);
    });

    test("is offered to be replaced once for all requests that failed together, and not again when that was declined", async () => {
      const manager = new ConnectionManager(registry, keys, log, []);
      const connection = { id: "team", url: service.baseUrl, label: "Team" };
      await registry.save(connection);
      const offers = [manager.offerReplacement(connection), manager.offerReplacement(connection)];
      assert.deepEqual(await answered(Promise.all(offers), "notifications.clearAll"), [false, false]);
      assert.equal(await manager.offerReplacement(connection), false);
    });

    test("holds nothing up where the offer to replace it is overlooked", async () => {
      const manager = new ConnectionManager(registry, keys, log, [], 50);
      const connection = { id: "team", url: service.baseUrl, label: "Team" };
      await registry.save(connection);
      const offers = [manager.offerReplacement(connection), manager.offerReplacement(connection)];
      assert.deepEqual(await Promise.all(offers), [false, false]);
      await vscode.commands.executeCommand("notifications.clearAll");
    });

    test("is offered to be replaced anew where the offer before could not be made", async () => {
      const replacements = new KeyReplacements(keys, async () => false, 50);
      const connection = { id: "team", url: service.baseUrl, label: "Team" };
      const get = secrets.get;
      secrets.get = async () => Promise.reject(new Error("The keyring is locked"));
      await assert.rejects(replacements.offer(connection), /keyring/);
      secrets.get = get;
      assert.equal(await replacements.offer(connection), false);
      await vscode.commands.executeCommand("notifications.clearAll");
    });

    test("is offered to be replaced although an older offer was declined after it was stored", async () => {
      const asked: string[] = [];
      const get = secrets.get.bind(secrets);
      secrets.get = async (name) => {
        asked.push(name);
        return get(name);
      };
      const replacements = new KeyReplacements(keys, async () => false, 50);
      const connection = { id: "team", url: service.baseUrl, label: "Team" };
      assert.equal(await replacements.offer(connection), false);
      replacements.forget("team");
      const shownLater = vscode.window.showErrorMessage("Shown after the offer");
      await vscode.commands.executeCommand("notifications.clearAll");
      await shownLater;
      const before = asked.length;
      assert.equal(await replacements.offer(connection), false);
      assert.ok(asked.length > before, "the person was not asked");
      await vscode.commands.executeCommand("notifications.clearAll");
    });

    test("that another window stores while the offer to replace it is open is the answer to that", async () => {
      const replacements = new KeyReplacements(keys, async () => false);
      const connection = { id: "team", url: service.baseUrl, label: "Team" };
      const offered = replacements.offer(connection);
      const shownLater = vscode.window.showErrorMessage("Shown after the offer");
      await keys.store(connection, service.keys.member);
      assert.equal(await offered, true);
      await vscode.commands.executeCommand("notifications.clearAll");
      await shownLater;
      assert.equal(await replacements.offer(connection), true);
    });

    suite("that is used", () => {
      const warnings: string[] = [];
      const connection = () => ({ id: "team", url: service.baseUrl, label: "Team" });
      const window = vscode.window as { showWarningMessage: unknown };
      const { showWarningMessage } = window;
      const asked = () => service.keyRequests;
      let store: DisposableStore;
      setup(async () => {
        warnings.length = 0;
        window.showWarningMessage = async (words: string) => void warnings.push(words);
        store = new DisposableStore();
        const known = { clear: async () => undefined };
        const suggestions = { beside: () => [] };
        const parts = {
          registry,
          keys,
          known,
          suggestions,
          log: { ...log, failure: assert.fail },
          keepers: [],
          askExpiryAfterMs: 0,
        };
        createConnections(parts, store);
        await registry.save(connection());
      });
      teardown(() => {
        store.dispose();
        window.showWarningMessage = showWarningMessage;
      });

      /** Reads with `key` and gives once all that followed from it is over. */
      async function use(key: string): Promise<void> {
        await keys.store(connection(), key);
        const client = await registry.service("team");
        await client.readArtifact(501, signal);
        await poll("the service was asked", () => asked().some(({ status }) => status !== undefined));
        await client.readArtifact(502, signal);
      }

      test("is told of within a week of its end, once the service was asked, once a day", async () => {
        await use(await expiringKey(service, 3));
        await poll("it is told of", () => warnings.length > 0);
        assert.match(warnings[0] ?? "", /^The access key of Team expires on .*Make a new one/);
        assert.equal(asked().length, 1);
        assert.ok(asked()[0]?.headers["x-auth-accesskey"]?.startsWith("tlp-k1-"));
      });

      test("is not told of earlier, nor where it does not end", async () => {
        await use(await expiringKey(service, 30));
        service.clearRequests();
        await use(service.keys.member);
        await registry.service("team").then((client) => client.readArtifact(503, signal));
        assert.deepEqual([warnings, asked().length], [[], 1]);
      });

      test("is used on where the service knows no such question", async () => {
        service.control.addFault({
          count: null,
          path: "/access_keys/self",
          fault: { kind: "answer", status: 404, body: "" },
        });
        await use(await expiringKey(service, 3));
        await registry.service("team").then((client) => client.readArtifact(503, signal));
        assert.deepEqual([warnings, asked().length, refused], [[], 1, []]);
      });
    });

    for (const { what, change, told } of [
      { what: "is gone", change: () => registry.remove("team"), told: /no connection/i },
      {
        what: "leads elsewhere",
        change: async () => {
          const moved = { id: "team", url: "https://tracker.invalid/api/v1", label: "Team" };
          await registry.save(moved);
          await keys.store(moved, service.keys.reader);
        },
        told: /another address/,
      },
    ]) {
      test(`that is typed while its connection ${what} is not stored`, async () => {
        const connection = { id: "team", url: service.baseUrl, label: "Team" };
        await registry.save(connection);
        const boxes: vscode.InputBox[] = [];
        const window = vscode.window as { createInputBox: typeof vscode.window.createInputBox };
        const { createInputBox } = window;
        window.createInputBox = () => {
          const box = createInputBox();
          boxes.push(box);
          return box;
        };
        const asking = new ConnectionManager(registry, keys, log, []).setAccessKey("team");
        const refusal = assert.rejects(asking, told);
        const [box = assert.fail("nothing is asked")] = await poll(
          "the key is asked for",
          () => boxes.length > 0 && boxes,
        );
        window.createInputBox = createInputBox;
        await change();
        const before = [...secrets.secrets];
        box.value = service.keys.member;
        await answered(refusal, "workbench.action.acceptSelectedQuickOpenItem");
        assert.deepEqual([...secrets.secrets], before);
      });
    }

    test("is removed with its connection, and so is all else that is stored of it", async () => {
      const connection = { id: "team", url: service.baseUrl, label: "Team" };
      const forgotten: string[] = [];
      const keepers = [{ forget: async (id: string) => void forgotten.push(id) }];
      const manager = new ConnectionManager(registry, keys, log, keepers);
      await registry.save(connection);
      await keys.store(connection, service.keys.member);
      await manager.remove("team", true);
      assert.deepEqual(
        { secrets: [...secrets.secrets], setting: readSetting(), forgotten, connections: registry.connections },
        { secrets: [], setting: [], forgotten: ["team"], connections: [] },
      );
    });
  });

  test("that are removed are forgotten by all who know them, even where one of them fails", async () => {
    const registry = new ConnectionRegistry(new AccessKeys(new MemorySecrets(), new MemoryStore()), log, () => {});
    const forgotten: string[] = [];
    const keepers = [
      { forget: async () => Promise.reject(new Error("The disk is full")) },
      { forget: async (id: string) => void forgotten.push(id) },
    ];
    const keys = new AccessKeys(new MemorySecrets(), new MemoryStore());
    const manager = new ConnectionManager(registry, keys, log, keepers);
    await registry.save({ id: "team", url: service.baseUrl, label: "Team" });
    await assert.rejects(manager.remove("team", true), /not everything that was stored of it/);
    assert.deepEqual([forgotten, readSetting()], [["team"], []]);
    registry.dispose();
  });

  test("keep their keys where the settings cannot be written, and nothing of them is forgotten", async () => {
    const keys = new AccessKeys(new MemorySecrets(), new MemoryStore());
    const registry = new ConnectionRegistry(keys, log, () => {});
    const forgotten: string[] = [];
    const manager = new ConnectionManager(registry, keys, log, [{ forget: (id: string) => void forgotten.push(id) }]);
    const connection = { id: "team", url: service.baseUrl, label: "Team" };
    await registry.save(connection);
    await keys.store(connection, "the key");
    const workspace = vscode.workspace as { getConfiguration: typeof vscode.workspace.getConfiguration };
    const { getConfiguration } = workspace;
    workspace.getConfiguration = (...args) => ({
      ...getConfiguration(...args),
      update: () => Promise.reject(new Error("The settings have unsaved changes")),
    });
    const told = { message: /^Nothing was changed: the settings with the connections could not be written/ };
    try {
      await assert.rejects(manager.remove("team", true), told);
      const given = { ...connection, label: "Another", accessKey: service.keys.member };
      await assert.rejects(manager.addGiven(given), told);
    } finally {
      workspace.getConfiguration = getConfiguration;
    }
    assert.deepEqual([await keys.read(connection), forgotten, registry.find("team")], ["the key", [], connection]);
    await manager.remove("team", true);
    assert.deepEqual([await keys.read(connection), forgotten], [undefined, ["team"]]);
    registry.dispose();
  });

  test("that are added at the same moment are all in the settings", async () => {
    const keys = new AccessKeys(new MemorySecrets(), new MemoryStore());
    const registry = new ConnectionRegistry(keys, log, () => {});
    const ids = ["one", "two", "three"];
    await Promise.all(ids.map((id) => registry.save({ id, url: service.baseUrl, label: id })));
    assert.deepEqual(
      registry.connections.map(({ id }) => id).filter((id) => ids.includes(id)),
      ids,
    );
    await Promise.all(ids.map((id) => registry.remove(id)));
    registry.dispose();
  });

  test("are not written again where the settings have them already", async () => {
    const keys = new AccessKeys(new MemorySecrets(), new MemoryStore());
    const registry = new ConnectionRegistry(keys, log, () => {});
    const connection = { id: "team", url: service.baseUrl, label: "Team" };
    await registry.save(connection);
    const workspace = vscode.workspace as { getConfiguration: typeof vscode.workspace.getConfiguration };
    const { getConfiguration } = workspace;
    workspace.getConfiguration = (...args) => ({
      ...getConfiguration(...args),
      update: () => Promise.reject(new Error("The settings cannot be written")),
    });
    try {
      await registry.save({ ...connection });
      await assert.rejects(registry.save({ ...connection, label: "Another" }), /cannot be written/);
    } finally {
      workspace.getConfiguration = getConfiguration;
    }
    registry.dispose();
  });

  test("of another person's key are served nothing of what was told before, once it is stored", async () => {
    const keys = new AccessKeys(new MemorySecrets(), new MemoryStore());
    const registry = new ConnectionRegistry(keys, log, () => {});
    await registry.save({ id: "team", url: service.baseUrl, label: "Team" });
    const { promise: cleared, resolve: clear } = Promise.withResolvers<void>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const store = new DisposableStore();
    const known = {
      clear: () => {
        ask();
        return cleared;
      },
    };
    const suggestions = { beside: () => [] };
    const parts = { registry, keys, known, suggestions, log: { ...log, failure: assert.fail }, keepers: [] };
    const { commands } = createConnections(parts, store);
    let isAdded = false;
    const { baseUrl: url } = service;
    const adding = commands[commandIds.addConnection]({ given: { id: "team", url, accessKey: service.keys.admin } });
    const added = adding.then(() => {
      isAdded = true;
    });
    await asked;
    await vscode.commands.executeCommand("notifications.clearAll");
    assert.ok(!isAdded);
    clear();
    await added;
    store.dispose();
    registry.dispose();
  });

  suite("the way to them", () => {
    teardown(async () => {
      for (const name of networkSettingNames) {
        await vscode.workspace.getConfiguration().update(name, undefined, vscode.ConfigurationTarget.Global);
      }
    });

    const proxy = "http://ada:secret@proxy.invalid:3128";
    const plain = { noProxy: [], strictSsl: true, systemCertificates: true };
    for (const { given, expected } of [
      { given: {}, expected: plain },
      ...["on", "override", "fallback"].map((support) => ({
        given: { "http.proxySupport": support, "http.proxy": proxy, "http.noProxy": ["corp.invalid"] },
        expected: { ...plain, proxy, noProxy: ["corp.invalid"] },
      })),
      { given: { "http.proxySupport": "off", "http.proxy": proxy }, expected: { ...plain, noProxy: ["*"] } },
      { given: { "http.proxyStrictSSL": false }, expected: { ...plain, strictSsl: false } },
      { given: { "http.systemCertificates": false }, expected: { ...plain, systemCertificates: false } },
      { given: { "http.proxyAuthorization": "Basic x" }, expected: { ...plain, proxyAuthorization: "Basic x" } },
    ]) {
      test(`is that of ${JSON.stringify(given)}`, async () => {
        for (const [name, value] of Object.entries(given)) {
          await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
        }
        assert.deepEqual(networkSettings(), expected);
      });
    }
  });

  test("that cannot be used are told of once, and the others work", async () => {
    const problems: unknown[] = [];
    await writeSetting([{ id: "team", url: service.baseUrl }, { id: "bad" }]);
    const registry = new ConnectionRegistry(new AccessKeys(new MemorySecrets(), new MemoryStore()), log, (found) =>
      problems.push(found),
    );
    await writeSetting([{ id: "team", url: service.baseUrl, label: "Renamed" }, { id: "bad" }]);
    assert.deepEqual(problems, [[{ index: 1, id: "bad", problem: "url" }]]);
    assert.deepEqual(registry.connections, [{ id: "team", url: service.baseUrl, label: "Renamed" }]);
    registry.dispose();
  });
});

const { signal } = new AbortController();
const log = { failure: () => {}, info: () => {}, request: () => {}, debug: () => {} };

const networkSettingNames = [
  "http.proxy",
  "http.noProxy",
  "http.proxySupport",
  "http.proxyStrictSSL",
  "http.proxyAuthorization",
  "http.systemCertificates",
];

async function rename(...given: readonly [string, string]): Promise<void> {
  await vscode.commands.executeCommand(commandIds.renameConnection, ...given);
}

/** A key of the member that expires in so many days. */
async function expiringKey({ baseUrl, keys }: ReferenceService, days: number): Promise<string> {
  const expires = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  const answer = await fetch(`${baseUrl}/access_keys`, {
    method: "POST",
    headers: { "X-Auth-AccessKey": keys.member, "Content-Type": "application/json" },
    body: JSON.stringify({ description: "", expiration_date: expires.toISOString(), scopes: ["write:rest"] }),
  });
  return ((await answer.json()) as { identifier: string }).identifier;
}

async function add(given: Record<string, unknown>): Promise<string | undefined> {
  return await vscode.commands.executeCommand(commandIds.addConnection, given);
}

function readSetting(): unknown {
  return vscode.workspace.getConfiguration("artifactDesk").inspect("connections")?.globalValue;
}

async function writeSetting(value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration("artifactDesk")
    .update("connections", value, vscode.ConfigurationTarget.Global);
}

async function serveWebPages(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html").end("<h1>Welcome</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
