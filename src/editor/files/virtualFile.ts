import type { Uri } from "vscode";
import type { Resource, ResourceOf } from "../../core/model/uri.ts";

/** A URI of the scheme `artifact` as VS Code reads and writes it. */
export interface VirtualFile {
  /**
   * Answers without asking the service. `mtime` is when the content last changed other than by the person, in
   * milliseconds since 1970. A size is given only of files that are never saved.
   */
  stat(): { readonly mtime: number; readonly isReadOnly: boolean; readonly sizeBytes?: number | undefined };
  /** Gives the content, in UTF-8 where it is a text. Throws what `present.ts` can explain. */
  read(signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Stores `text`. Where it gives words, they say why nothing was stored, and the document stays unsaved. Throws what
   * `present.ts` can explain. It is absent where nothing can be written.
   */
  write?(text: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Gives the text without its unsaved changes, as far as it is known here; undefined where nothing is known. It is
   * absent where nothing can be written.
   */
  unchanged?(): Promise<string | undefined>;
  /** The name that people know the file by: `Artifact #512`. */
  readonly name: string;
}

/** The place of a file, and what its URI names. */
export interface FilePlace<R extends Resource = Resource> {
  readonly uri: Uri;
  readonly connectionId: string;
  readonly resource: R;
}

/** Gives the file of a resource; undefined where there is none. */
export type FileOf<R extends Resource> = (place: FilePlace<R>) => VirtualFile | undefined;

/** The files of each kind of resource. */
export type VirtualFiles = { readonly [K in Resource["kind"]]: FileOf<ResourceOf<K>> };
