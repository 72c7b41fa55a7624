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
  /** `address`: nothing usable answers; `tls`: no trust; `api`: something else answers; `key`: it is refused. */
  readonly step: "address" | "tls" | "api" | "key";
  readonly error: ServiceError;
}

/**
 * Tells what an address answers before there is a key. `version` is the service's name for itself, where it tells one.
 */
export type AddressCheck = { readonly kind: "answers"; readonly version?: string } | FailedCheck;

/**
 * Tells whether something that may be the API answers at an address. It sends `GET /version` once, without a key. A
 * service that does not show this route passes, too: `checkConnection` finds out the rest. It throws only `cancelled`,
 * and sends nothing to an address where everybody could read along.
 */
export async function checkAddress(client: AuthorizedClient, signal: AbortSignal): Promise<AddressCheck> {
  return await orFailed(async () => {
    const version = await client.background().probe("/version", signal, "withoutKey");
    const json = provesNothing(version) ? undefined : apiAnswer(version);
    return known({ kind: "answers" as const, version: isSuccess(version.answer) ? versionIn(json) : undefined });
  });
}

/** An artifact, whichever it is: this is the one route that every service of this interface has. */
const someArtifact = "/artifacts/1";

/**
 * Tells whether an address is that of the API and the key good, as far as the service lets one ask.
 *
 * A minimal service (test/service/README.md) shows neither `/version` nor `/users/self`, and its errors have no body.
 * So an error on these two routes proves nothing, even as a web page, and an artifact is asked for. One of the answers
 * then has to show the API: by JSON, or by a refusal of the key, or of no key, that is no web page. It throws only
 * `cancelled`.
 */
export async function checkConnection(client: AuthorizedClient, signal: AbortSignal): Promise<ConnectionCheck> {
  return await orFailed(async () => {
    // The key is not sent yet: nothing is known of the address.
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
        // This service answers whatever is asked, and says nothing that the API would.
        return { kind: "failed", step: "api", error: invalidAnswer(version.request, version.answer, "incomplete") };
      }
    }
    return known({ kind: "ok" as const, userName });
  });
}

/** Gives what `check` finds. What `check` throws, other than `cancelled`, becomes the step that failed. */
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

/** Tells how the service names itself, such as «Tuleap Community Edition 17.4». */
function versionIn(json: unknown): string | undefined {
  const words = [member(json, "flavor_name"), member(json, "version_number")].flatMap((word) => text(word) ?? []);
  return words.length === 0 ? undefined : shortened(onOneLine(words.join(" ")), maxVersionLength);
}

/** The longest name of a service that is shown, in characters. */
const maxVersionLength = 100;

function keyRefused({ request, answer, key }: Probe): ConnectionCheck {
  return { kind: "failed", step: "key", error: refusal(request, answer, key) };
}

/**
 * Gives the result for a service that answers as to somebody who is not signed in: it does not look at the key, or the
 * key did not arrive.
 */
function keyIgnored({ request }: Probe): ConnectionCheck {
  const error = new ServiceError({ kind: "unauthorized", ...factsOf(request), problem: "anonymous" });
  return { kind: "failed", step: "key", error };
}

/**
 * Tells whether GET /users/self names nobody: a service with anonymous access answers so to whoever sends no key
 * (test/service/README.md, Keys).
 */
function isAnonymous(self: unknown): boolean {
  return member(self, "id") === null || member(self, "is_anonymous") === true;
}

/** These refusals hold for more than one route: the key is bad, or the service or one before it cannot answer now. */
const generalRefusals = new Set([401, 429, 502, 503, 504]);

/** Tells whether a service without the route may answer like this, in whatever words: 404, 405, 501, or worse. */
function provesNothing(probe: Probe): boolean {
  const { status } = probe.answer;
  return status >= 400 && !generalRefusals.has(status) && !isRefusal(probe);
}

/** Tells whether there is no such artifact, whatever the words of the answer. */
function isAbsent({ answer }: Probe): boolean {
  return answer.status === 404 || answer.status === 410;
}

/** Tells whether the service refuses the key, or that none came, in whatever words. A page refuses something else. */
function isRefusal({ answer }: Probe): boolean {
  return (answer.status === 401 || answer.status === 403) && !isHtml(answer.headers);
}

/** Gives the JSON of an answer that may be the API's, undefined for an empty one, and throws for any other. */
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

/** Tells whether an answer is JSON: by its body, or, where that is empty, by its content type. */
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
