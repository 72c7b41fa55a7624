import { documentCodec } from "../codec/documentCodec.ts";
import { kindsOf } from "../codec/documentEntries.ts";
import { printXmlRequest, xmlCarriesExactly } from "../codec/xmlWire.ts";
import type { Artifact } from "../model/artifact.ts";
import type { RequestBody } from "../model/artifactService.ts";
import { type Entry, entryObject } from "../model/entry.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { Tracker } from "../model/tracker.ts";
import type { DocumentFormat } from "../model/uri.ts";
import { isServiceError } from "../service/serviceError.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import type { DraftForm } from "../windows/draftFolder.ts";
import { type Denial, DraftRecord } from "../windows/draftRecord.ts";
import type { DraftStore } from "../windows/draftStore.ts";
import type { TrackerSource } from "../workingCopy/ports.ts";
import { candidatesIn } from "./candidates.ts";
import { newEntries } from "./draftEntries.ts";
import type { Attempt, DraftService, DraftState } from "./ports.ts";
import { readDraft, type Unsendable } from "./readDraft.ts";

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

/** What saving a draft's text would send. */
interface PendingRequest {
  readonly kind: "request";
  readonly entries: readonly Entry[];
  readonly body: RequestBody;
  /** Of a draft in XML that is sent as JSON: the fields that XML cannot carry. */
  readonly notAsXml: readonly number[];
}

/** The same, or why it would send nothing. */
type PendingCreation = PendingRequest | Unsendable;

/** A draft: its tracker, and its form. */
interface DraftIdentity {
  readonly trackerId: number;
  readonly format: DocumentFormat;
}

interface DraftDependencies {
  readonly service: DraftService;
  readonly trackers: TrackerSource;
  readonly store: DraftStore<DraftState>;
  readonly nowMs: () => number;
}

/**
 * An artifact that is not on the service yet. Its text becomes one POST, ever: what is not known to have failed is not
 * repeated before somebody has looked at what the tracker received (`candidates`) and decided (`settle`, `forgetAttempt`).
 */
export class Draft {
  readonly identity: DraftIdentity;
  readonly #dependencies: DraftDependencies;
  readonly #record: DraftRecord<DraftState>;
  #restoring: Promise<void> | undefined;
  readonly #queue = new WriteQueue();

  constructor(identity: DraftIdentity, dependencies: DraftDependencies) {
    this.identity = identity;
    this.#dependencies = dependencies;
    this.#record = new DraftRecord(dependencies.store);
  }

  /** A POST of which nobody knows whether it created the artifact. */
  get attempt(): Attempt | undefined {
    return this.#record.state?.attempt;
  }

  /** The artifact that the draft has become. */
  get createdId(): number | undefined {
    return this.#record.state?.created?.artifactId;
  }

  /** Whether another window has the draft, as far as this one has looked. */
  get isElsewhere(): boolean {
    return this.#record.isElsewhere;
  }

  /** Takes up what was kept of an earlier session, and the draft for this window unless another one may have it. */
  restore(): Promise<void> {
    this.#restoring ??= this.#record.restore();
    return this.#restoring;
  }

  /** Takes the draft for this window once the one that has it does not show that it is there; why it cannot be had. */
  claim(): Promise<Denial | undefined> {
    return this.#queue.run(async () => {
      await this.restore();
      return await this.#record.denial();
    });
  }

  /** Makes this a new draft; false where something is kept of one of its name, whoever's it is. */
  async startAnew(): Promise<boolean> {
    const isNew = await this.#record.startAnew();
    this.#restoring = isNew ? Promise.resolve() : undefined;
    return isNew;
  }

  /** The text without unsaved changes: the one kept, else that of a new draft. */
  async text(signal: AbortSignal): Promise<string> {
    await this.restore();
    const kept = this.#record.state?.text;
    if (kept !== undefined) {
      return kept;
    }
    const tracker = await this.#dependencies.trackers.tracker(this.identity.trackerId, signal);
    const text = await this.print(newEntries(tracker, new Date(this.#dependencies.nowMs())), tracker);
    const { state } = this.#record;
    await (state && this.#record.keep({ ...state, text }));
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

  /** What saving `text` would send, were it not sent yet: nothing is sent. */
  async pending(text: string, signal: AbortSignal): Promise<PendingCreation> {
    const { trackerId, format } = this.identity;
    const tracker = await this.#dependencies.trackers.tracker(trackerId, signal);
    const reading = readDraft(text, await documentCodec(format), trackerId, tracker);
    if (reading.kind !== "entries") {
      return reading;
    }
    const { entries } = reading;
    const kindOf = kindsOf(tracker);
    // The service's decoder would make something else of these than of their JSON (test/service/README.md, XML).
    const damaged = format === "xml" ? entries.filter((entry) => !xmlCarriesExactly(entry, kindOf(entry.fieldId))) : [];
    const body: RequestBody =
      format === "xml" && damaged.length === 0
        ? { contentType: "application/xml", text: printXmlRequest(entries, trackerId) }
        : jsonBody(trackerId, entries);
    return { kind: "request", entries, body, notAsXml: damaged.map(({ fieldId }) => fieldId) };
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
  discard(): Promise<void> {
    return this.#record.discard();
  }

  async #create(text: string, signal: AbortSignal): Promise<CreateOutcome> {
    await this.restore();
    const known = await this.#outcomeKnown(text);
    if (known) {
      return known;
    }
    const pending = await this.pending(text, signal);
    if (pending.kind !== "request") {
      return pending;
    }
    // Once more: reading may have taken long, and another window may have had the draft meanwhile.
    return (await this.#outcomeKnown(text)) ?? (await this.#send(text, pending, signal));
  }

  /** What became of the draft so far, or why it cannot be sent from here; undefined where it can. */
  async #outcomeKnown(text: string): Promise<CreateOutcome | undefined> {
    const denial = await this.#record.denial();
    if (denial) {
      return { kind: denial };
    }
    const { created, attempt } = this.#record.state ?? {};
    if (created) {
      const { artifactId } = created;
      return { kind: created.text === text ? "created" : "alreadyCreated", artifactId };
    }
    return attempt && { kind: "unknown", attempt };
  }

  async #send(text: string, { entries, body }: PendingRequest, signal: AbortSignal): Promise<CreateOutcome> {
    const { service, nowMs } = this.#dependencies;
    const attempt: Attempt = { beganOn: new Date(nowMs()).toISOString(), entries };
    const before = this.#record.state;
    if (!before) {
      return { kind: "over" };
    }
    // Kept before it is sent: a window that is closed meanwhile must not send again either.
    if (!(await this.#record.begin(before.id, attempt))) {
      return { kind: "unknown", attempt: this.attempt ?? attempt };
    }
    try {
      const { artifactId } = await service.createArtifact(this.identity.trackerId, entries, signal, body);
      await this.#record.keep({ id: before.id, text: before.text ?? text, created: { artifactId, text } });
      return { kind: "created", artifactId };
    } catch (error) {
      if (mayHaveCreated(error, entries)) {
        return { kind: "unknown", attempt, cause: error };
      }
      await this.#record.keep(before);
      throw error;
    }
  }

  /** Keeps what somebody decided about the attempt, unless another window has the draft by now. */
  #decide(changed: (state: DraftState) => DraftState): Promise<void> {
    return this.#queue.run(async () => {
      const denial = await this.#record.denial();
      const { state } = this.#record;
      await (!denial && state && this.#record.keep(changed(state)));
    });
  }
}

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

/** Drafts of artifacts. */
export const artifactDrafts: DraftForm<DraftState> = {
  isState: (value): value is DraftState =>
    isJsonObject(value) &&
    typeof value.id === "string" &&
    isTextOrNone(value.text) &&
    (value.created === undefined || (isJsonObject(value.created) && typeof value.created.artifactId === "number")),
  isAttempt: (value): value is NonNullable<DraftState["attempt"]> =>
    isJsonObject(value) && Array.isArray(value.entries),
};

function isTextOrNone(value: Json | undefined): boolean {
  return value === undefined || typeof value === "string";
}
