import { invalidAnswer, mediaProblem, parseJson, refusal } from "./answer.ts";
import { header } from "./exchange.ts";
import { readServiceVersion, readUserName } from "./read.ts";
import { isServiceError, type ServiceError } from "./serviceError.ts";
import type { Answer, Request } from "./transport.ts";

export type ConnectionCheck =
  | { readonly kind: "ok"; readonly userName?: string; readonly serviceVersion?: string }
  | {
      readonly kind: "failed";
      /** Nothing (fit to be used) answers; no trust; something else answers; the key is refused. */
      readonly step: "address" | "tls" | "api" | "key";
      readonly error: ServiceError;
    };

/** The two questions of a check. Each throws what keeps an answer from arriving. */
export interface Probes {
  /** GET /version, without a key: nothing is known of the address yet. */
  version(): Promise<Probe>;
  /** GET /users/self, with the key. */
  self(): Promise<Probe>;
}

export interface Probe {
  readonly request: Request;
  readonly answer: Answer;
  readonly key: string | undefined;
}

/**
 * Whether an address is that of the API and the key good, as far as the service lets one ask.
 *
 * The seed shows neither route, so a 404 of either proves nothing as long as the API shows somewhere: in JSON, or in
 * a refusal of the key. A web page is never the API. Throws only `cancelled`.
 */
export async function checkConnection(probes: Probes): Promise<ConnectionCheck> {
  try {
    const version = await probes.version();
    const versionJson = apiAnswer(version);
    const self = await probes.self();
    const selfJson = apiAnswer(self);
    if (self.answer.status === 401 || self.answer.status === 403) {
      return { kind: "failed", step: "key", error: refusal(self.request, self.answer, self.key) };
    }
    if (!isJson(version.answer) && !isJson(self.answer)) {
      return { kind: "failed", step: "api", error: refusal(version.request, version.answer, undefined) };
    }
    const serviceVersion = isSuccess(version.answer) ? readServiceVersion(versionJson) : undefined;
    const userName = isSuccess(self.answer) ? readUserName(selfJson) : undefined;
    return {
      kind: "ok",
      ...(userName === undefined ? undefined : { userName }),
      ...(serviceVersion === undefined ? undefined : { serviceVersion }),
    };
  } catch (error) {
    if (!isServiceError(error) || error.kind === "cancelled") {
      throw error;
    }
    return { kind: "failed", step: stepOf(error), error };
  }
}

/** The JSON of an answer that may be the API's, undefined where it is empty. Throws when it cannot be the API's. */
function apiAnswer({ request, answer, key }: Probe): unknown {
  const { status, headers, body } = answer;
  if (status === 429 || status >= 500 || (status >= 300 && status < 400)) {
    throw refusal(request, answer, key);
  }
  const problem = mediaProblem(headers);
  if (problem !== undefined) {
    throw invalidAnswer(request, answer, problem);
  }
  const parsed = parseJson(body);
  if (body.length > 0 && parsed === undefined) {
    throw invalidAnswer(request, answer, "malformed");
  }
  return parsed?.value;
}

function isJson({ headers, body }: Answer): boolean {
  return body.length > 0 || header(headers, "content-type") !== undefined;
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function stepOf(error: ServiceError): "address" | "tls" | "api" | "key" {
  switch (error.kind) {
    case "tls":
      return "tls";
    case "unauthorized":
      return "key";
    case "invalidAnswer":
    case "redirected":
      return "api";
    default:
      return "address";
  }
}
