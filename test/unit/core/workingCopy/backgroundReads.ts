import type { VersionedArtifact } from "../../../../src/core/model/artifact.ts";
import type { ArtifactService } from "../../../../src/core/model/artifactService.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import type { After } from "../../../../src/core/util/after.ts";

/** What becomes of what is read in the background: it is answered in the same moment, later, or not. */
export type BackgroundAnswer = "atOnce" | "held" | "failed";

/**
 * The machine's time, which goes on with the service's without showing the same, and the readings that begin by it:
 * each is made in its moment, and answered whenever that is simulated, whether anybody still waits for it or not.
 */
export class BackgroundReads {
  answer: BackgroundAnswer = "atOnce";
  #nowMs = 0;
  readonly #waiting = new Set<{ readonly atMs: number; readonly run: () => void }>();
  #held: (() => void)[] = [];

  readonly after: After = (ms, run) => {
    const entry = { atMs: this.#nowMs + ms, run };
    this.#waiting.add(entry);
    return { dispose: () => this.#waiting.delete(entry) };
  };

  /** How many timers there are. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** The same service, whose readings in the background are simulated. */
  over(service: ArtifactService): ArtifactService {
    return {
      readArtifact: (id, signal, how) =>
        how?.isBackground
          ? this.#read(id, () => service.readArtifact(id, signal, how))
          : service.readArtifact(id, signal),
      updateArtifact: (...args) => service.updateArtifact(...args),
    };
  }

  /** Time goes by while somebody waits for a request. */
  pass(seconds: number): void {
    this.#nowMs += seconds * 1000;
  }

  /** Begins what is due. */
  async begin(): Promise<void> {
    for (const entry of [...this.#waiting].filter(({ atMs }) => atMs <= this.#nowMs)) {
      this.#waiting.delete(entry);
      entry.run();
    }
    await turn();
  }

  /** Answers what is held back; what comes of it comes in between of all that is under way. */
  deliver(): void {
    for (const answer of this.#held.splice(0)) {
      answer();
    }
  }

  /** The same, and waits for what comes of it. */
  async delivered(): Promise<void> {
    this.deliver();
    await turn();
  }

  async #read(id: number, read: () => Promise<VersionedArtifact>): Promise<VersionedArtifact> {
    const { answer } = this;
    if (answer === "failed") {
      throw new ServiceError({ kind: "unreachable", method: "GET", path: `/artifacts/${id}` });
    }
    const result = await read();
    if (answer === "held") {
      await new Promise<void>((resolve) => this.#held.push(resolve));
    }
    return result;
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
