import { type ExtensionContext, window } from "vscode";
import { AddressedStore } from "./core/connection/addressedStore.ts";
import { Remembered } from "./core/pins/remembered.ts";
import { RewritingStore } from "./core/util/keyValueStore.ts";
import { once } from "./core/util/once.ts";
import { WriteQueue } from "./core/util/writeQueue.ts";
import { AccessKeys } from "./editor/connections/accessKeys.ts";
import { ConnectionRegistry } from "./editor/connections/connectionRegistry.ts";
import { tellConnectionProblems } from "./editor/connections/tellProblems.ts";
import { Log } from "./editor/diagnosis/log.ts";
import { registerFileSystem } from "./editor/files/artifactFileSystem.ts";
import { previewType } from "./editor/manifest/contributions.ts";
import { registerReferences } from "./editor/references/registerReferences.ts";
import { registerCommands } from "./editor/registerCommands.ts";
import { LazyTree } from "./editor/tree/lazyTree.ts";
import { WalkthroughSteps } from "./editor/walkthrough/walkthroughSteps.ts";

/** Holds what is written as the window closes. */
const lastWrites = new WriteQueue();

/** Registers what VS Code has to find at the start. All else is made by `app.ts` when it is first needed. */
export function activate(context: ExtensionContext): void {
  const { extension, globalState, globalStorageUri: storage, secrets, subscriptions, workspaceState } = context;
  const log = new Log();
  const kept = new RewritingStore(globalState);
  const keys = new AccessKeys(secrets, kept);
  const registry = new ConnectionRegistry(keys, log, (found) => void tellConnectionProblems(found));
  const memory = new AddressedStore(kept, (connectionId) => registry.find(connectionId)?.url);
  const remembered = new Remembered(memory);
  const tree = new LazyTree();
  const steps = new WalkthroughSteps(kept);
  const noteConnected = () => registry.connections.length > 0 && steps.done("connected");
  noteConnected();
  const places = { memory, workspaceState, storage, lastWrites };
  const start = { ...places, extension, log, keys, registry, remembered, steps, view: tree.view };
  // Most windows open no artifact, and so load nothing but what is registered here.
  const app = once(async () => {
    const { createApp } = await import("./app.ts");
    const made = createApp(start);
    subscriptions.push(made);
    return made;
  });
  tree.rowsFrom(app);
  subscriptions.push(
    log,
    keys,
    registry,
    tree,
    steps,
    registry.onDidChange(noteConnected),
    registerFileSystem(registry, log, async () => (await app()).files()),
    registerCommands(log, async (id, args) => (await app()).run(id, args)),
    registerReferences(registry, remembered, async () => (await app()).known),
    window.registerUriHandler({ handleUri: async (uri) => (await app()).links.open(uri) }),
    window.registerWebviewPanelSerializer(previewType, {
      deserializeWebviewPanel: async (panel) => (await (await app()).previews()).restore(panel),
    }),
  );
}

/** Keeps the window's extensions alive until the last writes are done: VS Code waits for this some seconds at most. */
export async function deactivate(): Promise<void> {
  // VS Code disposes of what was registered right after this call, and the last writes begin then.
  await Promise.resolve();
  await lastWrites.settled();
}
