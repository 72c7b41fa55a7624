import { t } from "@vscode/l10n";
import { minBytesPerSecond } from "../service/answerLimits.ts";
import { isServiceError, type ServiceError } from "../service/serviceError.ts";
import { onOneLine, shortened } from "../util/plainLabel.ts";

/**
 * Says all that there is to tell of a failure of the service: that `what` did not succeed, such as «The artifact could
 * not be saved», why, what the service said and what to do next.
 */
export function failureText(what: string, error: ServiceError): string {
  return sentences(`${what}.`, reasonOf(error), saidBy(error), nextSteps[error.kind](error));
}

/** Says all that there is to tell of a failure that nobody knows. */
export function unexpectedFailureText(what: string): string {
  return t("{what}. Something unexpected happened; the log tells more.", { what });
}

/** Says that a text was to be stored in another encoding than that of documents. */
export function notUtf8(what: string): string {
  return t("{what}. Its text is not encoded as UTF-8, so nothing was sent. Save it with the encoding UTF-8.", { what });
}

/** Joins sentences; empty ones are left out. */
export function sentences(...all: readonly string[]): string {
  return all.filter((sentence) => sentence !== "").join(" ");
}

/** Says why the service could not do it, in one sentence, with the status that it answered. */
export function reasonOf(error: ServiceError): string {
  return withStatus(reasons[error.kind](error), error.status);
}

/**
 * Says why nobody was told what came of a write, such as «The connection broke while #12 was being saved.», with the
 * service's answer, where there was one. `when` begins with a word such as «while».
 */
export function brokeOff(when: string, cause: unknown): string {
  if (!isServiceError(cause) || cause.status === undefined) {
    return t("The connection broke {when}.", { when });
  }
  const broke =
    cause.status < 400
      ? t("The service gave no usable answer {when}.", { when })
      : t("The service failed {when}.", { when });
  return sentences(withStatus(broke, cause.status), saidBy(cause));
}

/** Gives `sentence` with the status that the service answered, where it did. */
export function withStatus(sentence: string, status: number | undefined): string {
  return status === undefined
    ? sentence
    : t("{sentence} (status {status}).", { sentence: sentence.replace(/\.$/, ""), status });
}

const reasons: Readonly<Record<ServiceError["kind"], (error: ServiceError) => string>> = {
  unreachable: unreachableReason,
  tls: ({ code }) =>
    t("The secure connection to the service could not be made: {reason}", { reason: certificateWords(code).reason }),
  timeout: ({ problem }) =>
    problem === "tooSlow"
      ? t("The file arrives too slowly, with less than {minBytesPerSecond} bytes a second.", { minBytesPerSecond })
      : t("The service did not answer in time."),
  answerLost: ({ status }) =>
    status === undefined
      ? t("The connection broke before the answer came, so the service may or may not have done it.")
      : t("The answer does not tell what came of it, so the service may or may not have done it."),
  unauthorized: () => t("The service does not accept the access key."),
  forbidden: () => t("Your account may not do this."),
  notFound: () => t("The service does not have it, or your account may not see it."),
  rejected: () => t("The service refused it."),
  tooManyRequests: () => t("The service asks for fewer requests."),
  unavailable: () => t("The service is not working right now."),
  redirected: (error) =>
    error.otherOrigin === undefined
      ? t("The service points to another of its pages instead of answering, perhaps to one to sign in.")
      : t("The service points to another address{elsewhere}, which is never followed.", {
          elsewhere: elsewhere(error),
        }),
  invalidAnswer: invalidAnswerReason,
  foreignOrigin: (error) =>
    t("It lies on another server{elsewhere}, and the access key is never sent there.", { elsewhere: elsewhere(error) }),
  cancelled: () => t("It was cancelled."),
};

function unreachableReason({ code }: ServiceError): string {
  if (code === "PROXY_407") {
    return t("The proxy asks for a user name and password.");
  }
  if (code === "PROXY_UNUSABLE") {
    return t(
      "The proxy that is set cannot be used: its address has to begin with http:// or https://. SOCKS proxies are not supported.",
    );
  }
  const status = /^PROXY_(\d+)$/.exec(code ?? "")?.[1];
  return status === undefined
    ? t("The service cannot be reached.")
    : t("The proxy did not connect to the service (HTTP {status}).", { status });
}

const nextSteps: Readonly<Record<ServiceError["kind"], (error: ServiceError) => string>> = {
  unreachable: unreachableNextStep,
  tls: ({ code }) => certificateWords(code).nextStep,
  timeout: () => t("Try again later."),
  unavailable: () => t("Try again later."),
  answerLost: () => t("Look at what the service has now before you repeat it."),
  unauthorized: () => t("It may have expired or been revoked: set a new one."),
  forbidden: () => t("Ask an administrator of the project for the permission."),
  tooManyRequests: ({ retryAfterMs }) =>
    retryAfterMs === undefined
      ? t("Try again later.")
      : t("Try again in {seconds} seconds.", { seconds: Math.ceil(retryAfterMs / 1000) }),
  redirected: () => t("Check the address of the connection."),
  invalidAnswer: ({ problem }) =>
    problem === "html" ? t("Check the address of the connection, and whether a proxy asks to sign in.") : "",
  notFound: () => t("If it should be there, ask an administrator of the project for access."),
  rejected: ({ status }) => (status === 413 ? t("It is larger than the service, or a proxy before it, takes.") : ""),
  foreignOrigin: () => "",
  cancelled: () => "",
};

function unreachableNextStep({ code }: ServiceError): string {
  switch (code) {
    case "PROXY_407":
      return t("Put them into the setting http.proxy (http://user:password@host:port), then try again.");
    case "PROXY_UNUSABLE":
      return t(
        "Change the setting http.proxy (or HTTPS_PROXY in the environment), or name the host in http.noProxy, then try again.",
      );
    default:
      return t("Check the network, VPN and proxy settings, then try again.");
  }
}

function invalidAnswerReason(error: ServiceError): string {
  switch (error.problem) {
    case "html":
      return t("A web page came instead of data, perhaps one to sign in.");
    case "truncated":
      return t("The answer was cut short.");
    case "tooLarge":
      return t("The answer is larger than is read into memory.");
    case "tooMany":
      return t("The answer has more in it than was asked for.");
    case "overlong":
      return t("More arrived than the service says the file has.");
    default:
      return t("The answer is not what this service sends.");
  }
}

/** Gives the service's own words as a quotation, on one line and of bounded length; empty where it said nothing. */
export function saidBy(error: ServiceError): string {
  const said = onOneLine(error.serviceMessage ?? "");
  if (said === "") {
    return "";
  }
  const quote = shortened(said, maxQuoteLength);
  return /[.!?…]$/.test(quote)
    ? t("The service says: “{quote}”", { quote })
    : t("The service says: “{quote}”.", { quote });
}

const maxQuoteLength = 400;

function elsewhere(error: ServiceError): string {
  return error.otherOrigin === undefined ? "" : ` (${error.otherOrigin})`;
}

/** Says what is wrong with the certificate of a service, or with what answers in its place, and how to mend that. */
interface CertificateWords {
  readonly reason: string;
  readonly nextStep: string;
}

/** Gives the words for a failure by its name, as OpenSSL and Node give it. */
export function certificateWords(code: string | undefined): CertificateWords {
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return {
        reason: t("its certificate has expired."),
        nextStep: t("Whoever runs the service has to renew it. If that was done, check the clock of this machine."),
      };
    case "CERT_NOT_YET_VALID":
      return {
        reason: t("its certificate is not valid yet."),
        nextStep: t("Check the clock of this machine. If it is right, whoever runs the service has to replace it."),
      };
    case "CERT_REVOKED":
      return {
        reason: t("its certificate was revoked."),
        nextStep: t("Somebody else may answer in its place. Ask whoever runs the service."),
      };
    case "ERR_TLS_CERT_ALTNAME_INVALID":
    case "HOSTNAME_MISMATCH":
      return {
        reason: t("the certificate is that of another host."),
        nextStep: t(
          "Check the address of the connection: it has to name the host as its certificate does. A network that asks to sign in may answer in its place, too.",
        ),
      };
    default:
      return isUnknownAuthority(code)
        ? {
            reason: t("its certificate is not trusted."),
            nextStep: t("If your company has certificates of its own, they must be installed on this machine."),
          }
        : isOtherProtocol(code)
          ? {
              reason: t("what answers there does not speak TLS, or no version of it that can be used."),
              nextStep: t("Check the address of the connection and its port, and the proxy."),
            }
          : {
              reason: t("its certificate cannot be used."),
              nextStep: t("Ask whoever runs the service."),
            };
  }
}

function isUnknownAuthority(code: string | undefined): boolean {
  return code === undefined || /^(DEPTH_ZERO_)?SELF_SIGNED_|^UNABLE_TO_|^CERT_UNTRUSTED$|^INVALID_CA$/.test(code);
}

function isOtherProtocol(code = ""): boolean {
  return /^(EPROTO$|ERR_SSL_|ERR_TLS_HANDSHAKE|ERR_TLS_INVALID_PROTOCOL|UND_ERR_PRX_TLS$)/.test(code);
}
