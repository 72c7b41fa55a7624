import * as http from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** An answer on its way back through the gateway. */
export interface PassingAnswer {
  readonly status: number;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** What happens to a request on its way. */
export interface Mishap {
  /** Whether the service gets the request, before its answer is lost. */
  readonly isApplied: boolean;
  /** Called once the service has, or has not, carried it out. */
  readonly meanwhile?: () => void;
  /** What the client sees instead of an answer, given the connection and the service's own answer. */
  readonly lose: (socket: Socket, answer: PassingAnswer | undefined) => void;
  /** The connection ends before the request was received. */
  readonly isInterrupted?: boolean;
}

/** A gateway in front of a service, as there are at companies: it may lose answers, and alter their headers. */
export class FaultyGateway {
  /** For requests to come; undefined: nothing goes wrong. */
  mishapOf: (method: string) => Mishap | undefined = () => undefined;
  /** What becomes of the headers of an answer to GET. */
  alter: (headers: http.OutgoingHttpHeaders) => http.OutgoingHttpHeaders = (headers) => headers;
  readonly #origin: string;
  readonly #server: http.Server;
  readonly #sockets = new Set<Socket>();

  static async start(origin: string): Promise<FaultyGateway> {
    const gateway = new FaultyGateway(origin);
    await new Promise<void>((resolve) => gateway.#server.listen(0, "127.0.0.1", resolve));
    return gateway;
  }

  private constructor(origin: string) {
    this.#origin = origin;
    this.#server = http.createServer((request, response) => {
      this.#pass(request, response).catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket.on("error", () => {}));
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = "GET" } = request;
    const mishap = this.mishapOf(method);
    if (mishap?.isInterrupted) {
      request.socket.resetAndDestroy();
      mishap.meanwhile?.();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const answer = !mishap || mishap.isApplied ? await this.#ask(request, Buffer.concat(chunks)) : undefined;
    mishap?.meanwhile?.();
    if (mishap) {
      mishap.lose(request.socket, answer);
    } else if (answer) {
      response.writeHead(answer.status, method === "GET" ? this.alter(answer.headers) : answer.headers);
      response.end(answer.body);
    }
  }

  #ask({ method, url, headers }: http.IncomingMessage, body: Buffer): Promise<PassingAnswer> {
    return new Promise((resolve, reject) => {
      const request = http.request(this.#origin + url, { method: method ?? "GET", headers, agent: false }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      request.on("error", reject);
      request.end(body);
    });
  }
}

/** An answer as bytes, as the gateway itself would give it. */
export function rawAnswer(status: string, type: string, body: string, length = Buffer.byteLength(body)): string {
  return `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

/** Ways in which an answer to a write does not arrive. */
export const losses: Readonly<Record<string, Pick<Mishap, "lose" | "isInterrupted">>> = {
  "a reset before the headers": { lose: (socket) => socket.resetAndDestroy() },
  "a close before the headers": { lose: (socket) => socket.destroy() },
  "a reset in the headers": {
    lose: (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Type: appl", () => socket.resetAndDestroy()),
  },
  "a reset in the body": {
    lose: (socket) =>
      socket.write(rawAnswer("200 OK", "application/json", '{"val', 400), () =>
        setTimeout(() => socket.resetAndDestroy(), 5),
      ),
  },
  "half an answer": {
    lose: (socket) => socket.end(rawAnswer("200 OK", "application/json", '{"values":', 20)),
  },
  "more than was announced": {
    lose: (socket) => socket.end(rawAnswer("200 OK", "application/json", '{"values":[]}', 4)),
  },
  "no answer in time": { lose: () => {} },
  "an answer that stops": { lose: (socket) => socket.write(rawAnswer("200 OK", "application/json", "{", 20)) },
  "502 of a gateway": { lose: (socket) => socket.end(rawAnswer("502 Bad Gateway", "text/html", "<h1>nginx</h1>")) },
  "504 of a gateway": { lose: (socket) => socket.end(rawAnswer("504 Gateway Timeout", "text/html", "<h1>nginx</h1>")) },
  "500 without a word": { lose: (socket) => socket.end(rawAnswer("500 Internal Server Error", "text/html", "")) },
  "a web page with 200": { lose: (socket) => socket.end(rawAnswer("200 OK", "text/html", "<h1>Sign in</h1>")) },
  "something that is not HTTP": { lose: (socket) => socket.end("SSH-2.0-OpenSSH\r\n") },
};
