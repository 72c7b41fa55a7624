import { leastBytesPerSecond } from "../service/leastRate.ts";
import type { ServiceError } from "../service/serviceError.ts";
import { assertNever } from "../util/assertNever.ts";
import { onOneLine } from "../util/onOneLine.ts";
import { shortened } from "../util/shortened.ts";
import { certificateWords } from "./certificates.ts";

/**
 * All there is to tell of a failure of the service: `what` did not succeed, such as «The artifact could not be saved», why,
 * what the service said and what to do next.
 */
export function failureText(what: string, error: ServiceError): string {
  return sentences(`${what}.`, reasonOf(error), saidBy(error), nextStep(error));
}

/** The same of a failure that nobody knows. */
export function unexpectedFailureText(what: string): string {
  return `${what}. Something unexpected happened; the log tells more.`;
}

/** The same of a text that was to be stored in another encoding than that of documents. */
export function notUtf8(what: string): string {
  return `${what}. Its text is not encoded as UTF-8, so nothing was sent. Save it with the encoding UTF-8.`;
}

/** Sentences one after another; empty ones are left out. */
export function sentences(...all: readonly string[]): string {
  return all.filter((sentence) => sentence !== "").join(" ");
}

/** Why the service could not do it, in one sentence, with the status it answered. */
export function reasonOf(error: ServiceError): string {
  return withStatus(reason(error), error);
}

/** `sentence` with the status the service answered, where it did. */
export function withStatus(sentence: string, { status }: Pick<ServiceError, "status">): string {
  return status === undefined ? sentence : `${sentence.replace(/\.$/, "")} (status ${status}).`;
}

function reason(error: ServiceError): string {
  switch (error.kind) {
    case "unreachable":
      return unreachableReason(error);
    case "tls":
      return `The secure connection to the service could not be made: ${certificateWords(error.code).reason}`;
    case "timeout":
      return error.problem === "tooSlow"
        ? `The file arrives too slowly, with less than ${leastBytesPerSecond} bytes a second.`
        : "The service did not answer in time.";
    case "answerLost":
      return "The connection broke before the answer came, so the service may or may not have done it.";
    case "unauthorized":
      return "The service does not accept the access key.";
    case "forbidden":
      return "Your account may not do this.";
    case "notFound":
      return "The service does not have it, or your account may not see it.";
    case "rejected":
      return "The service refused it.";
    case "tooManyRequests":
      return "The service asks for fewer requests.";
    case "unavailable":
      return "The service is not working right now.";
    case "redirected":
      return error.otherOrigin === undefined
        ? "The service points to another of its pages instead of answering, perhaps to one to sign in."
        : `The service points to another address${elsewhere(error)}, which is never followed.`;
    case "invalidAnswer":
      return invalidAnswerReason(error);
    case "foreignOrigin":
      return `It lies on another server${elsewhere(error)}, and the access key is never sent there.`;
    case "cancelled":
      return "It was cancelled.";
    default:
      return assertNever(error.kind);
  }
}

function unreachableReason({ code }: ServiceError): string {
  if (code === "PROXY_407") {
    return "The proxy asks for a user name and password.";
  }
  if (code === "PROXY_UNUSABLE") {
    return "The proxy that is set cannot be used: its address has to begin with http:// or https://. SOCKS proxies are not supported.";
  }
  const status = /^PROXY_(\d+)$/.exec(code ?? "")?.[1];
  return status === undefined
    ? "The service cannot be reached."
    : `The proxy did not connect to the service (HTTP ${status}).`;
}

function nextStep(error: ServiceError): string {
  switch (error.kind) {
    case "unreachable":
      return unreachableNextStep(error);
    case "tls":
      return certificateWords(error.code).nextStep;
    case "timeout":
    case "unavailable":
      return "Try again later.";
    case "answerLost":
      return "Look at what the service has now before you repeat it.";
    case "unauthorized":
      return "It may have expired or been revoked: set a new one.";
    case "forbidden":
      return "Ask an administrator of the project for the permission.";
    case "tooManyRequests":
      return error.retryAfterMs === undefined
        ? "Try again later."
        : `Try again in ${Math.ceil(error.retryAfterMs / 1000)} seconds.`;
    case "redirected":
      return "Check the address of the connection.";
    case "invalidAnswer":
      return error.problem === "html"
        ? "Check the address of the connection, and whether a proxy asks to sign in."
        : "";
    case "notFound":
      return "If it should be there, ask an administrator of the project for access.";
    case "rejected":
      return error.status === 413 ? "It is larger than the service, or a proxy before it, takes." : "";
    case "foreignOrigin":
    case "cancelled":
      return "";
    default:
      return assertNever(error.kind);
  }
}

function unreachableNextStep({ code }: ServiceError): string {
  switch (code) {
    case "PROXY_407":
      return "Put them into the setting http.proxy (http://user:password@host:port), then try again.";
    case "PROXY_UNUSABLE":
      return "Change the setting http.proxy (or HTTPS_PROXY in the environment), or name the host in http.noProxy, then try again.";
    default:
      return "Check the network, VPN and proxy settings, then try again.";
  }
}

function invalidAnswerReason(error: ServiceError): string {
  switch (error.problem) {
    case "html":
      return "A web page came instead of data, perhaps one to sign in.";
    case "truncated":
      return "The answer was cut short.";
    case "tooLarge":
      return "The answer is larger than is read into memory.";
    case "overlong":
      return "More arrived than the service says the file has.";
    default:
      return "The answer is not what this service sends.";
  }
}

/** The service's own words, quoted as such, on one line and not without end; empty when it said nothing. */
export function saidBy(error: ServiceError): string {
  const said = onOneLine(error.serviceMessage ?? "");
  if (said === "") {
    return "";
  }
  const quote = shortened(said, longestQuote);
  return `The service says: “${quote}”${/[.!?…]$/.test(quote) ? "" : "."}`;
}

const longestQuote = 400;

function elsewhere(error: ServiceError): string {
  return error.otherOrigin === undefined ? "" : ` (${error.otherOrigin})`;
}
