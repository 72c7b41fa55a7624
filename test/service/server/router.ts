import type { ServiceClock } from "../state/clock.ts";
import type { User } from "../state/model.ts";
import type { Caller } from "../state/permissions.ts";
import type { State } from "../state/state.ts";
import type { DateZones } from "../wire/zones.ts";
import { type Answer, badRequest, type Checked, RestError } from "./answer.ts";

/** A request of the API after addressing, authentication and decoding. */
export interface ApiRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The decoded body; undefined when there was none. */
  readonly body: unknown;
  readonly caller: Caller;
  /** The id of the key that was used. */
  readonly keyId: number | undefined;
  readonly state: State;
  readonly clock: ServiceClock;
  readonly settings: ServiceSettings;
  readonly origin: string;
  /** What the answer's dates are written in. */
  readonly zones: DateZones;
}

export interface ServiceSettings {
  deletionLimit: number;
  listing: "full" | "minimal";
  /** Whether the full-text plugin is there. */
  hasFullText: boolean;
  /** False: an older service, where files are uploaded the old way alone. */
  hasResumableUploads: boolean;
  /** Of one file; of all temporary files of a person together. */
  maxUploadBytes: number;
  dropEtagWhenCompressed: boolean;
  allowAnonymous: boolean;
  /**
   * How long a PUT of an artifact waits between the check of its condition and its write (test/service/README.md, Lost
   * updates).
   */
  writeGapMs: number;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
  /** `/artifacts/:id`; a name that starts with `int` is a number, anything else there is 400. */
  readonly path: string;
  readonly auth: "required" | "hybrid" | "none";
  /** The `Allow` header of the answer, on routes that set it. */
  readonly allow?: string;
  /** A minimal service has it, too: it stays when the others are hidden. */
  readonly isMinimal?: true;
  readonly handle: (request: ApiRequest) => Answer | Checked;
}

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Where a request goes, or the 404 or 405 it gets. Wrong methods are 405 on fixed paths only. */
export function findRoute(routes: readonly Route[], method: string, path: string): Match {
  const wanted = method === "HEAD" ? "GET" : method;
  let fixed: string[] = [];
  for (const route of routes) {
    const params = matchPath(route.path, path);
    if (params && route.method === wanted) {
      return { route, params };
    }
    if (params && !route.path.includes(":")) {
      fixed = [...fixed, route.method];
    }
  }
  throw fixed.length > 0 ? RestError.of(405, undefined, { Allow: fixed.join(", ") }) : RestError.of(404);
}

/** The methods a path has, for OPTIONS; empty when there is no such path. */
export function methodsOf(routes: readonly Route[], path: string): readonly string[] {
  return [...new Set(routes.filter((route) => matchPath(route.path, path)).map((route) => route.method))];
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split("/");
  const actual = path.split("/");
  if (expected.length !== actual.length) {
    return undefined;
  }
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = actual[index] ?? "";
    if (part.startsWith(":") && value !== "") {
      params[part.slice(1)] = decode(value);
    } else if (part !== value) {
      return undefined;
    }
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The id in the path of a route that is typed as a number. */
export function pathId(request: ApiRequest): number {
  const text = request.params.id ?? "";
  if (!/^[+-]?\d+$/.test(text)) {
    throw badRequest("invalid value specified for `id`");
  }
  return Number(text);
}

/** The signed-in caller of a route that requires one. */
export function signedIn(request: ApiRequest): User {
  if (!request.caller) {
    throw RestError.of(401);
  }
  return request.caller;
}

export function refuseReadOnly(request: ApiRequest): void {
  if (request.caller?.isReadOnlyAdministrator) {
    throw RestError.of(403);
  }
}

export function choice<T extends string>(request: ApiRequest, name: string, choices: readonly T[], fallback: T): T {
  const value = request.query.get(name);
  if (value === null) {
    return fallback;
  }
  if (!choices.includes(value as T)) {
    throw badRequest(`Invalid value specified for \`${name}\`. Expected one of (${choices.join(",")}).`);
  }
  return value as T;
}
