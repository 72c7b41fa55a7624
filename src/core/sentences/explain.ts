import { type Action, type Explanation, HumanError } from "../failure/humanError.ts";
import { isServiceError, type ServiceError } from "../service/serviceError.ts";
import { assertNever } from "../util/assertNever.ts";
import { failureText, unexpectedFailureText } from "./failures.ts";

/** What to tell a person of `error`, beginning with `what`, and what they may do. */
export function explain(error: unknown, what: string): Explanation {
  if (error instanceof HumanError) {
    return { message: error.message, actions: error.actions, ...(error.page !== undefined && { page: error.page }) };
  }
  return isServiceError(error)
    ? { message: failureText(what, error), actions: actionsFor(error) }
    : { message: unexpectedFailureText(what), actions: ["retry", "showLog"] };
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
