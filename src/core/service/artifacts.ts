import type { Artifact, LinkKind, VersionedArtifact } from "../model/artifact.ts";
import type { ArtifactCreation, ArtifactService, Condition, RequestBody } from "../model/artifactService.ts";
import { type Entry, entryObject } from "../model/entry.ts";
import type { RateLimit } from "../model/rateLimit.ts";
import type { Page } from "../model/tracker.ts";
import {
  contentType,
  invalidAnswer,
  parseJson,
  rateLimitOf,
  refusal,
  serviceMessage,
  textOf,
  xmlProblem,
} from "./answer.ts";
import { artifactReader } from "./artifactReader.ts";
import { type AnswerHeaders, header } from "./exchange.ts";
import { readArtifacts, readLinkKinds } from "./readArtifact.ts";
import { type Answer, factsOf, type Request } from "./request.ts";
import { type AnswerProblem, ServiceError } from "./serviceError.ts";
import type { Session } from "./session.ts";
import { isSuccess } from "./wholeAnswer.ts";
import { id, idInAddress, member, text } from "./wire.ts";

export interface ArtifactRoutes extends ArtifactService, ArtifactCreation {
  /** GET /artifacts?query={"id":[…]}, at most 100 a request. Ids that are unknown, or not to be seen, are left out. */
  readArtifacts(artifactIds: readonly number[], signal: AbortSignal): Promise<readonly Artifact[]>;
  /** Which links the artifact has, by type and direction. */
  listLinkTypes(artifactId: number, signal: AbortSignal): Promise<readonly LinkKind[]>;
  /** The artifacts at the other end of links of one kind, those the user may see. */
  listLinkedArtifacts(
    artifactId: number,
    link: Pick<LinkKind, "type" | "direction">,
    offset: number,
    signal: AbortSignal,
  ): Promise<Page<Artifact>>;
  /** GET /artifacts/{id} as it was answered; of JSON it is sure that it is the artifact. */
  readArtifactText(artifactId: number, format: "json" | "xml", signal: AbortSignal): Promise<AnswerText>;
  /**
   * DELETE /artifacts/{id}. Gives what the user may still delete, where the service tells it. A lost answer is `answerLost`; a
   * 429, and a 403 where deletion is off, tell the allowance.
   */
  deleteArtifact(artifactId: number, signal: AbortSignal): Promise<{ readonly rateLimit?: RateLimit }>;
}

interface AnswerText {
  readonly text: string;
  /** As it was sent: `application/json; charset=utf-8`. */
  readonly contentType: string;
}

/** More are refused (test/service/README.md, Several artifacts). */
const mostIds = 100;
const linkedArtifactsPerPage = 50;

// Compression in front of the service drops the Etag, so nothing here asks for it.
export function artifactRoutes(session: Session, read = artifactReader(session.origin)): ArtifactRoutes {
  const elements = (json: unknown) => member(json, "collection");
  const artifactsIn = (elements: unknown) => readArtifacts(elements, session.origin);
  return {
    readArtifact: async (artifactId, signal, { withRights } = {}) => {
      const query = withRights ? { query: { tracker_structure_format: "complete" } } : undefined;
      const request = session.request("GET", `/artifacts/${artifactId}`, {}, { artifactId, ...query });
      const { answer, key } = await session.send(request, signal);
      return { artifact: read(request, answer, artifactId, key), ...versionOf(answer.headers) };
    },

    readArtifacts: async (artifactIds, signal) => {
      const artifacts: Artifact[] = [];
      const ids = [...new Set(artifactIds)];
      for (let from = 0; from < ids.length; from += mostIds) {
        const query = { query: JSON.stringify({ id: ids.slice(from, from + mostIds) }) };
        const request = session.get("/artifacts", query);
        const inAnswer = (json: unknown) => artifactsIn(elements(json));
        artifacts.push(...(await session.readModel(request, inAnswer, signal)));
      }
      return artifacts;
    },

    listLinkTypes: (artifactId, signal) => {
      const request = session.get(`/artifacts/${artifactId}/links`);
      return session.readModel({ ...request, artifactId }, readLinkKinds, signal);
    },

    listLinkedArtifacts: (artifactId, { type, direction }, offset, signal) => {
      const page = { offset, limit: linkedArtifactsPerPage, query: { direction, nature: type } };
      const path = `/artifacts/${artifactId}/linked_artifacts`;
      return session.readPage(path, page, artifactsIn, signal, { elements });
    },

    readArtifactText: async (artifactId, format, signal) => {
      const accept = { Accept: `application/${format}` };
      const request = session.request("GET", `/artifacts/${artifactId}`, accept, { artifactId });
      const { answer, key } = await session.send(request, signal);
      if (format === "xml") {
        return xmlText(request, answer, key);
      }
      read(request, answer, artifactId, key);
      return { text: textOf(answer.body) ?? "", contentType: contentType(answer.headers) ?? "application/json" };
    },

    updateArtifact: async (
      artifactId,
      entries,
      condition,
      signal,
      body = jsonBody({ values: entries.map(entryObject) }),
    ) => {
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
      const told = parseJson(answer.body)?.value;
      const addresses = [text(member(told, "uri")), header(answer.headers, "location")];
      const artifactId = id(member(told, "id")) ?? idInAddress(addresses, "artifacts");
      if (artifactId === undefined) {
        const facts = { ...factsOf(request), status: answer.status };
        throw new ServiceError({ kind: "answerLost", ...facts, problem: "incomplete" });
      }
      return { artifactId };
    },

    deleteArtifact: async (artifactId, signal) => {
      const request = session.request("DELETE", `/artifacts/${artifactId}`, {}, { artifactId });
      const rateLimit = rateLimitOf((await session.write(request, signal)).headers);
      return rateLimit === undefined ? {} : { rateLimit };
    },
  };
}

function xmlText(request: Request, answer: Answer, key: string | undefined): AnswerText {
  if (!isSuccess(answer)) {
    throw refusal(request, answer, key);
  }
  const text = textOf(answer.body);
  const problem = xmlProblem(answer.headers) ?? xmlTextProblem(text);
  if (problem !== undefined) {
    throw invalidAnswer(request, answer, problem);
  }
  return { text: text ?? "", contentType: contentType(answer.headers) ?? "application/xml" };
}

/** What is wrong with a text that is to be shown only: nothing reads it, but half of it must not pass for all. */
function xmlTextProblem(text: string | undefined): AnswerProblem | undefined {
  const root = /^\uFEFF?\s*(?:<\?[^>]*\?>\s*)?<([^\s/>!?]+)([^>]*)/.exec(text ?? "");
  if (text === undefined || text === "" || !root) {
    return text === "" ? "incomplete" : "malformed";
  }
  const isWhole = root[2]?.endsWith("/") || text.trimEnd().endsWith(`</${root[1]}>`);
  return isWhole ? undefined : "truncated";
}

function jsonBody(value: unknown): RequestBody {
  return { contentType: "application/json", text: JSON.stringify(value) };
}

function creationBody(trackerId: number, entries: readonly Entry[]): RequestBody {
  return jsonBody({ tracker: { id: trackerId }, values: entries.map(entryObject) });
}

function conditionHeader(condition: Condition | undefined): Record<string, string> {
  if (condition === undefined) {
    return {};
  }
  return "ifMatch" in condition
    ? { "If-match": condition.ifMatch }
    : { "If-Unmodified-Since": condition.ifUnmodifiedSince };
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
