import { openArtifactToSave, openCommentFirst } from "../../core/sentences/comments.ts";
import { askWhichToGiveKey, askWhichToRemove, askWhichToRename } from "../../core/sentences/connectionCommands.ts";
import { askWhoseDeleted } from "../../core/sentences/deletion.ts";
import { askWhereToCreate, createTitle, openDraftFirst, trackerOfNew } from "../../core/sentences/drafts.ts";
import { openArtifactFirst } from "../../core/sentences/exchange.ts";
import { openEntriesFirst } from "../../core/sentences/fields.ts";
import { chooseArtifactForHistory } from "../../core/sentences/history.ts";
import { openArtifactForChanges } from "../../core/sentences/lastChanges.ts";
import { openToPreview } from "../../core/sentences/previews.ts";
import {
  askWhereToCreateRepository,
  copyCheckoutUrlTitle,
  deleteRepositoryTitle,
  openAccessFileTitle,
  openSettingsTitle,
  pinRepositoryTitle,
  unpinRepositoryTitle,
} from "../../core/sentences/repositories.ts";
import { askWhereToSave, queryTitle, trackerOfQuery } from "../../core/sentences/savedQueries.ts";
import { openForFormat } from "../../core/sentences/saving.ts";
import { askWhereToSearch, searchInTracker, trackerToSearch } from "../../core/sentences/search.ts";
import { whichConnection } from "../../core/sentences/sourceControl.ts";
import { notAField, notATracker } from "../../core/sentences/targets.ts";
import { askWhereToFindProject } from "../../core/sentences/tree.ts";
import { chooseArtifactToUndo } from "../../core/sentences/undoing.ts";
import { chooseArtifactToAttach } from "../../core/sentences/uploads.ts";
import { type CommandId, commandIds } from "../manifest/contributions.ts";
import {
  artifact,
  artifactIfAny,
  artifactIn,
  artifacts,
  artifactsToDelete,
  isByIds,
  namedArtifact,
  orDraft,
} from "./artifactTarget.ts";
import { attachment } from "./attachmentTarget.ts";
import type { Call, Reader } from "./call.ts";
import { type Caller, callerOf } from "./caller.ts";
import { connection, connectionIfAny, newConnection } from "./connectionTarget.ts";
import { document, documentIfAny, documentsIfAny } from "./documentTarget.ts";
import { fileIn, idIn, membersOf, nameIn, projectIdIn, textIn, toldOfArtifact, uriMeant, valueIn } from "./given.ts";
import { artifactsToOpen, clickedArtifact, formatIn } from "./openedTarget.ts";
import { referencePlace } from "./referencePlace.ts";
import { artifactOrRepository, repository } from "./repositoryTarget.ts";
import { filteredTracker, pinnables, row, rows } from "./rowTarget.ts";
import { queryName, tracker } from "./trackerTarget.ts";
import { chosenFiles, filesIn } from "./transferredFiles.ts";
import { isNamed, markedChange, savedOfAll, unsavedConnection, unsavedDocuments } from "./unsavedTarget.ts";
import { comparedVersions, restoredVersion } from "./versionTarget.ts";

/** The row of a command: its target, and what else it takes of its arguments. */
interface Taken<T, M extends object> {
  readonly target: Reader<T>;
  readonly more: (args: readonly unknown[]) => M;
}

function takes<T>(target: Reader<T>): Taken<T, object>;
function takes<T, M extends object>(target: Reader<T>, more: (args: readonly unknown[]) => M): Taken<T, M>;
function takes<T>(target: Reader<T>, more: (args: readonly unknown[]) => object = () => ({})): Taken<T, object> {
  return { target, more };
}

/** Gives the target of a command that is about nothing that it could be given. */
const nothing: Reader<object> = () => ({});

const openedArtifacts = takes(artifactsToOpen, ([, second, format]) => ({
  format: formatIn(Array.isArray(second) ? undefined : format),
  areSelected: Array.isArray(second),
}));

/**
 * The targets and other arguments of each command. Rows of the tree pass themselves as the first argument, and every
 * row names what it stands for (`core/tree/rows.ts`). So a caller's own object with such members serves as well.
 */
const table = {
  /** Gives the id of the connection; undefined when the person gave up. */
  [commandIds.addConnection]: takes(newConnection),
  [commandIds.setAccessKey]: takes(connection(askWhichToGiveKey)),
  /** Asks for the name where none is given. */
  [commandIds.renameConnection]: takes(connection(askWhichToRename), ([, label]) => ({
    label: typeof label === "string" ? label : undefined,
  })),
  /** Asks for a yes, except when a connection id is given. */
  [commandIds.removeConnection]: takes(connection(askWhichToRemove), ([first]) => ({
    isCertain: typeof first === "string",
  })),
  [commandIds.openArtifact]: openedArtifacts,
  /** Does what `openArtifact` does, in menus, where nothing is asked: titles there have no dots. */
  [commandIds.openArtifactOfRow]: openedArtifacts,
  /** Does what a click on the row of an artifact does: opens its document or its page, as the person has set it. */
  [commandIds.openRow]: takes(clickedArtifact),
  /** Opens a draft. */
  [commandIds.createArtifact]: takes(
    tracker(askWhereToCreate, { title: createTitle, placeHolder: trackerOfNew }),
    ([, , format]) => ({ format: formatIn(format) }),
  ),
  /** Creates the artifact of a draft, with or without unsaved changes. */
  [commandIds.submitDraft]: takes(document(openDraftFirst)),
  [commandIds.duplicateArtifact]: takes(artifact()),
  /** Asks for the tracker of the child where it is not given. */
  [commandIds.newChildArtifact]: takes(artifact(), ([, , trackerId]) => ({ trackerId: idIn(trackerId, notATracker) })),
  /**
   * Asks for a yes, always: after a no it resolves, and nothing is deleted. Called with ids it throws why the artifact
   * was not deleted. Only an editor that runs tests shows no dialog: what is named by ids there is deleted.
   */
  [commandIds.deleteArtifact]: takes(artifactsToDelete, (args) => ({ isByIds: isByIds(args) })),
  [commandIds.showDeletedArtifacts]: takes(connection(askWhoseDeleted)),
  [commandIds.openAttachment]: takes(attachment),
  /** Asks for the file by a save dialog where no `Uri` is given. */
  [commandIds.saveAttachmentAs]: takes(attachment, ([, , , file]) => ({ file: fileIn(file) })),
  /** Asks for a yes, always; throws why it was not removed. */
  [commandIds.removeAttachment]: takes(attachment),
  /**
   * Gives the ids of the attachments, undefined when the person gave up. An artifact with unsaved changes in an open
   * document gets them in that text, and nothing is saved. With `files`, which are `Uri`s, it throws why nothing was
   * attached. Without `files` it asks for them, and offers *Retry*.
   */
  [commandIds.attachFile]: takes(artifact(chooseArtifactToAttach), ([, , files, fieldId]) => ({
    files: filesIn(files),
    fieldId: idIn(fieldId, notAField),
  })),
  /** Takes files of the Explorer. The artifact is asked for where no row of an artifact is given. */
  [commandIds.attachToArtifact]: takes(chosenFiles, ([, , row]) => ({ artifact: artifactIn(row ?? {}) })),
  [commandIds.pin]: takes(pinnables(pinRepositoryTitle)),
  [commandIds.unpin]: takes(pinnables(unpinRepositoryTitle)),
  /** Reads everything again where no row is given. */
  [commandIds.refresh]: takes(rows),
  [commandIds.retry]: takes(row("failed")),
  [commandIds.loadMore]: takes(row("more")),
  /** Asks for one of all projects of the connection, and shows it in the tree. */
  [commandIds.findProject]: takes(connection(askWhereToFindProject)),
  /** Asks which artifacts of a tracker its row shows, and in which order. */
  [commandIds.filterArtifacts]: takes(filteredTracker),
  [commandIds.clearFilter]: takes(filteredTracker),
  [commandIds.switchFormat]: takes(document(openForFormat)),
  [commandIds.showRequest]: takes(document(openArtifactFirst)),
  [commandIds.showResponse]: takes(document(openArtifactFirst)),
  /** Shows theirs beside an unsaved text, as a refused save would. */
  [commandIds.compareWithServer]: takes(documentIfAny("artifact", "field")),
  /** Shows what is unsaved or in conflict in Source Control; gives how many documents of each there are. */
  [commandIds.showUnsaved]: takes(nothing),
  /**
   * Saves what is in *Changes* of a connection in Source Control, or of that only the artifacts of `artifactIds`. The
   * documents of one artifact go in one PUT, four artifacts at a time, with `comment` or else with what is typed into
   * the box. Gives the results (`SavedAll`).
   */
  [commandIds.saveAll]: takes(unsavedConnection(whichConnection), savedOfAll),
  /** Saves each document by itself, without the words of the box. */
  [commandIds.saveUnsaved]: takes(unsavedDocuments),
  [commandIds.submitUnsaved]: takes(unsavedDocuments),
  [commandIds.sendUnsaved]: takes(unsavedDocuments),
  /** Shows beside a document what it was made from, or theirs where it is in conflict. */
  [commandIds.openChanges]: takes(documentIfAny()),
  [commandIds.openUnsaved]: takes(unsavedDocuments),
  /** Puts lines that VS Code marks as changed back as what the text was made from has them, unsaved. */
  [commandIds.revertChange]: takes(markedChange),
  /**
   * Asks for a yes. Only an editor that runs tests shows no dialog: what is named by a `Uri` there is discarded.
   */
  [commandIds.discardChanges]: takes(unsavedDocuments, isNamed),
  [commandIds.mergeConflict]: takes(documentsIfAny),
  [commandIds.keepMine]: takes(documentsIfAny),
  [commandIds.takeTheirs]: takes(documentsIfAny),
  /** Stores again what a save has replaced in the artifact of a document, in the same moment and unseen. */
  [commandIds.putTheirsBack]: takes(documentIfAny()),
  /** Opens a draft. Asks for project and name where they are not given. */
  [commandIds.createSvnRepository]: takes(connection(askWhereToCreateRepository), ([first, projectId, name]) => ({
    projectId: projectIdIn(first, projectId),
    name: typeof name === "string" ? name : undefined,
  })),
  [commandIds.openSvnSettings]: takes(repository(openSettingsTitle)),
  [commandIds.openSvnAccessFile]: takes(repository(openAccessFileTitle)),
  [commandIds.openSvnSettingsOfRow]: takes(repository(openSettingsTitle)),
  [commandIds.openSvnAccessFileOfRow]: takes(repository(openAccessFileTitle)),
  [commandIds.copySvnCheckoutUrl]: takes(repository(copyCheckoutUrlTitle)),
  /** Asks for a yes, always. */
  [commandIds.deleteSvnRepository]: takes(repository(deleteRepositoryTitle)),
  [commandIds.openInBrowser]: takes(artifactOrRepository, toldOfArtifact),
  [commandIds.copyReference]: takes(artifact(), toldOfArtifact),
  /** Copies a link that opens the artifact in the VS Code of whoever has a connection to its service. */
  [commandIds.copyLink]: takes(artifact()),
  /** Shows the page of an artifact or a draft. */
  [commandIds.preview]: takes(orDraft(artifact(openToPreview))),
  /** Lists the versions of an artifact. Resolves once one is shown, or the list is closed. */
  [commandIds.showHistory]: takes(artifact(chooseArtifactForHistory)),
  /**
   * Shows two versions side by side; where a caller names one alone, it shows that beside the document. Asks for them
   * where none is named. An object that names the artifact may have `fromChangesetId` and `toChangesetId`, and
   * `fieldId` for one text alone.
   */
  [commandIds.compareVersions]: takes(artifact(chooseArtifactForHistory), comparedVersions),
  /**
   * Puts values of a version into the document's text, unsaved: those of `fieldIds`, else of all fields that differ and
   * may be written. A person chooses among these fields. An object that names the artifact may have `changesetId`.
   */
  [commandIds.restoreVersion]: takes(artifact(chooseArtifactForHistory), restoredVersion),
  /**
   * Puts what the last save made here has replaced back into the document's text, unsaved. It goes into the document
   * that the caller means, where that is possible.
   */
  [commandIds.undoLastSave]: takes(artifact(chooseArtifactToUndo), ([first]) => ({ document: uriMeant(first) })),
  /**
   * Shows behind each entry of an artifact's documents who changed its field last, when and why, or hides these notes.
   * Throws where the service tells no history.
   */
  [commandIds.toggleLastChanges]: takes(document(openArtifactForChanges, "artifact", "field")),
  /** Reads more of the discussion that the page of an artifact shows; does nothing where there is no such page. */
  [commandIds.showOlder]: takes(artifactIfAny),
  /** Saves the open documents of an artifact, or a draft. */
  [commandIds.saveArtifact]: takes(orDraft(namedArtifact)),
  /** Saves the active editor by VS Code's own command of that name, which announces no save. */
  [commandIds.saveWithoutFormatting]: takes(nothing),
  /** Searches in all connections, or in one; `words` are typed at first. Resolves when the list is closed. */
  [commandIds.findArtifact]: takes(connectionIfAny, ([, words]) => ({ words: textIn(words) })),
  [commandIds.searchInTracker]: takes(
    tracker(askWhereToSearch, { title: searchInTracker, placeHolder: trackerToSearch }),
    ([, , words]) => ({ words: textIn(words) }),
  ),
  /** Asks for label and query unless both are given. With both given it saves the query, or throws why it did not. */
  [commandIds.saveQuery]: takes(
    tracker(askWhereToSave, { title: queryTitle(true), placeHolder: trackerOfQuery }),
    ([first]) => ({ label: textIn(membersOf(first).label), query: textIn(membersOf(first).query) }),
  ),
  [commandIds.editQuery]: takes(queryName),
  /** Asks for a yes where a row is given, not for an object that names a query. */
  [commandIds.removeQuery]: takes(queryName),
  /**
   * Sets a field in the text of a document. `field` is its id or label. `value` is an id or label of a list, several of
   * them, a text, a number, null for none, or the members of the entry.
   */
  [commandIds.setField]: takes(document(openEntriesFirst, "artifact"), ([, field, value]) => ({
    field: nameIn(field),
    value: valueIn(value),
  })),
  [commandIds.goToField]: takes(document(openEntriesFirst), ([, field]) => ({ field: nameIn(field) })),
  /**
   * Changes the status and saves it at once. Where an open document of the artifact has unsaved changes, it changes
   * that document and does not save. `value` is what `setField` takes, and is asked for where it is not given. It is
   * asked for, too, where the status is not the one any more that the person has `seen`: the ids of its values.
   */
  [commandIds.changeStatus]: takes(artifacts, ([, , value, seen]) => ({ value: valueIn(value), seen: valueIn(seen) })),
  [commandIds.changeAssignee]: takes(artifacts, ([, , value]) => ({ value: valueIn(value) })),
  /** Opens a new comment. */
  [commandIds.addComment]: takes(artifact()),
  /** Saves the document of a comment, which sends it. */
  [commandIds.sendComment]: takes(document(openCommentFirst)),
  /** Asks for the comment where none is given. */
  [commandIds.saveWithComment]: takes(document(openArtifactToSave, "artifact", "field"), ([, comment]) => ({
    comment: textIn(comment),
  })),
  /** Puts a reference into a source control's message, else at the cursor. Asks for the artifact if none is given. */
  [commandIds.insertReference]: takes(referencePlace, ([, artifactId]) => ({
    artifactId: typeof artifactId === "number" ? artifactId : undefined,
  })),
  [commandIds.showLog]: takes(nothing),
  /** Shows a report for whoever helps with a problem, and offers to copy it. */
  [commandIds.copyDiagnostics]: takes(nothing),
};

type Table = typeof table;
type TargetOf = { readonly [Id in CommandId]: Table[Id] extends Taken<infer T, object> ? T : never };
type MoreOf = { readonly [Id in CommandId]: ReturnType<Table[Id]["more"]> };

/** The functions that carry out the commands. Only they get the targets, and none gets what a caller gave. */
export type Commands = {
  readonly [Id in CommandId]: (
    target: TargetOf[Id],
    more: MoreOf[Id] & { readonly caller: Caller },
  ) => Promise<unknown>;
};

const rowsOfTable: { readonly [Id in CommandId]: Taken<TargetOf[Id], MoreOf[Id]> } = table;

/** Carries out a command for its target; does nothing where there is no target. */
export async function carryOut<Id extends CommandId>(id: Id, call: Call, command: Commands[Id]): Promise<unknown> {
  const { target, more } = rowsOfTable[id];
  const given = { ...more(call.args), caller: callerOf(call.args) };
  const meant = await target(call);
  return meant === undefined ? undefined : await command(meant, given);
}
