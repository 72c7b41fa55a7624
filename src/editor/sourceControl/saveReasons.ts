import { EventEmitter, type Uri, workspace } from "vscode";
import { DisposableOwner } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import { plain } from "../../core/util/plainWords.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import type { MovedChanges } from "../documents/artifactDocuments.ts";

/** Keeps the reason why the last save of each unsaved document stored nothing. */
export class SaveReasons extends DisposableOwner {
  readonly #reasons = new Map<string, string>();
  readonly #changed = this.disposables.add(new EventEmitter<Uri>());

  /** Fires when the reason of a document has changed. */
  readonly onDidChange = this.#changed.event;

  /** `onDidMove` tells that the unsaved changes of a document are those of another one now. */
  constructor(onDidMove: Event<MovedChanges>) {
    super();
    this.disposables.add(onDidMove(({ from, to }) => this.note(to, this.of(from))));
    this.disposables.add(workspace.onDidSaveTextDocument((text) => !isUnsaved(text) && this.note(text.uri, undefined)));
    this.disposables.add(
      workspace.onDidCloseTextDocument(({ uri, isClosed }) => isClosed && this.note(uri, undefined)),
    );
    this.disposables.add(
      workspace.onDidChangeTextDocument(({ document }) => !isUnsaved(document) && this.note(document.uri, undefined)),
    );
  }

  of(uri: Uri): string | undefined {
    return this.#reasons.get(uri.toString());
  }

  /** Notes the reason, in words for a person; it is undefined for a save that stored the text. */
  note(uri: Uri, reason: string | undefined): void {
    const key = uri.toString();
    const words = reason === undefined ? undefined : plain(reason);
    if (this.#reasons.get(key) === words) {
      return;
    }
    if (words === undefined) {
      this.#reasons.delete(key);
    } else {
      this.#reasons.set(key, words);
    }
    this.#changed.fire(uri);
  }
}
