import type { ArtifactSummary, TrackerReference } from "../model/artifact.ts";
import { isBoolean, isNumber, isText, listOf, optional, shapeOf } from "../model/shape.ts";
import { Emitter, type Event } from "../util/event.ts";
import type { KeyValueStore } from "../util/keyValueStore.ts";
import { KeptList } from "./keptList.ts";

/** Keeps the artifacts of each connection that the person pinned or opened lately, over restarts. */
export class Remembered {
  /** The pinned artifacts in the order of pinning. */
  readonly pins: KeptList<ArtifactSummary>;
  readonly #recent: KeptList<ArtifactSummary>;
  readonly #changed = new Emitter<{ readonly connectionId: string }>();
  /** Fires when other artifacts are pinned or recent, or when one of them looks otherwise. */
  readonly onDidChange = this.#changed.event;
  #known: ReadArtifacts | undefined;

  constructor(store: KeyValueStore) {
    this.pins = new KeptList(store, { prefix: "pinned", summaryOf, isKnown });
    this.#recent = new KeptList(store, { prefix: "recent", summaryOf, isKnown });
    this.pins.onDidChange((change) => this.#changed.fire(change));
    this.#recent.onDidChange((change) => this.#changed.fire(change));
  }

  /** Takes over from now on what is read of artifacts, which completes what is remembered. */
  follow(known: ReadArtifacts, onFailure: (error: unknown) => void): void {
    this.#known = known;
    known.onDidSee(({ connectionId, summary }) => {
      this.seen(connectionId, summary).catch(onFailure);
    });
  }

  /** Gives the recent artifacts, the last opened one first; there are at most 20. */
  recent(connectionId: string): readonly ArtifactSummary[] {
    return this.#recent.list(connectionId);
  }

  /** Gives the artifacts that the person works with: the recent ones, then the pinned ones. */
  all(connectionId: string): readonly ArtifactSummary[] {
    return [...this.recent(connectionId), ...this.pins.list(connectionId)];
  }

  /** Puts the artifact at the top of the recent ones, with what is given and what any reading has told of it. */
  async opened(connectionId: string, artifact: ArtifactSummary): Promise<void> {
    const summary = this.#completed(connectionId, artifact);
    await this.#recent.putFirst(connectionId, summary, maxRecent);
    await this.pins.seen(connectionId, summary);
  }

  /** Takes over what is known of an artifact now; a member that is not given stays as it was remembered. */
  async seen(connectionId: string, known: ArtifactSummary): Promise<void> {
    const artifact = this.#completed(connectionId, known);
    await this.pins.seen(connectionId, artifact);
    await this.#recent.seen(connectionId, artifact);
  }

  /** Forgets an artifact that is no more: it is neither pinned nor recent any longer. */
  async deleted(connectionId: string, artifactId: number): Promise<void> {
    await this.#recent.remove(connectionId, artifactId);
    await this.pins.remove(connectionId, artifactId);
  }

  /** Drops all that is remembered of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.pins.forget(connectionId);
    await this.#recent.forget(connectionId);
  }

  #completed(connectionId: string, known: ArtifactSummary): ArtifactSummary {
    const read = this.#known?.find(connectionId)?.artifacts.get(known.id);
    const before = [read, ...this.all(connectionId)].filter((each) => each?.id === known.id);
    return Object.assign({}, ...before.reverse().map(told), known);
  }
}

/** Tells what was read of artifacts, for as long as the window is open. */
interface ReadArtifacts {
  readonly onDidSee: Event<{ readonly connectionId: string; readonly summary: ArtifactSummary }>;
  find(connectionId: string): { readonly artifacts: { get(id: number): ArtifactSummary | undefined } } | undefined;
}

const maxRecent = 20;

/** Gives what is remembered of an artifact: no values, no attachments. Every member is there, if only as undefined. */
export function summaryOf(artifact: ArtifactSummary): ArtifactSummary {
  return {
    id: artifact.id,
    title: artifact.title,
    xref: artifact.xref,
    browserUrl: artifact.browserUrl,
    status: artifact.status,
    isOpen: artifact.isOpen,
    statusColor: artifact.statusColor,
    tracker: artifact.tracker,
    submittedBy: artifact.submittedBy,
    submittedOn: artifact.submittedOn,
    lastUpdatedBy: artifact.lastUpdatedBy,
    lastModifiedOn: artifact.lastModifiedOn,
    assignees: artifact.assignees,
  };
}

/** Gives the members of a summary that are told. */
function told(summary: ArtifactSummary | undefined): object {
  return Object.fromEntries(Object.entries(summary ?? {}).filter(([, value]) => value !== undefined));
}

// Tells whether something has the shape that is shown: an earlier version or another program may have stored anything.
const isKnown = shapeOf<ArtifactSummary>({
  id: isNumber,
  title: optional(isText),
  xref: optional(isText),
  browserUrl: optional(isText),
  status: optional(isText),
  isOpen: optional(isBoolean),
  statusColor: optional(isText),
  tracker: optional(
    shapeOf<TrackerReference>({
      id: isNumber,
      label: optional(isText),
      projectId: optional(isNumber),
      projectLabel: optional(isText),
    }),
  ),
  submittedBy: optional(isText),
  submittedOn: optional(isText),
  lastUpdatedBy: optional(isText),
  lastModifiedOn: optional(isText),
  assignees: optional(listOf(isText)),
});
