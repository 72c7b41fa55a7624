import type { ServiceClock } from "../state/clock.ts";
import type { State } from "../state/state.ts";
import { printJson } from "../wire/json.ts";
import { decodeXml, MalformedXml } from "../wire/xmlDecode.ts";
import { printXml } from "../wire/xmlEncode.ts";
import { DateZones } from "../wire/zones.ts";
import { type Answer, badRequest, type Checked, type RawAnswer, RestError } from "./answer.ts";
import { authenticate, unauthorized } from "./authentication.ts";
import { type ApiRequest, findRoute, methodsOf, type Route, type ServiceSettings } from "./router.ts";

export interface IncomingCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

export interface ApiEnvironment {
  readonly state: State;
  readonly clock: ServiceClock;
  readonly settings: ServiceSettings;
  readonly origin: string;
}

type Format = "json" | "xml";

const commonHeaders: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  Expires: "0",
  Vary: "Accept",
  "Content-Language": "en",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Credentials": "true",
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, Origin, X-Auth-UserId, X-Auth-Token, X-Client-Uuid, X-Auth-AccessKey",
  "Access-Control-Expose-Headers": "X-PAGINATION-SIZE, X-PAGINATION-LIMIT-MAX, X-PAGINATION-LIMIT",
};

const allMethods = ["GET", "POST", "PUT", "DELETE", "PATCH"];

/**
 * Answers a call below `/api`: which version and format, where to, who, what it says, then the route itself. The path
 * is everything after `/api`. What is checked and not written yet is a function, to be called once the time has come.
 */
export function answerApi(
  routes: readonly Route[],
  call: IncomingCall,
  environment: ApiEnvironment,
): RawAnswer | (() => RawAnswer) {
  const { path, format: forced } = readAddress(call.path);
  const method = call.headers["x-http-method-override"] ?? call.query.get("http_method") ?? call.method;
  let format: Format = forced ?? "json";
  return attempt(answerRoute);

  function attempt(work: () => Answer | Checked): RawAnswer | (() => RawAnswer) {
    try {
      const answer = work();
      return "write" in answer ? () => attempt(answer.write) as RawAnswer : encode(answer, format);
    } catch (error) {
      const refusal = error instanceof RestError ? hidden(error, environment.settings) : RestError.of(500);
      if (!(error instanceof RestError)) {
        console.error(error);
      }
      const status = call.query.get("suppress_response_codes") === "true" ? 200 : refusal.status;
      return encode({ status, headers: refusal.headers, body: refusal.body }, format);
    }
  }

  function answerRoute(): Answer | Checked {
    if (method === "OPTIONS") {
      return answerOptions(routes, path);
    }
    const { route, params } = findRoute(routes, method, path);
    format = forced ?? negotiate(call.headers.accept);
    checkCharset(call.headers["accept-charset"]);
    const authenticated = authenticate(call.headers, environment.state, environment.clock);
    const isAnonymousFine = route.auth === "none" || (route.auth === "hybrid" && environment.settings.allowAnonymous);
    if (!authenticated && !isAnonymousFine) {
      throw unauthorized();
    }
    const request: ApiRequest = {
      ...environment,
      method,
      params,
      query: call.query,
      headers: call.headers,
      body: decodeBody(call),
      caller: authenticated?.user,
      zones: new DateZones(environment.state.zone, authenticated?.user.timeZone ?? environment.state.zone),
      keyId: authenticated?.keyId,
    };
    const allowed = (answer: Answer) =>
      route.allow ? { ...answer, headers: { Allow: route.allow, ...answer.headers } } : answer;
    const answer = route.handle(request);
    return "write" in answer ? { write: () => allowed(answer.write()) } : allowed(answer);
  }
}

/** A minimal service knows no «wrong method» on the routes that it hides. */
function hidden(error: RestError, { listing }: ServiceSettings): RestError {
  return listing === "minimal" && error.status === 405 ? RestError.of(404) : error;
}

/** Takes the version and a format from the path: `/v1/artifacts/7.xml/` is artifact 7 as XML. */
function readAddress(path: string): { path: string; format: Format | undefined } {
  const format = path.includes(".xml") ? "xml" : path.includes(".json") ? "json" : undefined;
  const plain = path.replaceAll(".json", "").replaceAll(".xml", "");
  const versionless = plain.replace(/^\/v1(?=\/|$)/, "");
  return { path: versionless.length > 1 ? versionless.replace(/\/$/, "") : versionless, format };
}

function answerOptions(routes: readonly Route[], path: string): Answer {
  const methods = methodsOf(routes, path);
  if (methods.length === 0) {
    throw RestError.of(404);
  }
  const declared = routes.find((route) => route.allow && methodsOf([route], path).length > 0)?.allow;
  return {
    status: 200,
    headers: {
      Allow: declared ?? ["OPTIONS", ...methods].join(", "),
      "Access-Control-Allow-Methods": allMethods.concat("OPTIONS").join(", "),
    },
  };
}

/** The format the caller likes best among JSON and XML; 406 when they take neither. */
function negotiate(accept: string | undefined): Format {
  if (accept === undefined || accept.trim() === "") {
    return "json";
  }
  const ranges = accept
    .split(",")
    .map((range) => {
      const [type = "", ...parameters] = range.trim().toLowerCase().split(";");
      const quality = parameters.map((each) => /^\s*q=([\d.]+)/.exec(each)?.[1]).find((each) => each !== undefined);
      return { type: type.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((range) => range.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { type } of ranges) {
    if (["application/json", "application/*", "*/*"].includes(type)) {
      return "json";
    }
    if (["application/xml", "text/*"].includes(type)) {
      return "xml";
    }
  }
  throw RestError.of(406, "Content negotiation failed. Try `application/json` instead.");
}

function checkCharset(acceptCharset: string | undefined): void {
  if (acceptCharset !== undefined && !/utf-?8|\*/i.test(acceptCharset)) {
    throw RestError.of(406, "Content negotiation failed. Requested charset is not supported");
  }
}

function decodeBody({ headers, body }: IncomingCall): unknown {
  const type = (headers["content-type"] ?? "application/json").split(";")[0]?.trim().toLowerCase() ?? "";
  switch (type) {
    case "application/json":
      return body.length === 0 ? undefined : decodeJson(body.toString("utf8"));
    case "application/xml":
      return body.length === 0 ? undefined : decodeXmlBody(body);
    case "application/x-www-form-urlencoded":
      return Object.fromEntries(new URLSearchParams(body.toString("utf8")));
    default:
      throw RestError.of(403, `Content type \`${type}\` is not supported.`);
  }
}

function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("Error encoding/decoding JSON: Syntax error");
  }
}

function decodeXmlBody(body: Buffer): unknown {
  try {
    return decodeXml(body);
  } catch (error) {
    if (error instanceof MalformedXml) {
      throw badRequest(`Malformed XML. ${error.message}`);
    }
    throw error;
  }
}

function encode(answer: Answer, format: Format): RawAnswer {
  const isEmpty = answer.body === undefined || answer.body === null;
  const text = isEmpty ? "" : format === "xml" ? printXml(answer.body) : printJson(answer.body);
  return {
    status: answer.status,
    headers: { ...commonHeaders, "Content-Type": `application/${format}; charset=utf-8`, ...answer.headers },
    body: Buffer.from(text),
  };
}
