import type { DocumentFormat } from "../../core/model/uri.ts";

/** Every command of the manifest. A unit test compares this file with package.json. */
export const commandIds = {
  addConnection: "artifactDesk.addConnection",
  setAccessKey: "artifactDesk.setAccessKey",
  removeConnection: "artifactDesk.removeConnection",
  openArtifact: "artifactDesk.openArtifact",
  createArtifact: "artifactDesk.createArtifact",
  submitDraft: "artifactDesk.submitDraft",
  duplicateArtifact: "artifactDesk.duplicateArtifact",
  newChildArtifact: "artifactDesk.newChildArtifact",
  deleteArtifact: "artifactDesk.deleteArtifact",
  showDeletedArtifacts: "artifactDesk.showDeletedArtifacts",
  openAttachment: "artifactDesk.openAttachment",
  saveAttachmentAs: "artifactDesk.saveAttachmentAs",
  attachFile: "artifactDesk.attachFile",
  attachToArtifact: "artifactDesk.attachToArtifact",
  pin: "artifactDesk.pin",
  unpin: "artifactDesk.unpin",
  refresh: "artifactDesk.refresh",
  retry: "artifactDesk.retry",
  loadMore: "artifactDesk.loadMore",
  findProject: "artifactDesk.findProject",
  filterArtifacts: "artifactDesk.filterArtifacts",
  clearFilter: "artifactDesk.clearFilter",
  switchFormat: "artifactDesk.switchFormat",
  showRequest: "artifactDesk.showRequest",
  showResponse: "artifactDesk.showResponse",
  createSvnRepository: "artifactDesk.createSvnRepository",
  openSvnSettings: "artifactDesk.openSvnSettings",
  openSvnAccessFile: "artifactDesk.openSvnAccessFile",
  copySvnCheckoutUrl: "artifactDesk.copySvnCheckoutUrl",
  deleteSvnRepository: "artifactDesk.deleteSvnRepository",
  compareWithServer: "artifactDesk.compareWithServer",
  showUnsaved: "artifactDesk.showUnsaved",
  mergeConflict: "artifactDesk.conflict.merge",
  keepMine: "artifactDesk.conflict.keepMine",
  takeTheirs: "artifactDesk.conflict.takeTheirs",
  putTheirsBack: "artifactDesk.putTheirsBack",
  openInBrowser: "artifactDesk.openInBrowser",
  copyReference: "artifactDesk.copyReference",
  copyLink: "artifactDesk.copyLink",
  preview: "artifactDesk.preview",
  showHistory: "artifactDesk.showHistory",
  compareVersions: "artifactDesk.compareVersions",
  restoreVersion: "artifactDesk.restoreVersion",
  showOlder: "artifactDesk.showOlder",
  saveArtifact: "artifactDesk.saveArtifact",
  saveWithoutFormatting: "artifactDesk.saveWithoutFormatting",
  findArtifact: "artifactDesk.findArtifact",
  searchInTracker: "artifactDesk.searchInTracker",
  saveQuery: "artifactDesk.saveQuery",
  editQuery: "artifactDesk.editQuery",
  removeQuery: "artifactDesk.removeQuery",
  setField: "artifactDesk.setField",
  goToField: "artifactDesk.goToField",
  changeStatus: "artifactDesk.changeStatus",
  changeAssignee: "artifactDesk.changeAssignee",
  addComment: "artifactDesk.addComment",
  saveWithComment: "artifactDesk.saveWithComment",
  insertReference: "artifactDesk.insertReference",
  showLog: "artifactDesk.showLog",
  copyDiagnostics: "artifactDesk.copyDiagnostics",
} as const;

export type CommandId = (typeof commandIds)[keyof typeof commandIds];

/**
 * What each command takes and gives. Rows of the tree pass themselves as the first argument, and every row names what
 * it stands for with the members below, so a caller's own object of that shape does as well. Those about one artifact
 * ask for it where a connection is given alone, or nothing while no artifact is active (`askingForArtifact`).
 */
export interface CommandSignatures {
  /** The id of the connection; undefined when the person gave up. */
  "artifactDesk.addConnection": (connection?: NewConnection) => Promise<string | undefined>;
  "artifactDesk.setAccessKey": (connection?: string | ConnectionTarget) => Promise<void>;
  /** Asks for a yes, except when a connection id is given. */
  "artifactDesk.removeConnection": (connection?: string | ConnectionTarget) => Promise<void>;
  /**
   * `artifactId` may also be a reference or an address: `#512`, `bug #512`, `https://host/plugins/tracker/?aid=512`; so
   * may the first argument, given alone. With a row come, in place of `artifactId`, the rows selected together with it.
   */
  "artifactDesk.openArtifact": (
    connection?: string | ArtifactTarget,
    artifactId?: number | string,
    format?: DocumentFormat,
  ) => Promise<void>;
  /** Opens a draft; a row of the tree, as the first argument, names connection, project or tracker. */
  "artifactDesk.createArtifact": (
    connection?: string | ConnectionTarget,
    trackerId?: number,
    format?: DocumentFormat,
  ) => Promise<void>;
  /** Creates the artifact of a draft, with or without unsaved changes; without a `Uri` that of the active editor. */
  "artifactDesk.submitDraft": (resource?: unknown) => Promise<void>;
  /** A row, a document's `Uri`, or a connection id with an artifact id; else the active editor's artifact. */
  "artifactDesk.duplicateArtifact": (connection?: unknown, artifactId?: number) => Promise<void>;
  /** The same; asks for the tracker of the child where it is not given. */
  "artifactDesk.newChildArtifact": (connection?: unknown, artifactId?: number, trackerId?: number) => Promise<void>;
  /**
   * A row with the rows that are selected together with it, a document's `Uri`, an object that names the artifact, or a
   * connection id with an artifact id; without any, the active editor's artifact or one that is asked for. Asks for a
   * yes, always: after a no it resolves, and nothing is deleted. Called with ids it throws why the artifact was not
   * deleted. Only an editor that runs tests shows no dialog: what is named by ids there is deleted.
   */
  "artifactDesk.deleteArtifact": (connection?: unknown, artifactId?: unknown) => Promise<void>;
  "artifactDesk.showDeletedArtifacts": (connection?: string | ConnectionTarget) => Promise<void>;
  "artifactDesk.openAttachment": (
    connection?: string | AttachmentTarget,
    artifactId?: number,
    n?: number,
  ) => Promise<void>;
  /** `target` is a `Uri`; without it a save dialog asks. */
  "artifactDesk.saveAttachmentAs": (
    connection?: string | AttachmentTarget,
    artifactId?: number,
    n?: number,
    target?: unknown,
  ) => Promise<void>;
  /**
   * A row, a document's `Uri`, or a connection id with an artifact id; else the active editor's artifact. `files` are
   * `Uri`s. Gives the ids of the attachments, undefined when the person gave up. An artifact with unsaved changes in an
   * open document gets them in that text, and nothing is saved. With `files` it throws why nothing was attached;
   * without, they are asked for, and *Retry* is offered.
   */
  "artifactDesk.attachFile": (
    connection?: unknown,
    artifactId?: unknown,
    files?: unknown,
    fieldId?: number,
  ) => Promise<readonly number[] | undefined>;
  /**
   * Of the Explorer: a file, and those that are selected together with it. Asks for the artifact without a row of one.
   */
  "artifactDesk.attachToArtifact": (
    file?: unknown,
    selected?: unknown,
    row?: unknown,
  ) => Promise<readonly number[] | undefined>;
  /**
   * A row, with those that are selected together with it, or a connection id with a kind and an id; for an artifact
   * also nothing, which is the active editor's.
   */
  "artifactDesk.pin": (
    connection?: string | ArtifactTarget | RepositoryTarget | ConnectionTarget,
    kind?: PinnedKind,
    id?: number,
  ) => Promise<void>;
  "artifactDesk.unpin": CommandSignatures["artifactDesk.pin"];
  /** A row, with those that are selected together with it; without a row, everything. */
  "artifactDesk.refresh": (row?: unknown, selected?: unknown) => Promise<void>;
  /** A row that failed, and for `loadMore` one that stands for the next page; nothing happens for others. */
  "artifactDesk.retry": (row?: unknown) => Promise<void>;
  "artifactDesk.loadMore": (row?: unknown) => Promise<void>;
  /**
   * Asks which artifacts of a tracker its row shows, and in which order. The row of a tracker or of all its artifacts,
   * or a connection id with a tracker's id: throws without one of these, as `clearFilter` does.
   */
  "artifactDesk.filterArtifacts": (connection?: string | ConnectionTarget, trackerId?: number) => Promise<void>;
  "artifactDesk.clearFilter": (connection?: string | ConnectionTarget, trackerId?: number) => Promise<void>;
  /** Asks for one of all projects of the connection, and shows it in the tree. */
  "artifactDesk.findProject": (connection?: string | ConnectionTarget) => Promise<void>;
  /** `resource` is the `Uri` of the document; without it the active editor's. */
  "artifactDesk.switchFormat": (resource?: unknown) => Promise<void>;
  "artifactDesk.showRequest": (resource?: unknown) => Promise<void>;
  "artifactDesk.showResponse": (resource?: unknown) => Promise<void>;
  /**
   * Shows theirs beside an unsaved text, as a refused save would; `resource` is a document's `Uri` or names an
   * artifact, else the active editor.
   */
  "artifactDesk.compareWithServer": (resource?: unknown) => Promise<void>;
  /** Lists what is unsaved or in conflict; gives how many of each it listed at first, once the list is closed. */
  "artifactDesk.showUnsaved": () => Promise<UnsavedCount>;
  "artifactDesk.conflict.merge": (resource?: unknown) => Promise<void>;
  "artifactDesk.conflict.keepMine": (resource?: unknown) => Promise<void>;
  "artifactDesk.conflict.takeTheirs": (resource?: unknown) => Promise<void>;
  /** Stores again what a save has replaced in the artifact of a document, in the same moment and unseen. */
  "artifactDesk.putTheirsBack": (resource?: unknown) => Promise<void>;
  /** Opens a draft; `connection` may be a project's row. Asks for project and name where they are not given. */
  "artifactDesk.createSvnRepository": (
    connection?: string | ConnectionTarget,
    projectId?: number,
    name?: string,
  ) => Promise<void>;
  "artifactDesk.openSvnSettings": (connection?: string | RepositoryTarget, repositoryId?: number) => Promise<void>;
  "artifactDesk.openSvnAccessFile": (connection?: string | RepositoryTarget, repositoryId?: number) => Promise<void>;
  "artifactDesk.copySvnCheckoutUrl": (connection?: string | RepositoryTarget, repositoryId?: number) => Promise<void>;
  /** Asks for a yes, always. */
  "artifactDesk.deleteSvnRepository": (connection?: string | RepositoryTarget, repositoryId?: number) => Promise<void>;
  /** As for `copyReference`; the row of an SVN repository opens that. */
  "artifactDesk.openInBrowser": (connection?: unknown, artifactId?: number) => Promise<void>;
  /** A row, a document's `Uri`, or a connection id with an artifact id; else the active editor's artifact. */
  "artifactDesk.copyReference": (connection?: unknown, artifactId?: number) => Promise<void>;
  /** As for `copyReference`; the link opens the artifact in the VS Code of whoever has a connection to its service. */
  "artifactDesk.copyLink": (connection?: unknown, artifactId?: number) => Promise<void>;
  /** The page of an artifact or a draft: as for `copyReference`; of a draft its `Uri`, or the active editor. */
  "artifactDesk.preview": (target?: unknown, artifactId?: number) => Promise<void>;
  /**
   * Lists the versions of an artifact; `target` as for `copyReference`. Resolves once one is shown, or the list is
   * closed.
   */
  "artifactDesk.showHistory": (target?: unknown, artifactId?: number) => Promise<void>;
  /**
   * Two versions side by side; one beside the document where a caller names that one alone. Asks for them where none is
   * named. An object that names the artifact may have `fromChangesetId` and `toChangesetId`, and `fieldId` for one text
   * alone.
   */
  "artifactDesk.compareVersions": (
    target?: unknown,
    artifactId?: number,
    fromChangesetId?: number,
    toChangesetId?: number,
  ) => Promise<void>;
  /**
   * Puts values of a version into the document's text, unsaved: of `fieldIds`, else of all fields that differ and may
   * be written. A person chooses among these. An object that names the artifact may have `changesetId`.
   */
  "artifactDesk.restoreVersion": (
    target?: unknown,
    artifactId?: number,
    changesetId?: number,
    fieldIds?: readonly number[],
  ) => Promise<void>;
  /** Reads more of the discussion that the page of an artifact shows; nothing where there is no such page. */
  "artifactDesk.showOlder": (target?: unknown) => Promise<void>;
  /** Saves the active editor by VS Code's own command of that name, which announces no save. */
  "artifactDesk.saveWithoutFormatting": () => Promise<void>;
  /** Saves the open documents of an artifact, `target` as for `copyReference`, or the draft of a `Uri`. */
  "artifactDesk.saveArtifact": (target?: unknown, artifactId?: number) => Promise<void>;
  /**
   * Over all connections, or the one of the row or id; `words` are typed at first. Resolves when the list is closed.
   */
  "artifactDesk.findArtifact": (connection?: string | ConnectionTarget, words?: string) => Promise<void>;
  /** A row of a tracker, or a connection id with a tracker's id. */
  "artifactDesk.searchInTracker": (
    connection?: string | ConnectionTarget,
    trackerId?: number,
    words?: string,
  ) => Promise<void>;
  /**
   * Asks for the connection and the tracker where they are not given, and for label and query unless both are. With all
   * of them given it saves, or throws why it did not.
   */
  "artifactDesk.saveQuery": (query?: Partial<NewQuery> | ConnectionTarget) => Promise<void>;
  /** A row of a query, or what names one. */
  "artifactDesk.editQuery": (query?: unknown) => Promise<void>;
  /** Asks for a yes where a row is given, not for an object that names a query. */
  "artifactDesk.removeQuery": (query?: unknown) => Promise<void>;
  /**
   * Sets a field in the text of a document, the active one without a `Uri` or an object that names the artifact.
   * `field` is its id or label; `value` an id or label of a list, several, a text, a number, null for none, or the
   * members of the entry.
   */
  "artifactDesk.setField": (resource?: unknown, field?: number | string, value?: unknown) => Promise<void>;
  "artifactDesk.goToField": (resource?: unknown, field?: number | string) => Promise<void>;
  /**
   * A row, a document's `Uri`, or a connection id with an artifact id; with a row come, in place of `artifactId`, the
   * rows selected together with it. Saves at once, unless an open document of the artifact has unsaved changes: then it
   * changes that and does not save. `value` as for `setField`; asked for where it is not given.
   */
  "artifactDesk.changeStatus": (target?: unknown, artifactId?: number, value?: unknown) => Promise<void>;
  "artifactDesk.changeAssignee": (target?: unknown, artifactId?: number, value?: unknown) => Promise<void>;
  /**
   * Opens a new comment. A row, a document's `Uri`, or a connection id with an artifact id; else the active editor's
   * artifact.
   */
  "artifactDesk.addComment": (target?: unknown, artifactId?: number) => Promise<void>;
  /**
   * `resource` is the `Uri` of a document of an artifact, or names it, else the active editor's. Asks for the comment
   * where none is given.
   */
  "artifactDesk.saveWithComment": (resource?: unknown, comment?: string) => Promise<void>;
  /**
   * `place` is a connection id, or VS Code's source control, into whose commit message the reference goes; else it goes
   * to the cursor. Asks for the artifact where it is not given.
   */
  "artifactDesk.insertReference": (place?: unknown, artifactId?: number) => Promise<void>;
  "artifactDesk.showLog": () => Promise<void>;
  /** Shows a report for whoever helps with a problem, and offers to copy it. */
  "artifactDesk.copyDiagnostics": () => Promise<void>;
}

/** Artifacts, settings of repositories and drafts; what is in conflict counts as that alone. */
export interface UnsavedCount {
  readonly unsaved: number;
  readonly conflicts: number;
}

/** What `artifactDesk.addConnection` takes; what is missing is asked for, `id` and `label` are made from the host. */
export interface NewConnection {
  readonly id?: string;
  readonly url: string;
  readonly label?: string;
  readonly accessKey?: string;
}

/** A query as `artifactDesk.queries` has it; connection, tracker and label name it. */
interface NewQuery {
  readonly connection: string;
  readonly tracker: number;
  readonly label: string;
  readonly query: string;
}

export interface ConnectionTarget {
  readonly connectionId: string;
}

export interface ArtifactTarget extends ConnectionTarget {
  readonly artifactId: number;
}

interface AttachmentTarget extends ArtifactTarget {
  /** `Attachment.n`. */
  readonly n: number;
}

export interface RepositoryTarget extends ConnectionTarget {
  readonly repositoryId: number;
}

/** `repository` is another word for `svn`. */
type PinnedKind = "artifact" | "svn" | "repository" | "project";

/** The settings of the manifest, under the section `artifactDesk`. */
export const settingsSection = "artifactDesk";

export interface Settings {
  /** `[{ id, url, label }]` as the person wrote it: to be checked. */
  readonly connections: unknown;
  /** `[{ connection, tracker, label, query }]` as the person wrote it: to be checked. */
  readonly queries: unknown;
  readonly documentFormat: DocumentFormat;
  /** Seconds. */
  readonly requestTimeout: number;
  /** Megabytes that open in the editor; a larger attachment is offered as a download. */
  readonly maximumAttachmentSize: number;
  /** Languages in which references are links; `*` is every language whose comments are known. */
  readonly references: readonly string[];
  /** The id of the connection that references are about; the first one where it is empty or names none. */
  readonly referenceConnection: string;
  /** Seconds between looks for changes of what is visible; 0 for none. */
  readonly checkForChanges: number;
}

/** The defaults of the manifest, for when a setting holds something else than it should. */
export const settingDefaults: Settings = {
  connections: [],
  queries: [],
  documentFormat: "json",
  requestTimeout: 30,
  maximumAttachmentSize: 10,
  references: ["*"],
  referenceConnection: "",
  checkForChanges: 60,
};

export const settingNames = Object.keys(settingDefaults) as readonly (keyof Settings)[];

export const explorerViewId = "artifactDesk.explorer";
/** The type of the panels that show artifacts to be read; VS Code restores them by it. */
export const previewType = "artifactDesk.preview";

export const contextKeys = {
  /** Strings of the URIs of the documents that wait for a decision about a conflict. */
  conflictingDocuments: "artifactDesk.conflictingDocuments",
  mergedDocuments: "artifactDesk.mergedDocuments",
  /** The tree has been asked for connections and has none, as where those of the settings cannot be used. */
  hasNoConnection: "artifactDesk.hasNoConnection",
  /** What the active page is about: `artifact` or `draft`; unset where no page is active. */
  activePage: "artifactDesk.activePage",
  /** Of documents of artifacts in which a save has replaced a change of the same moment. */
  replacedDocuments: "artifactDesk.replacedDocuments",
  /** Set so that the window answers: that it does tells that it is there. */
  isThere: "artifactDesk.isThere",
} as const;
