import type { Uri } from "vscode";
import { nameOfRepository, sentBesideStored, settingsOf, unreadSentence } from "../../core/sentences/svn.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { Emitter } from "../../core/util/event.ts";
import { createSaveReporter } from "../documents/saveReporter.ts";
import { textFiles } from "../files/textFiles.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import { SideBySide } from "../text/sideBySide.ts";
import { RepositoryActions, type RepositoryActionsDependencies } from "./repositoryActions.ts";
import { type CreatedRepository, RepositoryDrafts, type RepositoryDraftsDependencies } from "./repositoryDrafts.ts";
import { settingsConflicts } from "./settingsConflicts.ts";
import { SettingsCopies } from "./settingsCopies.ts";
import { markSettings, registerSettingsFixes } from "./settingsDiagnostics.ts";
import { SettingsDocuments } from "./settingsDocuments.ts";
import { SettingsLanguage, type SettingsLanguageDependencies } from "./settingsLanguage.ts";
import { settingsSaveWords } from "./settingsSaveWords.ts";

interface SvnParts
  extends Omit<RepositoryActionsDependencies, "documents" | "copies" | "drafts" | "sent">,
    Pick<RepositoryDraftsDependencies, "storage" | "leases" | "inform"> {
  readonly known: SettingsLanguageDependencies["known"];
  /** This window's own folder in the storage of the extension. */
  readonly ownFolder: Uri;
  readonly theirs: SideBySide;
  readonly logFailure: (what: string, error: unknown) => void;
}

/** What settings of SVN repositories are edited with. `store` gets what is to be disposed. */
export function registerSvn(parts: SvnParts, store: DisposableStore) {
  const { inform, logFailure: log } = parts;
  const copies = new SettingsCopies({
    ...{ ...parts, log },
    addressOf: (connectionId) => parts.registry.get(connectionId).url,
  });
  const documents = store.add(new SettingsDocuments(copies));
  const created = store.add(new Emitter<CreatedRepository>());
  const drafts = store.add(new RepositoryDrafts({ ...parts, log, onDidCreate: async (made) => created.fire(made) }));
  const sent = store.add(new SideBySide("artifact-sent", sentBesideStored));
  const conflicts = store.add(settingsConflicts(documents, parts.theirs, inform));
  const actions = new RepositoryActions({ ...parts, documents, copies, drafts, sent });
  const words = settingsSaveWords({
    showSent: (document, text, name) => void sent.show(document.uri, text, name),
    inform,
  });
  const report = createSaveReporter(words, (document) => conflicts.show(document));
  const files = textFiles(documents, (document) => settingsOf(nameOfRepository(document)), report);
  store.add(
    created.event((made) => {
      actions
        .replaceDraft(made)
        .catch((error: unknown) => log("Opening the settings of a repository just created", error));
    }),
  );
  store.add(documents.onDidOpenUnread((base) => inform(unreadSentence(base))));
  store.add(new SettingsLanguage({ ...parts, documents }));
  store.add(markSettings(documents));
  store.add(registerSettingsFixes(documents));
  return {
    ...{ copies, documents, conflicts, actions, files: [files, drafts] },
    commands: {
      [commandIds.createSvnRepository]: (target, projectId, name) => actions.create(target, projectId, name),
      [commandIds.openSvnSettings]: (target, id) => actions.openSettings(target, id),
      [commandIds.openSvnAccessFile]: (target, id) => actions.openAccessFile(target, id),
      [commandIds.copySvnCheckoutUrl]: (target, id) => actions.copyCheckoutUrl(target, id),
      [commandIds.deleteSvnRepository]: (target, id) => actions.delete(target, id),
    } satisfies Partial<CommandSignatures>,
  };
}
