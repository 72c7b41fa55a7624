import { commands, type ExtensionContext } from "vscode";
import { Remembered } from "./core/remembered.ts";
import { once } from "./core/util/once.ts";
import { AttachmentSource } from "./editor/attachments/attachmentSource.ts";
import { maximumAttachmentBytes } from "./editor/attachments/maximumSize.ts";
import { createArtifactReader } from "./editor/commands/artifactReader.ts";
import { registerArtifactCommands } from "./editor/commands/artifacts.ts";
import { registerAttachmentCommands } from "./editor/commands/attachments.ts";
import { registerConnectionCommands } from "./editor/commands/connections.ts";
import { registerOpenArtifact } from "./editor/commands/openArtifact.ts";
import { registerTreeCommands } from "./editor/commands/tree.ts";
import { AccessKeys } from "./editor/connections/accessKeys.ts";
import { ConnectionRegistry } from "./editor/connections/connectionRegistry.ts";
import { connectionProblemsText } from "./editor/connections/problemTexts.ts";
import { Log } from "./editor/log.ts";
import { warn } from "./editor/present.ts";
import { Explorer } from "./editor/tree/explorer.ts";

/** Builds the objects by hand, hands them to each other and keeps their disposables. No logic. */
export function activate({ globalState, secrets, subscriptions }: ExtensionContext): void {
  const log = new Log();
  const keys = new AccessKeys(secrets);
  const remembered = new Remembered(globalState);
  const registry: ConnectionRegistry = new ConnectionRegistry({
    keys,
    log,
    onUnauthorized: async (connection) => (await manager()).offerReplacement(connection),
    onProblems: (problems) =>
      void warn(connectionProblemsText(problems), "Open Settings").then((answer) =>
        answer ? commands.executeCommand("workbench.action.openSettings", "artifactDesk.connections") : undefined,
      ),
  });
  // What talks to the person is loaded when it is needed.
  const manager = once(async () => {
    const { ConnectionManager } = await import("./editor/connections/connectionManager.ts");
    const forget = [(connectionId: string) => remembered.forget(connectionId)];
    return new ConnectionManager({ registry, keys, log, forget });
  });
  const serviceOf = (connectionId: string) => registry.service(connectionId);
  const explorer = new Explorer({ registry, keys, remembered, log });
  const reader = createArtifactReader(registry);
  const attachments = new AttachmentSource(serviceOf, maximumAttachmentBytes);
  const opener = once(async () => {
    const { ArtifactOpener } = await import("./editor/commands/artifactOpener.ts");
    return new ArtifactOpener({ registry, manager, remembered, readAhead: reader.read, log });
  });
  const attachmentActions = once(async () => {
    const { AttachmentActions } = await import("./editor/attachments/attachmentActions.ts");
    const maxBytes = maximumAttachmentBytes;
    return new AttachmentActions({ source: attachments, serviceOf, maxBytes, readArtifact: reader.read });
  });

  subscriptions.push(
    log,
    keys,
    registry,
    explorer,
    registerConnectionCommands({ manager, log }),
    registerTreeCommands({ explorer, remembered, reader, log }),
    registerArtifactCommands({ registry, reader, log }),
    registerOpenArtifact({ opener, log }),
    registerAttachmentCommands({ actions: attachmentActions, log }),
  );
}
