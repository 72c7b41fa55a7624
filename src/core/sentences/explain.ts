import { type Action, type Explanation, HumanError } from "../failure/humanError.ts";
import { isServiceError, type ServiceError } from "../service/serviceError.ts";
import { assertNever } from "../util/assertNever.ts";
import { failureText, notUtf8, unexpectedFailureText } from "./failures.ts";

/** What to tell a person of `error`, beginning with `what`, and what they may do. */
export function explain(error: unknown, what: string): Explanation {
  if (error instanceof HumanError) {
    return { message: error.message, actions: error.actions, ...(error.page !== undefined && { page: error.page }) };
  }
  if (isOfEncoding(error)) {
    return { message: notUtf8(what), actions: [] };
  }
  return isServiceError(error)
    ? { message: failureText(what, error), actions: actionsFor(error) }
    : { message: unexpectedFailureText(what), actions: ["retry", "showLog"] };
}

/** Whether bytes are not the text that a `TextDecoder` should have made of them. */
function isOfEncoding(error: unknown): boolean {
  return error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}

function actionsFor(error: ServiceError): readonly Action[] {
  switch (error.kind) {
    case "unreachable":
    case "timeout":
    case "tooManyRequests":
    case "unavailable":
      return ["retry", "showLog"];
    case "tls":
    case "invalidAnswer":
    case "redirected":
      return ["retry", "editConnection", "showLog"];
    case "unauthorized":
      return ["setAccessKey"];
    case "answerLost":
    case "rejected":
    case "foreignOrigin":
      return ["showLog"];
    case "forbidden":
    case "notFound":
    case "cancelled":
      return [];
    default:
      return assertNever(error.kind);
  }
}
