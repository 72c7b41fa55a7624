import type { Tracker } from "../model/tracker.ts";
import type { TrackerSource } from "../workingCopy/ports.ts";
import { isServiceError } from "./serviceError.ts";

/**
 * The structures of one connection's trackers, read once: simultaneous needs of one are one request, and one that
 * could not be read is asked for again next time, unless the service says that it has none.
 */
export class TrackerCache implements TrackerSource {
  readonly #read: (trackerId: number, signal: AbortSignal) => Promise<Tracker>;
  readonly #trackers = new Map<number, Promise<Tracker | undefined>>();

  constructor(read: (trackerId: number, signal: AbortSignal) => Promise<Tracker>) {
    this.#read = read;
  }

  async tracker(trackerId: number, signal: AbortSignal): Promise<Tracker | undefined> {
    signal.throwIfAborted();
    let reading = this.#trackers.get(trackerId);
    if (!reading) {
      // Not under the caller's signal: others may be waiting for it too. The client's own timeout ends it.
      reading = this.#load(trackerId);
      this.#trackers.set(trackerId, reading);
    }
    return reading;
  }

  /** Forgets what was read: permissions and values may have changed. */
  clear(): void {
    this.#trackers.clear();
  }

  async #load(trackerId: number): Promise<Tracker | undefined> {
    try {
      return await this.#read(trackerId, new AbortController().signal);
    } catch (error) {
      // An artifact can be edited without the structure of its tracker, so its failure fails nothing.
      if (!(isServiceError(error) && error.kind === "notFound")) {
        this.#trackers.delete(trackerId);
      }
      return undefined;
    }
  }
}
