import assert from "node:assert/strict";
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import * as vscode from "vscode";
import { ClickedRows } from "../../src/core/util/clickedRows.ts";
import { registerRecentDocuments } from "../../src/editor/documents/registerDocuments.ts";
import { commandIds } from "../../src/editor/manifest/contributions.ts";
import { ArtifactOpener } from "../../src/editor/opening/artifactOpener.ts";
import { OpenedLinks } from "../../src/editor/references/openedLinks.ts";
import { artifactsToOpen } from "../../src/editor/targets/openedTarget.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { setEntry, until } from "./support/connectionFixture.ts";

suite("Opening an artifact", () => {
  let service: ReferenceService;
  suiteSetup(async () => {
    service = await startReferenceService();
    await connect("opening", service);
  });
  suiteTeardown(async () => {
    await vscode.commands.executeCommand(commandIds.removeConnection, "opening");
    await service.close();
  });
  setup(() => {
    service.control.reset();
    service.clearRequests();
  });
  teardown(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  for (const wanted of [
    1301,
    "1301",
    "#1301",
    "art #1301",
    "rel #1301",
    "{origin}/plugins/tracker/?aid=1301&func=show#followup_9",
    "{origin}/api/v1/artifacts/1301",
  ]) {
    test(`takes ${JSON.stringify(wanted)}`, async () => {
      const given = typeof wanted === "string" ? wanted.replace("{origin}", service.origin) : wanted;
      await vscode.commands.executeCommand(commandIds.openArtifact, "opening", given);
      assert.equal(activeUri(), "artifact://opening/artifacts/1301.artifact.json");
    });
  }

  for (const path of ["/artifacts/502.artifact.json", "/artifacts/503.artifact.xml", "/artifacts/504/fields/1203.md"]) {
    test(`remembers what is opened by ${path} alone as recent`, async () => {
      const [, id] = /artifacts\/(\d+)/.exec(path) ?? [];
      const opened: (readonly [string, number])[] = [];
      const listening = registerRecentDocuments(
        { find: (connectionId) => (connectionId === "opening" ? {} : undefined) },
        { opened: async (connectionId, { id: artifactId }) => void opened.push([connectionId, artifactId]) },
        (_what, error) => assert.fail(String(error)),
      );
      await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(`artifact://opening${path}`));
      listening.dispose();
      assert.deepEqual(opened, [["opening", Number(id)]]);
    });
  }

  test("takes the address of an artifact alone", async () => {
    await vscode.commands.executeCommand(commandIds.openArtifact, `${service.origin}/api/v1/artifacts/1301`);
    assert.equal(activeUri(), "artifact://opening/artifacts/1301.artifact.json");
  });

  test("names its tab by number and title, after one request", async () => {
    await vscode.commands.executeCommand(commandIds.openArtifact, "opening", 501);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, "#501 Every field of this one is filled");
    assert.equal(service.requests.filter(({ path }) => path.endsWith("/artifacts/501")).length, 1);
  });

  test("gives its tab the new title once that is stored, and leaves another one in front", async () => {
    await vscode.commands.executeCommand(commandIds.openArtifact, "opening", 512);
    const document = vscode.window.activeTextEditor?.document as vscode.TextDocument;
    await vscode.commands.executeCommand(commandIds.openArtifact, "opening", 501);
    await setEntry(document, 1202, { value: "It breaks $(zap) again" });
    await document.save();
    const labels = () => vscode.window.tabGroups.activeTabGroup.tabs.map(({ label }) => label);
    await until("the tab has its title", () => labels().includes("#512 It breaks $ (zap) again"));
    assert.deepEqual(labels(), ["#512 It breaks $ (zap) again", "#501 Every field of this one is filled"]);
    assert.equal(activeUri(), "artifact://opening/artifacts/501.artifact.json");
  });

  test("tells the tracker that a row knows, so that its structure is read beside the artifact", async () => {
    const opened: unknown[] = [];
    const connection = { id: "opening", url: service.baseUrl, label: "Opening" };
    const opener = new ArtifactOpener(
      {
        readAhead: async (artifact) => {
          opened.push(artifact);
          throw new vscode.CancellationError();
        },
      },
      new ClickedRows(),
      { opened: assert.fail },
      assert.fail,
    );
    const registry = {
      connections: [connection],
      find: () => connection,
      get: () => connection,
      onDidChange: () => assert.fail(),
    };
    const services = { registry, serviceOf: assert.fail, pickConnection: assert.fail, catalogOf: assert.fail };
    const row = { kind: "artifact", connectionId: "opening", artifactId: 501 };
    for (const summary of [{ id: 501, tracker: { id: 12 } }, { id: 501, tracker: { id: "12" } }, null]) {
      const named = await artifactsToOpen({ args: [{ ...row, summary }], title: "", services });
      const [artifact = assert.fail("no artifact")] = named ?? [];
      await assert.rejects(opener.open(artifact), vscode.CancellationError);
    }
    const artifact = { connectionId: "opening", artifactId: 501 };
    assert.deepEqual(opened, [{ ...artifact, trackerId: 12 }, artifact, artifact]);
  });

  test("does not open a row whose answer came as another one was clicked", async () => {
    const answered = Promise.withResolvers<{ readonly title: string }>();
    const opened: number[] = [];
    const opener = new ArtifactOpener(
      { readAhead: async ({ artifactId }) => (artifactId === 501 ? await answered.promise : {}) },
      new ClickedRows(),
      { opened: async (_, { id }) => void opened.push(id) },
      assert.fail,
    );
    const click = (artifactId: number) => opener.open({ connectionId: "opening", artifactId }, { isPreview: true });
    const first = click(501);
    await click(901);
    answered.resolve({ title: "Too late" });
    await assert.rejects(first, { name: "AbortError" });
    assert.equal(activeUri(), "artifact://opening/artifacts/901.artifact.json");
    assert.deepEqual(opened, [901]);
  });

  for (const { wanted, message } of [
    { wanted: "five", message: /names no artifact/ },
    { wanted: -1, message: /“-1” is not the number/ },
    { wanted: 1.5, message: /is not the number/ },
    { wanted: "https://elsewhere.example/plugins/tracker/?aid=7", message: /no connection to https:\/\/elsewhere/ },
    { wanted: 999999, message: /Artifact #999999 could not be opened\. The service does not have it/ },
    { wanted: 1321, message: /Artifact #1321 could not be opened\. Your account may not do this/ },
  ]) {
    test(`says what is wrong with ${JSON.stringify(wanted)}`, async () => {
      await assert.rejects(
        Promise.resolve(vscode.commands.executeCommand(commandIds.openArtifact, "opening", wanted)),
        message,
      );
      assert.equal(activeUri(), undefined);
    });
  }

  test("says of an address of a connection that is not there that it is not there", async () => {
    const uri = vscode.Uri.parse("artifact://elsewhere/artifacts/501.artifact.json");
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.readFile(uri)),
      (error: vscode.FileSystemError) =>
        error.code === "FileNotFound" && /There is no connection “elsewhere” any more/.test(error.message),
    );
  });

  test("says that there is no such format", async () => {
    const opening = vscode.commands.executeCommand(commandIds.openArtifact, "opening", 501, "yaml");
    await assert.rejects(Promise.resolve(opening), /“yaml” is no format/);
  });

  test("copies the reference that the service gives, or one that every service understands", async () => {
    await vscode.commands.executeCommand(commandIds.copyReference, "opening", 501);
    assert.equal(await vscode.env.clipboard.readText(), "bug #501");
    service.control.addFault({ path: "/artifacts/501", count: null, fault: { kind: "answer", status: 403 } });
    await vscode.commands.executeCommand(commandIds.copyReference, "opening", 501);
    assert.equal(await vscode.env.clipboard.readText(), "art #501");
  });

  test("copies the reference of the document in the editor", async () => {
    await vscode.commands.executeCommand(commandIds.openArtifact, "opening", 901);
    await vscode.commands.executeCommand(commandIds.copyReference);
    assert.equal(await vscode.env.clipboard.readText(), "story #901");
  });

  test("copies a link that opens the artifact in the VS Code of others, and asks nobody for it", async () => {
    service.clearRequests();
    await vscode.commands.executeCommand(commandIds.copyLink, "opening", 501);
    const page = `${service.origin}/plugins/tracker/?aid=501`;
    const link = `vscode://artifact-desk.artifact-desk/open?url=${encodeURIComponent(page)}`;
    assert.equal(await vscode.env.clipboard.readText(), link);
    // Rows of the test before may still be read. A failure prints no more than paths: headers hold the key.
    const paths = service.requests.map(({ path }) => decodeURIComponent(path));
    assert.deepEqual(
      paths.filter((path) => /\b501\b/.test(path)),
      [],
    );
  });

  suite("by links that a page of the web follows", () => {
    const linkTo = (page: string) =>
      vscode.Uri.from({
        scheme: "vscode",
        authority: "artifact-desk.artifact-desk",
        path: "/open",
        query: `url=${page}`,
      });
    const linkToBug = (id: number) => linkTo(`${service.origin}/plugins/tracker/?aid=${id}`);
    let links: OpenedLinks;
    setup(() => {
      const connections = [{ id: "opening", url: service.baseUrl, label: "Opening" }];
      links = new OpenedLinks({ registry: { connections } });
    });

    test("opens one after another, and of those that come meanwhile the last alone", async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      service.control.addFault({ path: "/artifacts/501", fault: { kind: "held", until: promise } });
      const opening = links.open(linkToBug(501));
      await service.untilAsked(({ path }) => path.includes("/artifacts/501"));
      await Promise.all([502, 503, 504].map((id) => links.open(linkToBug(id))));
      resolve();
      await opening;
      const asked = (id: number) => service.requests.some(({ path }) => path.includes(`/artifacts/${id}`));
      assert.deepEqual([501, 502, 503, 504].map(asked), [true, false, false, true]);
      assert.equal(activeUri(), "artifact://opening/artifacts/504.artifact.json");
    });

    test("tells once at a time that one leads to no service that is known, and asks nobody", async () => {
      const { window } = vscode;
      const { showWarningMessage } = window;
      const told: string[] = [];
      const { promise, resolve } = Promise.withResolvers<undefined>();
      window.showWarningMessage = ((message: string) => {
        told.push(message);
        return promise;
      }) as typeof showWarningMessage;
      try {
        for (const page of ["https://other.example/plugins/tracker/?aid=5", "file:///etc/passwd", "512"]) {
          await links.open(linkTo(page));
        }
        assert.equal(told.length, 1);
        assert.match(told[0] ?? "", /https:\/\/other\.example/);
        resolve(undefined);
        await promise;
      } finally {
        window.showWarningMessage = showWarningMessage;
      }
      assert.deepEqual(service.requests, []);
    });
  });

  test("pins and unpins without a row, and knows no kinds but its own", async () => {
    await vscode.commands.executeCommand(commandIds.pin, "opening", "artifact", 501);
    await vscode.commands.executeCommand(commandIds.unpin, "opening", "artifact", 501);
    await vscode.commands.executeCommand(commandIds.pin, "opening", "repository", 90);
    await vscode.commands.executeCommand(commandIds.unpin, "opening", "repository", 90);
    const pinning = vscode.commands.executeCommand(commandIds.pin, "opening", "story", 1);
    await assert.rejects(Promise.resolve(pinning), /“artifact”, “svn” and “project” can be pinned, not “story”/);
  });
});

async function connect(id: string, service: ReferenceService): Promise<void> {
  await vscode.commands.executeCommand(commandIds.addConnection, {
    id,
    url: service.origin,
    label: "Opening",
    accessKey: service.keys.member,
  });
}

function activeUri(): string | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ? input.uri.toString() : undefined;
}
