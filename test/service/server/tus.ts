import type { IncomingMessage } from "node:http";
import type { Fault } from "../faults.ts";
import { isExpired } from "../fields/files.ts";
import type { Upload } from "../state/model.ts";
import { htmlError, type RawAnswer, RestError } from "./answer.ts";
import type { ApiEnvironment, IncomingCall } from "./api.ts";
import { authenticate } from "./authentication.ts";

/**
 * Resumable uploads (tus 1.0.0) below `/uploads/tracker/file/`. Errors have no body. What a PATCH brings is kept as it
 * arrives, so that what came before a break counts; for as long as it arrives the upload is locked.
 *
 * Undefined when the connection broke, or `faults` broke it.
 */
export async function answerUpload(
  call: IncomingCall,
  body: AsyncIterable<Buffer>,
  environment: ApiEnvironment,
  faults: readonly Fault[] = [],
): Promise<RawAnswer | undefined> {
  const begun = begin(call, environment);
  if ("status" in begun) {
    return begun;
  }
  const breakOff = faults.find((fault) => fault.kind === "breakOff");
  let left = breakOff?.afterBytes ?? Number.POSITIVE_INFINITY;
  begun.isLocked = true;
  try {
    for await (const chunk of body) {
      keep(begun, chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) {
        return undefined;
      }
    }
  } catch {
    return undefined; // The client went away.
  } finally {
    begun.isLocked = false;
  }
  return breakOff ? undefined : plain(204, { "Upload-Offset": String(begun.received.length) });
}

/** The body of a request that is handed over as it is. */
export async function* bodyOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const chunk of request) {
    yield chunk as Buffer;
  }
}

/** What is beyond the announced size is cut off. */
function keep(upload: Upload, chunk: Buffer): void {
  const part = chunk.subarray(0, upload.sizeBytes - upload.received.length);
  if (part.length > 0) {
    upload.received.append(part);
  }
}

/** The answer, or the upload that the body of a PATCH goes to. */
function begin(call: IncomingCall, { state, clock }: ApiEnvironment): RawAnswer | Upload {
  if (call.method === "OPTIONS") {
    return plain(204, { "Tus-Version": "1.0.0" });
  }
  if (!["HEAD", "PATCH", "DELETE"].includes(call.method)) {
    return htmlError(405);
  }
  const id = Number(/^\/uploads\/tracker\/file\/(\d+)$/.exec(call.path)?.[1]);
  const upload = state.uploads.get(id);
  if (
    !upload ||
    upload.fieldId === undefined ||
    upload.userId !== callerId() ||
    isExpired(upload, clock.nowSeconds())
  ) {
    return plain(404);
  }
  if (call.headers["tus-resumable"] !== "1.0.0") {
    return plain(412, { "Tus-Version": "1.0.0" });
  }
  if (call.method === "HEAD") {
    return plain(204, {
      "Upload-Length": String(upload.sizeBytes),
      "Upload-Offset": String(upload.received.length),
      "Cache-Control": "no-store",
    });
  }
  if (call.method === "DELETE") {
    if (upload.isLocked) {
      return plain(423);
    }
    state.uploads.delete(id);
    return plain(204);
  }
  return patchRefusal(call, upload) ?? upload;

  function callerId(): number | undefined {
    try {
      return authenticate(call.headers, state, clock)?.user.id;
    } catch (error) {
      if (error instanceof RestError) {
        return undefined;
      }
      throw error;
    }
  }
}

function patchRefusal(call: IncomingCall, upload: Upload): RawAnswer | undefined {
  const offset = call.headers["upload-offset"];
  if (call.headers["content-type"] !== "application/offset+octet-stream") {
    return plain(415);
  }
  if (offset === undefined || !/^\d+$/.test(offset)) {
    return plain(400);
  }
  if (upload.isLocked) {
    return plain(423);
  }
  return Number(offset) === upload.received.length ? undefined : plain(409);
}

function plain(status: number, headers: Readonly<Record<string, string>> = {}): RawAnswer {
  return { status, headers: { "Tus-Resumable": "1.0.0", ...headers }, body: Buffer.alloc(0) };
}
