import type { DocumentFormat } from "../../core/model/uri.ts";

/** Every command of the manifest. A unit test compares this file with package.json. */
export const commandIds = {
  addConnection: "artifactDesk.addConnection",
  setAccessKey: "artifactDesk.setAccessKey",
  renameConnection: "artifactDesk.renameConnection",
  removeConnection: "artifactDesk.removeConnection",
  openArtifact: "artifactDesk.openArtifact",
  openRow: "artifactDesk.openRow",
  openArtifactOfRow: "artifactDesk.row.openArtifact",
  createArtifact: "artifactDesk.createArtifact",
  submitDraft: "artifactDesk.submitDraft",
  duplicateArtifact: "artifactDesk.duplicateArtifact",
  newChildArtifact: "artifactDesk.newChildArtifact",
  deleteArtifact: "artifactDesk.deleteArtifact",
  showDeletedArtifacts: "artifactDesk.showDeletedArtifacts",
  openAttachment: "artifactDesk.openAttachment",
  saveAttachmentAs: "artifactDesk.saveAttachmentAs",
  removeAttachment: "artifactDesk.removeAttachment",
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
  openSvnSettingsOfRow: "artifactDesk.row.openSvnSettings",
  openSvnAccessFileOfRow: "artifactDesk.row.openSvnAccessFile",
  copySvnCheckoutUrl: "artifactDesk.copySvnCheckoutUrl",
  deleteSvnRepository: "artifactDesk.deleteSvnRepository",
  compareWithServer: "artifactDesk.compareWithServer",
  showUnsaved: "artifactDesk.showUnsaved",
  saveAll: "artifactDesk.saveAll",
  saveUnsaved: "artifactDesk.unsaved.save",
  submitUnsaved: "artifactDesk.unsaved.submit",
  sendUnsaved: "artifactDesk.unsaved.send",
  openChanges: "artifactDesk.unsaved.openChanges",
  openUnsaved: "artifactDesk.unsaved.open",
  revertChange: "artifactDesk.unsaved.revertChange",
  discardChanges: "artifactDesk.discardChanges",
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
  undoLastSave: "artifactDesk.undoLastSave",
  toggleLastChanges: "artifactDesk.toggleLastChanges",
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
  sendComment: "artifactDesk.sendComment",
  saveWithComment: "artifactDesk.saveWithComment",
  insertReference: "artifactDesk.insertReference",
  showLog: "artifactDesk.showLog",
  copyDiagnostics: "artifactDesk.copyDiagnostics",
} as const;

export type CommandId = (typeof commandIds)[keyof typeof commandIds];

/** The result of a save of all: ids of artifacts, and `svn/90` for the settings of a repository. */
export interface SavedAll {
  readonly saved: readonly (number | string)[];
  /** The ids of what is in conflict since this save. */
  readonly conflicts: readonly (number | string)[];
  readonly failed: readonly (number | string)[];
}

/** Numbers of documents; a document in conflict counts as that alone. */
export interface UnsavedCount {
  readonly unsaved: number;
  readonly conflicts: number;
}

/** The argument of `artifactDesk.addConnection`. What is missing is asked for; the host gives `id` and `label`. */
export interface NewConnection {
  readonly id?: string;
  readonly url: string;
  readonly label?: string;
  readonly accessKey?: string;
}

export interface ConnectionTarget {
  readonly connectionId: string;
}

export interface ArtifactTarget extends ConnectionTarget {
  readonly artifactId: number;
}

export interface RepositoryTarget extends ConnectionTarget {
  readonly repositoryId: number;
}

/** The settings of the manifest, under the section `artifactDesk`. */
export const settingsSection = "artifactDesk";

export interface Settings {
  /** `[{ id, url, label }]` as the person wrote it: to be checked. */
  readonly connections: unknown;
  /** `[{ connection, tracker, label, query }]` as the person wrote it: to be checked. */
  readonly queries: unknown;
  /** `[{ url, label }]` as whoever made the folder wrote it: to be checked. */
  readonly suggestedConnections: unknown;
  readonly documentFormat: DocumentFormat;
  /** Tells what a click on the row of an artifact opens. */
  readonly openRowsAs: "document" | "page";
  /** The time in seconds. */
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

/** The defaults of the manifest, which are used where a setting holds something else than it should. */
export const settingDefaults: Settings = {
  connections: [],
  queries: [],
  suggestedConnections: [],
  documentFormat: "json",
  openRowsAs: "document",
  requestTimeout: 30,
  maximumAttachmentSize: 10,
  references: ["*"],
  referenceConnection: "",
  checkForChanges: 60,
};

export const settingNames = Object.keys(settingDefaults) as readonly (keyof Settings)[];

export const explorerViewId = "artifactDesk.explorer";
/** The id by which menus know our providers in Source Control. */
export const sourceControlId = "artifactDesk";
/** The type of the panels that show artifacts to be read; VS Code restores them by it. */
export const previewType = "artifactDesk.preview";

/** The colours of the marks at tabs and rows, which themes and people may set. */
export const markColors = {
  unsaved: "artifactDesk.unsavedForeground",
  notSent: "artifactDesk.notSentForeground",
  changed: "artifactDesk.changedForeground",
  changedAndUnsaved: "artifactDesk.changedAndUnsavedForeground",
  conflict: "artifactDesk.conflictForeground",
  deleted: "artifactDesk.deletedForeground",
} as const;

export const contextKeys = {
  /** The strings of the URIs of the documents that wait for a decision about a conflict. */
  conflictingDocuments: "artifactDesk.conflictingDocuments",
  mergedDocuments: "artifactDesk.mergedDocuments",
  /** Tells that the tree has asked for connections and there is none, or none that can be used. */
  hasNoConnection: "artifactDesk.hasNoConnection",
  /** Tells what the active page is about: `artifact` or `draft`; unset where no page is active. */
  activePage: "artifactDesk.activePage",
  /** The string of the URI of the document that commands of the active page are about. */
  pageDocument: "artifactDesk.pageDocument",
  /** The strings of the URIs of documents whose artifact or repository is pinned. */
  pinnedDocuments: "artifactDesk.pinnedDocuments",
  /** The strings of the URIs of documents of artifacts in which a save has replaced a change of the same moment. */
  replacedDocuments: "artifactDesk.replacedDocuments",
  /** This key is set only to see whether the window answers: the extension host may outlive its window. */
  isThere: "artifactDesk.isThere",
} as const;

/** The context keys that complete the steps of the walkthrough, each set once the step was done. */
export const walkthroughKeys = {
  connected: "artifactDesk.done.connected",
  opened: "artifactDesk.done.opened",
  saved: "artifactDesk.done.saved",
  conflictSettled: "artifactDesk.done.conflictSettled",
  commented: "artifactDesk.done.commented",
} as const;

/** The walkthrough, as VS Code opens it. */
export const walkthroughId = "artifact-desk.artifact-desk#artifactDeskStart";

export type WalkthroughStep = keyof typeof walkthroughKeys;
