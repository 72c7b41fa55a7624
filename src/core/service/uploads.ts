import { answerLost, invalidAnswer, jsonOf, refusal } from "./answer.ts";
import type { AuthorizedClient } from "./authorizedClient.ts";
import { maxChunkBytes, usualChunkBytes } from "./chunkBytes.ts";
import { type AnswerHeaders, countIn, isSuccess } from "./headers.ts";
import type { RequestContent } from "./outgoing.ts";
import type { Answer, Request } from "./request.ts";
import { id, known, member, text } from "./wire.ts";

/** The name, size and type that a file is announced with. */
interface AnnouncedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
}

/** An upload as the service answers it. */
export interface AnnouncedUpload {
  readonly id: number;
  /** The address that the content goes to, as the service gave it; undefined for an empty file, which is complete. */
  readonly address?: string;
  /** The address of the file once it is attached, from the host's root. */
  readonly contentUrl?: string;
}

/** Holds what the service tells of the temporary files of a person (test/service/README.md, Uploads). */
export interface TemporaryLimits {
  readonly chunkBytes: number;
  /** The bytes that all temporary files may have together; undefined where the service does not tell. */
  readonly quotaBytes?: number;
  readonly usedBytes?: number;
}

const tusVersion = { "Tus-Resumable": "1.0.0" };

export type UploadRoutes = ReturnType<typeof uploadRoutes>;

/** Makes the routes of uploads, by tus 1.0.0 where the service has it, else as temporary files. */
export function uploadRoutes(client: AuthorizedClient) {
  return { ...resumableRoutes(client), ...temporaryRoutes(client) };
}

/** Makes the routes of uploads by tus 1.0.0. */
function resumableRoutes(client: AuthorizedClient) {
  const toUpload = (method: "HEAD" | "PATCH" | "DELETE", address: string, headers?: Readonly<Record<string, string>>) =>
    client.requestTo(method, address, { ...tusVersion, ...headers });
  return {
    /**
     * Sends POST /tracker_fields/{id}/files. A file of a name and size that was announced before is the same upload,
     * with what it holds, until it is attached. Where it is another person's, the announcement is `rejected` with 409.
     */
    announceUpload: (fieldId: number, { name, sizeBytes, mediaType }: AnnouncedFile, signal: AbortSignal) => {
      const json = { name, file_size: sizeBytes, file_type: mediaType };
      const request = client.request("POST", `/tracker_fields/${fieldId}/files`, { json });
      return create(client, request, (told) => readAnnounced(told, sizeBytes), signal);
    },

    /** Gives, by HEAD, how many bytes the service has; `notFound` once the upload is cancelled, expired or attached. */
    readUploadOffset: async (address: string, signal: AbortSignal) => {
      const request = toUpload("HEAD", address);
      return offsetIn(request, await done(client, request, signal));
    },

    /**
     * Sends what follows `offset` by PATCH, and gives how many bytes the service has then. Where the connection breaks,
     * the service keeps what came before: that is `answerLost`, and HEAD tells how much it has.
     */
    sendUpload: async (address: string, offset: number, content: RequestContent, signal: AbortSignal) => {
      const headers = { "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(offset) };
      const request = { ...toUpload("PATCH", address, headers), content };
      const answer = await done(client, request, signal);
      const reached = offsetIn(request, answer);
      // An upload that is told to go on from where it was, or from beyond the end, would never arrive.
      return reached > offset && reached <= offset + content.sizeBytes ? reached : fail(request, answer);
    },

    cancelUpload: async (address: string, signal: AbortSignal) => {
      await done(client, toUpload("DELETE", address), signal);
    },
  };
}

/** Makes the routes of uploads as temporary files, in chunks. */
function temporaryRoutes(client: AuthorizedClient) {
  const temporaryFiles = "/artifact_temporary_files";
  return {
    /** Gives what the headers of GET /artifact_temporary_files tell. */
    readTemporaryLimits: async (signal: AbortSignal) =>
      limitsIn((await client.readJson(client.get(temporaryFiles), signal)).answer.headers),

    /** POST /artifact_temporary_files with the first chunk. */
    createTemporaryFile: (
      { name, mediaType }: Pick<AnnouncedFile, "name" | "mediaType">,
      chunk: Uint8Array,
      signal: AbortSignal,
    ) => {
      const json = { name, mimetype: mediaType, content: base64(chunk) };
      return create(client, client.request("POST", temporaryFiles, { json }), readTemporary, signal);
    },

    /** Sends PUT /artifact_temporary_files/{id}: `number` is the chunk's, 2 for the second. */
    appendTemporaryFile: async (fileId: number, number: number, chunk: Uint8Array, signal: AbortSignal) => {
      const json = { content: base64(chunk), offset: String(number) };
      await client.write(client.request("PUT", `${temporaryFiles}/${fileId}`, { json }), signal);
    },

    /** Tells how many bytes of a temporary file the service has. */
    readTemporarySize: async (fileId: number, signal: AbortSignal) => {
      const request = client.get(`${temporaryFiles}/${fileId}`, { query: { limit: "0", offset: "0" } });
      const { answer } = await client.readJson(request, signal);
      return countIn(answer.headers, "x-pagination-size") ?? fail(request, answer);
    },

    deleteTemporaryFile: async (fileId: number, signal: AbortSignal) => {
      await client.write(client.request("DELETE", `${temporaryFiles}/${fileId}`), signal);
    },
  };
}

/** Gives what was made, as the answer tells. An answer that breaks off tells as little as one that does not come. */
async function create<T>(
  client: AuthorizedClient,
  request: Request,
  read: (json: unknown) => T | undefined,
  signal: AbortSignal,
): Promise<T> {
  const { answer, key } = await client.send(request, signal);
  if (isSuccess(answer) && answer.isCutShort) {
    throw answerLost(request, answer, "truncated");
  }
  return read(jsonOf(request, answer, key)) ?? fail(request, answer);
}

async function done(client: AuthorizedClient, request: Request, signal: AbortSignal): Promise<Answer> {
  const { answer, key } = await client.send(request, signal);
  if (!isSuccess(answer)) {
    throw refusal(request, answer, key);
  }
  return answer;
}

/** Gives the offset in an answer. One without it is not the service's, or the service does not speak this protocol. */
function offsetIn(request: Request, answer: Answer): number {
  return countIn(answer.headers, "upload-offset") ?? fail(request, answer);
}

function fail(request: Request, answer: Answer): never {
  throw invalidAnswer(request, answer, "incomplete");
}

/** Reads an announced upload. It needs an address to go to, unless the file is empty and so complete. */
function readAnnounced(json: unknown, sizeBytes: number): AnnouncedUpload | undefined {
  const announcedId = id(member(json, "id"));
  const address = text(member(json, "upload_href"));
  const contentUrl = text(member(json, "download_href"));
  return announcedId === undefined || (address === undefined && sizeBytes > 0)
    ? undefined
    : known({ id: announcedId, address, contentUrl });
}

function readTemporary(json: unknown): { readonly id: number } | undefined {
  const fileId = id(member(json, "id"));
  return fileId === undefined ? undefined : { id: fileId };
}

function limitsIn(headers: AnswerHeaders): TemporaryLimits {
  return known({
    chunkBytes: Math.min(countIn(headers, "x-upload-max-file-chunksize") || usualChunkBytes, maxChunkBytes),
    quotaBytes: countIn(headers, "x-quota"),
    usedBytes: countIn(headers, "x-disk-usage"),
  });
}

function base64(chunk: Uint8Array): string {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("base64");
}
