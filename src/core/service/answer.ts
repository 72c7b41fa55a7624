import { STATUS_CODES } from "node:http";
import type { RateLimit } from "../model/rateLimit.ts";
import { parseShallowJson, TooManyValues } from "../util/jsonNesting.ts";
import { answerLimits } from "./answerLimits.ts";
import { type AnswerHeaders, countIn, header, isSuccess } from "./headers.ts";
import { type Answer, factsOf, isWrite, type Request } from "./request.ts";
import { retryAfterMs } from "./retry.ts";
import { type AnswerProblem, ServiceError, type ServiceErrorKind } from "./serviceError.ts";
import { member } from "./wire.ts";
import { isFateUntold } from "./writeFate.ts";

/** Gives the body of a success as JSON. It throws what a refusal means, or `invalidAnswer`. */
export function jsonOf(request: Request, answer: Answer, key: string | undefined): unknown {
  requireJson(request, answer, key);
  const { value, problem } = parseJson(answer.body, request.limits.values);
  if (problem !== undefined) {
    throw invalidAnswer(request, answer, problem);
  }
  return value;
}

/** Throws `invalidAnswer` for a list of more than `most` items. */
export function requireNoMore(request: Request, answer: Answer, list: unknown, most: number): void {
  if (Array.isArray(list) && list.length > most) {
    throw invalidAnswer(request, answer, "tooMany");
  }
}

/** Throws what a refusal means, and `invalidAnswer` for a success that does not say it is JSON. */
function requireJson(request: Request, answer: Answer, key: string | undefined): void {
  if (!isSuccess(answer)) {
    throw refusal(request, answer, key);
  }
  const problem = mediaProblem(answer.headers);
  if (problem !== undefined) {
    throw invalidAnswer(request, answer, problem);
  }
  if (answer.body.length === 0) {
    throw invalidAnswer(request, answer, "incomplete");
  }
}

/** Makes the error for an answer that cannot be read, or that is not the service's. */
export function invalidAnswer(request: Request, answer: { readonly status: number }, problem: AnswerProblem) {
  return new ServiceError({ kind: "invalidAnswer", ...factsOf(request), status: answer.status, problem });
}

/** Makes the error for a write whose answer does not tell what came of it. */
export function answerLost(request: Request, answer: { readonly status: number }, problem: AnswerProblem) {
  return new ServiceError({ kind: "answerLost", ...factsOf(request), status: answer.status, problem });
}

/**
 * Gives the error that an answer without success means. The error does not repeat `key`, even where the service does.
 * `isKeyGood` tells that a 401 has another reason than the key.
 */
export function refusal(
  request: Request,
  answer: Answer,
  key: string | undefined,
  { isKeyGood = false } = {},
): ServiceError {
  const message = serviceMessage(answer, key);
  const told = answer.status === 401 && isKeyGood ? "forbidden" : refusalKind(answer.status);
  const kind = isFateUntold(isWrite(request), answer.status, message) ? "answerLost" : told;
  return new ServiceError({
    kind,
    ...factsOf(request),
    status: answer.status,
    serviceMessage: message,
    retryAfterMs: retryAfterMs(answer.headers),
    rateLimit: rateLimitOf(answer.headers),
    otherOrigin: kind === "redirected" ? redirectOrigin(request, answer.headers) : undefined,
  });
}

/** Gives what `X-RateLimit-Limit` and `-Remaining` tell; undefined unless both do. */
export function rateLimitOf(headers: AnswerHeaders): RateLimit | undefined {
  const limit = countIn(headers, "x-ratelimit-limit");
  const remaining = countIn(headers, "x-ratelimit-remaining");
  return limit === undefined || remaining === undefined ? undefined : { limit, remaining };
}

function refusalKind(status: number): ServiceErrorKind {
  switch (status) {
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    case 404:
    case 410:
      return "notFound";
    case 429:
      return "tooManyRequests";
  }
  return status >= 500 ? "unavailable" : status >= 400 ? "rejected" : "redirected";
}

/**
 * Gives what the service said, for people: `i18n_error_message` where there is one, else `message` without the reason
 * phrase before it. Lines are separated by `\n`, without prefixes such as `error: `. Gives undefined where the service
 * says no more than the status.
 */
export function serviceMessage(answer: Answer, key: string | undefined): string | undefined {
  const said = saidIn(answer);
  if (said === undefined) {
    return undefined;
  }
  const phrase = STATUS_CODES[answer.status] ?? "";
  const text = said === phrase ? "" : said.startsWith(`${phrase}: `) ? said.slice(phrase.length + 2) : said;
  const safe = key === undefined || key === "" ? text : text.replaceAll(key, "•••");
  const lines = safe
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(/^(error|warning|info): */, ""))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    .map((line) => line.replace(/[\u0000-\u001f\u007f]/g, " ").trim())
    .filter((line) => line !== "");
  return lines.length === 0 ? undefined : lines.join("\n").slice(0, maxMessageLength);
}

const maxMessageLength = 2000;

function saidIn({ headers, body }: Answer): string | undefined {
  switch (mediaOf(headers)) {
    case "text":
      return textOf(body);
    case "xml":
      return xmlErrorText(textOf(body) ?? "");
    default:
      return errorText(parseJson(body).value);
  }
}

/** Gives the words in `<response><error><code>404</code><message>Not Found</message></error></response>`. */
function xmlErrorText(xml: string): string | undefined {
  return ["i18n_error_message", "message"]
    .map((name) => xml.split(`<${name}>`, 2)[1]?.split("<", 1)[0])
    .find((text) => text !== undefined && text.trim() !== "")
    ?.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => characters[name] ?? "");
}

const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function errorText(body: unknown): string | undefined {
  const error = member(body, "error");
  if (typeof error === "string") {
    return error;
  }
  const translations = member(error, "i18n_error_messages");
  const candidates = [
    member(error, "i18n_error_message"),
    Array.isArray(translations) ? translations.filter((line) => typeof line === "string").join("\n") : undefined,
    member(error, "message"),
  ];
  return candidates.find((candidate): candidate is string => typeof candidate === "string" && candidate.trim() !== "");
}

/** Gives the other origin that a redirect leads to; undefined when it stays on ours, as one to a page to sign in. */
function redirectOrigin(request: Request, headers: AnswerHeaders): string | undefined {
  const location = header(headers, "location");
  const origin = location === undefined ? undefined : URL.parse(location, request.origin + request.path)?.origin;
  return origin === request.origin ? undefined : origin;
}

/** Tells what keeps an answer from being JSON, or XML. One without a content type may be it: its body decides. */
export function mediaProblem(headers: AnswerHeaders, wanted: "json" | "xml" = "json"): AnswerProblem | undefined {
  const media = mediaOf(headers);
  return media === undefined || media === wanted ? undefined : media === "html" ? "html" : "contentType";
}

export function isHtml(headers: AnswerHeaders): boolean {
  return mediaOf(headers) === "html";
}

/** Gives the content type as it was sent. */
export function contentType(headers: AnswerHeaders): string | undefined {
  return header(headers, "content-type");
}

function mediaOf(headers: AnswerHeaders): "json" | "xml" | "html" | "text" | "other" | undefined {
  const type = contentType(headers)?.split(";", 1)[0]?.trim().toLowerCase();
  switch (type) {
    case undefined:
      return undefined;
    case "text/html":
    case "application/xhtml+xml":
      return "html";
    case "application/xml":
    case "text/xml":
      return "xml";
    case "text/plain":
      return "text";
  }
  return /^(application|text)\/([\w.-]+\+)?json$/.test(type) ? "json" : "other";
}

/** Tells what a body says in JSON, or why it cannot be read. */
interface ParsedJson {
  readonly value?: unknown;
  readonly problem?: AnswerProblem;
}

/** Reads a body as JSON. It never throws. */
export function parseJson(body: Uint8Array, maxValues: number = answerLimits.little.values): ParsedJson {
  const text = textOf(body);
  if (text === undefined) {
    return { problem: "malformed" };
  }
  try {
    return { value: parseShallowJson(text, maxValues) };
  } catch (error) {
    // We leave out the parser's message: it would quote the body, and tells nothing else.
    return { problem: error instanceof TooManyValues ? "tooLarge" : "malformed" };
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Gives the text of a body; undefined when it is not UTF-8: replaced characters would be saved back one day. */
export function textOf(body: Uint8Array): string | undefined {
  try {
    return decoder.decode(body);
  } catch {
    return undefined;
  }
}
