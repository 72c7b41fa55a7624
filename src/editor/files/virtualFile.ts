import type { Uri } from "vscode";

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

/** A kind of virtual files, told by their URIs. */
export interface VirtualFiles {
  /** The file at `uri`; undefined when the URI is none of this kind. */
  at(uri: Uri): VirtualFile | undefined;
}
