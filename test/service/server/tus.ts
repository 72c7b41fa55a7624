import { type RawAnswer, RestError } from "./answer.ts";
import type { ApiEnvironment, IncomingCall } from "./api.ts";
import { authenticate } from "./authentication.ts";

/** Unfinished and unattached uploads go after four hours. */
const lifetimeSeconds = 4 * 3600;

/** Resumable uploads (tus 1.0.0) below `/uploads/tracker/file/`. Errors have no body worth reading. */
export function answerUpload(call: IncomingCall, { state, clock }: ApiEnvironment): RawAnswer {
  const id = Number(/^\/uploads\/tracker\/file\/(\d+)$/.exec(call.path)?.[1]);
  const userId = callerId();
  const upload = state.uploads.get(id);
  if (!upload || upload.userId !== userId || upload.createdOn + lifetimeSeconds < clock.nowSeconds()) {
    return plain(404);
  }
  if (call.headers["tus-resumable"] !== "1.0.0") {
    return plain(412, { "Tus-Version": "1.0.0" });
  }
  switch (call.method) {
    case "HEAD":
      return plain(204, {
        "Upload-Length": String(upload.sizeBytes),
        "Upload-Offset": String(upload.received.length),
        "Cache-Control": "no-store",
      });
    case "DELETE":
      state.uploads.delete(id);
      return plain(204);
    case "PATCH": {
      const offset = call.headers["upload-offset"];
      if (call.headers["content-type"] !== "application/offset+octet-stream") {
        return plain(415);
      }
      if (offset === undefined || !/^\d+$/.test(offset)) {
        return plain(400);
      }
      if (Number(offset) !== upload.received.length) {
        return plain(409);
      }
      const left = upload.sizeBytes - upload.received.length;
      upload.received = Buffer.concat([upload.received, call.body.subarray(0, left)]);
      return plain(204, { "Upload-Offset": String(upload.received.length) });
    }
    default:
      return plain(405);
  }

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

function plain(status: number, headers: Readonly<Record<string, string>> = {}): RawAnswer {
  return { status, headers: { "Tus-Resumable": "1.0.0", ...headers }, body: Buffer.alloc(0) };
}
