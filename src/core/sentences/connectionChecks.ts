import type { Connection } from "../model/connection.ts";
import type { AddressCheck, FailedCheck } from "../service/serviceClient.ts";
import type { ServiceError } from "../service/serviceError.ts";
import { assertNever } from "../util/assertNever.ts";
import { certificateWords } from "./certificates.ts";
import { explain } from "./explain.ts";
import { reasonOf, saidBy, sentences, withStatus } from "./failures.ts";

// Without `vscode`, so that what people are told can be tested beside what goes wrong.

/** What to tell of a check that failed: the step, why, and what to do. */
export function failedCheck({ step, error }: FailedCheck, { url }: Pick<Connection, "url">): string {
  const { host } = new URL(url);
  switch (step) {
    case "address":
      if (error.code?.startsWith("PROXY_")) {
        return explain(error, `${host} cannot be reached`).message;
      }
      if (error.status !== undefined) {
        return sentences(
          `${host} answers, but cannot be used now.`,
          reasonOf(error),
          saidBy(error),
          "Try again later.",
        );
      }
      return `${host} cannot be reached${codeOf(error)}. Check the address, the network, VPN and proxy settings.`;
    case "tls": {
      const { reason, nextStep } = certificateWords(error.code);
      return `The secure connection to ${host} could not be made${codeOf(error)}: ${reason} ${nextStep}`;
    }
    case "api":
      return `${host} answers, but not as the interface of a tracker at ${url}. ${reasonOf(error)} Check the address.`;
    case "key":
      if (error.problem === "anonymous") {
        return `${host} does not accept the access key: it answers as to somebody who is not signed in. Make sure that the key is complete, and that no proxy takes the header X-Auth-AccessKey off the request.`;
      }
      return sentences(
        withStatus(`${host} refused the access key.`, error),
        saidBy(error),
        "Make sure that it is complete, has not expired and has the scope REST.",
      );
    default:
      return assertNever(step);
  }
}

/** What answers at the address of a service: which version, where it tells one. */
export function answersThere(
  { version }: AddressCheck & { kind: "answers" },
  { url }: Pick<Connection, "url">,
): string {
  const { host } = new URL(url);
  return version === undefined ? `${host} answers.` : `${host} answers: ${version}.`;
}

function codeOf(error: ServiceError): string {
  return error.code === undefined ? "" : ` (${error.code})`;
}
