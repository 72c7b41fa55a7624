import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Fault } from "../faults.ts";
import { printJson } from "../wire/json.ts";
import { rewrite, withWordsBehind } from "../wire/rewrite.ts";
import { htmlAnswer, type RawAnswer, RestError } from "./answer.ts";
import { challenge } from "./authentication.ts";
import { loginPage, loginRedirect } from "./webPages.ts";

/** The answer a fault puts in place of the service's own; undefined when it is not of that sort. */
export function standIn(fault: Fault, path: string, origin: string): RawAnswer | undefined {
  switch (fault.kind) {
    case "answer": {
      const headers = { "Content-Type": "text/html", ...fault.headers };
      return { status: fault.status, headers, body: Buffer.from(fault.body ?? "") };
    }
    case "loginPage":
      return loginPage();
    case "loginRedirect":
      return loginRedirect({ path });
    case "httpsRedirect":
      return htmlAnswer(301, "<html><body>301 Moved Permanently</body></html>", {
        Location: `${origin.replace(/^http:/, "https:")}${path}`,
      });
    case "badGateway":
      return htmlAnswer(502, "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>");
    case "unauthorized": {
      const error = RestError.of(401, fault.text ?? "Invalid access key");
      return {
        status: 401,
        headers: { "Content-Type": "application/json; charset=utf-8", "WWW-Authenticate": challenge },
        body: Buffer.from(printJson(error.body)),
      };
    }
    default:
      return undefined;
  }
}

/** The answer as a proxy or a fault leaves it. */
export function alter(answer: RawAnswer, fault: Fault, acceptsGzip: boolean): RawAnswer {
  switch (fault.kind) {
    case "contentType":
      return { ...answer, headers: { ...answer.headers, "Content-Type": fault.contentType } };
    case "dropEtag":
      return without(answer, ["Etag"]);
    case "dropVersions":
      return without(answer, ["Etag", "Last-Modified"]);
    case "headers":
      return without({ ...answer, headers: { ...answer.headers, ...fault.set } }, fault.remove ?? []);
    case "gzip":
      return acceptsGzip ? compress(answer) : answer;
    case "rewrite":
      return { ...answer, body: rewrite(answer.body, fault.as) };
    case "hostile":
      return { ...answer, body: withWordsBehind(answer.body, fault.words) };
    case "skew": {
      const date = new Date(Date.parse(answer.headers.Date ?? new Date().toUTCString()) + fault.ms);
      return { ...answer, headers: { ...answer.headers, Date: date.toUTCString() } };
    }
    default:
      return answer;
  }
}

/** Compresses JSON and XML as the shipped proxy does, empty bodies too, which loses the unquoted Etag. */
export function compress(answer: RawAnswer): RawAnswer {
  const isText = /^application\/(json|xml)/.test(answer.headers["Content-Type"] ?? "");
  if (!isText || ![200, 403, 404].includes(answer.status)) {
    return answer;
  }
  const plain = without(answer, ["Etag"]);
  return {
    ...plain,
    headers: { ...plain.headers, "Content-Encoding": "gzip", Vary: "Accept, Accept-Encoding" },
    body: gzipSync(answer.body),
  };
}

function without(answer: RawAnswer, names: readonly string[]): RawAnswer {
  const unwanted = names.map((name) => name.toLowerCase());
  const headers = Object.entries(answer.headers).filter(([name]) => !unwanted.includes(name.toLowerCase()));
  return { ...answer, headers: Object.fromEntries(headers) };
}

/** Sends the answer, whole or as slowly and incompletely as the faults want it. */
export async function deliver(
  response: ServerResponse,
  answer: RawAnswer,
  faults: readonly Fault[],
  isHead: boolean,
): Promise<void> {
  const cut = faults.find((fault) => fault.kind === "cut");
  if (cut) {
    await deliverPart(response, answer, cut);
    return;
  }
  const huge = faults.find((fault) => fault.kind === "huge");
  if (huge) {
    await deliverHuge(response, answer, huge);
    return;
  }
  const wrongLength = faults.find((fault) => fault.kind === "wrongLength");
  if (wrongLength) {
    await deliverMisannounced(response, answer, wrongLength.by);
    return;
  }
  const truncation = faults.find((fault) => fault.kind === "truncate");
  const trickle = faults.find((fault) => fault.kind === "trickle");
  const body = truncation ? answer.body.subarray(0, truncation.bytes) : answer.body;
  const announced = truncation && truncation.announces !== "part" ? answer.body.length : body.length;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(answer.status === 204 ? {} : { "Content-Length": String(announced) }),
  });
  if (isHead || answer.status === 204) {
    response.end();
    return;
  }
  if (trickle) {
    for (let at = 0; at < body.length && !response.destroyed; at += trickle.chunkBytes) {
      response.write(body.subarray(at, at + trickle.chunkBytes));
      await sleep(trickle.intervalMs, undefined, { ref: false });
    }
  } else if (body.length > 0) {
    response.write(body);
  }
  if (announced > body.length) {
    // Let what was written leave before the connection breaks.
    await sleep(20);
    response.destroy();
    return;
  }
  response.end();
}

/** What was written leaves before the connection breaks. */
const leavingMs = 20;

async function deliverPart(
  response: ServerResponse,
  answer: RawAnswer,
  { at, how, announces }: Extract<Fault, { kind: "cut" }>,
): Promise<void> {
  const body = answer.body.length === 0 ? Buffer.from(" ".repeat(20)) : answer.body;
  const [name, value] = announces === "nothing" ? ["Connection", "close"] : ["Content-Length", String(body.length)];
  const head = printHead(answer, { [name]: value });
  const half = Math.ceil(body.length / 2);
  const part = { head: Buffer.alloc(0), half: body.subarray(0, half), lastByte: body.subarray(0, -1) }[at];
  const { socket } = response;
  socket?.write(at === "head" ? head.slice(0, head.indexOf("Content-Type") + 8) : head);
  socket?.write(part);
  if (how !== "stall") {
    await sleep(leavingMs);
    breakOff(socket, how);
  }
}

function breakOff(socket: Socket | null, how: "reset" | "close"): void {
  if (how === "reset") {
    socket?.resetAndDestroy();
  } else {
    socket?.end();
  }
}

function deliverMisannounced(response: ServerResponse, answer: RawAnswer, by: number): void {
  const announced = Math.max(0, answer.body.length + by);
  response.socket?.write(printHead(answer, { "Content-Length": String(announced) }));
  // What is more than was announced follows the answer as if it were another.
  response.socket?.write(answer.body.length === 0 && by < 0 ? Buffer.from('{"more":1}') : answer.body);
}

/** Node counts what it sends; this is for what does not count up. */
function printHead({ status, headers }: RawAnswer, more: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ "Content-Type": "text/html", ...headers, ...more }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n`;
}

async function deliverHuge(
  response: ServerResponse,
  answer: RawAnswer,
  { megabytes, coding }: Extract<Fault, { kind: "huge" }>,
): Promise<void> {
  response.writeHead(answer.status, { ...answer.headers, ...(coding && { "Content-Encoding": coding }) });
  const middle = Math.min(1, answer.body.length);
  const [start, end] = [answer.body.subarray(0, middle), answer.body.subarray(middle)];
  const content =
    coding === "gzip" ? [gzipSync(start), packedBlanks(megabytes), gzipSync(end)] : blanksWithin(start, megabytes, end);
  // Whoever it is for may not want it.
  await pipeline(Readable.from(content), response).catch(() => {});
}

function* blanksWithin(start: Buffer, megabytes: number, end: Buffer): Generator<Buffer> {
  yield start;
  for (let sent = 0; sent < megabytes * 16; sent += 1) {
    yield blanks;
  }
  yield end;
}

/** Packed once, since that takes long: packed pieces one after another are one packed whole. */
function packedBlanks(megabytes: number): Buffer {
  const packed = packedBySize.get(megabytes) ?? gzipSync(Buffer.alloc(megabytes * 1024 * 1024, " "));
  packedBySize.set(megabytes, packed);
  return packed;
}

const packedBySize = new Map<number, Buffer>();
const blanks = Buffer.alloc(64 * 1024, " ");
