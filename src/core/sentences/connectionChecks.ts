import { t } from "@vscode/l10n";
import type { AddressCheck, FailedCheck } from "../service/serviceClient.ts";
import type { ServiceError } from "../service/serviceError.ts";
import { assertNever } from "../util/assertNever.ts";
import { explain } from "./explain.ts";
import { certificateWords, reasonOf, saidBy, sentences, withStatus } from "./failures.ts";

// This file does not import `vscode`, so that the sentences can be tested together with the failures.

/** Puts a check that failed into words: the step, why, and what to do. */
export function failedCheck({ step, error }: FailedCheck, url: string): string {
  const { host } = new URL(url);
  switch (step) {
    case "address":
      if (error.code?.startsWith("PROXY_")) {
        return explain(error, t("{host} cannot be reached", { host })).message;
      }
      if (error.status !== undefined) {
        return sentences(
          t("{host} answers, but cannot be used now.", { host }),
          reasonOf(error),
          saidBy(error),
          t("Try again later."),
        );
      }
      return t("{host} cannot be reached{code}. Check the address, the network, VPN and proxy settings.", {
        host,
        code: codeOf(error),
      });
    case "tls": {
      const { reason, nextStep } = certificateWords(error.code);
      return t("The secure connection to {host} could not be made{code}: {reason} {nextStep}", {
        host,
        code: codeOf(error),
        reason,
        nextStep,
      });
    }
    case "api":
      return t("{host} answers, but not as the interface of a tracker at {url}. {reason} Check the address.", {
        host,
        url,
        reason: reasonOf(error),
      });
    case "key":
      if (error.problem === "anonymous") {
        return t(
          "{host} does not accept the access key: it answers as to somebody who is not signed in. Make sure that the key is complete, and that no proxy takes the header X-Auth-AccessKey off the request.",
          { host },
        );
      }
      return sentences(
        withStatus(t("{host} refused the access key.", { host }), error.status),
        saidBy(error),
        t("Make sure that it is complete, has not expired and has the scope REST."),
      );
    default:
      return assertNever(step);
  }
}

/** Says what answers at the address of a service: which version, where it tells one. */
export function answersThere({ version }: AddressCheck & { kind: "answers" }, url: string): string {
  const { host } = new URL(url);
  return version === undefined ? t("{host} answers.", { host }) : t("{host} answers: {version}.", { host, version });
}

function codeOf(error: ServiceError): string {
  return error.code === undefined ? "" : ` (${error.code})`;
}
