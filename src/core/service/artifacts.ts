import type { Artifact, Version, VersionedArtifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { RateLimit } from "../model/rateLimit.ts";
import type { ArtifactService, Condition, RequestBody } from "../workingCopy/ports.ts";
import {
  contentType,
  invalidAnswer,
  jsonOf,
  parseJson,
  rateLimitOf,
  refusal,
  requireJson,
  serviceMessage,
  textOf,
  xmlProblem,
} from "./answer.ts";
import { type AnswerHeaders, header } from "./exchange.ts";
import { readArtifact, readCreatedId } from "./read.ts";
import { ServiceError } from "./serviceError.ts";
import type { Session } from "./session.ts";
import { type Answer, factsOf, type Request } from "./transport.ts";
import { isSuccess } from "./wholeAnswer.ts";

export interface ArtifactRoutes extends ArtifactService {
  /** GET /artifacts/{id} as it was answered. */
  readArtifactText(artifactId: number, format: "json" | "xml", signal: AbortSignal): Promise<AnswerText>;
  /**
   * POST /artifacts with `entries`. `body` is the same request, tracker included, encoded; without it is sent as JSON.
   * Never sent twice; `answerLost` where nobody knows whether the artifact was created, or as which.
   */
  createArtifact(
    trackerId: number,
    entries: readonly Entry[],
    signal: AbortSignal,
    body?: RequestBody,
  ): Promise<CreatedArtifact>;
  /** DELETE /artifacts/{id}. A lost answer is `answerLost`; a 429, and a 403 where deletion is off, tell the allowance. */
  deleteArtifact(artifactId: number, signal: AbortSignal): Promise<Deletion>;
}

export interface AnswerText {
  readonly text: string;
  /** As it was sent: `application/json; charset=utf-8`. */
  readonly contentType: string;
}

export interface CreatedArtifact {
  readonly artifactId: number;
  readonly version: Version;
  /** The answer's `Date` header, as sent. */
  readonly date?: string;
}

export interface Deletion {
  /** What the user may still delete, where the service tells it. */
  readonly rateLimit?: RateLimit;
}

// Compression in front of the service drops the Etag, so nothing here asks for it.
export function artifactRoutes(session: Session): ArtifactRoutes {
  const readUnlessSame = artifactReader(session.origin);
  return {
    readArtifact: async (artifactId, signal) => {
      const request = session.request("GET", `/artifacts/${artifactId}`, {}, { artifactId });
      const { answer, key } = await session.send(request, signal);
      return { artifact: readUnlessSame(request, answer, artifactId, key), ...versionOf(answer.headers) };
    },

    readArtifactText: async (artifactId, format, signal) => {
      const accept = { Accept: `application/${format}` };
      const request = session.request("GET", `/artifacts/${artifactId}`, accept, { artifactId });
      const { answer, key } = await session.send(request, signal);
      return format === "json" ? jsonText(request, answer, key) : xmlText(request, answer, key);
    },

    updateArtifact: async (artifactId, entries, condition, signal, body = jsonBody({ values: values(entries) })) => {
      const headers = { "Content-type": body.contentType, ...conditionHeader(condition) };
      const more = { artifactId, body: body.text };
      const request = session.request("PUT", `/artifacts/${artifactId}`, headers, more);
      const { answer, key } = await session.send(request, signal);
      if (answer.status === 412) {
        const message = serviceMessage(answer, key);
        return { kind: "preconditionFailed", ...(message === undefined ? undefined : { serviceMessage: message }) };
      }
      session.requireDone(request, answer, key);
      return { kind: "updated", ...versionOf(answer.headers) };
    },

    createArtifact: async (trackerId, entries, signal, body = creationBody(trackerId, entries)) => {
      const headers = { "Content-type": body.contentType };
      const request = session.request("POST", "/artifacts", headers, { body: body.text });
      const answer = await session.write(request, signal);
      const location = header(answer.headers, "location");
      const artifactId = readCreatedId(parseJson(answer.body)?.value) ?? idInAddress(location);
      if (artifactId === undefined) {
        const facts = { ...factsOf(request), status: answer.status };
        throw new ServiceError({ kind: "answerLost", ...facts, problem: "incomplete" });
      }
      return { artifactId, ...versionOf(answer.headers) };
    },

    deleteArtifact: async (artifactId, signal) => {
      const request = session.request("DELETE", `/artifacts/${artifactId}`, {}, { artifactId });
      const rateLimit = rateLimitOf((await session.write(request, signal)).headers);
      return rateLimit === undefined ? {} : { rateLimit };
    },
  };
}

/**
 * Reads artifacts out of answers. The last one is kept: it is read again and again, most often unchanged, since versions
 * have the resolution of a second.
 */
function artifactReader(origin: string) {
  let last: { readonly body: Uint8Array; readonly artifact: Artifact } | undefined;
  return (request: Request, answer: Answer, artifactId: number, key: string | undefined): Artifact => {
    requireJson(request, answer, key);
    if (last?.artifact.id === artifactId && isSameContent(last.body, answer.body)) {
      return last.artifact;
    }
    const artifact = readArtifact(jsonOf(request, answer, key), artifactId, origin);
    if (artifact === undefined) {
      throw invalidAnswer(request, answer, "incomplete");
    }
    last = { body: answer.body, artifact };
    return artifact;
  };
}

function isSameContent(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

function jsonText(request: Request, answer: Answer, key: string | undefined): AnswerText {
  jsonOf(request, answer, key);
  return { text: textOf(answer.body) ?? "", contentType: contentType(answer.headers) ?? "application/json" };
}

function xmlText(request: Request, answer: Answer, key: string | undefined): AnswerText {
  if (!isSuccess(answer)) {
    throw refusal(request, answer, key);
  }
  const text = textOf(answer.body);
  const problem =
    xmlProblem(answer.headers) ?? (text === undefined ? "malformed" : text === "" ? "incomplete" : undefined);
  if (problem !== undefined) {
    throw invalidAnswer(request, answer, problem);
  }
  return { text: text ?? "", contentType: contentType(answer.headers) ?? "application/xml" };
}

function jsonBody(value: unknown): RequestBody {
  return { contentType: "application/json", text: JSON.stringify(value) };
}

function creationBody(trackerId: number, entries: readonly Entry[]): RequestBody {
  return jsonBody({ tracker: { id: trackerId }, values: values(entries) });
}

function values(entries: readonly Entry[]): readonly object[] {
  return entries.map(({ fieldId, members }) => ({ field_id: fieldId, ...members }));
}

function conditionHeader(condition: Condition | undefined): Record<string, string> {
  if (condition === undefined) {
    return {};
  }
  return "ifMatch" in condition
    ? { "If-match": condition.ifMatch }
    : { "If-Unmodified-Since": condition.ifUnmodifiedSince };
}

/** `https://host/api/v1/artifacts/513` is 513. */
function idInAddress(address: string | undefined): number | undefined {
  const id = /\/artifacts\/([1-9]\d{0,14})(?:[/?#]|$)/.exec(address ?? "")?.[1];
  return id === undefined ? undefined : Number(id);
}

/** As the service sent them, byte for byte. */
function versionOf(headers: AnswerHeaders): Pick<VersionedArtifact, "version" | "date"> {
  const etag = header(headers, "etag");
  const lastModified = header(headers, "last-modified");
  const date = header(headers, "date");
  return {
    version: {
      ...(etag === undefined ? undefined : { etag }),
      ...(lastModified === undefined ? undefined : { lastModified }),
    },
    ...(date === undefined ? undefined : { date }),
  };
}
