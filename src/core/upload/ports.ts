import type { UploadRoutes } from "../service/uploads.ts";

/** What uploads ask of the service. */
export type UploadService = UploadRoutes;

/** A file that goes up. */
export interface UploadSource {
  readonly name: string;
  /** By its name, for the service to tell others. */
  readonly mediaType: string;
  /** Of a source that has to be held as a whole the most bytes that it may have. */
  readonly heldAtMost?: number;
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

/** The way of one file to the service. */
export interface Upload {
  readonly name: string;
  readonly sizeBytes: number;
  /**
   * Sends what the service does not have yet: called again it goes on, and of what is up it gives the file at once.
   * `onProgress` is called with the bytes that have left of all.
   *
   * @throws UploadFailure, `ServiceError`, and the reason of `signal` when that aborts.
   */
  run(signal: AbortSignal, onProgress: (sentBytes: number) => void): Promise<UploadedFile>;
  /** Has the service forget what was sent. Never throws: what cannot be taken back expires there. */
  takeBack(): Promise<void>;
}
