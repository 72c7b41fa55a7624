import type { AnswerProblem, ServiceErrorKind } from "../../../src/core/service/serviceError.ts";
import type { Fault } from "../../service/faults.ts";

/** What a fault may end with: the kind of the error, an answer's problem with it, or that all is well nevertheless. */
export type End = ServiceErrorKind | `invalidAnswer/${AnswerProblem}` | "done";

/** Something that goes wrong with every request of an operation. */
export interface FaultCase {
  readonly name: string;
  /** Where the client is sent in place of the service. */
  readonly address?: "refused" | "unknownHost" | "untrusted";
  readonly fault?: (trapOrigin: string) => Fault;
  /**
   * What a read ends with. A write may also end well, or with nobody's knowing: what is told is compared with what is.
   */
  readonly ends: readonly End[];
  /** What reading a file ends with; a reason where the fault makes no sense for bytes of any sort. */
  readonly endsOfContent?: readonly End[] | string;
  /** What the check of a connection ends with: it asks for several things, some of which may be missing. */
  readonly endsOfCheck?: readonly End[];
  /** The service stops, so that the client's timeouts decides. */
  readonly isSlow?: true;
  /** What arrives differs from what was there, in ways nobody can see. */
  readonly isDamaged?: true;
  /** Why it makes no sense where no XML is read. */
  readonly needsXml?: string;
}

const notBytes = "any bytes are a file";
const hangs = { ends: ["timeout"], isSlow: true } as const;
const breaks = { ends: ["unreachable", "invalidAnswer/truncated"] } as const;
const cutShort = { ends: ["invalidAnswer/truncated"] } as const;

const transport: readonly FaultCase[] = [
  { name: "connection refused", address: "refused", ends: ["unreachable"] },
  { name: "no such host", address: "unknownHost", ends: ["unreachable"] },
  { name: "certificate not trusted", address: "untrusted", ends: ["tls"] },
  { name: "no headers, not applied", fault: () => ({ kind: "hang", when: "before" }), ...hangs },
  { name: "no headers, applied", fault: () => ({ kind: "hang", when: "after" }), ...hangs },
  {
    name: "slow body",
    fault: () => ({ kind: "trickle", chunkBytes: 200, intervalMs: 40 }),
    ends: ["timeout", "done"],
    isSlow: true,
  },
  {
    name: "a byte at a time",
    fault: () => ({ kind: "trickle", chunkBytes: 1, intervalMs: 20 }),
    // An answer of a few bytes is there before its deadline.
    ends: ["timeout", "done"],
    endsOfContent: ["timeout"],
    isSlow: true,
  },
  {
    name: "stall within the body",
    fault: () => ({ kind: "cut", at: "half", how: "stall" }),
    ...hangs,
    endsOfContent: ["timeout", "invalidAnswer/truncated"],
  },
  { name: "reset before the request is read", fault: () => ({ kind: "reset", when: "arrival" }), ...breaks },
  { name: "reset before headers, not applied", fault: () => ({ kind: "reset", when: "before" }), ...breaks },
  { name: "reset before headers, applied", fault: () => ({ kind: "reset", when: "after" }), ...breaks },
  {
    name: "reset within headers",
    fault: () => ({ kind: "cut", at: "head", how: "reset" }),
    ends: ["unreachable", "invalidAnswer/truncated", "invalidAnswer/malformed"],
  },
  { name: "reset within the body", fault: () => ({ kind: "cut", at: "half", how: "reset" }), ...cutShort },
  { name: "reset before the last byte", fault: () => ({ kind: "cut", at: "lastByte", how: "reset" }), ...cutShort },
  { name: "truncated", fault: () => ({ kind: "cut", at: "half", how: "close" }), ...cutShort },
  {
    name: "truncated, no length announced",
    fault: () => ({ kind: "cut", at: "half", how: "close", announces: "nothing" }),
    ends: ["invalidAnswer/malformed", "invalidAnswer/truncated"],
    endsOfContent: ["invalidAnswer/truncated"],
  },
  {
    name: "longer length announced",
    fault: () => ({ kind: "wrongLength", by: 7 }),
    ...hangs,
    endsOfContent: ["timeout", "invalidAnswer/truncated"],
  },
  {
    name: "shorter length announced",
    fault: () => ({ kind: "wrongLength", by: -7 }),
    ends: ["invalidAnswer/malformed", "invalidAnswer/truncated"],
    endsOfContent: ["invalidAnswer/truncated"],
  },
];

const contents: readonly FaultCase[] = [
  {
    name: "wrong content type",
    fault: () => ({ kind: "contentType", contentType: "text/csv" }),
    ends: ["invalidAnswer/contentType"],
    endsOfContent: ["done"],
  },
  { name: "HTML login page with 200", fault: () => ({ kind: "loginPage" }), ends: ["invalidAnswer/html"] },
  {
    name: "redirect to a login page",
    fault: () => ({ kind: "loginRedirect" }),
    ends: ["redirected"],
  },
  {
    name: "redirect to another origin",
    fault: (trap) => ({ kind: "answer", status: 302, headers: { Location: `${trap}/api/v1/elsewhere` } }),
    ends: ["redirected"],
  },
  {
    name: "redirect loop",
    fault: () => ({ kind: "answer", status: 307, headers: { Location: "/api/v1/artifacts/501" } }),
    ends: ["redirected"],
  },
  {
    name: "invalid JSON",
    fault: () => ({ kind: "rewrite", as: "invalid" }),
    ends: ["invalidAnswer/malformed"],
    endsOfContent: notBytes,
  },
  {
    name: "invalid XML",
    fault: () => ({ kind: "rewrite", as: "invalid" }),
    ends: ["done"],
    needsXml: "it reads no XML",
    isDamaged: true,
  },
  {
    name: "a gateway's own success",
    fault: () => ({ kind: "answer", status: 200, headers: { "Content-Type": "application/json" }, body: "{}" }),
    ends: ["invalidAnswer/incomplete", "invalidAnswer/contentType"],
    endsOfContent: notBytes,
    endsOfCheck: ["invalidAnswer/incomplete"],
  },
  {
    name: "list for an object, object for a list",
    fault: () => ({ kind: "rewrite", as: "swapped" }),
    ends: ["invalidAnswer/incomplete"],
    endsOfContent: notBytes,
    endsOfCheck: ["done", "invalidAnswer/incomplete"],
  },
  {
    name: "words for numbers",
    fault: () => ({ kind: "rewrite", as: "words" }),
    ends: ["invalidAnswer/incomplete"],
    endsOfContent: notBytes,
    endsOfCheck: ["done"],
  },
  {
    name: "null for everything",
    fault: () => ({ kind: "rewrite", as: "null" }),
    ends: ["invalidAnswer/incomplete"],
    endsOfContent: notBytes,
    endsOfCheck: ["done", "invalidAnswer/incomplete"],
  },
  {
    name: "nulls everywhere",
    fault: () => ({ kind: "rewrite", as: "nulls" }),
    ends: ["invalidAnswer/incomplete"],
    endsOfContent: notBytes,
    // A user without an id is nobody.
    endsOfCheck: ["unauthorized"],
  },
  {
    name: "deep nesting",
    fault: () => ({ kind: "rewrite", as: "deep" }),
    ends: ["done", "invalidAnswer/incomplete", "invalidAnswer/malformed"],
    endsOfContent: notBytes,
    isDamaged: true,
  },
  {
    name: "duplicate ids",
    fault: () => ({ kind: "rewrite", as: "doubled" }),
    // Twice a full page is more than was asked for.
    ends: ["done", "invalidAnswer/tooMany"],
    endsOfContent: notBytes,
  },
  {
    name: "50 MB",
    fault: () => ({ kind: "huge", megabytes: 50 }),
    ends: ["invalidAnswer/tooLarge"],
    endsOfContent: ["invalidAnswer/overlong"],
  },
  {
    name: "gzip bomb",
    fault: () => ({ kind: "huge", megabytes: 50, coding: "gzip" }),
    // Most requests accept no coding.
    ends: ["invalidAnswer/tooLarge", "invalidAnswer/contentType"],
    endsOfContent: ["invalidAnswer/contentType"],
  },
  { name: "clock a day ahead", fault: () => ({ kind: "skew", ms: 86_400_000 }), ends: ["done"] },
  { name: "clock a day behind", fault: () => ({ kind: "skew", ms: -86_400_000 }), ends: ["done"] },
];

/** Words of a page that nobody is to see. */
export const bodyMark = "words-of-a-page-for-nobody";

function status(code: number, end: End, more: Partial<FaultCase> = {}, headers: Record<string, string> = {}) {
  const retry = headers["Retry-After"] === undefined ? "" : " with Retry-After";
  return {
    name: `status ${code}${retry}`,
    fault: () => ({ kind: "answer" as const, status: code, headers, body: `<html><p>${bodyMark}</p></html>` }),
    ends: [end],
    ...more,
  };
}

const statuses: readonly FaultCase[] = [
  status(400, "rejected", { endsOfCheck: ["invalidAnswer/html"] }),
  // Of one request alone it is not about the key, which the service takes for another.
  status(401, "unauthorized", {
    ends: ["unauthorized", "forbidden"],
    endsOfCheck: ["unauthorized", "invalidAnswer/html"],
  }),
  status(403, "forbidden", { endsOfCheck: ["forbidden", "invalidAnswer/html"] }),
  status(404, "notFound", { endsOfCheck: ["notFound", "invalidAnswer/html"] }),
  status(409, "rejected", { endsOfCheck: ["rejected", "invalidAnswer/html"] }),
  status(412, "rejected", { endsOfCheck: ["rejected", "invalidAnswer/html"] }),
  status(413, "rejected", { endsOfCheck: ["rejected", "invalidAnswer/html"] }),
  status(429, "tooManyRequests"),
  status(429, "tooManyRequests", {}, { "Retry-After": "120" }),
  status(500, "unavailable"),
  status(502, "unavailable"),
  status(503, "unavailable"),
  status(503, "unavailable", {}, { "Retry-After": "120" }),
  status(504, "unavailable"),
];

/** What a gateway says after it had passed on the request, and what the service had done broke down behind it. */
const afterwards: readonly FaultCase[] = [500, 502, 503, 504].map((code) => ({
  name: `status ${code} after it was applied`,
  fault: () => ({ kind: "answer", status: code, isApplied: true, body: `<html><p>${bodyMark}</p></html>` }),
  ends: ["unavailable"],
}));

export const faultCases: readonly FaultCase[] = [...transport, ...contents, ...statuses, ...afterwards];
