import { isInScope, type RefreshScope } from "../../core/model/refreshScope.ts";
import type { PinnedRepositories } from "../../core/pins/pinned.ts";
import { nameOfRepository, sentBesideStored, settingsOf, unreadSentence } from "../../core/sentences/svn.ts";
import type { Explorer } from "../../core/tree/explorer/explorer.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import type { ConflictDisplay } from "../conflict/conflicts.ts";
import { inform } from "../dialog/present.ts";
import { createSaveReporter } from "../documents/saveReporter.ts";
import { textFiles } from "../files/textFiles.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { WindowServices } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { SideBySide } from "../text/sideBySide.ts";
import { RepositoryActions } from "./repositoryActions.ts";
import { RepositoryDrafts } from "./repositoryDrafts.ts";
import { settingsCopies } from "./settingsCopies.ts";
import { markSettings, registerSettingsFixes } from "./settingsDiagnostics.ts";
import { SettingsDocuments } from "./settingsDocuments.ts";
import { SettingsLanguage } from "./settingsLanguage.ts";
import { settingsConflicts, settingsSaveWords } from "./settingsWords.ts";

/** Makes the documents and commands for settings of SVN repositories. `store` gets what is to be disposed. */
export function registerSvn(
  services: WindowServices,
  pins: PinnedRepositories,
  explorer: Explorer,
  conflictDisplay: ConflictDisplay,
  store: DisposableStore,
) {
  const copies = settingsCopies(services);
  const documents = store.add(new SettingsDocuments(copies));
  const drafts = store.add(
    new RepositoryDrafts(
      services,
      (draft, found) => actions.replaceDraft(draft, found),
      (found, typed) => actions.putInto(found, typed),
    ),
  );
  const sent = store.add(new SideBySide("artifact-sent", sentBesideStored));
  const conflicts = store.add(settingsConflicts(documents, conflictDisplay));
  const actions: RepositoryActions = new RepositoryActions(services, documents, sent, pins, explorer);
  const report = createSaveReporter(settingsSaveWords(sent), (document) => conflicts.show(document));
  const ofSettings = textFiles(documents.editor, (document) => settingsOf(nameOfRepository(document)), report);
  store.add(documents.onDidOpenUnread((base) => inform(unreadSentence(base))));
  store.add(new SettingsLanguage(services.known, documents));
  store.add(markSettings(documents));
  store.add(registerSettingsFixes(documents));
  return {
    ...{
      documents,
      conflicts,
      actions,
      files: { svnSettings: ofSettings, svnAccessFile: ofSettings, svnDraft: drafts.files },
      drafts: drafts.documents,
    },
    /** Reads again the settings in the scopes; without scopes it reads all. */
    refresh: (scopes?: readonly RefreshScope[]) => documents.editor.refresh((document) => isInScope(scopes, document)),
    commands: {
      [commandIds.createSvnRepository]: (connection, given) => drafts.create(connection, given),
      [commandIds.openSvnSettings]: (repository) => actions.openSettings(repository),
      [commandIds.openSvnAccessFile]: (repository) => actions.openAccessFile(repository),
      [commandIds.openSvnSettingsOfRow]: (repository) => actions.openSettings(repository),
      [commandIds.openSvnAccessFileOfRow]: (repository) => actions.openAccessFile(repository),
      [commandIds.copySvnCheckoutUrl]: (repository) => actions.copyCheckoutUrl(repository),
      [commandIds.deleteSvnRepository]: (repository) => actions.delete(repository),
    } satisfies Partial<Commands>,
  };
}
