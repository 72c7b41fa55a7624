/** A file that goes up. */
export interface UploadSource {
  readonly name: string;
  /** The type by the file's name, which the service tells others. */
  readonly mediaType: string;
  /** The most bytes that it may have, where it has to be held as a whole. */
  readonly maxHeldBytes?: number;
  /** Tells what is there now. It throws when there is nothing, or nothing that may be read. */
  look(): Promise<SourceLook>;
  /** Gives the bytes from `offset` on, and releases what it holds when nobody reads on. */
  read(offset: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export type SourceLook =
  | { readonly kind: "directory" }
  | {
      readonly kind: "file";
      readonly sizeBytes: number;
      /** The time at which the file was written last, in milliseconds since 1970. */
      readonly writtenAtMs: number;
    };

export type FileLook = Extract<SourceLook, { kind: "file" }>;

/** Waits so many milliseconds, and less when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** A file as the service has it, to be attached by its id. */
export interface UploadedFile {
  readonly id: number;
  readonly name: string;
  readonly mediaType: string;
  /** Its address from the host's root; undefined where the service does not tell. */
  readonly contentUrl?: string;
}
