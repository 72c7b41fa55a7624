import { htmlError, type RawAnswer } from "./answer.ts";
import type { ApiEnvironment, IncomingCall } from "./api.ts";

/** The resumable uploads; not there yet. */
export function answerUpload(_call: IncomingCall, _environment: ApiEnvironment): RawAnswer {
  return htmlError(404);
}
