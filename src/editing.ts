import { commands, Uri } from "vscode";
import { contextKeys, type UnsavedCount } from "./contributions.ts";
import { OverwriteGuard } from "./core/overwrite/overwriteGuard.ts";
import type { ServiceClient } from "./core/service/serviceClient.ts";
import { type Disposable, DisposableStore } from "./core/util/disposable.ts";
import { Leases } from "./core/windows/leases.ts";
import type { Catalogs } from "./editor/catalog/catalogs.ts";
import { Conflicts } from "./editor/conflict/conflicts.ts";
import { ArtifactDocuments } from "./editor/documents/artifactDocuments.ts";
import { switchFormat } from "./editor/documents/formatSwitcher.ts";
import { Previews } from "./editor/documents/previews.ts";
import { type RecentDocumentsOptions, registerRecentDocuments } from "./editor/documents/recentDocuments.ts";
import { createSaveReporter } from "./editor/documents/saveReporter.ts";
import type { VirtualFiles } from "./editor/documents/virtualFile.ts";
import { removeUnusedFolders } from "./editor/documents/windowFolder.ts";
import { WorkingCopies } from "./editor/documents/workingCopies.ts";
import { Drafts, type DraftsSurroundings } from "./editor/drafts/drafts.ts";
import { explain } from "./editor/failureWords.ts";
import { registerFieldLens } from "./editor/fields/fieldLens.ts";
import { registerChangeLenses } from "./editor/freshness/changeLenses.ts";
import { UnsavedDocuments } from "./editor/freshness/unsavedDocuments.ts";
import { showUnsaved } from "./editor/freshness/unsavedList.ts";
import { UnsavedStatus } from "./editor/freshness/unsavedStatus.ts";
import { createLanguage, type Language, type LanguageSurroundings } from "./editor/language/language.ts";
import type { Log } from "./editor/log.ts";
import { ReplacedChanges } from "./editor/overwrite/replacedChanges.ts";
import { inform } from "./editor/present.ts";
import { registerDocumentLinks } from "./editor/references/documentLinks.ts";
import { replacedScheme, SideBySide, theirsScheme } from "./editor/sideBySide.ts";
import type { CreatedRepository } from "./editor/svn/repositoryDrafts.ts";
import { SettingsLanguage } from "./editor/svn/settingsLanguage.ts";
import { isInScope, type RefreshScope } from "./editor/targets/refreshScope.ts";
import { textFiles } from "./editor/textFiles.ts";
import type { Freshening } from "./freshness.ts";
import { createSvnEditing, type SvnEditing } from "./svnEditing.ts";

export interface EditingSurroundings {
  readonly serviceOf: (connectionId: string) => Promise<ServiceClient>;
  readonly catalogs: Catalogs;
  /** The address of a connection: `https://host/api/v1`. */
  readonly addressOf: (connectionId: string) => string;
  /** The storage of the extension, and this window's own folder in it. */
  readonly storage: Uri;
  readonly ownFolder: Uri;
  /** An artifact came into being; its document is open where its draft was. */
  readonly onDidCreateArtifact: DraftsSurroundings["onDidCreate"];
  /** The artifacts of a connection the person works with: pinned and opened lately. */
  readonly remembered: LanguageSurroundings["remembered"];
  readonly onDidSee: LanguageSurroundings["onDidSee"];
  /** A document of an artifact was opened. */
  readonly opened: RecentDocumentsOptions["opened"];
  /** Tells VS Code to read a document again. */
  readonly announceChange: (uri: Uri) => void;
  readonly freshening: Freshening;
  readonly connectionLabel: (connectionId: string) => string | undefined;
  /** Shows an artifact in the tree. */
  readonly reveal: (connectionId: string, artifactId: number) => Promise<void>;
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
  readonly conflicts: Pick<Conflicts, "compare" | "merge" | "keepMine" | "takeTheirs">;
  readonly svn: SvnEditing;
  readonly replaced: Pick<ReplacedChanges, "putBack"> & {
    /** Ends what is under way for a connection that is removed, and forgets what is known of it. */
    forget(connectionId: string): void;
  };
  readonly previews: Previews;
  /** What is kept of names for a connection that is removed. */
  readonly language: Language;
  /** Resolves once the list is closed. */
  showUnsaved(): Promise<UnsavedCount>;
  switchFormat(resource: unknown): Promise<void>;
  /** Reads again what is open of what is given; everything where nothing is. Unsaved documents are left alone. */
  refresh(scopes?: readonly RefreshScope[]): Promise<void>;
}

/** The second half of `activate`: builds what documents need, which is most of the extension, by hand. No logic. */
export function createEditing({
  serviceOf,
  catalogs,
  addressOf,
  storage,
  ownFolder,
  announceChange,
  remembered,
  onDidSee,
  opened,
  onDidCreateArtifact,
  onDidCreateRepository: onDidCreate,
  freshening: { freshness, decorations },
  connectionLabel,
  reveal,
  log,
}: EditingSurroundings): Editing {
  const disposables = new DisposableStore();
  const tell = (words: string) => void inform(words);
  const guard: OverwriteGuard = disposables.add(
    new OverwriteGuard({
      history: async (connectionId) => (await serviceOf(connectionId)).unasked,
      report: (found) => replaced.tell(found),
      log: (connectionId, what, error) =>
        log.info(`[${connectionId}] ${what}${error instanceof Error ? `: ${error.message}` : ""}`),
    }),
  );
  const copies = new WorkingCopies(
    serviceOf,
    (connectionId) => catalogs.of(connectionId),
    ownFolder,
    (what, error) => log.failure(what, error),
    (connectionId, put) => guard.note(connectionId, put),
  );
  const documents = disposables.add(new ArtifactDocuments(copies));
  const replaced = disposables.add(
    new ReplacedChanges({
      documents,
      view: disposables.add(new SideBySide(replacedScheme, "Replaced ↔ Now")),
      logFailure: (what, error) => log.failure(what, error),
    }),
  );
  const theirs = disposables.add(new SideBySide(theirsScheme, "Theirs ↔ Mine"));
  const conflicts = disposables.add(new Conflicts(documents, theirs, { inform: tell }));
  const report = createSaveReporter({ showTheirs: (document) => conflicts.show(document), inform: tell });
  const leases = disposables.add(
    new Leases({
      // Answered by the window itself, not by this process.
      isWindowThere: () => commands.executeCommand("setContext", contextKeys.isThere, true),
      onFailure: (error) => log.failure("Holding what one window has alone", error),
    }),
  );
  const svn = disposables.add(
    createSvnEditing({
      ...{ serviceOf, addressOf, storage, ownFolder, leases, announceChange, theirs, onDidCreate, log },
      inform: tell,
    }),
  );
  const drafts = disposables.add(
    new Drafts({
      serviceOf,
      tracker: (...args) => copies.tracker(...args),
      storage,
      leases,
      userName: async (connectionId, signal) => {
        const check = await (await serviceOf(connectionId)).check(signal);
        return check.kind === "ok" ? check.userName : undefined;
      },
      onDidCreate: onDidCreateArtifact,
      logFailure: (what, error) => log.failure(what, error),
    }),
  );
  const files = [
    textFiles(documents, ({ artifactId }) => `Artifact #${artifactId}`, report),
    drafts.files,
    ...svn.files,
  ];
  const conflictsOf = (resource: unknown) => (svn.conflicts.isMeant(resource) ? svn.conflicts : conflicts);
  disposables.add(documents.onDidChange(announceChange));
  const language = disposables.add(
    createLanguage({
      ...{ documents, drafts: drafts.documents, serviceOf, remembered, onDidSee },
      catalogOf: (connectionId) => catalogs.of(connectionId),
      tracker: copies.tracker.bind(copies),
      knownTracker: (connectionId, trackerId) => catalogs.find(connectionId)?.knownTracker(trackerId),
      onDidChangeStructures: (listener) =>
        catalogs.onDidChange(({ connectionId, subject }) => {
          if (subject.kind === "tracker") {
            listener(connectionId);
          }
        }),
      logFailure: (what, error) => log.failure(what, error),
    }),
  );
  disposables.add(new SettingsLanguage({ documents: svn.documents, names: language.names }));
  disposables.add(registerFieldLens(documents));
  disposables.add(
    registerRecentDocuments({
      isConnected: (connectionId) => connectionLabel(connectionId) !== undefined,
      opened,
      logFailure: (what, error) => log.failure(what, error),
    }),
  );
  disposables.add(registerDocumentLinks(language.open));
  const unsaved = disposables.add(new UnsavedDocuments([conflicts.waiting, svn.conflicts.waiting]));
  disposables.add(new UnsavedStatus(unsaved));
  disposables.add(registerChangeLenses(freshness.changes, unsaved));
  decorations.showUnsaved(unsaved);
  freshness.watchDocuments(documents);
  const previews = disposables.add(
    new Previews({
      documents,
      drafts: drafts.documents,
      addressOf,
      readAnswer: async (connectionId, artifactId, format, signal) =>
        (await (await serviceOf(connectionId)).readArtifactText(artifactId, format, signal)).text,
      errorSentence: (error, what) => explain(error, what).message,
    }),
  );
  const titleOf = (uri: Uri) => {
    const { artifactId, copy } = documents.at(uri) ?? {};
    return copy?.base?.title === undefined ? undefined : `#${artifactId} ${copy.base.title}`;
  };
  const compare: Conflicts["compare"] = async (resource) => {
    const settings = resource instanceof Uri ? svn.documents.at(resource) : undefined;
    return settings ? svn.conflicts.show(settings) : await conflicts.compare(resource);
  };
  void removeUnusedFolders(storage, ownFolder);
  return {
    copies,
    documents,
    drafts,
    conflicts: {
      compare,
      merge: async (resource) => void (await conflictsOf(resource).merge(resource)),
      keepMine: async (resource) => void (await conflictsOf(resource).keepMine(resource)),
      takeTheirs: async (resource) => void (await conflictsOf(resource).takeTheirs(resource)),
    },
    svn,
    replaced: {
      putBack: (resource) => replaced.putBack(resource),
      forget: (connectionId) => {
        guard.forget(connectionId);
        replaced.forget(connectionId);
      },
    },
    previews,
    files,
    language,
    refresh: async (scopes) => {
      const whole = scopes?.filter(({ only }) => only === undefined) ?? [undefined];
      for (const scope of whole) {
        guard.askAgain(scope?.connectionId);
      }
      const shown = documents.open().filter(({ document }) => isInScope(scopes, document));
      language.refresh(scopes, new Set(shown.map(({ document }) => document.connectionId)));
      documents.refresh((document) => isInScope(scopes, document));
      svn.documents.refresh((document) => isInScope(scopes, document));
      previews.refreshAll(scopes);
    },
    showUnsaved: () =>
      showUnsaved({
        unsaved,
        changes: freshness.changes,
        titleOf,
        connectionLabel,
        reveal,
        logFailure: (what, error) => log.failure(what, error),
      }),
    switchFormat: (resource) => switchFormat(documents, resource),
    dispose: () => disposables.dispose(),
  };
}
