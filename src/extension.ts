import { commands, type ExtensionContext } from "vscode";
import { Remembered } from "./core/remembered.ts";
import { AttachmentSource } from "./editor/attachments/attachmentSource.ts";
import { maximumAttachmentBytes } from "./editor/attachments/maximumSize.ts";
import { saveAttachment } from "./editor/attachments/saveAttachment.ts";
import { createArtifactReader } from "./editor/commands/artifactReader.ts";
import { registerArtifactCommands } from "./editor/commands/artifacts.ts";
import { registerAttachmentCommands } from "./editor/commands/attachments.ts";
import { registerConnectionCommands } from "./editor/commands/connections.ts";
import { registerOpenArtifact } from "./editor/commands/openArtifact.ts";
import { registerTreeCommands } from "./editor/commands/tree.ts";
import { AccessKeys } from "./editor/connections/accessKeys.ts";
import { ConnectionManager } from "./editor/connections/connectionManager.ts";
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
    onUnauthorized: (connection) => manager.offerReplacement(connection),
    onProblems: (problems) =>
      void warn(connectionProblemsText(problems), "Open Settings").then((answer) =>
        answer ? commands.executeCommand("workbench.action.openSettings", "artifactDesk.connections") : undefined,
      ),
  });
  const manager: ConnectionManager = new ConnectionManager({
    registry,
    keys,
    log,
    forget: [(connectionId) => remembered.forget(connectionId)],
  });
  const serviceOf = (connectionId: string) => registry.service(connectionId);
  const explorer = new Explorer({ registry, keys, remembered, log });
  const reader = createArtifactReader(registry);
  const attachments = new AttachmentSource(serviceOf, maximumAttachmentBytes);

  subscriptions.push(
    log,
    keys,
    registry,
    manager,
    explorer,
    registerConnectionCommands({ manager, log }),
    registerTreeCommands({ explorer, remembered, reader, log }),
    registerArtifactCommands({ registry, reader, log }),
    registerOpenArtifact({
      registry,
      manager,
      remembered,
      readAhead: (connectionId, artifactId, signal) => reader.read(connectionId, artifactId, signal),
      log,
    }),
    registerAttachmentCommands({
      source: attachments,
      serviceOf,
      maxBytes: maximumAttachmentBytes,
      reader,
      save: saveAttachment,
      log,
    }),
  );
}
