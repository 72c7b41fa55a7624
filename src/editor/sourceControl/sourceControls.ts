import * as vscode from "vscode";
import type { WaitingWords } from "../../core/comment/commentOfSave.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import {
  boxPlaceholder,
  groupNames,
  openChangesTitle,
  rowTooltip,
  saveAllTitle,
} from "../../core/sentences/sourceControl.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import { GatheredRun } from "../../core/util/gatheredRun.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { withoutIcons } from "../../core/util/plainLabel.ts";
import { plain } from "../../core/util/plainWords.ts";
import type { MovedChanges } from "../documents/artifactDocuments.ts";
import { subjectOf } from "../freshness/subject.ts";
import type { UnsavedDocument, UnsavedDocuments, UnsavedGroup } from "../freshness/unsavedDocuments.ts";
import { type ArtifactTarget, commandIds, sourceControlId } from "../manifest/contributions.ts";
import type { WindowServices } from "../services/services.ts";
import { InheritedFiles } from "../storage/inheritedFiles.ts";
import { comparedWith, uriOfBase } from "../text/resourceUri.ts";
import { CommentBox } from "./commentBox.ts";
import { type RowDescriptions, rowKindOf } from "./describedRows.ts";
import type { SaveReasons } from "./saveReasons.ts";

/** A row as VS Code gives it to commands. */
export interface UnsavedRow extends vscode.SourceControlResourceState {
  readonly connectionId: string;
  /** The artifact that the document is about. */
  readonly artifactId?: number;
  readonly documentUri: vscode.Uri;
  readonly name: string;
}

/** Tells of a comment that was meant for a save of an artifact, and did not go with one, as far as is known. */
export type TellUnsaid = (target: ArtifactTarget, leaving: WaitingWords) => Promise<void>;

interface Shown {
  readonly control: vscode.SourceControl;
  readonly groups: Readonly<Record<UnsavedGroup, vscode.SourceControlResourceGroup>>;
  readonly label: string;
  leaving: NodeJS.Timeout | undefined;
}

/** A provider goes this long after its last row: people often type on after a save, and need it again. */
const leaveAfterMs = 1000;
/** The changed fields of a text are worked out this long after a key, so that no key waits for that. */
const describeAfterMs = 500;

/** Shows what is unsaved in VS Code's view Source Control, with a provider for each connection that has something. */
export class SourceControls extends DisposableOwner {
  readonly #services: WindowServices;
  readonly #descriptions: RowDescriptions;
  readonly #unsaved: UnsavedDocuments;
  readonly #reasons: SaveReasons;
  readonly #tellUnsaid: TellUnsaid;
  readonly #shown = new Map<string, Shown>();
  readonly #boxes = new Map<string, CommentBox>();
  /** The rows as described last, by subject and document. Rows that may have changed are taken out. */
  readonly #rows = new Map<string, Map<string, UnsavedRow>>();
  readonly #update = this.disposables.add(new GatheredRun(() => this.#showAll(), describeAfterMs));

  /**
   * `onDidMove` tells that the unsaved changes of a document are those of another one now. `tellUnsaid` tells of words
   * that leave a box without having gone with a save of the artifact.
   */
  constructor(
    services: WindowServices,
    descriptions: RowDescriptions,
    unsaved: UnsavedDocuments,
    reasons: SaveReasons,
    onDidMove: Event<MovedChanges>,
    tellUnsaid: TellUnsaid,
  ) {
    super();
    this.#services = services;
    this.#descriptions = descriptions;
    this.#unsaved = unsaved;
    this.#reasons = reasons;
    this.#tellUnsaid = tellUnsaid;
    const { registry, known } = services;
    this.follow(unsaved.onDidChange);
    this.follow(reasons.onDidChange);
    this.disposables.add(registry.onDidChange(() => this.#update.soon()));
    this.disposables.add(
      known.onDidChange(({ subject }) => {
        if (subject.kind === "tracker") {
          // A draft's row names the draft by its tracker, and that has been read.
          this.#rows.clear();
          this.#update.soon();
        }
      }),
    );
    const noting = (work: Promise<void> | undefined) =>
      void work?.catch((error: unknown) => services.logFailure("Noting what a comment was saved with", error));
    this.disposables.add(unsaved.onDidChange((uri) => noting(this.#noteDone(uri))));
    this.disposables.add(onDidMove(({ from, to }) => noting(this.#boxes.get(from.authority)?.noteMoved(from, to))));
    this.disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && unsaved.has(document.uri)) {
          this.#describeAgain(document.uri);
          this.#update.later();
        }
      }),
    );
    this.disposables.add(new vscode.Disposable(() => this.#close()));
    this.#update.soon();
  }

  /** Describes a document again when `onDidChange` tells that something else may be known of it. */
  follow(onDidChange: Event<vscode.Uri>): void {
    this.disposables.add(
      onDidChange((uri) => {
        this.#describeAgain(uri);
        this.#update.soon();
      }),
    );
  }

  /** Gives the box of a connection, whether or not it is shown. */
  boxOf(connectionId: string): CommentBox {
    const { ownFolder, hosts, logFailure, registry } = this.#services;
    return getOrMake(this.#boxes, connectionId, () => {
      const onFailure = (error: unknown) => logFailure(`Keeping the comment box of ${connectionId}`, error);
      const files = new InheritedFiles(vscode.Uri.joinPath(ownFolder, connectionId, "comment-box"), hosts, onFailure);
      return new CommentBox(files, "box", () => registry.find(connectionId)?.url);
    });
  }

  /** Gives the addresses of the rows. */
  get rows(): readonly vscode.Uri[] {
    return [...this.#shown.values()].flatMap(({ groups }) =>
      Object.values(groups).flatMap(({ resourceStates }) => resourceStates.map(({ resourceUri }) => resourceUri)),
    );
  }

  /** Drops what is kept of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.#boxes.get(connectionId)?.forget();
    this.#boxes.delete(connectionId);
  }

  async #noteDone(uri: vscode.Uri): Promise<void> {
    const isDone = () => this.#unsaved.at(uri) === undefined;
    if (!isDone()) {
      return;
    }
    const unsaid = await this.#boxes.get(uri.authority)?.noteDone(uri, isDone);
    const { artifactId, connectionId } = subjectOf(uri) ?? {};
    if (unsaid !== undefined && artifactId !== undefined && connectionId !== undefined) {
      await this.#tellUnsaid({ connectionId, artifactId }, unsaid);
    }
  }

  /** Has all rows of a subject described again: documents of an artifact share its title and what it was read as. */
  #describeAgain(uri: vscode.Uri): void {
    const subject = subjectOf(uri);
    if (subject) {
      this.#rows.delete(subject.key);
    }
  }

  #showAll(): void {
    const byConnection = Map.groupBy(this.#unsaved.all(), ({ subject }) => subject.connectionId);
    for (const connectionId of new Set([...this.#shown.keys(), ...byConnection.keys()])) {
      this.#show(connectionId, byConnection.get(connectionId) ?? []);
    }
  }

  #show(connectionId: string, documents: readonly UnsavedDocument[]): void {
    const label = withoutIcons(this.#services.registry.find(connectionId)?.label || connectionId);
    const before = this.#shown.get(connectionId);
    if (before && before.label !== label) {
      this.#leave(connectionId, before);
    }
    const shown = this.#shown.get(connectionId) ?? (documents.length > 0 ? this.#open(connectionId, label) : undefined);
    if (!shown) {
      return;
    }
    // All rows are given each time: VS Code finds out by itself which have changed.
    for (const [id, group] of Object.entries(shown.groups)) {
      group.resourceStates = documents.filter((each) => each.group === id).map((document) => this.#rowOf(document));
    }
    shown.control.count = documents.length;
    clearTimeout(shown.leaving);
    shown.leaving = documents.length > 0 ? undefined : setTimeout(() => this.#leave(connectionId, shown), leaveAfterMs);
  }

  #open(connectionId: string, label: string): Shown {
    const control = vscode.scm.createSourceControl(sourceControlId, label, rootOf(connectionId));
    const groupOf = (id: UnsavedGroup) => {
      const group = control.createResourceGroup(id, groupNames[id]);
      group.hideWhenEmpty = true;
      return group;
    };
    const groups = { conflicts: groupOf("conflicts"), changes: groupOf("changes"), new: groupOf("new") };
    control.inputBox.placeholder = plain(boxPlaceholder(label));
    control.acceptInputCommand = {
      command: commandIds.saveAll,
      title: saveAllTitle,
      arguments: [{ connectionId }],
    };
    control.quickDiffProvider = {
      provideOriginalResource: (uri) =>
        uri.authority === connectionId && isMarked(uri) ? comparedWith(uri) : undefined,
    };
    const shown = { control, groups, label, leaving: undefined };
    this.#shown.set(connectionId, shown);
    this.boxOf(connectionId).show(control.inputBox);
    return shown;
  }

  #leave(connectionId: string, { control, leaving }: Shown): void {
    clearTimeout(leaving);
    this.#shown.delete(connectionId);
    const hidden = this.#boxes.get(connectionId)?.hide();
    void this.#services.lastWrites.run(async () => await hidden);
    control.dispose();
  }

  #close(): void {
    for (const [connectionId, shown] of this.#shown) {
      this.#leave(connectionId, shown);
    }
  }

  #rowOf(document: UnsavedDocument): UnsavedRow {
    const { uri, subject } = document;
    const ofSubject = getOrMake(this.#rows, subject.key, () => new Map<string, UnsavedRow>());
    return getOrMake(ofSubject, uri.toString(), () => this.#described(document));
  }

  #described({ uri, subject, group }: UnsavedDocument): UnsavedRow {
    const { name, form, fields } = this.#descriptions.of(uri);
    const reason = this.#reasons.of(uri);
    const state = group === "conflicts" && this.#unsaved.isMerged(uri) ? "merged" : group;
    // VS Code shows the last part as the name of a row, and the folder behind it. Of an artifact's two documents only
    // the one in the rarer format, XML, gets a folder that tells so.
    const resourceUri = uriOfBase(uri, `${form === "XML" ? "/XML" : ""}/${name.replaceAll("/", "∕")}`);
    const tooltip = rowTooltip(state, {
      fields,
      ...(form !== undefined && { form }),
      ...(reason !== undefined && { reason }),
    });
    return {
      resourceUri,
      command: { command: commandIds.openChanges, title: openChangesTitle, arguments: [uri] },
      decorations: { tooltip: plain(tooltip) },
      contextValue: rowKindOf(uri) ?? "",
      connectionId: subject.connectionId,
      ...(subject.artifactId !== undefined && { artifactId: subject.artifactId }),
      documentUri: uri,
      name,
    };
  }
}

/** Tells whether VS Code marks changed lines in the text at `uri`: a comment is made from no other text. */
function isMarked(uri: vscode.Uri): boolean {
  const kind = rowKindOf(uri);
  return kind !== undefined && kind !== "comment";
}

/**
 * Gives the root of a provider. VS Code keeps what is typed into the provider's box by it, and compares only texts
 * below it. The root is no file, so that a repository of git stays the active one while an artifact is edited.
 */
function rootOf(connectionId: string): vscode.Uri {
  return vscode.Uri.from({ scheme: artifactScheme, authority: connectionId, path: "/" });
}
