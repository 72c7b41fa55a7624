import { commands, type Uri } from "vscode";
import { type CommandSignatures, commandIds, contextKeys } from "./contributions.ts";
import type { Keeper } from "./core/connection/forgetAll.ts";
import { isInScope, type RefreshScope } from "./core/model/refreshScope.ts";
import { DisposableStore } from "./core/util/disposable.ts";
import { Emitter } from "./core/util/event.ts";
import { Leases } from "./core/windows/leases.ts";
import { createAttachments } from "./editor/attachments/createAttachments.ts";
import { conflictCommands } from "./editor/conflict/commands.ts";
import { Conflicts } from "./editor/conflict/conflicts.ts";
import { ArtifactDocuments } from "./editor/documents/artifactDocuments.ts";
import { switchFormat } from "./editor/documents/formatSwitcher.ts";
import { registerRecentDocuments } from "./editor/documents/recentDocuments.ts";
import { createSaveReporter } from "./editor/documents/saveReporter.ts";
import { forgetConnection, removeUnusedFolders, windowFolder } from "./editor/documents/windowFolder.ts";
import { WorkingCopies } from "./editor/documents/workingCopies.ts";
import { createDrafts } from "./editor/drafts/createDrafts.ts";
import { createExchanges } from "./editor/exchange/createExchanges.ts";
import { fieldCommands } from "./editor/fields/commands.ts";
import { registerFieldLens } from "./editor/fields/fieldLens.ts";
import { registerUnsaved } from "./editor/freshness/registerUnsaved.ts";
import { createLanguage } from "./editor/language/language.ts";
import { ArtifactOpener } from "./editor/opening/artifactOpener.ts";
import { openingCommands } from "./editor/opening/commands.ts";
import { createOverwriteGuard } from "./editor/overwrite/createOverwriteGuard.ts";
import { inform } from "./editor/present.ts";
import { registerDocumentLinks } from "./editor/references/documentLinks.ts";
import { insertReference } from "./editor/references/insertReference.ts";
import { SideBySide, theirsScheme } from "./editor/sideBySide.ts";
import { registerSvn } from "./editor/svn/registerSvn.ts";
import { SettingsLanguage } from "./editor/svn/settingsLanguage.ts";
import { textFiles } from "./editor/textFiles.ts";
import type { Parts } from "./parts.ts";

export type Documents = ReturnType<typeof createDocuments>;

/** What documents need, made with the first one or with a command that needs them. No logic. */
export function createDocuments(parts: Parts) {
  const store = new DisposableStore();
  const saving = createSaving(parts, store);
  const { documents, drafts, svn, tracker, guard } = saving;
  const language = store.add(createLanguage({ ...parts, documents, drafts }));
  const attachments = createAttachments(parts);
  const exchanges = createExchanges({ ...parts, documents, drafts }, store);
  const opener = new ArtifactOpener({ ...parts, documents });
  const changed = store.add(new Emitter<Uri>());
  store.add(documents.onDidChange((uri) => changed.fire(uri)));
  store.add(svn.documents.onDidChange((uri) => changed.fire(uri)));
  store.add(new SettingsLanguage({ documents: svn.documents, known: parts.known }));
  store.add(registerFieldLens(documents));
  store.add(registerRecentDocuments(parts));
  store.add(registerDocumentLinks(language.open));
  parts.freshness.watchDocuments(documents);
  const commands = {
    ...saving.commands,
    ...openingCommands(opener),
    ...exchanges.commands,
    [commandIds.switchFormat]: (resource) => switchFormat(documents, resource),
    ...registerUnsaved({ ...parts, documents }, saving.waiting, store),
    ...fieldCommands({ ...parts, documents, language, tracker }),
    ...attachments.commands,
    [commandIds.insertReference]: (...args) => insertReference(parts, ...args),
  } satisfies Partial<CommandSignatures>;
  return {
    ...{ documents, drafts, tracker, opener, commands },
    repositories: svn.actions,
    kinds: [attachments.files, ...saving.files],
    onDidChange: changed.event,
    meantBy: language.meantBy,
    keepers: saving.keepers,
    refresh: (scopes?: readonly RefreshScope[]) => {
      for (const scope of scopes?.filter(({ only }) => only === undefined) ?? [undefined]) {
        guard.askAgain(scope?.connectionId);
      }
      const shown = documents.open().filter(({ document }) => isInScope(scopes, document));
      parts.known.refresh(scopes, new Set(shown.map(({ document }) => document.connectionId)));
      documents.refresh((document) => isInScope(scopes, document));
      svn.documents.refresh((document) => isInScope(scopes, document));
      exchanges.refresh(scopes);
    },
    dispose: () => store.dispose(),
  };
}

/** What texts are read and saved with. */
function createSaving(parts: Parts, store: DisposableStore) {
  const { registry, storage, logFailure, serviceOf, known } = parts;
  const tell = (words: string) => void inform(words);
  const ownFolder = windowFolder(storage, parts.workspaceState);
  const overwrite = createOverwriteGuard(parts, store);
  const { guard } = overwrite;
  const copies = new WorkingCopies(
    serviceOf,
    (connectionId) => known.of(connectionId).catalog,
    ownFolder,
    logFailure,
    (connectionId, put) => guard.note(connectionId, put),
  );
  const tracker = copies.tracker.bind(copies);
  const documents = store.add(new ArtifactDocuments(copies));
  const { replaced, ...putBack } = overwrite.showIn(documents);
  const theirs = store.add(new SideBySide(theirsScheme, "Theirs ↔ Mine"));
  const conflicts = store.add(new Conflicts(documents, theirs, { inform: tell }));
  const report = createSaveReporter({ showTheirs: (document) => conflicts.show(document), inform: tell });
  const leases = store.add(
    new Leases({
      // Answered by the window itself, not by this process.
      isWindowThere: () => commands.executeCommand("setContext", contextKeys.isThere, true),
      onFailure: (error) => logFailure("Holding what one window has alone", error),
    }),
  );
  const addressOf = (connectionId: string) => registry.get(connectionId).url;
  const svn = registerSvn({ ...parts, addressOf, ownFolder, leases, theirs, inform: tell }, store);
  const { drafts, ...drafting } = createDrafts({ ...parts, tracker, leases }, store);
  const windows: Keeper = { forget: (connectionId) => forgetConnection(storage, connectionId) };
  void removeUnusedFolders(storage, ownFolder);
  return {
    ...{ guard, documents, svn, tracker, drafts: drafts.documents },
    waiting: [conflicts.waiting, svn.conflicts.waiting],
    files: [textFiles(documents, ({ artifactId }) => `Artifact #${artifactId}`, report), drafts.files, ...svn.files],
    keepers: [guard, replaced, svn.copies, documents, drafts, windows],
    commands: {
      ...conflictCommands({ conflicts, svn }),
      ...putBack.commands,
      ...svn.commands,
      ...drafting.commands,
    },
  };
}
