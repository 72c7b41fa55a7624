import { type DocumentCodec, documentCodec } from "../codec/documentCodec.ts";
import type { KindOf } from "../codec/documentEntries.ts";
import { entryObject } from "../codec/jsonCodec.ts";
import { printXmlRequest, xmlCarriesExactly } from "../codec/xmlWire.ts";
import { checkMembers } from "../field/meaning.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import { isJsonObject } from "../model/json.ts";
import type { Tracker } from "../model/tracker.ts";
import { isServiceError } from "../service/serviceError.ts";
import type { DocumentFormat } from "../uri.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import type { RequestBody, TrackerSource } from "../workingCopy/ports.ts";
import { entriesToSend, newEntries } from "./draftEntries.ts";
import type { Attempt, DraftService, DraftState, DraftStore } from "./ports.ts";

/** What became of a draft's save. What the service refuses for certain is thrown as `ServiceError`: nothing was created. */
export type CreateOutcome =
  /** Now, or by an earlier save of the same text. */
  | { readonly kind: "created"; readonly artifactId: number }
  /** An earlier save created the artifact from another text: nothing was sent. */
  | { readonly kind: "alreadyCreated"; readonly artifactId: number }
  /** It may or may not have been created, now or earlier; nothing is sent until somebody decides. */
  | { readonly kind: "unknown"; readonly attempt: Attempt; readonly cause?: unknown }
  /** Nothing was sent: the text cannot be read. */
  | { readonly kind: "broken" }
  /** Nothing was sent: the text is for another tracker than the document. */
  | { readonly kind: "otherTracker"; readonly trackerId: number }
  /** Nothing was sent: these values would be stored as something else. */
  | { readonly kind: "harmful"; readonly fieldIds: readonly number[] }
  /** Nothing was sent: no entry carries anything. */
  | { readonly kind: "empty" };

/** What saving a draft's text would send, or why it would send nothing. */
export type PendingCreation =
  /** `notAsXml`: the fields of a draft in XML for whose sake it is sent as JSON. */
  | { readonly kind: "request"; readonly body: RequestBody; readonly notAsXml: readonly number[] }
  | Exclude<Reading, { readonly kind: "entries" }>;

/** A draft: its tracker, and its form. */
export interface DraftIdentity {
  readonly trackerId: number;
  readonly format: DocumentFormat;
}

export interface DraftSurroundings {
  readonly service: DraftService;
  readonly trackers: TrackerSource;
  readonly store: DraftStore;
  readonly nowMs: () => number;
}

/**
 * An artifact that is not on the service yet. Its text becomes one POST, ever: what is not known to have failed is not
 * repeated before somebody has looked at what the tracker received (`candidates`) and decided (`settle`, `forgetAttempt`).
 */
export class Draft {
  readonly identity: DraftIdentity;
  readonly #around: DraftSurroundings;
  #state: DraftState | undefined;
  #restoring: Promise<void> | undefined;
  readonly #queue = new WriteQueue();
  /** How often the draft was over. */
  #discards = 0;

  constructor(identity: DraftIdentity, around: DraftSurroundings) {
    this.identity = identity;
    this.#around = around;
  }

  /** A POST of which nobody knows whether it created the artifact. */
  get attempt(): Attempt | undefined {
    return this.#state?.attempt;
  }

  /** The artifact that the draft has become. */
  get createdId(): number | undefined {
    return this.#state?.created?.artifactId;
  }

  /** Takes up what was kept of an earlier session. */
  restore(): Promise<void> {
    this.#restoring ??= this.#around.store.read().then((state) => {
      this.#state ??= state;
    });
    return this.#restoring;
  }

  /** The text without unsaved changes: the one kept, else that of a new draft. */
  async text(signal: AbortSignal): Promise<string> {
    await this.restore();
    if (!this.#state) {
      const tracker = await this.#around.trackers.tracker(this.identity.trackerId, signal);
      await this.#keep({ text: await this.print(newEntries(tracker, new Date(this.#around.nowMs())), tracker) });
    }
    return this.#state?.text ?? "";
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
    const artifacts = await this.#around.service.recentArtifacts(this.identity.trackerId, signal);
    return attempt ? candidatesIn(artifacts, attempt, userName) : [];
  }

  /** Somebody recognized the artifact: `text` has become it. */
  settle(artifactId: number, text: string): Promise<void> {
    return this.#queue.run(() => this.#keep({ text: this.#state?.text ?? text, created: { artifactId, text } }));
  }

  /** Somebody has looked and found nothing: the next save sends again. */
  forgetAttempt(): Promise<void> {
    return this.#queue.run(async () => {
      const { attempt: _, ...state } = this.#state ?? { text: "" };
      await this.#keep(state);
    });
  }

  /** The draft is over: nothing is kept of it, not even of a save still under way. */
  async discard(): Promise<void> {
    this.#discards++;
    this.#state = undefined;
    await this.#around.store.remove();
  }

  async #create(text: string, signal: AbortSignal): Promise<CreateOutcome> {
    await this.restore();
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
    const tracker = await this.#around.trackers.tracker(trackerId, signal);
    const reading = readDraft(text, await documentCodec(format), trackerId, tracker);
    if (format !== "xml" || reading.kind !== "entries") {
      return { reading, notAsXml: [] };
    }
    const kindOf = kindsOf(tracker);
    // The service's decoder would make something else of these than of their JSON (service API 4.3).
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
    const { service, nowMs } = this.#around;
    const attempt: Attempt = { beganOn: new Date(nowMs()).toISOString(), entries };
    const before = this.#state ?? { text };
    const discards = this.#discards;
    const keep = async (state: DraftState) => {
      if (discards === this.#discards) {
        await this.#keep(state);
      }
    };
    // Kept before it is sent: a window that is closed meanwhile must not send again either.
    await this.#keep({ ...before, attempt });
    try {
      const { artifactId } = await service.createArtifact(this.identity.trackerId, entries, signal, body);
      await keep({ text: before.text, created: { artifactId, text } });
      return { kind: "created", artifactId };
    } catch (error) {
      if (mayHaveCreated(error, entries)) {
        return { kind: "unknown", attempt, cause: error };
      }
      await keep(before);
      throw error;
    }
  }

  async #keep(state: DraftState): Promise<void> {
    this.#state = state;
    await this.#around.store.write(state);
  }
}

function jsonBody(trackerId: number, entries: readonly Entry[]): RequestBody {
  const text = JSON.stringify({ tracker: { id: trackerId }, values: entries.map(entryObject) });
  return { contentType: "application/json", text };
}

type Reading =
  | { readonly kind: "entries"; readonly entries: readonly Entry[] }
  | Extract<CreateOutcome, { readonly kind: "broken" | "otherTracker" | "harmful" | "empty" }>;

function readDraft(text: string, codec: DocumentCodec, trackerId: number, tracker: Tracker | undefined): Reading {
  const parsed = codec.parse(text, kindsOf(tracker));
  if (parsed.problems.some(({ severity }) => severity === "error")) {
    return { kind: "broken" };
  }
  if (parsed.trackerId !== undefined && parsed.trackerId !== trackerId) {
    return { kind: "otherTracker", trackerId: parsed.trackerId };
  }
  const plain = parsed.entries.map(({ fieldId, members }): Entry => ({ fieldId, members }));
  const entries = entriesToSend(plain, tracker);
  const fields = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  const harmful = entries.filter(({ fieldId, members }) => {
    const field = fields.get(fieldId);
    return field?.kind && checkMembers(members, field).some(({ severity }) => severity === "error");
  });
  if (harmful.length > 0) {
    return { kind: "harmful", fieldIds: harmful.map(({ fieldId }) => fieldId) };
  }
  return entries.length === 0 ? { kind: "empty" } : { kind: "entries", entries };
}

/** The kinds of a tracker's fields, for reading and printing its documents. */
export function kindsOf(tracker: Tracker | undefined): KindOf {
  const kinds = new Map(tracker?.fields.map(({ fieldId, kind }) => [fieldId, kind]));
  return (fieldId) => kinds.get(fieldId);
}

/** Whether the artifact may exist although creating it ended with `error`. */
function mayHaveCreated(error: unknown, entries: readonly Entry[]): boolean {
  if (!isServiceError(error)) {
    return true;
  }
  switch (error.kind) {
    case "answerLost":
    case "invalidAnswer":
      return true;
    case "unavailable":
      // The service's own words are a refusal; a gateway's page says nothing of what was done behind it.
      return error.serviceMessage === undefined && error.status !== 503;
    case "rejected":
      // The artifact is made before the other end of such a link is looked at (API document, chapter 8).
      return entries.some(({ members: { all_links: links } }) => {
        return Array.isArray(links) && links.some((link) => isJsonObject(link) && link.direction === "reverse");
      });
    default:
      return false;
  }
}

/** How far the clocks of this machine and the service may be apart for an artifact to be taken for a later one. */
const clockToleranceMs = 5 * 60_000;

/** Where this machine's clock is far ahead, what was just created seems older than the attempt: its title tells it then. */
function candidatesIn(
  artifacts: readonly Artifact[],
  attempt: Attempt,
  userName: string | undefined,
): readonly Artifact[] {
  const earliestMs = Date.parse(attempt.beganOn) - clockToleranceMs;
  return artifacts
    .filter((artifact) => {
      const { submittedOn, submittedBy } = artifact;
      const isLater = !(Date.parse(submittedOn ?? "") < earliestMs) || hasSentTitle(artifact, attempt);
      return isLater && (userName === undefined || submittedBy === undefined || submittedBy === userName);
    })
    .toSorted((a, b) => b.id - a.id);
}

/**
 * Whether the tracker received the artifact since the attempt began, by the clock of this machine: one that is `before` may
 * still be it where that clock is ahead. `unknown` where the service does not tell when it was created.
 */
export function receivedWhen({ submittedOn }: Artifact, { beganOn }: Attempt): "since" | "before" | "unknown" {
  const submittedMs = Date.parse(submittedOn ?? "");
  if (Number.isNaN(submittedMs)) {
    return "unknown";
  }
  // The service tells whole seconds.
  return submittedMs >= Math.floor(Date.parse(beganOn) / 1000) * 1000 ? "since" : "before";
}

/** Whether the artifact bears what was sent as its title. */
export function hasSentTitle({ title }: Artifact, { entries }: Attempt): boolean {
  return title !== undefined && entries.some(({ members }) => members.value === title);
}
