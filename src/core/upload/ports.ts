/** A file that goes up. */
export interface UploadSource {
  readonly name: string;
  /** By its name, for the service to tell others. */
  readonly mediaType: string;
  /** Of a source that has to be held as a whole the most bytes that it may have. */
  readonly maxHeldBytes?: number;
  /** What there is now. Throws when there is nothing, or nothing that may be read. */
  look(): Promise<SourceLook>;
  /** The bytes from `offset` on. Gives back what it holds when nobody reads on. */
  read(offset: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

export type SourceLook =
  | { readonly kind: "directory" }
  | {
      readonly kind: "file";
      readonly sizeBytes: number;
      /** When it was written last, in milliseconds since 1970. */
      readonly writtenAtMs: number;
    };

export type FileLook = Extract<SourceLook, { kind: "file" }>;

/** Waits so many milliseconds, less when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** A file as the service has it, to be attached by its id. */
export interface UploadedFile {
  readonly id: number;
  readonly name: string;
  readonly mediaType: string;
  /** Where it is found, from the host's root; undefined where the service does not tell. */
  readonly contentUrl?: string;
}
