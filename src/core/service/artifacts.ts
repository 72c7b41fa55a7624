import type { Artifact, LinkKind } from "../model/artifact.ts";
import type { ArtifactCreation, ArtifactService, RequestBody } from "../model/artifactService.ts";
import { type Entry, entryObject } from "../model/entry.ts";
import {
  answerLost,
  contentType,
  invalidAnswer,
  jsonOf,
  mediaProblem,
  parseJson,
  rateLimitOf,
  refusal,
  requireNoMore,
  serviceMessage,
  textOf,
} from "./answer.ts";
import { answerLimits, listingLimits } from "./answerLimits.ts";
import type { AuthorizedClient } from "./authorizedClient.ts";
import { type AnswerHeaders, conditionHeader, header, isSuccess } from "./headers.ts";
import { readArtifact, readArtifacts, readLinkKinds } from "./readArtifact.ts";
import type { Answer, Request } from "./request.ts";
import type { AnswerProblem } from "./serviceError.ts";
import { id, idInAddress, known, member, text } from "./wire.ts";

interface AnswerText {
  readonly text: string;
  /** The content type as it was sent: `application/json; charset=utf-8`. */
  readonly contentType: string;
}

/** The service refuses more ids in a request (test/service/README.md, Several artifacts). */
const maxIds = 100;
const linkedArtifactsPerPage = 50;

/** The limits of an answer that has one artifact. */
const limits = answerLimits.artifact;

export type ArtifactRoutes = ReturnType<typeof artifactRoutes>;

// Compression in front of the service drops the Etag, so requests for one artifact do not ask for compression.
export function artifactRoutes(client: AuthorizedClient) {
  return { ...readingRoutes(client), ...linkRoutes(client), ...writingRoutes(client) };
}

function readingRoutes(client: AuthorizedClient) {
  return {
    readArtifact: (async (artifactId, signal, { withRights } = {}) => {
      const query = withRights ? { tracker_structure_format: "complete" } : undefined;
      const request = client.request("GET", `/artifacts/${artifactId}`, { artifactId, query, limits });
      const { answer, key } = await client.send(request, signal);
      return { artifact: artifactIn(request, answer, artifactId, key), ...versionOf(answer.headers) };
    }) satisfies ArtifactService["readArtifact"],

    /**
     * Sends GET /artifacts?query={"id":[…]}, at most 100 a request. It leaves out ids that are unknown, or not to be
     * seen.
     */
    readArtifacts: async (artifactIds: readonly number[], signal: AbortSignal): Promise<readonly Artifact[]> => {
      const artifacts: Artifact[] = [];
      const ids = [...new Set(artifactIds)];
      for (let from = 0; from < ids.length; from += maxIds) {
        const asked = ids.slice(from, from + maxIds);
        const query = { query: JSON.stringify({ id: asked }) };
        const request = client.get("/artifacts", { query, limits: listingLimits(asked.length) });
        const { answer, json } = await client.readJson(request, signal);
        const arrived = collectionIn(json);
        requireNoMore(request, answer, arrived, asked.length);
        const read = readArtifacts(arrived, client.origin);
        if (read === undefined) {
          throw invalidAnswer(request, answer, "incomplete");
        }
        artifacts.push(...read);
      }
      return artifacts;
    },

    /** Gives the answer of GET /artifacts/{id} as it came. Where that is JSON, it was checked to be the artifact. */
    readArtifactText: async (artifactId: number, format: "json" | "xml", signal: AbortSignal): Promise<AnswerText> => {
      const headers = { Accept: `application/${format}` };
      const request = client.request("GET", `/artifacts/${artifactId}`, { artifactId, headers, limits });
      const { answer, key } = await client.send(request, signal);
      if (format === "xml") {
        return xmlText(request, answer, key);
      }
      artifactIn(request, answer, artifactId, key);
      return { text: textOf(answer.body) ?? "", contentType: contentType(answer.headers) ?? "application/json" };
    },
  };
}

function linkRoutes(client: AuthorizedClient) {
  return {
    /** Tells which links the artifact has, by type and direction. */
    listLinkTypes: (artifactId: number, signal: AbortSignal) => {
      const request = client.get(`/artifacts/${artifactId}/links`);
      return client.readModel({ ...request, artifactId }, readLinkKinds, signal);
    },

    /** Gives the artifacts at the other end of links of one kind, those the user may see. */
    listLinkedArtifacts: (artifactId: number, { type, direction }: LinkKind, offset: number, signal: AbortSignal) => {
      const page = { offset, limit: linkedArtifactsPerPage, query: { direction, nature: type } };
      const path = `/artifacts/${artifactId}/linked_artifacts`;
      const artifactsIn = (elements: unknown) => readArtifacts(elements, client.origin);
      return client.readPage(path, page, artifactsIn, signal, { elements: collectionIn });
    },
  };
}

function writingRoutes(client: AuthorizedClient) {
  return {
    updateArtifact: (async (
      artifactId,
      entries,
      condition,
      signal,
      body = jsonBody({ values: entries.map(entryObject) }),
    ) => {
      const headers = { "Content-Type": body.contentType, ...conditionHeader(condition) };
      const request = client.request("PUT", `/artifacts/${artifactId}`, {
        artifactId,
        headers,
        limits,
        body: body.text,
      });
      const { answer, key } = await client.send(request, signal);
      if (answer.status === 412) {
        return known({ kind: "preconditionFailed" as const, serviceMessage: serviceMessage(answer, key) });
      }
      client.requireDone(request, answer, key);
      return { kind: "updated", ...versionOf(answer.headers) };
    }) satisfies ArtifactService["updateArtifact"],

    createArtifact: (async (trackerId, entries, signal, body = creationBody(trackerId, entries)) => {
      const headers = { "Content-Type": body.contentType };
      const request = client.request("POST", "/artifacts", { headers, limits, body: body.text });
      const answer = await client.write(request, signal);
      const told = parseJson(answer.body).value;
      const addresses = [text(member(told, "uri")), header(answer.headers, "location")];
      const artifactId = id(member(told, "id")) ?? idInAddress(addresses, "artifacts");
      if (artifactId === undefined) {
        throw answerLost(request, answer, "incomplete");
      }
      return { artifactId };
    }) satisfies ArtifactCreation["createArtifact"],

    /**
     * Sends DELETE /artifacts/{id}. It gives how many deletions the user has left, where the service tells. A lost
     * answer is `answerLost`; the error of a 429, and of a 403 where deletion is off, has how many are left, too.
     */
    deleteArtifact: async (artifactId: number, signal: AbortSignal) => {
      const request = client.request("DELETE", `/artifacts/${artifactId}`, { artifactId });
      return known({ rateLimit: rateLimitOf((await client.write(request, signal)).headers) });
    },
  };
}

function collectionIn(json: unknown): unknown {
  return member(json, "collection");
}

function xmlText(request: Request, answer: Answer, key: string | undefined): AnswerText {
  if (!isSuccess(answer)) {
    throw refusal(request, answer, key);
  }
  const text = textOf(answer.body);
  const problem = mediaProblem(answer.headers, "xml") ?? xmlTextProblem(text);
  if (problem !== undefined) {
    throw invalidAnswer(request, answer, problem);
  }
  return { text: text ?? "", contentType: contentType(answer.headers) ?? "application/xml" };
}

/** Tells what is wrong with a text that is only shown. Nothing reads the text, but half of it must not pass for all. */
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

/** Gives the version as the service sent it, byte for byte. It leaves out what would be no condition of a save. */
function versionOf(headers: AnswerHeaders) {
  const etag = header(headers, "etag");
  const lastModified = header(headers, "last-modified");
  return known({
    version: known({
      // An asterisk in the condition of a save stands for any version, in a list of versions as well.
      etag: etag?.split(",").some((each) => each.trim() === "*") ? undefined : etag,
      // Servers ignore a condition whose date is none.
      lastModified: Number.isNaN(Date.parse(lastModified ?? "")) ? undefined : lastModified,
    }),
    date: header(headers, "date"),
  });
}

/** Gives the artifact in an answer, or throws what else the answer means. */
function artifactIn(request: Request, answer: Answer, artifactId: number, key: string | undefined): Artifact {
  const artifact = readArtifact(jsonOf(request, answer, key), artifactId, request.origin);
  if (artifact === undefined) {
    throw invalidAnswer(request, answer, "incomplete");
  }
  return artifact;
}
