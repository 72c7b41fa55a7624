import type { Uri } from "vscode";
import type { ServiceClient } from "./core/service/serviceClient.ts";
import { type Disposable, DisposableStore } from "./core/util/disposable.ts";
import { Conflicts } from "./editor/conflict/conflicts.ts";
import { ArtifactDocuments } from "./editor/documents/artifactDocuments.ts";
import { ArtifactFiles } from "./editor/documents/artifactFiles.ts";
import { switchFormat } from "./editor/documents/formatSwitcher.ts";
import { Previews } from "./editor/documents/previews.ts";
import { createSaveReporter } from "./editor/documents/saveReporter.ts";
import type { VirtualFiles } from "./editor/documents/virtualFile.ts";
import { removeUnusedFolders } from "./editor/documents/windowFolder.ts";
import { WorkingCopies } from "./editor/documents/workingCopies.ts";
import { Drafts, type DraftsSurroundings } from "./editor/drafts/drafts.ts";
import { artifactChecks } from "./editor/language/artifactDiagnostics.ts";
import { namedArtifacts, registerNames } from "./editor/language/artifactHints.ts";
import { registerConflictFixes } from "./editor/language/conflictFixes.ts";
import { DocumentDiagnostics } from "./editor/language/documentDiagnostics.ts";
import { draftChecks, namedDrafts } from "./editor/language/draftLanguage.ts";
import { registerLongTexts } from "./editor/language/longTexts.ts";
import type { Log } from "./editor/log.ts";
import { explain, inform } from "./editor/present.ts";
import { SideBySide } from "./editor/sideBySide.ts";
import type { CreatedRepository } from "./editor/svn/repositoryDrafts.ts";
import { createSvnEditing, type SvnEditing } from "./svnEditing.ts";

export interface EditingSurroundings {
  readonly serviceOf: (connectionId: string) => Promise<ServiceClient>;
  /** The address of a connection: `https://host/api/v1`. */
  readonly addressOf: (connectionId: string) => string;
  /** The storage of the extension, and this window's own folder in it. */
  readonly storage: Uri;
  readonly ownFolder: Uri;
  /** An artifact came into being; its document is open where its draft was. */
  readonly onDidCreateArtifact: DraftsSurroundings["onDidCreate"];
  /** Tells VS Code to read a document again. */
  readonly announceChange: (uri: Uri) => void;
  /** A draft has become a repository. */
  readonly onDidCreateRepository: (created: CreatedRepository) => Promise<void>;
  readonly log: Log;
}

/** What artifacts are edited with, made when the first document or command needs it. */
export interface Editing extends Disposable {
  readonly copies: WorkingCopies;
  readonly documents: ArtifactDocuments;
  readonly drafts: Drafts;
  readonly files: readonly VirtualFiles[];
  readonly conflicts: Pick<Conflicts, "merge" | "keepMine" | "takeTheirs">;
  readonly svn: SvnEditing;
  readonly previews: Previews;
  switchFormat(resource: unknown): Promise<void>;
  /** Reads again what is open of a row of the tree; everything without one. Unsaved documents are left alone. */
  refresh(row?: {
    readonly connectionId: string;
    readonly artifactId?: number;
    readonly repositoryId?: number;
  }): Promise<void>;
}

/** The second half of `activate`: builds what documents need, which is most of the extension, by hand. No logic. */
export function createEditing({
  serviceOf,
  addressOf,
  storage,
  ownFolder,
  announceChange,
  onDidCreateArtifact,
  onDidCreateRepository: onDidCreate,
  log,
}: EditingSurroundings): Editing {
  const disposables = new DisposableStore();
  const tell = (words: string) => void inform(words);
  const copies = new WorkingCopies(serviceOf, ownFolder, (what, error) => log.failure(what, error));
  const documents = disposables.add(new ArtifactDocuments(copies));
  const trackerOf = copies.trackerOf.bind(copies);
  const theirs = disposables.add(new SideBySide("artifact-theirs", "Theirs ↔ Mine"));
  const conflicts = disposables.add(new Conflicts(documents, theirs, { inform: tell }));
  const report = createSaveReporter({ showTheirs: (document) => conflicts.show(document), inform: tell });
  const svn = disposables.add(
    createSvnEditing({ serviceOf, storage, ownFolder, announceChange, theirs, inform: tell, onDidCreate, log }),
  );
  const drafts = disposables.add(
    new Drafts({
      serviceOf,
      tracker: (...args) => copies.tracker(...args),
      folder: ownFolder,
      userName: async (connectionId, signal) => {
        const check = await (await serviceOf(connectionId)).check(signal);
        return check.kind === "ok" ? check.userName : undefined;
      },
      onDidCreate: onDidCreateArtifact,
      logFailure: (what, error) => log.failure(what, error),
    }),
  );
  const files = [new ArtifactFiles(documents, report), drafts.files, ...svn.files];
  const conflictsOf = (resource: unknown) => (svn.conflicts.isMeant(resource) ? svn.conflicts : conflicts);
  disposables.add(documents.onDidChange(announceChange));
  disposables.add(new DocumentDiagnostics(artifactChecks(documents, trackerOf), draftChecks(drafts.documents)));
  disposables.add(registerNames(namedArtifacts(documents, trackerOf), namedDrafts(drafts.documents)));
  disposables.add(registerConflictFixes(documents));
  disposables.add(registerLongTexts(documents));
  const previews = disposables.add(
    new Previews({
      documents,
      addressOf,
      readAnswer: async (connectionId, artifactId, format, signal) =>
        (await (await serviceOf(connectionId)).readArtifactText(artifactId, format, signal)).text,
      errorSentence: (error, what) => explain(error, what).message,
    }),
  );
  void removeUnusedFolders(storage, ownFolder);
  return {
    copies,
    documents,
    drafts,
    conflicts: {
      merge: async (resource) => void (await conflictsOf(resource).merge(resource)),
      keepMine: async (resource) => void (await conflictsOf(resource).keepMine(resource)),
      takeTheirs: async (resource) => void (await conflictsOf(resource).takeTheirs(resource)),
    },
    svn,
    previews,
    files,
    refresh: async (row) => {
      copies.refresh();
      documents.refresh(
        ({ connectionId, artifactId }) =>
          !row ||
          (row.connectionId === connectionId && (row.artifactId === undefined || row.artifactId === artifactId)),
      );
      svn.documents.refresh(
        ({ connectionId, repositoryId }) =>
          !row ||
          (row.connectionId === connectionId &&
            row.artifactId === undefined &&
            (row.repositoryId === undefined || row.repositoryId === repositoryId)),
      );
      previews.refreshAll();
    },
    switchFormat: (resource) => switchFormat(documents, resource),
    dispose: () => disposables.dispose(),
  };
}
