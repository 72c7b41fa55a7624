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

/** Holds what is known of the comments on an artifact and of its changes. */
export interface Discussion {
  /** The entries, the oldest first. */
  readonly entries: readonly ThreadEntry[];
  readonly hasOlder: boolean;
  /** Tells whether the history was read. */
  readonly isRead: boolean;
  readonly isReading: boolean;
  /** The reason why it could not be read, or not be read again. */
  readonly problem?: string;
}

export interface DiscussionDependencies {
  readonly known: {
    find(connectionId: string): { readonly histories: { of(artifactId: number): ArtifactHistory } } | undefined;
  };
  /** Gives the service of a connection; its `background` sends the requests for which nobody waits. */
  readonly serviceOf: (connectionId: string) => Promise<ChangesetSource & { readonly background: ChangesetSource }>;
  /** Resolves once `core/overwrite` has read what it needs of the history to judge saves; then the history is known. */
  readonly savesJudged: () => Promise<void>;
  readonly logFailure: (what: string, error: unknown) => void;
}

/**
 * Holds what is shown of the discussion on an artifact. It is read when the page opens and when somebody looks at it
 * again. Otherwise only what came since is read, once somebody tells of a newer version: nothing is asked from time to
 * time.
 */
export class ArtifactDiscussion {
  readonly #target: DiscussedArtifact;
  readonly #dependencies: DiscussionDependencies;
  readonly #changed: () => void;
  readonly #abort = new AbortController();
  #named: { readonly tracker: Tracker | undefined; readonly thread: Thread } | undefined;
  #isReading = false;
  #problem: string | undefined;
  /** The version for which news was asked for. */
  #followed: string | undefined;
  #isAskingAgain = false;

  /** `changed` is called when the discussion is to be shown anew. */
  constructor(target: DiscussedArtifact, dependencies: DiscussionDependencies, changed: () => void) {
    this.#target = target;
    this.#dependencies = dependencies;
    this.#changed = changed;
  }

  dispose(): void {
    this.#abort.abort();
  }

  /** Gives the discussion as it is known now, with the names that `tracker` gives. */
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

  /** Tells when the newest known step was made. */
  get newestOn(): string | undefined {
    return this.#history?.newest?.submittedOn;
  }

  /** Reads the newest steps, also where they are known. */
  read(): Promise<void> {
    return this.#read((history, source) => history.readNewest(source, this.#abort.signal));
  }

  /** Reads fifty more steps; after a failure it reads the newest ones instead. */
  readMore(): Promise<void> {
    return this.#history?.isRead && this.#problem === undefined
      ? this.#read((history, source) => history.readOlder(source, this.#abort.signal))
      : this.read();
  }

  /**
   * Has to be called when somebody looks at the discussion again: comments may have been edited, which makes no
   * version.
   */
  async lookAgain(): Promise<void> {
    if (this.#history?.isRead && this.#problem === undefined) {
      await this.#quietly((history, source) => history.readNewest(source, this.#abort.signal));
    } else {
      // The history could not be read, or was forgotten when the key was replaced.
      await this.read();
    }
  }

  /** Has to be called when there is a version made at `on`, which is undefined where nobody tells the instant. */
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
   * Has to be called when the artifact was read with a version made at `on`. The service tells versions apart by the
   * second. Where that second was not over when the history was read, another step may have been made in it since.
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

  /** Does work for which nobody asked. Where it fails, what is shown stays. */
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
