import { onOneLine, shortened } from "../util/plainLabel.ts";
import { invalidAnswer, isHtml, mediaProblem, parseJson, refusal } from "./answer.ts";
import type { AuthorizedClient, Probe } from "./authorizedClient.ts";
import { header, isSuccess } from "./headers.ts";
import { factsOf } from "./request.ts";
import { isServiceError, ServiceError } from "./serviceError.ts";
import { known, member, text, userName as userNameIn } from "./wire.ts";

export type ConnectionCheck = { readonly kind: "ok"; readonly userName?: string } | FailedCheck;

export interface FailedCheck {
  readonly kind: "failed";
  /** Nothing (fit to be used) answers; no trust; something else answers; the key is refused. */
  readonly step: "address" | "tls" | "api" | "key";
  readonly error: ServiceError;
}

/** What an address answers before there is a key; `version` is the service's name for itself, where it tells one. */
export type AddressCheck = { readonly kind: "answers"; readonly version?: string } | FailedCheck;

/**
 * Whether something answers at an address that may be the API, by `GET /version`, which needs no key. It is asked once,
 * without one. A service that does not show the route answers as well: `checkConnection` finds out the rest. Throws
 * only `cancelled`, and asks nothing at an address where everybody could read along.
 */
export async function checkAddress(client: AuthorizedClient, signal: AbortSignal): Promise<AddressCheck> {
  return await orFailed(async () => {
    const version = await client.background().probe("/version", signal, "withoutKey");
    const json = provesNothing(version) ? undefined : apiAnswer(version);
    return known({ kind: "answers" as const, version: isSuccess(version.answer) ? versionIn(json) : undefined });
  });
}

/** Some artifact: the one route that every service of this interface has. */
const someArtifact = "/artifacts/1";

/**
 * Whether an address is that of the API and the key good, as far as the service lets one ask.
 *
 * A minimal service (test/service/README.md) shows neither `/version` nor `/users/self`, and no body of an error
 * either: an error of theirs proves nothing, not even as a web page. An artifact is asked for then, and the API has to
 * show somewhere: in JSON, or in a refusal of the key, or of none, that is no web page. Throws only `cancelled`.
 */
export async function checkConnection(client: AuthorizedClient, signal: AbortSignal): Promise<ConnectionCheck> {
  return await orFailed(async () => {
    // Nothing is known of the address yet.
    const version = await client.probe("/version", signal, "withoutKey");
    const versionJson = provesNothing(version) ? undefined : apiAnswer(version);
    const self = await client.probe("/users/self", signal);
    const selfJson = provesNothing(self) ? undefined : apiAnswer(self);
    if (self.answer.status === 401) {
      return keyRefused(self);
    }
    if (isSuccess(self.answer) && isAnonymous(selfJson)) {
      return keyIgnored(self);
    }
    if (!isSuccess(self.answer)) {
      const artifact = await client.probe(someArtifact, signal);
      const isShown = [version, self, artifact].some((probe) => isJson(probe) || isRefusal(probe));
      if (!isAbsent(artifact)) {
        apiAnswer(artifact);
      } else if (!isShown && !isRefusal(await client.probe(someArtifact, signal, "withoutKey"))) {
        return { kind: "failed", step: "api", error: notTheApi(version) };
      }
      if (artifact.answer.status === 401) {
        return keyRefused(artifact);
      }
      if (isRefusal(self) && isRefusal(artifact)) {
        return keyRefused(self);
      }
    }
    const userName = isSuccess(self.answer) ? userNameIn(selfJson) : undefined;
    const hasVersion = text(member(versionJson, "version_number")) !== undefined;
    if (isSuccess(version.answer) && isSuccess(self.answer) && !hasVersion && userName === undefined) {
      const artifact = await client.probe(someArtifact, signal);
      if (artifact.answer.status === 401) {
        return keyRefused(artifact);
      }
      if (isSuccess(artifact.answer) && !Array.isArray(member(apiAnswer(artifact), "values"))) {
        // Something answers whatever is asked, and says nothing that the API would.
        return { kind: "failed", step: "api", error: invalidAnswer(version.request, version.answer, "incomplete") };
      }
    }
    return known({ kind: "ok" as const, userName });
  });
}

/** What `check` finds; what it throws, other than `cancelled`, as the step that failed. */
async function orFailed<T>(check: () => Promise<T | FailedCheck>): Promise<T | FailedCheck> {
  try {
    return await check();
  } catch (error) {
    if (!isServiceError(error) || error.kind === "cancelled") {
      throw error;
    }
    return { kind: "failed", step: stepOf(error), error };
  }
}

/** How the service names itself, such as «Tuleap Community Edition 17.4». */
function versionIn(json: unknown): string | undefined {
  const words = [member(json, "flavor_name"), member(json, "version_number")].flatMap((word) => text(word) ?? []);
  return words.length === 0 ? undefined : shortened(onOneLine(words.join(" ")), maxVersionLength);
}

/** The longest name of a service that is shown, in characters. */
const maxVersionLength = 100;

function keyRefused({ request, answer, key }: Probe): ConnectionCheck {
  return { kind: "failed", step: "key", error: refusal(request, answer, key) };
}

/** The service answers as to somebody who is not signed in: the key is not looked at, or did not arrive. */
function keyIgnored({ request }: Probe): ConnectionCheck {
  const error = new ServiceError({ kind: "unauthorized", ...factsOf(request), problem: "anonymous" });
  return { kind: "failed", step: "key", error };
}

/**
 * Whether GET /users/self tells of nobody: where anonymous access is allowed it does so to who sends no key
 * (test/service/README.md, Keys).
 */
function isAnonymous(self: unknown): boolean {
  return member(self, "id") === null || member(self, "is_anonymous") === true;
}

/** Refusals that are about more than one route: of the key, for a while, by what stands before the service. */
const generalRefusals = new Set([401, 429, 502, 503, 504]);

/** Whether a service that does not have the route may answer like this, in whatever words: 404, 405, 501, or worse. */
function provesNothing(probe: Probe): boolean {
  const { status } = probe.answer;
  return status >= 400 && !generalRefusals.has(status) && !isRefusal(probe);
}

/** Whether there is no such artifact, in whatever words. */
function isAbsent({ answer }: Probe): boolean {
  return answer.status === 404 || answer.status === 410;
}

/** Whether the key, or that none was sent, is refused, in whatever words. A web page refuses something else. */
function isRefusal({ answer }: Probe): boolean {
  return (answer.status === 401 || answer.status === 403) && !isHtml(answer.headers);
}

/** The JSON of an answer that may be the API's, undefined where it is empty. Throws when it cannot be the API's. */
function apiAnswer(probe: Probe): unknown {
  const { request, answer, key } = probe;
  const { status, headers, body } = answer;
  if (status === 429 || status >= 500 || (status >= 300 && status < 400)) {
    throw refusal(request, answer, key);
  }
  if (isRefusal(probe)) {
    return undefined;
  }
  const problem = mediaProblem(headers);
  if (problem !== undefined) {
    throw invalidAnswer(request, answer, problem);
  }
  const parsed = parseJson(body);
  if (body.length > 0 && parsed.problem !== undefined) {
    throw invalidAnswer(request, answer, parsed.problem);
  }
  return parsed.value;
}

function notTheApi({ request, answer }: Probe): ServiceError {
  return isHtml(answer.headers) ? invalidAnswer(request, answer, "html") : refusal(request, answer, undefined);
}

/** Whether an answer is JSON, by its body or, where it is empty, by what it says of itself. */
function isJson({ answer: { headers, body } }: Probe): boolean {
  return (
    mediaProblem(headers) === undefined &&
    (body.length > 0 ? parseJson(body).problem === undefined : header(headers, "content-type") !== undefined)
  );
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
