import type { Uri } from "vscode";
import { PendingComments } from "./core/comment/pendingComments.ts";
import { isInScope, type RefreshScope } from "./core/model/refreshScope.ts";
import { meantByComment } from "./core/sentences/comments.ts";
import { theirsBesideMine } from "./core/sentences/conflicts.ts";
import { artifactName } from "./core/sentences/files.ts";
import { DisposableStore } from "./core/util/disposable.ts";
import { Emitter } from "./core/util/event.ts";
import { createAttachments } from "./editor/attachments/createAttachments.ts";
import { createComments } from "./editor/comment/createComments.ts";
import { tellSaidWith } from "./editor/comment/saveWithComment.ts";
import { artifactConflicts } from "./editor/conflict/artifactConflicts.ts";
import { conflictCommands } from "./editor/conflict/commands.ts";
import { inform } from "./editor/dialog/present.ts";
import { ArtifactCopies } from "./editor/documents/artifactCopies.ts";
import { ArtifactDocuments } from "./editor/documents/artifactDocuments.ts";
import { artifactSaveWords } from "./editor/documents/artifactSaveWords.ts";
import { followConfirmedSaves } from "./editor/documents/confirmedSaves.ts";
import { createWindow } from "./editor/documents/createWindow.ts";
import { registerDocuments } from "./editor/documents/registerDocuments.ts";
import { createSaveReporter } from "./editor/documents/saveReporter.ts";
import { createDrafts } from "./editor/drafts/createDrafts.ts";
import { createExchanges } from "./editor/exchange/createExchanges.ts";
import { createFields } from "./editor/fields/createFields.ts";
import { textFiles } from "./editor/files/textFiles.ts";
import type { VirtualFiles } from "./editor/files/virtualFile.ts";
import { registerUnsaved } from "./editor/freshness/registerUnsaved.ts";
import { createHistory } from "./editor/history/createHistory.ts";
import { createLanguage } from "./editor/language/language.ts";
import type { ArtifactTarget } from "./editor/manifest/contributions.ts";
import { createOpening } from "./editor/opening/createOpening.ts";
import { createOverwriteGuard } from "./editor/overwrite/createOverwriteGuard.ts";
import { createReferencing } from "./editor/references/createReferencing.ts";
import { registerSvn } from "./editor/svn/registerSvn.ts";
import { SideBySide, theirsScheme } from "./editor/text/sideBySide.ts";
import { createUpload } from "./editor/upload/createUpload.ts";
import type { Parts } from "./parts.ts";

export type Documents = ReturnType<typeof createDocuments>;

/** What documents need, made with the first one or with a command that needs them. No logic. */
export function createDocuments(parts: Parts, otherFiles: readonly VirtualFiles[]) {
  const store = new DisposableStore();
  const saving = createSaving(parts, store);
  const { documents, drafts, svn, tracker, comments } = saving;
  const history = createHistory({ ...parts, documents, tracker });
  const language = store.add(createLanguage({ ...parts, documents, drafts, others: [history.named] }));
  const attachments = createAttachments(parts);
  const upload = createUpload({ ...parts, documents, language, tracker }, store);
  const exchanges = createExchanges({ ...parts, documents, drafts }, store);
  const opening = createOpening({ ...parts, documents });
  parts.freshness.watchDocuments(documents);
  const commands = {
    ...saving.commands,
    ...opening.commands,
    ...history.commands,
    ...exchanges.commands,
    ...attachments.commands,
    ...upload.commands,
    ...registerDocuments({ ...parts, documents }, store),
    ...registerUnsaved({ ...parts, documents }, saving.waiting, store),
    ...createFields({ ...parts, documents, language, tracker }, store).commands,
    ...createReferencing({ ...parts, language }, store).commands,
  };
  return {
    ...{ documents, drafts, tracker, commands },
    onDidComment: saving.onDidComment,
    savesJudged: () => saving.guard.idle(),
    opener: opening.opener,
    repositories: svn.actions,
    kinds: [attachments.files, history.files, ...otherFiles, ...saving.files],
    changes: [documents.onDidChange, svn.documents.onDidChange, comments.onDidChange],
    meantBy: async (error: unknown, uri: Uri) =>
      comments.at(uri) ? meantByComment(error) : await language.meantBy(error, uri),
    keepers: [...saving.keepers, upload.uploads],
    refresh: (scopes?: readonly RefreshScope[]) => {
      saving.guard.askAgainIn(scopes);
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
  const tell = (words: string) => void inform(words);
  const { ownFolder, leases, ...ownWindow } = createWindow(parts, store);
  const overwrite = createOverwriteGuard(parts, store);
  const copies = store.add(
    new ArtifactCopies(
      parts.serviceOf,
      (connectionId) => parts.known.of(connectionId).catalog,
      ownFolder,
      parts.logFailure,
      {
        noteStored: (connectionId, put) => {
          overwrite.guard.note(connectionId, put);
          parts.known.find(connectionId)?.noteStored(put.artifactId, put.changed);
        },
        noteRead: (connectionId, artifact) => parts.known.see(connectionId, artifact, artifact),
      },
    ),
  );
  const tracker = copies.tracker.bind(copies);
  const pending = new PendingComments(parts.workspaceState, tellSaidWith);
  const documents = store.add(new ArtifactDocuments(copies, parts.known, pending));
  store.add(followConfirmedSaves({ copies, documents, guard: overwrite.guard, inform: tell }));
  const { replaced, ...putBack } = overwrite.showIn(documents);
  const theirs = store.add(new SideBySide(theirsScheme, theirsBesideMine));
  const conflicts = store.add(artifactConflicts(documents, theirs, tell));
  const report = createSaveReporter(artifactSaveWords(tell), (document) => conflicts.show(document));
  const svn = registerSvn({ ...parts, ownFolder, leases, theirs, inform: tell }, store);
  const { drafts, ...drafting } = createDrafts({ ...parts, tracker, leases }, store);
  const commented = store.add(new Emitter<ArtifactTarget & { readonly on: string | undefined }>());
  const comments = createComments(
    {
      ...{ ...parts, ownFolder, leases, documents, pending },
      onDidComment: (target, version) => {
        documents.noteComment(target, version);
        commented.fire({ ...target, on: version.to?.lastModified });
      },
    },
    store,
  );
  return {
    ...{ documents, svn, tracker, drafts: drafts.documents, comments: comments.documents, guard: overwrite.guard },
    onDidComment: commented.event,
    waiting: [conflicts.waiting, svn.conflicts.waiting],
    files: [
      textFiles(documents, ({ artifactId }) => artifactName(artifactId), report),
      drafts.files,
      comments.files,
      ...svn.files,
    ],
    keepers: [overwrite.guard, replaced, svn.documents, documents, comments.documents, drafts, ownWindow],
    commands: {
      ...conflictCommands({ conflicts, svn }),
      ...putBack.commands,
      ...svn.commands,
      ...drafting.commands,
      ...comments.commands,
    },
  };
}
