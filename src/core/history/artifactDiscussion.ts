import type { ChangesetSource } from "../model/changeset.ts";
import type { Tracker } from "../model/tracker.ts";
import { explain } from "../sentences/explain.ts";
import { discussionNotRead } from "../sentences/previews.ts";
import type { ArtifactHistory } from "./artifactHistory.ts";
import { Thread, type ThreadEntry } from "./thread.ts";

interface DiscussedArtifact {
  readonly connectionId: string;
  readonly artifactId: number;
}

/** What is known of what was said and changed. */
export interface Discussion {
  /** The oldest first. */
  readonly entries: readonly ThreadEntry[];
  readonly hasOlder: boolean;
  /** Tells whether anything is known of it. */
  readonly isRead: boolean;
  readonly isReading: boolean;
  /** Why it could not be read, or not be read again. */
  readonly problem?: string;
}

export interface DiscussionDependencies {
  readonly known: {
    find(connectionId: string): { readonly histories: { of(artifactId: number): ArtifactHistory } } | undefined;
  };
  /** `background`: the same for what nobody waits for. */
  readonly serviceOf: (connectionId: string) => Promise<ChangesetSource & { readonly background: ChangesetSource }>;
  /** Resolves once what looks after saves has read what it needs of the history, which is known here then. */
  readonly savesJudged: () => Promise<void>;
  readonly logFailure: (what: string, error: unknown) => void;
}

/**
 * What is shown of the discussion on an artifact. It is read when the page opens and when it is looked at again, and
 * otherwise only what came since, once somebody tells of a newer version: no request of its own from time to time.
 */
export class ArtifactDiscussion {
  readonly #target: DiscussedArtifact;
  readonly #dependencies: DiscussionDependencies;
  readonly #changed: () => void;
  readonly #abort = new AbortController();
  #named: { readonly tracker: Tracker | undefined; readonly thread: Thread } | undefined;
  #isReading = false;
  #problem: string | undefined;
  /** The version for which news were asked for. */
  #followed: string | undefined;
  #isAskingAgain = false;

  /** `changed` is called when it is to be shown anew. */
  constructor(target: DiscussedArtifact, dependencies: DiscussionDependencies, changed: () => void) {
    this.#target = target;
    this.#dependencies = dependencies;
    this.#changed = changed;
  }

  dispose(): void {
    this.#abort.abort();
  }

  /** As it is known now, by the names of `tracker`. */
  view(tracker: Tracker | undefined): Discussion {
    if (!this.#named || this.#named.tracker !== tracker) {
      this.#named = { tracker, thread: new Thread(tracker) };
    }
    const history = this.#history;
    return {
      entries: this.#named.thread.of(history?.entries ?? []),
      hasOlder: history?.hasOlder ?? false,
      isRead: history?.isRead ?? false,
      isReading: this.#isReading,
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  /** Tells when the newest step was made that is known. */
  get newestOn(): string | undefined {
    return this.#history?.newest?.submittedOn;
  }

  /** Reads the newest of it, again where it is known. */
  read(): Promise<void> {
    return this.#read((history, source) => history.readNewest(source, this.#abort.signal));
  }

  /** Reads fifty more; what could not be read before where that is so. */
  readMore(): Promise<void> {
    return this.#history?.isRead && this.#problem === undefined
      ? this.#read((history, source) => history.readOlder(source, this.#abort.signal))
      : this.read();
  }

  /** Somebody looks at it: comments may have been edited, which makes no version. */
  async lookAgain(): Promise<void> {
    if (this.#history?.isRead && this.#problem === undefined) {
      await this.#quietly((history, source) => history.readNewest(source, this.#abort.signal));
    } else {
      // It could not be read, or was forgotten with another key.
      await this.read();
    }
  }

  /** There is a version of `on`; of an instant nobody tells where it is undefined. */
  async follow(on: string | undefined): Promise<void> {
    if (!this.#history?.isRead || (on !== undefined && on === this.#followed)) {
      return;
    }
    this.#followed = on;
    await this.#dependencies.savesJudged();
    if (this.#isNews(on)) {
      await this.#quietly((history, source) => history.readNews(source, this.#abort.signal));
    }
  }

  /**
   * The artifact was read, with a version of `on`. The service tells versions apart by the second: where that was not
   * over when the history was read, another step may have been made in it since.
   */
  async followWithin(on: string | undefined): Promise<void> {
    const { isEndOpen, newest } = this.#history ?? {};
    const isOfNewest = Date.parse(on ?? "") === Date.parse(newest?.submittedOn ?? "");
    if (isOfNewest && isEndOpen && !this.#isAskingAgain) {
      this.#isAskingAgain = true;
      await this.#quietly((history, source) => history.readNews(source, this.#abort.signal));
      this.#isAskingAgain = false;
    }
  }

  get #history(): ArtifactHistory | undefined {
    const { connectionId, artifactId } = this.#target;
    return this.#dependencies.known.find(connectionId)?.histories.of(artifactId);
  }

  #isNews(on: string | undefined): boolean {
    return !(Date.parse(on ?? "") <= Date.parse(this.#history?.newest?.submittedOn ?? ""));
  }

  async #read(work: (history: ArtifactHistory, source: ChangesetSource) => Promise<void>): Promise<void> {
    const history = this.#history;
    if (!history) {
      return;
    }
    this.#isReading = true;
    this.#problem = undefined;
    try {
      await work(history, await this.#dependencies.serviceOf(this.#target.connectionId));
    } catch (error) {
      if (!this.#abort.signal.aborted) {
        this.#dependencies.logFailure(discussionNotRead, error);
        this.#problem = explain(error, discussionNotRead).message;
      }
    }
    this.#isReading = false;
    this.#changed();
  }

  /** Nobody asked for it: what is shown stays where it cannot be read. */
  async #quietly(work: (history: ArtifactHistory, source: ChangesetSource) => Promise<void>): Promise<void> {
    const history = this.#history;
    try {
      const { background } = await this.#dependencies.serviceOf(this.#target.connectionId);
      await (history && work(history, background));
    } catch (error) {
      if (!this.#abort.signal.aborted) {
        this.#dependencies.logFailure("Following the discussion on an artifact", error);
      }
    }
  }
}
