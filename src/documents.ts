import type { Uri } from "vscode";
import { PendingComments } from "./core/comment/pendingComments.ts";
import type { RefreshScope } from "./core/model/refreshScope.ts";
import { theirsBesideMine } from "./core/sentences/conflicts.ts";
import { unsavedBesideMadeFrom } from "./core/sentences/files.ts";
import { DisposableStore } from "./core/util/disposable.ts";
import { createAttachments } from "./editor/attachments/createAttachments.ts";
import { createComments } from "./editor/comment/createComments.ts";
import { pendingStore } from "./editor/comment/pendingStore.ts";
import { tellSaidWith } from "./editor/comment/saveWithComment.ts";
import { artifactConflicts } from "./editor/conflict/artifactConflicts.ts";
import { conflictCommands, conflictLinks } from "./editor/conflict/commands.ts";
import { WaitingKey } from "./editor/conflict/waitingDocuments.ts";
import { createArtifacts } from "./editor/documents/createArtifacts.ts";
import { createWindow } from "./editor/documents/createWindow.ts";
import { createDrafts } from "./editor/drafts/createDrafts.ts";
import { createExchanges } from "./editor/exchange/exchanges.ts";
import { createFields } from "./editor/fields/createFields.ts";
import { UnaskedWrites } from "./editor/files/unaskedWrites.ts";
import type { VirtualFile, VirtualFiles } from "./editor/files/virtualFile.ts";
import { registerUnsaved } from "./editor/freshness/unsavedStatus.ts";
import { createHistory } from "./editor/history/createHistory.ts";
import { createLanguage } from "./editor/language/language.ts";
import { createLastChanges } from "./editor/lastChanges/changeNotes.ts";
import { createOpening } from "./editor/opening/artifactOpener.ts";
import { createOverwriteGuard } from "./editor/overwrite/createOverwriteGuard.ts";
import { createReferencing } from "./editor/references/createReferencing.ts";
import { BaseFiles } from "./editor/sourceControl/baseFiles.ts";
import { RowDescriptions } from "./editor/sourceControl/describedRows.ts";
import { registerSourceControl } from "./editor/sourceControl/registerSourceControl.ts";
import { TogetherSaves } from "./editor/sourceControl/savedTogether.ts";
import { registerSvn } from "./editor/svn/registerSvn.ts";
import { openText } from "./editor/text/openText.ts";
import { SideBySide, theirsScheme, unchangedScheme } from "./editor/text/sideBySide.ts";
import { createLastSaves, undoCommands } from "./editor/undo/lastSaveUndo.ts";
import { createUpload } from "./editor/upload/createUpload.ts";
import type { Parts } from "./parts.ts";

export type Documents = ReturnType<typeof createDocuments>;

/** Makes what documents need, with the first one or with a command that needs them. It decides nothing. */
export function createDocuments(parts: Parts, deleted: VirtualFiles["deleted"]) {
  const store = new DisposableStore();
  const saving = createSaving(parts, store);
  const { documents, drafts, svn, comments } = saving;
  const features = createFeatures(parts, saving, store);
  const { language, exchanges, uploads } = features;
  const unchanged = store.add(new SideBySide(unchangedScheme, unsavedBesideMadeFrom));
  const unasked = new UnaskedWrites(unchanged, parts.logFailure);
  const guarded = [documents.editor, svn.documents.editor, comments.documents.editor];
  const kinds = [...guarded, drafts.documents, drafts.texts, svn.drafts];
  const ownFiles = { ...saving.files, ...features.files, deleted };
  const bases = store.add(new BaseFiles(ownFiles, kinds));
  const files: VirtualFiles = { ...ownFiles, base: (place) => bases.at(place) };
  const sourceControl = registerSourceControl(
    saving.services,
    parts.marks,
    {
      kinds,
      rows: new RowDescriptions(documents, svn.documents, parts.known),
      unsaved: registerUnsaved(
        parts.changes,
        parts.marks,
        saving.conflicts.map(({ waiting }) => waiting),
        store,
      ),
      savesAt: (uri) => documents.editor.savesAt(uri) ?? svn.documents.editor.savesAt(uri),
      onDidMove: documents.onDidMove,
      tellUnsaid: comments.tellUnsaid,
      together: saving.together,
      meantBy: language.meantBy,
      showTheirs: (uri) => void saving.conflicts.find((each) => each.showAt(uri)),
      openConflict: saving.openConflict,
    },
    store,
  );
  parts.freshness.watchDocuments(documents.editor);
  noteSteps(parts, saving, store);
  store.add(
    parts.onDidMoveConnection((connectionId) => {
      [...saving.heldOfAddress, uploads].forEach((keeper) => void keeper.forget(connectionId));
      guarded.forEach((each) => void each.followAddress(connectionId));
    }),
  );
  return {
    documents,
    drafts: drafts.documents,
    files,
    opener: features.opener,
    repositories: svn.actions,
    commands: { ...saving.commands, ...features.commands, ...sourceControl.commands },
    onDidComment: comments.onDidComment,
    savesJudged: features.savesJudged,
    changes: [...guarded, drafts.documents, drafts.texts, bases].map(({ onDidChange }) => onDidChange),
    noteSaved: (uri: Uri, refused: string | undefined) => sourceControl.reasons.note(uri, refused),
    meantBy: async (error: unknown, uri: Uri) => comments.meantBy(error, uri) ?? (await language.meantBy(error, uri)),
    choicesAt: (uri: Uri) => (saving.conflicts.some((each) => each.isOpen(uri)) ? conflictLinks(uri) : ""),
    goToRefused: language.goToRefused,
    tellNotSent: (file: VirtualFile, uri: Uri) => unasked.tell(file, uri),
    keepers: [sourceControl, ...saving.keepers, uploads],
    refresh: (scopes?: readonly RefreshScope[]) => {
      for (const part of [saving, svn, exchanges]) {
        part.refresh(scopes);
      }
    },
    dispose: () => store.dispose(),
  };
}

type Saving = ReturnType<typeof createSaving>;

/** Makes what people do with the texts besides saving them. */
function createFeatures(parts: Parts, { documents, drafts, guard }: Saving, store: DisposableStore) {
  const savesJudged = () => guard.idle();
  const history = createHistory(parts, documents);
  const language = store.add(createLanguage(parts.known, documents, drafts, [history.named]));
  const upload = createUpload(parts, documents, language, store);
  const attachments = createAttachments(parts, upload.removerOf);
  const exchanges = createExchanges(parts, documents, drafts.documents, store);
  const opening = createOpening(parts, documents, store);
  return {
    language,
    exchanges,
    savesJudged,
    uploads: upload.uploads,
    opener: opening.opener,
    files: { attachment: attachments.files, version: history.files, versionField: history.files },
    commands: {
      ...opening.commands,
      ...history.commands,
      ...exchanges.commands,
      ...attachments.commands,
      ...upload.commands,
      ...createFields(parts, documents, drafts, language, store).commands,
      ...createLastChanges(parts, documents, language, savesJudged, store).commands,
      ...createReferencing(parts, language, store).commands,
    },
  };
}

/** Ticks the steps of the walkthrough that are done with texts. */
function noteSteps(
  { steps, freshness }: Parts,
  { comments, conflicts, onDidStore }: Saving,
  store: DisposableStore,
): void {
  store.add(onDidStore(({ put }) => put.changed.length > 0 && steps.done("saved")));
  store.add(
    comments.onDidComment(({ connectionId, artifactId, on }) => {
      steps.done("commented");
      freshness.noteComment({ connectionId, artifactId }, on);
    }),
  );
  for (const { waiting: each } of conflicts) {
    store.add(
      each.onDidChange((uri) => {
        if (openText(uri) && !each.has(uri)) {
          steps.done("conflictSettled");
        }
      }),
    );
  }
}

/** Makes the objects by which texts are read and saved. */
function createSaving(given: Parts, store: DisposableStore) {
  const { forget, ...ownWindow } = createWindow(given, given.workspaceState, store);
  const parts = { ...given, ...ownWindow };
  const { guard, showIn } = createOverwriteGuard(parts, parts.log, store);
  const pending = new PendingComments(pendingStore(parts), tellSaidWith);
  const lastSaves = createLastSaves(parts.registry, parts.storage, parts.logFailure);
  const artifacts = createArtifacts(parts, pending, guard, store);
  store.add(artifacts.onDidStore(({ connectionId, put }) => lastSaves.note(connectionId, put)));
  const { documents } = artifacts;
  const { replaced, ...putBack } = showIn(documents);
  const display = { view: store.add(new SideBySide(theirsScheme, theirsBesideMine)), waitingKey: new WaitingKey() };
  const conflicts = store.add(artifactConflicts(documents, display));
  const artifactFiles = artifacts.files((document) => conflicts.show(document));
  const svn = registerSvn(parts, parts.pins, parts.explorer, display, store);
  const { drafts, ...drafting } = createDrafts(parts, documents, parts.explorer, store);
  const comments = createComments(parts, documents, pending, store);
  store.add(comments.onDidComment(({ connectionId, put }) => put && guard.note(connectionId, put)));
  return {
    documents,
    drafts,
    svn,
    comments,
    guard,
    services: parts,
    refresh: artifacts.refresh,
    onDidStore: artifacts.onDidStore,
    conflicts: [conflicts, svn.conflicts],
    openConflict: async (uri: Uri) => void ((await conflicts.open(uri)) || (await svn.conflicts.open(uri))),
    together: new TogetherSaves(documents, pending, artifacts.words),
    files: {
      artifact: artifactFiles,
      field: artifactFiles,
      draft: drafts.files,
      draftField: drafts.texts.files,
      comment: comments.files,
      ...svn.files,
    },
    heldOfAddress: [guard, replaced],
    keepers: [
      guard,
      replaced,
      lastSaves,
      svn.documents.editor,
      documents,
      comments.documents.editor,
      drafts.documents,
      svn.drafts,
      { forget },
    ],
    commands: {
      ...artifacts.commands,
      ...conflictCommands(conflicts, [svn.conflicts]),
      ...putBack.commands,
      ...svn.commands,
      ...drafting.commands,
      ...comments.commands,
      ...undoCommands(documents, lastSaves),
    },
  };
}
