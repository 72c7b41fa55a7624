import { type Action, type Explanation, HumanError } from "../failure/humanError.ts";
import { isServiceError, type ServiceError } from "../service/serviceError.ts";
import { SendingNotKept } from "../windows/draftStore.ts";
import { failureText, notUtf8, unexpectedFailureText } from "./failures.ts";
import { sendingNotKept } from "./saving.ts";

/** Puts `error` into words for a person, beginning with `what`, and says what they may do. */
export function explain(error: unknown, what: string): Explanation {
  if (error instanceof HumanError) {
    const { message, actions, ways, page } = error;
    return { message, actions, ...(ways.length > 0 && { ways }), ...(page !== undefined && { page }) };
  }
  if (error instanceof SendingNotKept) {
    return { message: sendingNotKept, actions: ["showLog"] };
  }
  if (isOfEncoding(error)) {
    return { message: notUtf8(what), actions: [] };
  }
  return isServiceError(error)
    ? { message: failureText(what, error), actions: actions[error.kind] }
    : { message: unexpectedFailureText(what), actions: ["retry", "showLog"] };
}

/** Says whether bytes are not the text that a `TextDecoder` should have made of them. */
function isOfEncoding(error: unknown): boolean {
  return error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}

const actions: Readonly<Record<ServiceError["kind"], readonly Action[]>> = {
  unreachable: ["retry", "showLog"],
  timeout: ["retry", "showLog"],
  tooManyRequests: ["retry", "showLog"],
  unavailable: ["retry", "showLog"],
  tls: ["retry", "editConnection", "showLog"],
  invalidAnswer: ["retry", "editConnection", "showLog"],
  redirected: ["retry", "editConnection", "showLog"],
  unauthorized: ["setAccessKey"],
  answerLost: ["showLog"],
  rejected: ["showLog"],
  foreignOrigin: ["showLog"],
  forbidden: [],
  notFound: [],
  cancelled: [],
};
