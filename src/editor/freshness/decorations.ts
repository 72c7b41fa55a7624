import * as vscode from "vscode";
import type { ServerChange } from "../../core/freshness/serverChange.ts";
import {
  inConflictChoose,
  notSeenYet,
  notSentYet,
  openIsKept,
  serverChange,
  unsavedAnd,
  unsavedChanges,
} from "../../core/sentences/freshness.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { Gathering } from "../../core/util/gatheredRun.ts";
import { plain } from "../../core/util/plainWords.ts";
import { markColors } from "../manifest/contributions.ts";
import { documentOfBase } from "../text/resourceUri.ts";
import type { ServerChanges } from "./serverChanges.ts";
import { artifactUris, subjectOf } from "./subject.ts";
import type { UnsavedDocument, UnsavedDocuments } from "./unsavedDocuments.ts";

/** Marks that change within this time are told of together. */
const tellAfterMs = 50;

/**
 * Marks tabs and rows with a letter, a colour and a sentence. All documents of an artifact and its rows have the same
 * mark.
 */
export class Decorations extends DisposableOwner implements vscode.FileDecorationProvider {
  readonly #changes: ServerChanges;
  #unsaved: UnsavedDocuments | undefined;
  #listed: () => readonly vscode.Uri[] = () => [];
  readonly #changed = this.disposables.add(new vscode.EventEmitter<vscode.Uri[]>());
  /** Gathers the documents whose marks have changed, to tell of them together. */
  readonly #telling = this.disposables.add(new Gathering<vscode.Uri>((uris) => this.#tell(uris), tellAfterMs));

  readonly onDidChangeFileDecorations = this.#changed.event;
  readonly onDidChange = this.#changed.event;

  constructor(changes: ServerChanges) {
    super();
    this.#changes = changes;
    this.disposables.add(
      changes.onDidChange(({ connectionId, artifactId }) => this.#fire(artifactUris(connectionId, artifactId))),
    );
    this.disposables.add(vscode.window.registerFileDecorationProvider(this));
  }

  /** Shows marks for unsaved documents too from here on. */
  showUnsaved(unsaved: UnsavedDocuments): void {
    this.#unsaved = unsaved;
    this.disposables.add(unsaved.onDidChange((uri) => this.#fire([uri])));
    this.#fire(unsaved.all().map(({ uri }) => uri));
  }

  /** Shows marks on the rows of Source Control from here on; `listed` gives their addresses. */
  showListed(listed: () => readonly vscode.Uri[]): void {
    this.#listed = listed;
  }

  /** Tells what the mark of a document stands for; undefined where it has none. */
  of(uri: vscode.Uri): string | undefined {
    return this.#changes.isEmpty && this.#unsaved?.isEmpty !== false
      ? undefined
      : this.provideFileDecoration(uri)?.tooltip;
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    // A row of Source Control has the mark of its one document; every other address has that of the artifact or draft
    // it is about.
    const listed = documentOfBase(uri);
    const subject = subjectOf(listed ?? uri);
    if (!subject) {
      return undefined;
    }
    const { connectionId, artifactId } = subject;
    const change = artifactId === undefined ? undefined : this.#changes.of(connectionId, artifactId);
    const unsaved = listed ? (this.#unsaved?.at(listed) ?? []) : (this.#unsaved?.of(subject) ?? []);
    return decorationOf(change, [unsaved].flat());
  }

  #fire(uris: readonly vscode.Uri[]): void {
    this.#telling.add(...uris);
  }

  /** Tells of changed marks at all the places where the subjects of `uris` show. */
  #tell(uris: readonly vscode.Uri[]): void {
    const keys = new Set(uris.map((uri) => subjectOf(uri)?.key));
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri).filter((uri) => keys.has(subjectOf(uri)?.key));
    const rows = uris.flatMap((uri) => {
      const { connectionId = "", artifactId } = subjectOf(uri) ?? {};
      return artifactId === undefined ? [] : artifactUris(connectionId, artifactId);
    });
    const listed = this.#listed().filter((uri) => keys.has(subjectOf(documentOfBase(uri) ?? uri)?.key));
    this.#changed.fire([...uris, ...open, ...rows, ...listed]);
  }
}

function decorationOf(
  change: ServerChange | undefined,
  unsaved: readonly UnsavedDocument[],
): vscode.FileDecoration | undefined {
  const changed = change && serverChange(change, vscode.env.language);
  if (changed && change.kind === "deleted") {
    return decoration("D", openIsKept(changed), markColors.deleted);
  }
  if (unsaved.some(({ group }) => group === "conflicts")) {
    return decoration("C", inConflictChoose, markColors.conflict);
  }
  if (changed && unsaved.length > 0) {
    return decoration("MS", unsavedAnd(changed), markColors.changedAndUnsaved);
  }
  if (changed) {
    return decoration("S", notSeenYet(changed), markColors.changed);
  }
  if (unsaved.some(({ group }) => group === "changes")) {
    return decoration("M", unsavedChanges, markColors.unsaved);
  }
  return unsaved.length > 0 ? decoration("A", notSentYet, markColors.notSent) : undefined;
}

function decoration(badge: string, tooltip: string, color: string): vscode.FileDecoration {
  return new vscode.FileDecoration(badge, plain(tooltip), new vscode.ThemeColor(color));
}
