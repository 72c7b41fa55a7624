import { kindsOf } from "../codec/documentEntries.ts";
import type { DocumentCodec } from "../codec/formatCodec.ts";
import { printXmlRequest, xmlCarriesExactly } from "../codec/xmlWire.ts";
import type { RequestBody } from "../model/artifactService.ts";
import { type Entry, entryObject } from "../model/entry.ts";
import { isJsonObject } from "../model/json.ts";
import { isNumber, isText, listOf, optional, shapeOf } from "../model/shape.ts";
import type { Tracker } from "../model/tracker.ts";
import { isServiceError } from "../service/serviceError.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import type { DraftForm } from "../windows/draftFolder.ts";
import { type Candidates, candidatesIn } from "./candidates.ts";
import { newEntries } from "./draftEntries.ts";
import type { Attempt, CreatedArtifact, DraftService, DraftState } from "./ports.ts";
import {
  type AttemptFate,
  type NotSendable,
  type PostedDraft,
  type Posting,
  type PostOutcome,
  postedStates,
} from "./postedDraft.ts";
import { type DraftIdentity, printDraft } from "./printDraft.ts";
import { readDraft, type Unsendable } from "./readDraft.ts";
import { type TypedSince, withoutLeft } from "./typedSince.ts";

/**
 * Tells what became of a draft's save. A certain refusal of the service is thrown as `ServiceError`: nothing was
 * created.
 */
export type CreateOutcome = PostOutcome<Attempt, CreatedArtifact, Unsendable>;

/** The request that saving a draft's text would send. */
interface PendingRequest {
  readonly kind: "request";
  readonly entries: readonly Entry[];
  readonly body: RequestBody;
  /** The fields that XML cannot carry. With one of them a draft in XML is sent as JSON. */
  readonly notAsXml: readonly number[];
}

/** Gives the structure of a tracker; undefined where the service gives none. It throws what kept it from being read. */
type Structure = (trackerId: number, signal: AbortSignal) => Promise<Tracker | undefined>;

/** Holds the draft of an artifact that is not on the service yet. */
export type ArtifactDraft = PostedDraft<PendingRequest, Unsendable, Attempt, CreatedArtifact>;

/**
 * Tells what the draft of an artifact sends. When the answer to its POST was lost, the artifacts that the tracker
 * received (`candidates`) let a person decide what became of it.
 */
export class ArtifactPosting implements Posting<PendingRequest, Unsendable, Attempt, CreatedArtifact> {
  readonly identity: DraftIdentity;
  readonly #codec: () => Promise<DocumentCodec>;
  readonly #service: DraftService;
  readonly #readStructure: Structure;
  readonly #nowMs: () => number;
  #unread: unknown;

  /** `codec` reads the texts of the draft. */
  constructor(
    identity: DraftIdentity,
    codec: () => Promise<DocumentCodec>,
    service: DraftService,
    structure: Structure,
    nowMs: () => number,
  ) {
    this.identity = identity;
    this.#codec = codec;
    this.#service = service;
    this.#readStructure = structure;
    this.#nowMs = nowMs;
  }

  /**
   * Gives the error that kept the tracker's fields from being read when the text of a new draft was made last: that
   * text has none of them.
   */
  get unread(): unknown {
    return this.#unread;
  }

  async pending(text: string, signal: AbortSignal): Promise<PendingRequest | NotSendable<Unsendable>> {
    const { trackerId, format } = this.identity;
    const { tracker } = await this.#structure(signal);
    const reading = readDraft(text, await this.#codec(), trackerId, tracker);
    if (reading.kind !== "entries") {
      return { kind: "unsendable", why: reading };
    }
    const { entries } = reading;
    const kindOf = kindsOf(tracker);
    // The service's decoder would make something else of these in XML than in JSON (test/service/README.md, XML).
    const damaged = format === "xml" ? entries.filter((entry) => !xmlCarriesExactly(entry, kindOf(entry.fieldId))) : [];
    const body: RequestBody =
      format === "xml" && damaged.length === 0
        ? { contentType: "application/xml", text: printXmlRequest(entries, trackerId) }
        : jsonBody(trackerId, entries);
    return { kind: "request", entries, body, notAsXml: damaged.map(({ fieldId }) => fieldId) };
  }

  /**
   * Gives the artifacts that may have come of `attempt`, whose fate nobody knows, the newest first: those that the
   * tracker received since, or so shortly before that the clocks may differ by it, and those with the title that was
   * sent. It leaves out those of another person than `userName`, where both names are known and the title is another.
   * It throws `ServiceError`.
   */
  candidates(attempt: Attempt, userName: string | undefined, signal: AbortSignal): Promise<Candidates> {
    const readPage = (offset: number) => this.#service.recentArtifacts(this.identity.trackerId, offset, signal);
    return candidatesIn(readPage, attempt, this.#nowMs(), userName);
  }

  /**
   * Gives what the text says now, and what was `sent`, which may be `nobodyKnows`; undefined while the text cannot be
   * read. A field that was not sent, or of which nobody can tell it, counts as a new draft has it: the service gives it
   * the default.
   */
  async typedSince(sent: string, text: string, signal: AbortSignal): Promise<TypedSince | undefined> {
    const codec = await this.#codec();
    const { tracker } = await this.#structure(signal);
    const read = (each: string) => codec.parse(each, kindsOf(tracker));
    const entriesIn = ({ entries }: ReturnType<typeof read>) =>
      entries.map(({ fieldId, members }): Entry => ({ fieldId, members }));
    const now = read(text);
    if (now.problems.some(({ severity }) => severity === "error")) {
      return undefined;
    }
    return { sent: [...entriesIn(read(sent)), ...newEntries(tracker, this.#now)], now: entriesIn(now) };
  }

  /** Gives `text` without what it says about the fields `left`; undefined where nothing of it can be put back. */
  async without(left: readonly number[], text: string, typed: TypedSince): Promise<string | undefined> {
    const rest = withoutLeft(text, typed, left, await this.#codec());
    return rest === text ? undefined : rest;
  }

  get #now(): Date {
    return new Date(this.#nowMs());
  }

  async newText(signal: AbortSignal) {
    const { tracker, unread } = await this.#structure(signal);
    this.#unread = unread;
    const text = await printDraft(this.identity, newEntries(tracker, this.#now), tracker);
    return { text, isWhole: unread === undefined };
  }

  async #structure(
    signal: AbortSignal,
  ): Promise<{ readonly tracker?: Tracker | undefined; readonly unread?: unknown }> {
    try {
      return { tracker: await this.#readStructure(this.identity.trackerId, signal) };
    } catch (error) {
      signal.throwIfAborted();
      return { unread: error };
    }
  }

  async attemptOf({ entries }: PendingRequest) {
    return { entries };
  }

  post({ entries, body }: PendingRequest, _attempt: Attempt, signal: AbortSignal): Promise<CreatedArtifact> {
    return this.#service.createArtifact(this.identity.trackerId, entries, signal, body);
  }

  mayHaveCreated(error: unknown, { entries }: PendingRequest): boolean {
    return mayHaveCreated(error, entries);
  }

  /** Leaves it to a person: the service does not tell of an artifact which request made it. */
  async fateOf(): Promise<AttemptFate<CreatedArtifact>> {
    return { kind: "unknown" };
  }

  isRefusedFor(): boolean {
    return false;
  }
}

function jsonBody(trackerId: number, entries: readonly Entry[]): RequestBody {
  const text = JSON.stringify({ tracker: { id: trackerId }, values: entries.map(entryObject) });
  return { contentType: "application/json", text };
}

/** Tells whether the artifact may exist although creating it ended with `error`. */
function mayHaveCreated(error: unknown, entries: readonly Entry[]): boolean {
  if (!isServiceError(error) || mayHaveStored(error, "once")) {
    return true;
  }
  // The service makes the artifact before it looks at the other end of such a link (test/service/README.md, Creating an
  // artifact).
  return (
    error.kind === "rejected" &&
    entries.some(({ members: { all_links: links } }) => {
      return Array.isArray(links) && links.some((link) => isJsonObject(link) && link.direction === "reverse");
    })
  );
}

/** The form of the drafts of artifacts. */
export const artifactDrafts: DraftForm<DraftState> = {
  isState: postedStates<DraftState>(({ artifactId }) => typeof artifactId === "number"),
  isAttempt: (value) => isAttempt(value),
  // What was sent is not guessed: titles are not unique, so a wrong guess could lead to a second artifact.
  lostAttempt: (beganOn) => ({ beganOn, entries: [] }),
};

const isAttempt = shapeOf<Attempt>({
  beganOn: isText,
  text: optional(isText),
  entries: listOf(shapeOf<Entry>({ fieldId: isNumber, members: isJsonObject })),
});
