import assert from "node:assert/strict";
import { setup, suiteSetup, suiteTeardown, teardown } from "mocha";
import * as vscode from "vscode";
import { type ReferenceService, startReferenceService } from "../../service/referenceService.ts";

/** A connection to a reference service of its own, and what tests do with its documents. */
export interface ConnectionFixture {
  readonly connectionId: string;
  readonly service: ReferenceService;
  uri(artifactId: number): vscode.Uri;
  /** Opens an artifact's document in an editor. */
  open(artifactId: number): Promise<vscode.TextDocument>;
  close(): Promise<void>;
}

let fixtures = 0;

/** Starts a service and connects to it as `user`. */
export async function openFixture(user: User = "member"): Promise<ConnectionFixture> {
  const service = await startReferenceService();
  const { id, url, label } = nextConnection(service);
  await connect({ id, url, label, accessKey: service.keys[user] });
  return fixtureOf(service, id, async () => {
    await vscode.commands.executeCommand("artifactDesk.removeConnection", id);
  });
}

/** The fixture of the test that runs. */
export interface CurrentFixture extends ConnectionFixture {
  /** Puts a fixture of that user in its place, for the rest of the test. */
  reopen(user: User): Promise<void>;
}

/**
 * Gives each test of the suite it is called in a fixture: a connection that none had before, to a service of its own.
 * Some are made at a time, since to write each into the settings and remove it again takes longer than most tests. For
 * tests to which other connections, which are never asked, make no difference; else there is `openFixture`.
 */
export function useFixture(user: User = "member"): CurrentFixture {
  let waiting: ConnectionFixture[] = [];
  let needed = 0;
  let current: ConnectionFixture | undefined;
  const present = () => current ?? assert.fail("no fixture");
  suiteSetup(function () {
    needed = this.test?.parent?.total() ?? 0;
  });
  suiteTeardown(async () => {
    await writeConnections([]);
    await Promise.all(waiting.map(({ service }) => service.close()));
  });
  setup(async () => {
    if (waiting.length === 0) {
      waiting = await openFixtures(Math.min(Math.max(needed, 1), 10), user);
    }
    needed--;
    current = waiting.shift();
  });
  teardown(() => present().close());
  return {
    get connectionId() {
      return present().connectionId;
    },
    get service() {
      return present().service;
    },
    uri: (artifactId) => present().uri(artifactId),
    open: (artifactId) => present().open(artifactId),
    close: () => present().close(),
    reopen: async (other) => {
      await present().close();
      current = await openFixture(other);
    },
  };
}

type User = keyof ReferenceService["keys"];

/** Their connections take the place of all that are in the settings. */
async function openFixtures(count: number, user: User): Promise<ConnectionFixture[]> {
  const services = await Promise.all(Array.from({ length: count }, () => startReferenceService()));
  const connections = services.map(nextConnection);
  await writeConnections(connections);
  // What is in the settings already is not written again: their keys are stored.
  return await Promise.all(
    services.map(async (service, index) => {
      const connection = connections[index] ?? assert.fail("no connection");
      await connect({ ...connection, accessKey: service.keys[user] });
      return fixtureOf(service, connection.id, async () => {});
    }),
  );
}

/** Stores the key of a member once more, as somebody does who is asked for another one. */
export async function connectAgain({ connectionId: id, service }: ConnectionFixture): Promise<void> {
  await connect({ id, url: service.baseUrl, label: "Again", accessKey: service.keys.member });
}

function nextConnection({ baseUrl: url }: ReferenceService) {
  const number = ++fixtures;
  return { id: `fixture-${number}`, url, label: `Fixture ${number}` };
}

async function writeConnections(connections: readonly object[]): Promise<void> {
  const settings = vscode.workspace.getConfiguration("artifactDesk");
  await settings.update("connections", connections, vscode.ConfigurationTarget.Global);
}

async function connect(connection: object): Promise<void> {
  await vscode.commands.executeCommand("artifactDesk.addConnection", connection);
}

function fixtureOf(service: ReferenceService, connectionId: string, leave: () => Promise<void>): ConnectionFixture {
  service.clearRequests();
  const uri = (artifactId: number) =>
    vscode.Uri.parse(`artifact://${connectionId}/artifacts/${artifactId}.artifact.json`);
  return {
    connectionId,
    service,
    uri,
    open: async (artifactId) => {
      const document = await vscode.workspace.openTextDocument(uri(artifactId));
      await vscode.window.showTextDocument(document, { preview: false });
      return document;
    },
    close: async () => {
      await closeEditors();
      await leave();
      await service.close();
    },
  };
}

/** Closes all editors, dropping what is unsaved: a host in which tests run does so unasked. */
export async function closeEditors(): Promise<void> {
  const { tabGroups, showTextDocument } = vscode.window;
  const tabs = tabGroups.all.flatMap((group) => group.tabs);
  const shown = new Set(tabs.flatMap(({ input }) => urisOf(input)).map(String));
  for (const document of vscode.workspace.textDocuments) {
    if (document.isDirty && !shown.has(document.uri.toString())) {
      await showTextDocument(document, { preview: false });
    }
  }
  if (tabGroups.all.some((group) => group.tabs.length > 0)) {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  }
}

function urisOf(input: unknown): readonly vscode.Uri[] {
  return input instanceof vscode.TabInputText
    ? [input.uri]
    : input instanceof vscode.TabInputTextDiff
      ? [input.original, input.modified]
      : [];
}

export type DocumentEntry = { field_id: number } & Record<string, unknown>;

export function entriesOf(document: vscode.TextDocument): DocumentEntry[] {
  return (JSON.parse(document.getText()) as { values: DocumentEntry[] }).values;
}

/** Changes one entry as a person would: the text of its value, in one edit. */
export async function setEntry(
  document: vscode.TextDocument,
  fieldId: number,
  members: Record<string, unknown>,
): Promise<void> {
  await setText(document, () => {
    const values = entriesOf(document).map((entry) =>
      entry.field_id === fieldId ? { field_id: fieldId, ...members } : entry,
    );
    return `${JSON.stringify({ values }, null, 2)}\n`;
  });
}

/**
 * Saves a document, and does something to it while the service takes its time to answer. Gives whether it was saved.
 */
export async function whileSaved(
  { service }: ConnectionFixture,
  document: vscode.TextDocument,
  act: () => PromiseLike<unknown>,
): Promise<boolean> {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  service.control.addFault({ method: "PUT", fault: { kind: "held", until } });
  const saved = document.save();
  await service.untilAsked(({ method }) => method === "PUT");
  await Promise.resolve(act()).finally(release);
  return await saved;
}

/**
 * Stands in for a command of VS Code that is done to whatever editor is active by then, which may be another one than
 * that meant: does nothing, and counts how often it was asked for.
 */
export function countCommand(command: string): vscode.Disposable & { readonly count: number } {
  let count = 0;
  const registration = vscode.commands.registerCommand(command, () => {
    count++;
  });
  return {
    get count() {
      return count;
    },
    dispose: () => registration.dispose(),
  };
}

/** Gives a document a text; one that is made from its text is made anew where that changed at the same moment. */
export async function setText(document: vscode.TextDocument, text: string | (() => string)): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (await trySetText(document, typeof text === "string" ? text : text())) {
      return;
    }
  }
  assert.fail(`the editor takes no change of ${document.uri}`);
}

/** False when the editor refused, since the document changed at that moment. */
function trySetText(document: vscode.TextDocument, text: string): Thenable<boolean> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.positionAt(document.getText().length);
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  return vscode.workspace.applyEdit(edit);
}

/** How long something may take: much longer than it ever does, since a machine may be busy with other things. */
const waitMs = 90_000;

/** Resolves once `condition` holds, asked again at every change of documents, diagnostics and tabs. */
export async function until<T>(what: string, condition: () => T | undefined | false): Promise<T> {
  const present = condition();
  if (present) {
    return present;
  }
  return new Promise((resolve, reject) => {
    const subscriptions: vscode.Disposable[] = [];
    const finish = (act: () => void) => {
      clearTimeout(timer);
      vscode.Disposable.from(...subscriptions).dispose();
      act();
    };
    const check = () => {
      const value = condition();
      if (value) {
        finish(() => resolve(value));
      }
    };
    const timer = setTimeout(() => finish(() => reject(new Error(`Waited in vain until ${what}`))), waitMs);
    subscriptions.push(
      vscode.workspace.onDidChangeTextDocument(check),
      vscode.workspace.onDidOpenTextDocument(check),
      vscode.workspace.onDidCloseTextDocument(check),
      vscode.workspace.onDidSaveTextDocument(check),
      vscode.languages.onDidChangeDiagnostics(check),
      vscode.window.tabGroups.onDidChangeTabs(check),
      vscode.window.onDidChangeActiveTextEditor(check),
    );
  });
}

/** Looks again and again until `look` gives something, for what nobody tells an event of; gives that. */
export async function poll<T>(what: string, look: () => T | Thenable<T>): Promise<Exclude<T, false | undefined>> {
  for (const start = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 10))) {
    const found = await look();
    if (found) {
      return found as Exclude<T, false | undefined>;
    }
    assert.ok(Date.now() - start < waitMs, `Waited in vain until ${what}`);
  }
}

/**
 * Gives commands to the list or message that is about to show, again and again until `isDone`: VS Code tells nobody
 * when one shows, and commands mean nothing before.
 */
export async function answer(isDone: () => boolean, ...commands: readonly string[]): Promise<void> {
  await poll(`something takes ${commands.join(", ")}`, async () => {
    for (const command of isDone() ? [] : commands) {
      await vscode.commands.executeCommand(command);
    }
    return isDone();
  });
}

/** As `answer`, until `asking` has its answer, which it gives. */
export async function answered<T>(asking: Thenable<T>, ...commands: readonly string[]): Promise<T> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  asking.then(end, end);
  await answer(() => isDone, ...commands);
  return asking;
}

/** The puts of JSON that reached the service, with what they carried. */
export function putsOf(
  service: ReferenceService,
): { ifMatch: string | undefined; values: DocumentEntry[]; status?: number }[] {
  return service.requests
    .filter(({ method, headers }) => method === "PUT" && headers["content-type"] === "application/json")
    .map(({ headers, body, status }) => ({
      ifMatch: headers["if-match"],
      values: (JSON.parse(body) as { values: DocumentEntry[] }).values,
      ...(status !== undefined && { status }),
    }));
}

/** Where the active tab is a comparison: its right side. */
export function activeDiff(): { original: vscode.Uri; modified: vscode.Uri } | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff ? input : undefined;
}

type Asking = "showInformationMessage" | "showWarningMessage" | "showErrorMessage" | "showInputBox" | "createQuickPick";

/**
 * Answers what people are asked, at most `times`: nobody is there to do so in a host that runs tests. `said` are the
 * first words of each.
 */
export function answering(
  what: Asking,
  answer: (given: readonly string[]) => string | undefined | Promise<string | undefined>,
  times = Number.POSITIVE_INFINITY,
) {
  const window = vscode.window as unknown as Record<Asking, unknown>;
  const before = window[what];
  const said: string[] = [];
  window[what] = async (...given: readonly string[]) => {
    said.push(given[0] ?? "");
    return said.length > times ? undefined : answer(given);
  };
  return {
    said,
    restore: () => {
      window[what] = before;
    },
  };
}
