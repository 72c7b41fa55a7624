import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Fault } from "../faults.ts";
import { printJson } from "../wire/json.ts";
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
      const error = RestError.of(401, "Invalid access key");
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
    default:
      return answer;
  }
}

/** Compresses JSON and XML as the shipped proxy does, which loses the unquoted Etag. Empty bodies stay as they are. */
export function compress(answer: RawAnswer): RawAnswer {
  const isText = /^application\/(json|xml)/.test(answer.headers["Content-Type"] ?? "");
  if (!isText || answer.body.length === 0) {
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
