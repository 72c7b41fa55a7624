import { attachmentPath, describeFile, isExpired } from "../fields/files.ts";
import { type Answer, badRequest, ok, RestError } from "../server/answer.ts";
import { pageHeaders, readPage } from "../server/paging.ts";
import { type ApiRequest, pathId, type Route, refuseReadOnly, signedIn } from "../server/router.ts";
import { mayRead } from "../server/webPages.ts";
import type { Upload } from "../state/model.ts";
import { canSeeProject, canSeeTracker } from "../state/permissions.ts";
import { Received } from "../state/received.ts";
import { required } from "../state/state.ts";
import { integer, requiredInteger, requiredString, toInteger } from "../wire/bodyShape.ts";
import { isObject, type JsonObject } from "../wire/json.ts";

export const fileRoutes: readonly Route[] = [
  { method: "GET", path: "/artifact_files/:id", auth: "required", allow: "OPTIONS, GET", handle: readSlice },
  { method: "POST", path: "/tracker_fields/:id/files", auth: "required", allow: "OPTIONS, POST", handle: announce },
  {
    method: "GET",
    path: "/artifact_temporary_files",
    auth: "required",
    allow: "OPTIONS, GET, POST",
    handle: listTemporary,
  },
  {
    method: "POST",
    path: "/artifact_temporary_files",
    auth: "required",
    allow: "OPTIONS, GET, POST",
    handle: createTemporary,
  },
  { method: "GET", path: "/artifact_temporary_files/:id", auth: "required", handle: readTemporary },
  { method: "PUT", path: "/artifact_temporary_files/:id", auth: "required", handle: appendTemporary },
  { method: "DELETE", path: "/artifact_temporary_files/:id", auth: "required", handle: deleteTemporary },
];

const chunkBytes = 1_048_576;
const chunkHeader = { "X-UPLOAD-MAX-FILE-CHUNKSIZE": String(chunkBytes) };

function readSlice(request: ApiRequest): Answer {
  const id = pathId(request);
  const page = readPage(request, { fallback: chunkBytes, max: chunkBytes, min: 0 });
  const attachment = request.state.attachments.get(id);
  if (!attachment || !mayRead(attachment, request.caller, request)) {
    throw RestError.of(404);
  }
  return sliceAnswer(attachment.bytes(), page);
}

function sliceAnswer(bytes: Buffer, page: { limit: number; offset: number; max: number }): Answer {
  const data = bytes.subarray(page.offset, page.offset + page.limit).toString("base64");
  return ok({ data }, { ...pageHeaders(page, bytes.length), ...chunkHeader });
}

function bodyOf(request: ApiRequest): JsonObject {
  return isObject(request.body) ? request.body : {};
}

function announce(request: ApiRequest): Answer {
  const { state, clock, settings } = request;
  if (!settings.hasResumableUploads) {
    throw RestError.of(404);
  }
  const user = signedIn(request);
  const fieldId = pathId(request);
  const body = bodyOf(request);
  const at = (key: string) => `file_post_representation[${key}]`;
  const name = requiredString(body, "name", at("name"));
  const sizeBytes = requiredInteger(body, "file_size", at("file_size"));
  const type = requiredString(body, "file_type", at("file_type"));
  refuseReadOnly(request);
  const field = state.field(fieldId);
  const tracker = field && required(state.trackers.get(field.trackerId));
  if (tracker && !canSeeProject(user, state.projectOf(tracker))) {
    throw RestError.of(404);
  }
  if (!field || !tracker || !canSeeTracker(state, user, tracker)) {
    throw RestError.of(404, "Field not found.");
  }
  if (!field.isUsed) {
    throw badRequest("Field is not used in tracker.");
  }
  if (field.type !== "file") {
    throw badRequest("Field must be of type File.");
  }
  if (sizeBytes > settings.maxUploadBytes) {
    throw badRequest(
      `The maximum allowed size for a file is ${settings.maxUploadBytes} bytes, you requested the creation of a file of ${sizeBytes} bytes`,
    );
  }
  const same = [...state.uploads.values()].find(
    (upload) =>
      upload.fieldId === fieldId &&
      upload.name === name &&
      upload.sizeBytes === sizeBytes &&
      !isExpired(upload, clock.nowSeconds()),
  );
  if (same && same.userId !== user.id) {
    throw RestError.of(409);
  }
  const upload: Upload = same ?? {
    id: state.takeFileId(),
    name,
    type,
    description: typeof body.description === "string" ? body.description.trim() : "",
    sizeBytes,
    fieldId,
    userId: user.id,
    createdOn: clock.nowSeconds(),
    received: new Received(),
    chunks: 0,
    isLocked: false,
  };
  state.uploads.set(upload.id, upload);
  return ok({
    id: upload.id,
    download_href: attachmentPath(upload),
    upload_href: sizeBytes === 0 ? null : `/uploads/tracker/file/${upload.id}`,
  });
}

/** What belongs to no field yet was uploaded the old way, in chunks of base64. */
function temporaryFiles({ state, caller, clock }: ApiRequest): readonly Upload[] {
  return [...state.uploads.values()].filter(
    (upload) => upload.fieldId === undefined && upload.userId === caller?.id && !isExpired(upload, clock.nowSeconds()),
  );
}

function usedBytes(request: ApiRequest): number {
  return temporaryFiles(request).reduce((sum, upload) => sum + upload.received.length, 0);
}

function quotaHeaders(request: ApiRequest): Record<string, string> {
  const { maxUploadBytes } = request.settings;
  return { "X-QUOTA": String(maxUploadBytes), "X-DISK-USAGE": String(usedBytes(request)), ...chunkHeader };
}

function describeTemporary(upload: Upload): Record<string, unknown> {
  const described = describeFile({
    ...upload,
    sizeBytes: upload.received.length,
    submittedBy: upload.userId,
    artifactId: undefined,
    bytes: () => upload.received.whole(),
  });
  return { ...described, html_url: null, html_preview_url: null };
}

function listTemporary(request: ApiRequest): Answer {
  return ok(temporaryFiles(request).map(describeTemporary), quotaHeaders(request));
}

function readChunk(request: ApiRequest, content: string): Buffer {
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(content)) {
    throw badRequest("Invalid content, base64 expected");
  }
  const chunk = Buffer.from(content, "base64");
  if (chunk.length > chunkBytes) {
    throw badRequest(`Uploaded content exceeds maximum size of ${chunkBytes}`);
  }
  if (usedBytes(request) + chunk.length > request.settings.maxUploadBytes) {
    throw badRequest("You exceeded your quota");
  }
  return chunk;
}

function createTemporary(request: ApiRequest): Answer {
  const user = signedIn(request);
  const body = bodyOf(request);
  const name = requiredString(body, "name", "name");
  const type = requiredString(body, "mimetype", "mimetype");
  const first = readChunk(request, requiredString(body, "content", "content"));
  refuseReadOnly(request);
  const { state, clock } = request;
  const received = new Received();
  received.append(first);
  const upload: Upload = {
    id: state.takeFileId(),
    name,
    type,
    description: typeof body.description === "string" ? body.description.trim() : "",
    // Complete after every chunk: nobody says how many will follow.
    sizeBytes: 0,
    fieldId: undefined,
    userId: user.id,
    createdOn: clock.nowSeconds(),
    received,
    chunks: 1,
    isLocked: false,
  };
  state.uploads.set(upload.id, upload);
  return { status: 201, headers: quotaHeaders(request), body: describeTemporary(upload) };
}

function ownTemporary(request: ApiRequest): Upload {
  const upload = request.state.uploads.get(pathId(request));
  if (upload?.fieldId !== undefined || !upload || isExpired(upload, request.clock.nowSeconds())) {
    throw RestError.of(404);
  }
  if (upload.userId !== request.caller?.id) {
    throw RestError.of(401, "This file does not belong to you");
  }
  return upload;
}

function readTemporary(request: ApiRequest): Answer {
  const page = readPage(request, { fallback: chunkBytes, max: chunkBytes, min: 0 });
  return sliceAnswer(ownTemporary(request).received.whole(), page);
}

function appendTemporary(request: ApiRequest): Answer {
  const body = bodyOf(request);
  const content = requiredString(body, "content", "content");
  const offset = integer(toInteger(body.offset) ?? body.offset, "offset");
  const upload = ownTemporary(request);
  if (offset !== upload.chunks + 1) {
    throw badRequest(`Invalid offset received. Expected: ${upload.chunks + 1}`);
  }
  upload.received.append(readChunk(request, content));
  upload.chunks += 1;
  return ok(describeTemporary(upload), quotaHeaders(request));
}

function deleteTemporary(request: ApiRequest): Answer {
  request.state.uploads.delete(ownTemporary(request).id);
  return { status: 200, headers: {} };
}
