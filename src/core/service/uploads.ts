import { invalidAnswer, jsonOf, refusal } from "./answer.ts";
import { type AnswerHeaders, header } from "./exchange.ts";
import type { RequestContent } from "./outgoing.ts";
import { type Answer, factsOf, type Request } from "./request.ts";
import { ServiceError } from "./serviceError.ts";
import type { Session } from "./session.ts";
import { usualChunkBytes } from "./usualChunkBytes.ts";
import { isSuccess } from "./wholeAnswer.ts";
import { id, member, text } from "./wire.ts";

/** What a file is announced as. */
interface AnnouncedFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
}

interface AnnouncedUpload {
  readonly id: number;
  /** Where its content goes, as the service gave it; undefined for an empty file, which is complete. */
  readonly address?: string;
  /** Where it is found once it is attached, from the host's root. */
  readonly contentUrl?: string;
}

/** What the service tells of the temporary files of a person (test/service/README.md, Uploads). */
export interface TemporaryLimits {
  readonly chunkBytes: number;
  /** Of all temporary files together; undefined where the service does not tell. */
  readonly quotaBytes?: number;
  readonly usedBytes?: number;
}

/** Uploads, by tus 1.0.0 where the service has it, else as temporary files. */
export interface UploadRoutes {
  /**
   * POST /tracker_fields/{id}/files. The same name and size is the same upload, with what it holds, until it is attached; of
   * another person it is `rejected` with 409.
   */
  announceUpload(fieldId: number, file: AnnouncedFile, signal: AbortSignal): Promise<AnnouncedUpload>;
  /** HEAD: how many bytes the service has. `notFound` once the upload is cancelled, expired or attached. */
  readUploadOffset(address: string, signal: AbortSignal): Promise<number>;
  /**
   * PATCH of what follows `offset`; gives how many bytes the service has then. Of a connection that broke the service keeps
   * what came before: that is `answerLost`, and HEAD tells.
   */
  sendUpload(address: string, offset: number, content: RequestContent, signal: AbortSignal): Promise<number>;
  /** DELETE. */
  cancelUpload(address: string, signal: AbortSignal): Promise<void>;
  /** Of the headers of GET /artifact_temporary_files. */
  readTemporaryLimits(signal: AbortSignal): Promise<TemporaryLimits>;
  /** POST /artifact_temporary_files with the first chunk. */
  createTemporaryFile(
    file: Pick<AnnouncedFile, "name" | "mediaType">,
    chunk: Uint8Array,
    signal: AbortSignal,
  ): Promise<{ readonly id: number }>;
  /** PUT /artifact_temporary_files/{id}: `number` is that of the chunk, 2 for the second. */
  appendTemporaryFile(fileId: number, number: number, chunk: Uint8Array, signal: AbortSignal): Promise<void>;
  /** How many bytes of a temporary file the service has. */
  readTemporarySize(fileId: number, signal: AbortSignal): Promise<number>;
  deleteTemporaryFile(fileId: number, signal: AbortSignal): Promise<void>;
}

const tusVersion = { "Tus-Resumable": "1.0.0" };
const jsonType = { "Content-Type": "application/json" };

export function uploadRoutes(session: Session): UploadRoutes {
  const write = (method: "POST" | "PUT", path: string, body: object) =>
    session.request(method, path, jsonType, { body: JSON.stringify(body) });
  const temporaryFiles = "/artifact_temporary_files";

  return {
    announceUpload: (fieldId, { name, sizeBytes, mediaType }, signal) => {
      const body = { name, file_size: sizeBytes, file_type: mediaType };
      const read = (json: unknown) => readAnnounced(json, sizeBytes);
      return create(session, write("POST", `/tracker_fields/${fieldId}/files`, body), read, signal);
    },

    readUploadOffset: async (address, signal) => {
      const request = toUpload(session, "HEAD", address);
      return offsetIn(request, await done(session, request, signal));
    },

    sendUpload: async (address, offset, content, signal) => {
      const headers = { "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(offset) };
      const request = { ...toUpload(session, "PATCH", address, headers), content };
      const answer = await done(session, request, signal);
      const reached = offsetIn(request, answer);
      // Who is told to go on from where they were, or from beyond the end, never arrives.
      return reached > offset && reached <= offset + content.sizeBytes ? reached : fail(request, answer);
    },

    cancelUpload: async (address, signal) => {
      await done(session, toUpload(session, "DELETE", address), signal);
    },

    readTemporaryLimits: async (signal) =>
      limitsIn((await session.readJson(session.get(temporaryFiles), signal)).answer.headers),

    createTemporaryFile: ({ name, mediaType }, chunk, signal) => {
      const body = { name, mimetype: mediaType, content: base64(chunk) };
      return create(session, write("POST", temporaryFiles, body), readTemporary, signal);
    },

    appendTemporaryFile: async (fileId, number, chunk, signal) => {
      const body = { content: base64(chunk), offset: String(number) };
      await session.write(write("PUT", `${temporaryFiles}/${fileId}`, body), signal);
    },

    readTemporarySize: async (fileId, signal) => {
      const request = session.get(`${temporaryFiles}/${fileId}`, { limit: "0", offset: "0" });
      const { answer } = await session.readJson(request, signal);
      return countIn(answer.headers, "x-pagination-size") ?? fail(request, answer);
    },

    deleteTemporaryFile: async (fileId, signal) => {
      await session.write(session.request("DELETE", `${temporaryFiles}/${fileId}`), signal);
    },
  };
}

/** An address that the service gave: the transport refuses one on another origin before anything is sent. */
function toUpload(
  session: Session,
  method: "HEAD" | "PATCH" | "DELETE",
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Request {
  const url = URL.parse(address, session.origin);
  return {
    method,
    origin: url?.origin ?? "null",
    path: url === null ? "" : url.pathname + url.search,
    headers: { Accept: "*/*", ...tusVersion, ...headers },
  };
}

/** What was made, as the answer tells; one that breaks off tells no more than one that does not come. */
async function create<T>(
  session: Session,
  request: Request,
  read: (json: unknown) => T | undefined,
  signal: AbortSignal,
): Promise<T> {
  const { answer, key } = await session.send(request, signal);
  if (isSuccess(answer) && answer.isCutShort) {
    const lost = { kind: "answerLost", status: answer.status, problem: "truncated" } as const;
    throw new ServiceError({ ...lost, ...factsOf(request) });
  }
  return read(jsonOf(request, answer, key)) ?? fail(request, answer);
}

async function done(session: Session, request: Request, signal: AbortSignal): Promise<Answer> {
  const { answer, key } = await session.send(request, signal);
  if (!isSuccess(answer)) {
    throw refusal(request, answer, key);
  }
  return answer;
}

/** What has no offset does not come from the service, or it does not speak this protocol. */
function offsetIn(request: Request, answer: Answer): number {
  return countIn(answer.headers, "upload-offset") ?? fail(request, answer);
}

function fail(request: Request, answer: Answer): never {
  throw invalidAnswer(request, answer, "incomplete");
}

function countIn(headers: AnswerHeaders, name: string): number | undefined {
  const value = header(headers, name)?.trim() ?? "";
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Only an empty file is complete without going anywhere. */
function readAnnounced(json: unknown, sizeBytes: number): AnnouncedUpload | undefined {
  const announcedId = id(member(json, "id"));
  const address = text(member(json, "upload_href"));
  const contentUrl = text(member(json, "download_href"));
  return announcedId === undefined || (address === undefined && sizeBytes > 0)
    ? undefined
    : { id: announcedId, ...(address !== undefined && { address }), ...(contentUrl !== undefined && { contentUrl }) };
}

function readTemporary(json: unknown): { readonly id: number } | undefined {
  const fileId = id(member(json, "id"));
  return fileId === undefined ? undefined : { id: fileId };
}

function limitsIn(headers: AnswerHeaders): TemporaryLimits {
  const [quotaBytes, usedBytes] = ["x-quota", "x-disk-usage"].map((name) => countIn(headers, name));
  return {
    chunkBytes: countIn(headers, "x-upload-max-file-chunksize") || usualChunkBytes,
    ...(quotaBytes !== undefined && { quotaBytes }),
    ...(usedBytes !== undefined && { usedBytes }),
  };
}

function base64(chunk: Uint8Array): string {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("base64");
}
