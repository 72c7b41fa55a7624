import { forgetAll, type Keeper } from "./core/connection/forgetAll.ts";
import { commandsOfPages } from "./core/preview/pageMenus.ts";
import { DisposableStore } from "./core/util/disposable.ts";
import { once } from "./core/util/once.ts";
import { networkSettings } from "./editor/connections/configuration.ts";
import { createConnections } from "./editor/connections/createConnections.ts";
import { createDeletion } from "./editor/deletion/createDeletion.ts";
import { diagnosisCommands } from "./editor/diagnosis/commands.ts";
import type { CommandId } from "./editor/manifest/contributions.ts";
import { createPreviews } from "./editor/preview/createPreviews.ts";
import { argsFromPage } from "./editor/preview/pageLinks.ts";
import { referenceCommands } from "./editor/references/commands.ts";
import { OpenedLinks } from "./editor/references/openedLinks.ts";
import { searchCommands } from "./editor/search/commands.ts";
import { callsOf } from "./editor/targets/call.ts";
import { type Commands, carryOut } from "./editor/targets/commandTable.ts";
import { treeCommands } from "./editor/tree/commands.ts";
import { pinCommands } from "./editor/tree/pinCommands.ts";
import { PinnedKey } from "./editor/tree/pinnedKey.ts";
import { createParts, type StartParts } from "./parts.ts";

/** Builds the objects in order and hands them to each other. It decides nothing. */
export function createApp(start: StartParts) {
  const store = new DisposableStore();
  const parts = createParts(start, store);
  const deletion = createDeletion(parts, parts.explorer);
  // The documents are most of the extension, and the tree does without them.
  const documents = once(async () =>
    store.add((await import("./documents.ts")).createDocuments(parts, deletion.files)),
  );
  const previews = createPreviews(parts, parts.workspaceState, parts.freshness, documents, store);
  const keepers: readonly Keeper[] = [
    ...[parts.remembered, parts.pins, parts.projectPins, parts.filters, parts.expansion, parts.known, deletion.copies],
    ...[previews, parts.queries],
    // The documents come last: whoever hears that something is forgotten may look at a document again, which keeps its
    // state anew.
    { forget: async (connectionId) => forgetAll((await documents()).keepers, connectionId) },
  ];
  const connections = createConnections({ ...parts, keepers }, store);
  store.add(new PinnedKey(parts, parts.remembered.pins, parts.pins));
  const repositories = async () => (await documents()).repositories;
  const commands = {
    ...connections.commands,
    ...treeCommands(parts, parts, documents, previews.load),
    ...pinCommands(parts, parts, repositories),
    ...referenceCommands(parts, repositories),
    ...searchCommands(parts, parts, parts.queries, async () => (await documents()).opener),
    ...deletion.commands,
    ...diagnosisCommands({ ...parts, network: networkSettings }, store),
    ...previews.commands,
  };
  const early: Partial<Commands> = commands;
  const commandOf = async <Id extends CommandId>(id: Id): Promise<Commands[Id]> => {
    const command = early[id];
    if (command) {
      return command;
    }
    const all: Commands = { ...commands, ...(await documents()).commands };
    return all[id];
  };
  const callOf = callsOf(start.extension.packageJSON, parts);
  const commandsForPages = commandsOfPages(start.extension.packageJSON);
  return {
    explorer: parts.explorer,
    items: parts.items,
    previews: previews.load,
    known: parts.known,
    files: documents,
    links: new OpenedLinks(parts),
    run: async (id: CommandId, args: readonly unknown[]) => {
      const given = commandsForPages.has(id) ? argsFromPage(args, previews.document) : args;
      return await carryOut(id, callOf(id, given), await commandOf(id));
    },
    dispose: () => store.dispose(),
  };
}
