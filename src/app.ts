import { forgetAll, type Keeper } from "./core/connection/forgetAll.ts";
import { commandsOfPages } from "./core/preview/pageMenus.ts";
import { commandsOfRows, refusingGoneRows } from "./core/tree/goneRow.ts";
import { DisposableStore } from "./core/util/disposable.ts";
import { once } from "./core/util/once.ts";
import type { Documents } from "./documents.ts";
import { networkSettings } from "./editor/connections/configuration.ts";
import { createConnections } from "./editor/connections/createConnections.ts";
import { createDeletion } from "./editor/deletion/createDeletion.ts";
import { diagnosisCommands } from "./editor/diagnosis/commands.ts";
import type { CommandId, CommandSignatures } from "./editor/manifest/contributions.ts";
import { calledFromPage } from "./editor/preview/calledFromPage.ts";
import { createPreviews } from "./editor/preview/createPreviews.ts";
import { referenceCommands } from "./editor/references/commands.ts";
import { OpenedLinks } from "./editor/references/openedLinks.ts";
import type { Command } from "./editor/registerCommands.ts";
import { searchCommands } from "./editor/search/commands.ts";
import { askingForArtifact, titlesOfCommands } from "./editor/targets/askingForArtifact.ts";
import { treeCommands } from "./editor/tree/commands.ts";
import { pinCommands } from "./editor/tree/pinCommands.ts";
import { createParts, type StartParts } from "./parts.ts";

/** Builds the objects in order and hands them to each other. No logic. */
export function createApp(start: StartParts) {
  const store = new DisposableStore();
  const parts = createParts(start, store);
  const deletion = createDeletion(parts);
  // Most of the extension, which the tree does without.
  const documents = once(async () =>
    store.add((await import("./documents.ts")).createDocuments(parts, deletion.files)),
  );
  const previews = createPreviews({ ...parts, documents }, store);
  const keepers: readonly Keeper[] = [
    ...[parts.remembered, parts.pins, parts.projectPins, parts.filters, parts.expansion, parts.known, deletion.copies],
    ...[previews, parts.queries],
    // Last: whoever learns that something is forgotten may look at a document once more, which keeps its state again.
    { forget: async (connectionId) => forgetAll((await documents()).keepers, connectionId) },
  ];
  const connections = createConnections({ ...parts, keepers }, store);
  const repositories = async () => (await documents()).repositories;
  const commands = {
    ...connections.commands,
    ...treeCommands({ ...parts, documents, previews: previews.load }),
    ...pinCommands({ ...parts, repositories }),
    ...referenceCommands({ ...parts, repositories }),
    ...searchCommands({ ...parts, opener: async () => (await documents()).opener }),
    ...deletion.commands,
    ...diagnosisCommands({ ...parts, network: networkSettings }, store),
    ...previews.commands,
  } satisfies Omit<CommandSignatures, keyof Documents["commands"]>;
  const commandsForRows = commandsOfRows(start.extension.packageJSON);
  const commandsForPages = commandsOfPages(start.extension.packageJSON);
  const titles = titlesOfCommands(start.extension.packageJSON);
  const commandOf = async (id: CommandId): Promise<Command> =>
    id in commands
      ? commands[id as keyof typeof commands]
      : (await documents()).commands[id as keyof Documents["commands"]];
  return {
    explorer: parts.explorer,
    items: parts.items,
    previews: previews.load,
    known: parts.known,
    files: documents,
    links: new OpenedLinks(parts),
    command: async (id: CommandId) => {
      const run = refusingGoneRows(askingForArtifact(id, await commandOf(id), parts, titles), commandsForRows.has(id));
      return commandsForPages.has(id) ? calledFromPage(run, previews.document) : run;
    },
    dispose: () => store.dispose(),
  };
}
