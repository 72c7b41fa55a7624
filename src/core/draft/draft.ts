import { randomUUID } from "node:crypto";
import { documentCodec } from "../codec/documentCodec.ts";
import { printXmlRequest, xmlCarriesExactly } from "../codec/xmlWire.ts";
import type { Artifact } from "../model/artifact.ts";
import type { RequestBody } from "../model/artifactService.ts";
import { type Entry, entryObject } from "../model/entry.ts";
import { isJsonObject } from "../model/json.ts";
import type { Tracker } from "../model/tracker.ts";
import type { DocumentFormat } from "../model/uri.ts";
import { isServiceError } from "../service/serviceError.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import type { TrackerSource } from "../workingCopy/ports.ts";
import { candidatesIn } from "./candidates.ts";
import { newEntries } from "./draftEntries.ts";
import type { Attempt, DraftService, DraftState, DraftStore } from "./ports.ts";
import { kindsOf, type Reading, readDraft, type Unsendable } from "./readDraft.ts";

/** What became of a draft's save. What the service refuses for certain is thrown as `ServiceError`: nothing was created. */
export type CreateOutcome =
  /** Now, or by an earlier save of the same text. */
  | { readonly kind: "created"; readonly artifactId: number }
  /** An earlier save created the artifact from another text: nothing was sent. */
  | { readonly kind: "alreadyCreated"; readonly artifactId: number }
  /** Nothing was sent: another window has the draft. */
  | { readonly kind: "elsewhere" }
  /** Nothing was sent: another window had the draft, and sent or closed it. */
  | { readonly kind: "over" }
  /** It may or may not have been created, now or earlier; nothing is sent until somebody decides. */
  | { readonly kind: "unknown"; readonly attempt: Attempt; readonly cause?: unknown }
  | Unsendable;

/** What saving a draft's text would send, or why it would send nothing. */
type PendingCreation =
  /** `notAsXml`: the fields of a draft in XML for whose sake it is sent as JSON. */
  | { readonly kind: "request"; readonly body: RequestBody; readonly notAsXml: readonly number[] }
  | Exclude<Reading, { readonly kind: "entries" }>;

/** A draft: its tracker, and its form. */
interface DraftIdentity {
  readonly trackerId: number;
  readonly format: DocumentFormat;
}

interface DraftDependencies {
  readonly service: DraftService;
  readonly trackers: TrackerSource;
  readonly store: DraftStore;
  readonly nowMs: () => number;
}

/**
 * An artifact that is not on the service yet. Its text becomes one POST, ever: what is not known to have failed is not
 * repeated before somebody has looked at what the tracker received (`candidates`) and decided (`settle`, `forgetAttempt`).
 *
 * Windows that restore the same unsaved documents show the same draft. One of them has it, and it alone sends and keeps;
 * what became of it so far is read from the disk before each POST, since another window may have had it in between.
 */
export class Draft {
  readonly identity: DraftIdentity;
  readonly #dependencies: DraftDependencies;
  #state: DraftState | undefined;
  #restoring: Promise<void> | undefined;
  readonly #queue = new WriteQueue();
  /** How often the draft was over. */
  #discards = 0;
  /** Another window has the draft, or had it when this one last looked. */
  #isElsewhere = false;
  /** What was kept of the draft, which this window has, was removed with its connection. */
  #isForgotten = false;

  constructor(identity: DraftIdentity, dependencies: DraftDependencies) {
    this.identity = identity;
    this.#dependencies = dependencies;
  }

  /** A POST of which nobody knows whether it created the artifact. */
  get attempt(): Attempt | undefined {
    return this.#state?.attempt;
  }

  /** The artifact that the draft has become. */
  get createdId(): number | undefined {
    return this.#state?.created?.artifactId;
  }

  /** Whether another window has the draft, as far as this one has looked. */
  get isElsewhere(): boolean {
    return this.#isElsewhere;
  }

  /** Takes up what was kept of an earlier session, and the draft for this window unless another one may have it. */
  restore(): Promise<void> {
    this.#restoring ??= this.#restore();
    return this.#restoring;
  }

  /** Takes the draft for this window once the one that has it does not show that it is there; why it cannot be had. */
  claim(): Promise<Denial | undefined> {
    return this.#queue.run(async () => {
      await this.restore();
      return await this.#denial();
    });
  }

  /** Makes this a new draft; false where something is kept of one of its name, whoever's it is. */
  async startAnew(): Promise<boolean> {
    const { store } = this.#dependencies;
    const hold = await store.hold(false);
    if (hold === "elsewhere") {
      return false;
    }
    if (hold === "taken" && (await store.read())) {
      // The window that had it is closed, and shows it again when it opens.
      await store.release();
      return false;
    }
    this.#restoring = Promise.resolve();
    await this.#keep({ id: randomUUID() });
    return true;
  }

  /** The text without unsaved changes: the one kept, else that of a new draft. */
  async text(signal: AbortSignal): Promise<string> {
    await this.restore();
    if (this.#state?.text !== undefined) {
      return this.#state.text;
    }
    const tracker = await this.#dependencies.trackers.tracker(this.identity.trackerId, signal);
    const text = await this.print(newEntries(tracker, new Date(this.#dependencies.nowMs())), tracker);
    if (this.#state && !this.#isElsewhere) {
      await this.#keep({ ...this.#state, text });
    }
    return text;
  }

  /** A document of `entries`; what its format cannot hold is left out. */
  async print(entries: readonly Entry[], tracker: Tracker | undefined): Promise<string> {
    const codec = await documentCodec(this.identity.format);
    const kindOf = kindsOf(tracker);
    const printable = entries.filter((entry) => codec.unprintable([entry], kindOf).length === 0);
    return codec.print(printable, this.identity.trackerId);
  }

  /** Saves the text: one POST of what it carries. Saves are made one after another. */
  create(text: string, signal: AbortSignal): Promise<CreateOutcome> {
    return this.#queue.run(() => this.#create(text, signal));
  }

  /** What saving `text` would send, were it not sent yet: the same reckoning, nothing sent. */
  async pending(text: string, signal: AbortSignal): Promise<PendingCreation> {
    const { reading, body, notAsXml } = await this.#read(text, signal);
    return reading.kind === "entries"
      ? { kind: "request", body: body ?? jsonBody(this.identity.trackerId, reading.entries), notAsXml }
      : reading;
  }

  /**
   * What may have come of the POST of unknown fate, the newest first: what the tracker received since, or so shortly before
   * that the clocks may differ by it, and what bears the title that was sent. Only artifacts of `userName`, where both names
   * are known. Throws `ServiceError`.
   */
  async candidates(userName: string | undefined, signal: AbortSignal): Promise<readonly Artifact[]> {
    const { attempt } = this;
    const artifacts = await this.#dependencies.service.recentArtifacts(this.identity.trackerId, signal);
    return attempt ? candidatesIn(artifacts, attempt, userName) : [];
  }

  /** Somebody recognized the artifact: `text` has become it. */
  settle(artifactId: number, text: string): Promise<void> {
    return this.#decide(({ id, text: before = text }) => ({ id, text: before, created: { artifactId, text } }));
  }

  /** Somebody has looked and found nothing: the next save sends again. */
  forgetAttempt(): Promise<void> {
    return this.#decide(({ attempt: _, ...state }) => state);
  }

  /** The draft is over: nothing is kept of it, not even of a save still under way. */
  async discard(): Promise<void> {
    this.#discards++;
    this.#state = undefined;
    await this.#dependencies.store.remove();
  }

  /** All that was kept of its connection is removed: what this window has of the draft is kept again by its next save. */
  noteForgotten(): void {
    this.#isForgotten = !this.#isElsewhere;
  }

  async #create(text: string, signal: AbortSignal): Promise<CreateOutcome> {
    await this.restore();
    const denial = await this.#denial();
    if (denial) {
      return { kind: denial };
    }
    const { created, attempt } = this.#state ?? {};
    if (created) {
      const { artifactId } = created;
      return { kind: created.text === text ? "created" : "alreadyCreated", artifactId };
    }
    if (attempt) {
      return { kind: "unknown", attempt };
    }
    const { reading, body } = await this.#read(text, signal);
    return reading.kind === "entries" ? await this.#send(text, reading.entries, body, signal) : reading;
  }

  /** The entries that a POST carries, and its body where that is not the service's plain JSON. */
  async #read(
    text: string,
    signal: AbortSignal,
  ): Promise<{ readonly reading: Reading; readonly body?: RequestBody; readonly notAsXml: readonly number[] }> {
    const { trackerId, format } = this.identity;
    const tracker = await this.#dependencies.trackers.tracker(trackerId, signal);
    const reading = readDraft(text, await documentCodec(format), trackerId, tracker);
    if (format !== "xml" || reading.kind !== "entries") {
      return { reading, notAsXml: [] };
    }
    const kindOf = kindsOf(tracker);
    // The service's decoder would make something else of these than of their JSON (test/service/README.md, XML).
    const damaged = reading.entries.filter((entry) => !xmlCarriesExactly(entry, kindOf(entry.fieldId)));
    return damaged.length > 0
      ? { reading, notAsXml: damaged.map(({ fieldId }) => fieldId) }
      : {
          reading,
          body: { contentType: "application/xml", text: printXmlRequest(reading.entries, trackerId) },
          notAsXml: [],
        };
  }

  async #send(
    text: string,
    entries: readonly Entry[],
    body: RequestBody | undefined,
    signal: AbortSignal,
  ): Promise<CreateOutcome> {
    const { service, store, nowMs } = this.#dependencies;
    const attempt: Attempt = { beganOn: new Date(nowMs()).toISOString(), entries };
    // Once more: reading may have taken long.
    const denial = await this.#denial();
    const before = this.#state;
    if (denial || !before) {
      return { kind: denial ?? "over" };
    }
    const discards = this.#discards;
    const keep = async (state: DraftState) => {
      if (discards === this.#discards) {
        await this.#keep(state);
      }
    };
    // Kept before it is sent: a window that is closed meanwhile must not send again either.
    if (before.attempt || !(await store.begin(before.id, attempt))) {
      this.#state = { ...before, ...(await store.read()) };
      return { kind: "unknown", attempt: this.#state.attempt ?? attempt };
    }
    this.#state = { ...before, attempt };
    try {
      const { artifactId } = await service.createArtifact(this.identity.trackerId, entries, signal, body);
      await keep({ id: before.id, text: before.text ?? text, created: { artifactId, text } });
      return { kind: "created", artifactId };
    } catch (error) {
      if (mayHaveCreated(error, entries)) {
        return { kind: "unknown", attempt, cause: error };
      }
      await keep(before);
      throw error;
    }
  }

  async #restore(): Promise<void> {
    const { store } = this.#dependencies;
    this.#isElsewhere = (await store.hold(false)) === "elsewhere";
    this.#state = await store.read();
    if (!this.#state && !this.#isElsewhere) {
      await this.#keep({ id: randomUUID() });
    }
  }

  /** Why the draft cannot be sent from this window; where it can, what is held of it is what is on the disk from then on. */
  async #denial(): Promise<Denial | undefined> {
    const { store } = this.#dependencies;
    const isForgotten = this.#isForgotten;
    this.#isForgotten = false;
    const hold = await store.hold(true);
    const kept = await store.read();
    this.#isElsewhere = hold === "elsewhere";
    if (hold === "elsewhere") {
      this.#state ??= kept;
      return "elsewhere";
    }
    const known = this.#state;
    if (known && kept?.id === known.id) {
      // Nobody else had it since: what could not be kept is known here alone.
      this.#state = hold === "kept" ? { ...known, ...kept } : kept;
      return undefined;
    }
    if (known && !kept && (hold === "kept" || isForgotten)) {
      await (isForgotten && this.#keep(known));
      return undefined;
    }
    if (hold === "taken") {
      await store.release();
    }
    return "over";
  }

  /** Keeps what somebody decided about the attempt, unless another window has the draft by now. */
  #decide(changed: (state: DraftState) => DraftState): Promise<void> {
    return this.#queue.run(async () => {
      if ((await this.#denial()) === undefined && this.#state) {
        await this.#keep(changed(this.#state));
      }
    });
  }

  async #keep(state: DraftState): Promise<void> {
    this.#state = state;
    await this.#dependencies.store.write(state);
  }
}

/** Why a draft cannot be sent from this window. */
type Denial = "elsewhere" | "over";

function jsonBody(trackerId: number, entries: readonly Entry[]): RequestBody {
  const text = JSON.stringify({ tracker: { id: trackerId }, values: entries.map(entryObject) });
  return { contentType: "application/json", text };
}

/** Whether the artifact may exist although creating it ended with `error`. */
function mayHaveCreated(error: unknown, entries: readonly Entry[]): boolean {
  if (!isServiceError(error) || mayHaveStored(error, "once")) {
    return true;
  }
  // The artifact is made before the other end of such a link is looked at (test/service/README.md, Creating an
  // artifact).
  return (
    error.kind === "rejected" &&
    entries.some(({ members: { all_links: links } }) => {
      return Array.isArray(links) && links.some((link) => isJsonObject(link) && link.direction === "reverse");
    })
  );
}
