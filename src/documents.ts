import { commands, type Uri } from "vscode";
import { type CommandSignatures, commandIds, contextKeys } from "./contributions.ts";
import { type FoundReplacement, OverwriteGuard } from "./core/overwrite/overwriteGuard.ts";
import { DisposableStore } from "./core/util/disposable.ts";
import { Emitter } from "./core/util/event.ts";
import { Leases } from "./core/windows/leases.ts";
import { AttachmentActions } from "./editor/attachments/attachmentActions.ts";
import { AttachmentFiles } from "./editor/attachments/attachmentFiles.ts";
import { AttachmentSource } from "./editor/attachments/attachmentSource.ts";
import { attachmentCommands } from "./editor/attachments/commands.ts";
import { maximumAttachmentBytes as maxBytes } from "./editor/attachments/maximumSize.ts";
import { conflictCommands } from "./editor/conflict/commands.ts";
import { Conflicts } from "./editor/conflict/conflicts.ts";
import type { Keeper } from "./editor/connections/forgetAll.ts";
import { ArtifactDocuments } from "./editor/documents/artifactDocuments.ts";
import { documentCommands } from "./editor/documents/commands.ts";
import { Previews } from "./editor/documents/previews.ts";
import { registerRecentDocuments } from "./editor/documents/recentDocuments.ts";
import { createSaveReporter } from "./editor/documents/saveReporter.ts";
import { forgetConnection, removeUnusedFolders, windowFolder } from "./editor/documents/windowFolder.ts";
import { WorkingCopies } from "./editor/documents/workingCopies.ts";
import { ArtifactCreator } from "./editor/drafts/artifactCreator.ts";
import { draftCommands } from "./editor/drafts/commands.ts";
import { Drafts } from "./editor/drafts/drafts.ts";
import { showCreated } from "./editor/drafts/showCreated.ts";
import { fieldCommands } from "./editor/fields/commands.ts";
import { registerFieldLens } from "./editor/fields/fieldLens.ts";
import { registerUnsaved } from "./editor/freshness/registerUnsaved.ts";
import { createLanguage } from "./editor/language/language.ts";
import { ArtifactOpener } from "./editor/opening/artifactOpener.ts";
import { openingCommands } from "./editor/opening/commands.ts";
import { ReplacedChanges } from "./editor/overwrite/replacedChanges.ts";
import { inform } from "./editor/present.ts";
import { registerDocumentLinks } from "./editor/references/documentLinks.ts";
import { insertReference } from "./editor/references/insertReference.ts";
import { replacedScheme, SideBySide, theirsScheme } from "./editor/sideBySide.ts";
import { svnCommands } from "./editor/svn/commands.ts";
import { registerSvn } from "./editor/svn/registerSvn.ts";
import { SettingsLanguage } from "./editor/svn/settingsLanguage.ts";
import { isInScope, type RefreshScope } from "./editor/targets/refreshScope.ts";
import { textFiles } from "./editor/textFiles.ts";
import type { Parts } from "./parts.ts";

export type Documents = ReturnType<typeof createDocuments>;

/** What documents need, made with the first one or with a command that needs them. No logic. */
export function createDocuments(parts: Parts) {
  const store = new DisposableStore();
  const saving = createSaving(parts, store);
  const { documents, drafts, svn, tracker } = saving;
  const language = store.add(createLanguage({ ...parts, documents, drafts: drafts.documents, tracker }));
  const { names } = language;
  const attachments = new AttachmentSource(parts.serviceOf, maxBytes);
  const previews = store.add(new Previews({ ...parts, documents, drafts: drafts.documents }));
  const opener = new ArtifactOpener({ ...parts, readAhead: (...artifact) => documents.readAhead(...artifact) });
  const changed = store.add(new Emitter<Uri>());
  store.add(documents.onDidChange((uri) => changed.fire(uri)));
  store.add(svn.documents.onDidChange((uri) => changed.fire(uri)));
  store.add(new SettingsLanguage({ documents: svn.documents, names }));
  store.add(registerFieldLens(documents));
  store.add(registerRecentDocuments(parts));
  store.add(registerDocumentLinks(language.open));
  parts.freshness.watchDocuments(documents);
  const commands = {
    ...openingCommands(opener),
    ...documentCommands(documents, previews),
    ...conflictCommands(saving),
    ...registerUnsaved({ ...parts, documents }, saving.waiting, store),
    ...draftCommands(new ArtifactCreator({ ...parts, drafts })),
    ...svnCommands(svn.actions),
    ...fieldCommands({ ...parts, documents, language, tracker }),
    ...attachmentCommands(new AttachmentActions({ ...parts, source: attachments, maxBytes })),
    [commandIds.putTheirsBack]: (resource: unknown) => saving.replaced.putBack(resource),
    [commandIds.insertReference]: (...args) => insertReference({ ...parts, names }, ...args),
  } satisfies Partial<CommandSignatures>;
  return {
    ...{ documents, drafts: drafts.documents, tracker, names, opener, commands },
    repositories: svn.actions,
    kinds: [new AttachmentFiles(attachments), ...saving.files],
    onDidChange: changed.event,
    meantBy: language.meantBy,
    keepers: [...saving.keepers, language],
    refresh: (scopes?: readonly RefreshScope[]) => {
      saving.refresh(scopes);
      const shown = documents.open().filter(({ document }) => isInScope(scopes, document));
      language.refresh(scopes, new Set(shown.map(({ document }) => document.connectionId)));
      documents.refresh((document) => isInScope(scopes, document));
      svn.documents.refresh((document) => isInScope(scopes, document));
      previews.refreshAll(scopes);
    },
    dispose: () => store.dispose(),
  };
}

/** What texts are read and saved with. */
function createSaving(parts: Parts, store: DisposableStore) {
  const { registry, storage, log, logFailure, serviceOf, catalogs } = parts;
  const tell = (words: string) => void inform(words);
  const ownFolder = windowFolder(storage, parts.workspaceState);
  const found = store.add(new Emitter<FoundReplacement>());
  const guard = store.add(
    new OverwriteGuard({
      history: async (connectionId) => (await serviceOf(connectionId)).unasked,
      report: (replacement) => found.fire(replacement),
      log: (connectionId, what, error) =>
        log.info(`[${connectionId}] ${what}${error instanceof Error ? `: ${error.message}` : ""}`),
    }),
  );
  const copies = new WorkingCopies(
    serviceOf,
    (connectionId) => catalogs.of(connectionId),
    ownFolder,
    logFailure,
    (connectionId, put) => guard.note(connectionId, put),
  );
  const tracker = copies.tracker.bind(copies);
  const documents = store.add(new ArtifactDocuments(copies));
  const view = store.add(new SideBySide(replacedScheme, "Replaced ↔ Now"));
  const replaced = store.add(new ReplacedChanges({ documents, view, logFailure }));
  store.add(found.event((replacement) => replaced.tell(replacement)));
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
  const drafts = store.add(new Drafts({ ...parts, tracker, leases, onDidCreate: showCreated(parts) }));
  const windows: Keeper = { forget: (connectionId) => forgetConnection(storage, connectionId) };
  void removeUnusedFolders(storage, ownFolder);
  return {
    ...{ copies, documents, replaced, conflicts, svn, drafts, tracker },
    waiting: [conflicts.waiting, svn.conflicts.waiting],
    files: [textFiles(documents, ({ artifactId }) => `Artifact #${artifactId}`, report), drafts.files, ...svn.files],
    keepers: [guard, replaced, svn.copies, documents, drafts, windows],
    refresh: (scopes?: readonly RefreshScope[]) => {
      for (const scope of scopes?.filter(({ only }) => only === undefined) ?? [undefined]) {
        guard.askAgain(scope?.connectionId);
      }
    },
  };
}
