import type { Uri } from "vscode";
import type { Resource, ResourceOf } from "../../core/model/uri.ts";

/** One URI of the scheme `artifact` as VS Code reads and writes it. */
export interface VirtualFile {
  /**
   * Without asking the service. `mtime`: when the content last changed other than by the person, in ms since 1970. A
   * size is told only of what is never saved.
   */
  stat(): { readonly mtime: number; readonly isReadOnly: boolean; readonly sizeBytes?: number | undefined };
  /** The content, UTF-8 where it is a text. Throws what `present.ts` can explain. */
  read(signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Stores `text`. Words mean that it was not stored, and why; the document then stays dirty. Throws what `present.ts`
   * can explain. Absent where nothing can be written.
   */
  write?(text: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * The text without its unsaved changes, as far as it is known here; undefined where nothing is. Absent where nothing
   * can be written.
   */
  unchanged?(): Promise<string | undefined>;
  /** As a person knows it: `Artifact #512`. */
  readonly name: string;
}

/** Where a file is, and what its URI names. */
export interface FilePlace<R extends Resource = Resource> {
  readonly uri: Uri;
  readonly connectionId: string;
  readonly resource: R;
}

/** The file of a resource; undefined where there is none. */
export type FileOf<R extends Resource> = (place: FilePlace<R>) => VirtualFile | undefined;

/** The files of each kind of resource. */
export type VirtualFiles = { readonly [K in Resource["kind"]]: FileOf<ResourceOf<K>> };
