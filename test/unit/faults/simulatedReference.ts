import assert from "node:assert/strict";
import type { DocumentCodec } from "../../../src/core/codec/formatCodec.ts";
import { jsonCodec } from "../../../src/core/codec/jsonCodec.ts";
import { xmlCodec } from "../../../src/core/codec/xmlCodec.ts";
import type { VersionedArtifact } from "../../../src/core/model/artifact.ts";
import type { Condition, RequestBody, UpdateAnswer } from "../../../src/core/model/artifactService.ts";
import type { Changeset, ChangesetSource } from "../../../src/core/model/changeset.ts";
import type { Entry } from "../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../src/core/model/json.ts";
import type { Page, Tracker } from "../../../src/core/model/tracker.ts";
import { type ArtifactRoutes, artifactRoutes } from "../../../src/core/service/artifacts.ts";
import { changesetRoutes } from "../../../src/core/service/changesets.ts";
import { type Answer, factsOf, type Request } from "../../../src/core/service/request.ts";
import { ServiceError } from "../../../src/core/service/serviceError.ts";
import { trackerRoutes } from "../../../src/core/service/trackers.ts";
import { type UserRoutes, userRoutes } from "../../../src/core/service/users.ts";
import type { Encode } from "../../../src/core/workingCopy/artifactTypes.ts";
import { encodeAs } from "../../../src/core/workingCopy/requestEncoding.ts";
import { artifactForm, fieldForm, type TextContext, type TextForm } from "../../../src/core/workingCopy/textForm.ts";
import { makeUnconnectedService, type UnconnectedService } from "../../service/referenceService.ts";
import { ServiceMishaps } from "../../support/serviceMishaps.ts";
import { askUnconnected, lowerCased, UnconnectedClient } from "../../support/unconnectedClient.ts";
import {
  type DocumentKey,
  formattedValue,
  type SimulatedService,
  simulatedText,
  withoutFormat,
} from "../core/workingCopy/simulatedService.ts";

const trackerId = 13;
/** A story in a status in which everything of it may be written. */
const artifactId = 905;
/** A line, and two long texts; the last has a document of its own. */
const nameOfField: Readonly<Record<number, string>> = { 1301: "i_want_to", 1302: "so_that", 1310: "acceptance" };
const fieldIds = Object.keys(nameOfField).map(Number);
const lineId = 1301;
const ownTextId = 1310;

const codecs: Readonly<Record<"json" | "xml", DocumentCodec>> = { json: jsonCodec, xml: xmlCodec };
const forms: Readonly<Record<DocumentKey, TextForm>> = {
  json: artifactForm(jsonCodec),
  xml: artifactForm(xmlCodec),
  field: fieldForm(ownTextId, "txt"),
};

/**
 * The strict reference service itself, asked by the extension's own client; only the network between them is left out.
 */
export class SimulatedReference extends ServiceMishaps implements SimulatedService {
  readonly artifactId = artifactId;
  readonly fieldIds = fieldIds;
  readonly trackers = { tracker: (): Promise<Tracker | undefined> => this.#tracker() };
  readonly #service: UnconnectedService = makeUnconnectedService({ artifactCount: 0 });
  readonly #key = this.#service.keys.member;
  readonly #session = new UnconnectedClient((request) => this.#answer(request));
  readonly #routes: ArtifactRoutes & ChangesetSource & UserRoutes = {
    ...artifactRoutes(this.#session),
    ...changesetRoutes(this.#session),
    ...userRoutes(this.#session),
  };

  /** `nowMs` of the service's clock. */
  constructor(nowMs: number) {
    super();
    const { control } = this.#service;
    control.freezeClock({ atMs: nowMs - 3_600_000 });
    const values = fieldIds.map((id) => ({ field_id: id, ...this.membersOf(id, `first ${id}`) }));
    control.editArtifact({ artifactId, values });
    control.freezeClock({ atMs: nowMs });
  }

  fieldsIn(document: DocumentKey): readonly number[] {
    return document === "field" ? [ownTextId] : fieldIds;
  }

  membersOf(fieldId: number, text: string): JsonObject {
    return { value: fieldId === lineId ? withoutFormat(text) : formattedValue(text) };
  }

  textOf(members: JsonObject | undefined): string {
    return simulatedText(members);
  }

  throughText(document: DocumentKey, entries: readonly Entry[], context: TextContext): readonly Entry[] {
    const form = forms[document];
    const text =
      document === "field" ? withoutFormat(this.textOf(entries[0]?.members)) : codecs[document].print(entries);
    const { entries: read, problems } = form.parse(text, context);
    assert.deepEqual(
      problems.filter(({ severity }) => severity === "error"),
      [],
    );
    return read.map(({ fieldId, members }) => ({ fieldId, members }));
  }

  encode(document: DocumentKey): Encode {
    return encodeAs(document === "field" ? undefined : document);
  }

  wait(seconds: number): void {
    this.#service.control.advanceClock({ ms: seconds * 1000 });
  }

  edit(fieldId: number, members: JsonObject): void {
    this.#service.control.editArtifact({ artifactId, values: [{ field_id: fieldId, ...members }] });
  }

  stored(): Readonly<Record<number, JsonObject>> {
    const { values } = this.#service.control.readArtifact({ artifactId });
    return Object.fromEntries(
      fieldIds.map((fieldId) => [fieldId, { value: values[nameOfField[fieldId] ?? ""] } as JsonObject]),
    );
  }

  readArtifact(id: number, signal: AbortSignal): Promise<VersionedArtifact> {
    return this.#routes.readArtifact(id, signal);
  }

  updateArtifact(
    id: number,
    entries: readonly Entry[],
    condition: Condition | undefined,
    signal: AbortSignal,
    body?: RequestBody,
  ): Promise<UpdateAnswer> {
    return this.#routes.updateArtifact(id, entries, condition, signal, body);
  }

  countChangesets(id: number, signal: AbortSignal): Promise<number | undefined> {
    return this.#routes.countChangesets(id, signal);
  }

  readChangesets(...args: Parameters<ChangesetSource["readChangesets"]>): Promise<Page<Changeset>> {
    return this.#routes.readChangesets(...args);
  }

  readOwnId(signal: AbortSignal): Promise<number> {
    return this.#routes.readOwnId(signal);
  }

  #tracker(): Promise<Tracker | undefined> {
    // The same for every service that is made.
    structure ??= trackerRoutes(this.#session).readTracker(trackerId, new AbortController().signal);
    return structure;
  }

  #answer(request: Request): Answer {
    if (request.path.includes("/trackers/")) {
      return this.#ask(request);
    }
    return request.method === "PUT" ? this.#update(request) : this.#read(request);
  }

  #read(request: Request): Answer {
    // What is read in the background is no part of a save.
    if (!/changesets|users/.test(request.path)) {
      this.requests.push("GET");
    }
    if (this.failReads) {
      throw new ServiceError({ kind: this.failReads, ...factsOf(request) });
    }
    return this.#ask(request);
  }

  #update(request: Request): Answer {
    // Whatever the client says of it: what counts is what arrived.
    this.requests.push({ condition: conditionIn(request), entries: entriesIn(request) });
    this.beforeUpdate?.();
    if (this.loseAnswer === "notApplied") {
      return this.#lost(request);
    }
    if (this.refuses) {
      return { status: 412, headers: { "content-type": "application/json" }, body: new Uint8Array() };
    }
    let before = this.stored();
    const answer = this.#ask(request, () => {
      this.inGap?.();
      before = this.stored();
    });
    const after = this.stored();
    for (const fieldId of fieldIds) {
      const members = after[fieldId];
      if (members && this.textOf(before[fieldId]) !== this.textOf(members)) {
        this.onReplaced?.(fieldId, before[fieldId], members);
      }
    }
    if (answer.status === 200) {
      this.afterUpdate?.();
    }
    return this.loseAnswer === "applied" && answer.status === 200 ? this.#lost(request) : answer;
  }

  #lost(request: Request): Answer {
    this.loseAnswer = undefined;
    if (this.statusInstead !== undefined) {
      return { status: this.statusInstead, headers: { "content-type": "text/html" }, body: Buffer.from("<h1>Oh</h1>") };
    }
    throw new ServiceError({ kind: "answerLost", ...factsOf(request) });
  }

  #ask(request: Request, inGap?: () => void): Answer {
    const answer = askUnconnected(this.#service, this.#key, request, inGap);
    const received = { ...answer.headers } as Record<string, string>;
    if (this.hidesVersion === "etag" || this.hidesVersion === "both") {
      delete received.etag;
    }
    if (this.hidesVersion === "lastModified" || this.hidesVersion === "both") {
      delete received["last-modified"];
    }
    return { ...answer, headers: received };
  }
}

let structure: Promise<Tracker> | undefined;

function conditionIn({ headers }: Request): Condition | undefined {
  const { "if-match": ifMatch, "if-unmodified-since": ifUnmodifiedSince } = lowerCased(headers);
  return ifMatch !== undefined ? { ifMatch } : ifUnmodifiedSince !== undefined ? { ifUnmodifiedSince } : undefined;
}

function entriesIn({ headers, body = "" }: Request): readonly Entry[] {
  const codec = lowerCased(headers)["content-type"] === "application/xml" ? xmlCodec : jsonCodec;
  return codec.parse(body, () => undefined).entries.map(({ fieldId, members }) => ({ fieldId, members }));
}
