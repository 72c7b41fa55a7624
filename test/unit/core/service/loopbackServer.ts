import * as http from "node:http";
import * as https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { AuthorizedClientOptions } from "../../../../src/core/service/authorizedClient.ts";
import type { RequestLine } from "../../../../src/core/service/request.ts";
import { createServiceClient, type ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import type { ServerCredentials } from "../../../support/certificateAuthority.ts";
import { afterTurns, patientMs } from "../../../support/patience.ts";
import { testCertificate, testPrivateKey } from "./testCertificate.ts";

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export type Respond = (response: http.ServerResponse, request: ReceivedRequest, index: number) => void;

/** A server on this machine that does what one test tells it to, the wrong things included. */
export class LoopbackServer {
  readonly received: ReceivedRequest[] = [];
  /** All there ever were. */
  connections = 0;
  readonly #server: http.Server;
  readonly #sockets = new Set<Socket>();
  readonly #scheme: string;
  #port = 0;

  static async start(respond: Respond, host?: string): Promise<LoopbackServer> {
    return new LoopbackServer(http.createServer(), "http", respond).#listening(host);
  }

  static async startTls(respond: Respond, credentials?: ServerCredentials, host?: string): Promise<LoopbackServer> {
    const server = https.createServer(credentials ?? { key: testPrivateKey, cert: testCertificate });
    return new LoopbackServer(server, "https", respond).#listening(host);
  }

  private constructor(server: http.Server, scheme: string, respond: Respond) {
    this.#server = server;
    this.#scheme = scheme;
    server.on("connection", (socket: Socket) => {
      this.connections++;
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => {});
    });
    server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        const received = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
        this.received.push(received);
        respond(response, received, this.received.length - 1);
      });
    });
  }

  async #listening(host = "127.0.0.1"): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, host, resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** Kept when the server has stopped. */
  get port(): number {
    return this.#port;
  }

  get origin(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  get server(): http.Server {
    return this.#server;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Nothing listens there, and no system gives that port away: one that was just closed may be another server's next. */
export const refusingOrigin = "http://127.0.0.1:1";

export const testKey = "tlp-k1-22.00ff00ff00ff";

export interface TestClient {
  readonly client: ServiceClient;
  readonly log: RequestLine[];
}

/** A patient client of `url` with a key and no proxy, unless told otherwise. */
export function clientOf(url: string, overrides: Partial<AuthorizedClientOptions> = {}): TestClient {
  const log: RequestLine[] = [];
  const client = createServiceClient({
    connection: { id: "test", url, label: "Test" },
    accessKey: async () => testKey,
    timeoutMs: patientMs,
    after: afterTurns,
    network: { noProxy: [], strictSsl: true },
    log: (line) => log.push(line),
    ...overrides,
  });
  return { client, log };
}

/** Answers JSON. */
export function json(
  response: http.ServerResponse,
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** Answers a web page. */
export function html(response: http.ServerResponse, status = 200): void {
  response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" });
  response.end("<!DOCTYPE html><title>Log in</title>");
}
