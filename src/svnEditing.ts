import type { Uri } from "vscode";
import type { ServiceClient } from "./core/service/serviceClient.ts";
import { type Disposable, DisposableStore } from "./core/util/disposable.ts";
import type { Leases } from "./core/windows/leases.ts";
import type { VirtualFiles } from "./editor/documents/virtualFile.ts";
import type { Log } from "./editor/log.ts";
import { SideBySide } from "./editor/sideBySide.ts";
import { type CreatedRepository, RepositoryDrafts } from "./editor/svn/repositoryDrafts.ts";
import { SettingsConflicts } from "./editor/svn/settingsConflicts.ts";
import { SettingsCopies } from "./editor/svn/settingsCopies.ts";
import { registerSettingsFixes, SettingsDiagnostics } from "./editor/svn/settingsDiagnostics.ts";
import { SettingsDocuments } from "./editor/svn/settingsDocuments.ts";
import { createSettingsReporter, nameOfRepository } from "./editor/svn/settingsReporter.ts";
import { unreadSentence } from "./editor/svn/words.ts";
import { textFiles } from "./editor/textFiles.ts";

export interface SvnEditingSurroundings {
  readonly serviceOf: (connectionId: string) => Promise<ServiceClient>;
  /** The storage of the extension, and this window's own folder in it. */
  readonly storage: Uri;
  /** The address of a connection. */
  readonly addressOf: (connectionId: string) => string;
  readonly ownFolder: Uri;
  /** What this window alone has. */
  readonly leases: Leases;
  /** Tells VS Code to read a document again. */
  readonly announceChange: (uri: Uri) => void;
  readonly theirs: SideBySide;
  readonly inform: (words: string) => void;
  readonly onDidCreate: (created: CreatedRepository) => Promise<void>;
  readonly log: Log;
}

/** What settings of SVN repositories are edited with. */
export interface SvnEditing extends Disposable {
  readonly copies: SettingsCopies;
  readonly documents: SettingsDocuments;
  readonly drafts: RepositoryDrafts;
  readonly conflicts: SettingsConflicts;
  readonly sent: SideBySide;
  readonly files: readonly VirtualFiles[];
}

/** The part of `createEditing` that is about SVN repositories. No logic. */
export function createSvnEditing(around: SvnEditingSurroundings): SvnEditing {
  const { serviceOf, addressOf, storage, ownFolder, leases, announceChange, theirs, inform, onDidCreate } = around;
  const disposables = new DisposableStore();
  const log = (what: string, error: unknown) => around.log.failure(what, error);
  const copies = new SettingsCopies({ serviceOf, addressOf, ownFolder, storage, log });
  const documents = disposables.add(new SettingsDocuments(copies));
  const drafts = disposables.add(new RepositoryDrafts({ serviceOf, storage, leases, onDidCreate, inform, log }));
  const sent = disposables.add(new SideBySide("artifact-sent", "Sent ↔ Stored"));
  const conflicts = disposables.add(new SettingsConflicts(documents, theirs, inform));
  const report = createSettingsReporter({
    showTheirs: (document) => conflicts.show(document),
    showSent: (document, text, name) => void sent.show(document.uri, text, name),
    inform,
  });
  const files = textFiles(documents, (document) => `The settings of ${nameOfRepository(document)}`, report);
  disposables.add(documents.onDidChange(announceChange));
  disposables.add(documents.onDidOpenUnread(({ base }) => inform(unreadSentence(base))));
  disposables.add(new SettingsDiagnostics(documents));
  disposables.add(registerSettingsFixes(documents));
  return {
    ...{ copies, documents, drafts, conflicts, sent, files: [files, drafts] },
    dispose: () => disposables.dispose(),
  };
}
