import { EventEmitter, type Uri, workspace } from "vscode";
import type { PathResource, ResourceOf } from "../../core/model/uri.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import type { Event } from "../../core/util/event.ts";
import { Gathering } from "../../core/util/gatheredRun.ts";
import type { FilePlace, VirtualFile, VirtualFiles } from "../files/virtualFile.ts";
import { comparedWith, documentOfBase } from "../text/resourceUri.ts";

/** A save settles a document several times, and VS Code marks lines only after a pause: telling can wait. */
const tellAfterMs = 50;

type Files = Pick<VirtualFiles, PathResource["kind"]>;

/**
 * Shows what texts were made from, as files that are never written. The file system serves them: VS Code compares texts
 * with them, and reads such files again. It never asks a content provider again for a text that no editor shows
 * (microsoft/vscode#104640).
 */
export class BaseFiles extends DisposableOwner {
  readonly #files: Files;
  /** The addresses that were asked for, by document, and when the base may last have changed, in ms since 1970. */
  readonly #asked = new Map<string, { readonly bases: Map<string, Uri>; changedMs: number }>();
  readonly #changed = this.disposables.add(new EventEmitter<Uri>());
  /** The bases that may have changed and are to be told. */
  readonly #telling = this.disposables.add(new Gathering<Uri>((bases) => this.#tell(bases), tellAfterMs));

  /** Fires when the base at an address may have changed: VS Code is to read it again. */
  readonly onDidChange = this.#changed.event;

  /** `documents` tell when something else may be known of one of them. */
  constructor(files: Files, documents: readonly { readonly onDidSettle: Event<Uri> }[]) {
    super();
    this.#files = files;
    for (const { onDidSettle } of documents) {
      this.disposables.add(onDidSettle((document) => this.#note(document)));
    }
    this.disposables.add(
      workspace.onDidCloseTextDocument(({ uri, isClosed }) => isClosed && this.#asked.delete(uri.toString())),
    );
  }

  /**
   * Gives the base at `uri` as a file. Gives undefined for the base of what is never saved, and for a base of another
   * name than its document has. VS Code chooses the editor by the name, and a link in somebody's file may give any
   * name. As a notebook the text of a field would run scripts. As JSON it would have VS Code ask the server that it
   * names for its schema.
   */
  at({ uri, connectionId, resource: { of } }: FilePlace<ResourceOf<"base">>): VirtualFile | undefined {
    const document = documentOfBase(uri);
    if (document === undefined || uri.path !== comparedWith(document).path) {
      return undefined;
    }
    const file = fileAt(this.#files, { uri: document, connectionId, resource: of });
    if (!file?.write) {
      return undefined;
    }
    const key = document.toString();
    const asked = this.#asked.get(key) ?? { bases: new Map<string, Uri>(), changedMs: Date.now() };
    asked.bases.set(uri.toString(), uri);
    this.#asked.set(key, asked);
    return {
      name: file.name,
      stat: () => ({ mtime: asked.changedMs, isReadOnly: true }),
      read: async (signal) => {
        const text = await file.unchanged?.();
        return text === undefined ? await file.read(signal) : new TextEncoder().encode(text);
      },
    };
  }

  #note(document: Uri): void {
    const asked = this.#asked.get(document.toString());
    if (asked) {
      asked.changedMs = Math.max(Date.now(), asked.changedMs + 1);
      this.#telling.add(...asked.bases.values());
    }
  }

  #tell(bases: readonly Uri[]): void {
    for (const base of new Map(bases.map((each) => [each.toString(), each])).values()) {
      this.#changed.fire(base);
    }
  }
}

function fileAt(files: Files, place: FilePlace<PathResource>): VirtualFile | undefined {
  const { kind } = place.resource;
  // The compiler does not see that the file's kind is that of its resource.
  const at = files[kind] as (place: FilePlace<PathResource>) => VirtualFile | undefined;
  return at(place);
}
