import * as http from "node:http";
import * as https from "node:https";
import * as net from "node:net";
import type { ServerCredentials } from "./certificateAuthority.ts";

export interface ForwardProxyOptions {
  /** `user:password`, without which it forwards nothing. */
  readonly credentials?: string;
  /** Where it finds the hosts it knows: `{ "service.test:443": 12345 }`, a port of this machine. Others are 502. */
  readonly hosts: Readonly<Record<string, number>>;
  /** Speaks TLS itself. */
  readonly tls?: ServerCredentials;
  /** Takes CONNECT and never answers it. */
  readonly isDeaf?: boolean;
}

/** One request as the proxy saw it. */
export interface ProxiedRequest {
  readonly method: string;
  /** `service.test:443` of a CONNECT, else the whole address. */
  readonly target: string;
  readonly headers: http.IncomingHttpHeaders;
  /** 407 and 502 are the proxy's own; 200 of a CONNECT says that the tunnel stood. */
  status?: number;
}

/**
 * An HTTP proxy on this machine, as companies have them: tunnels by CONNECT, forwards requests in absolute form, asks
 * for Basic credentials where it is told to, and keeps what it saw.
 */
export class ForwardProxy {
  readonly seen: ProxiedRequest[] = [];
  /** Everything that went through it in clear or in tunnels, both ways, as bytes in latin1. */
  passed = "";
  /** The most tunnels and forwarded requests there were at once. */
  maxAtOnce = 0;
  readonly #options: ForwardProxyOptions;
  readonly #server: http.Server;
  readonly #sockets = new Set<net.Socket>();
  #underWay = 0;
  #port = 0;

  static async start(options: ForwardProxyOptions): Promise<ForwardProxy> {
    const proxy = new ForwardProxy(options);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    proxy.#port = (proxy.#server.address() as net.AddressInfo).port;
    return proxy;
  }

  private constructor(options: ForwardProxyOptions) {
    this.#options = options;
    this.#server = options.tls ? https.createServer(options.tls) : http.createServer();
    this.#server.on(options.tls ? "secureConnection" : "connection", (socket: net.Socket) => this.#keep(socket));
    this.#server.on("request", (request, response) => this.#forward(request, response));
    this.#server.on("connect", (request, socket: net.Socket, head) => this.#tunnel(request, socket, head));
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Its address, with credentials where given. */
  address(credentials?: string): string {
    const [user, password] = (credentials ?? "").split(":").map(encodeURIComponent);
    const before = credentials === undefined ? "" : `${user}:${password}@`;
    return this.#options.tls ? `https://${before}localhost:${this.#port}` : `http://${before}127.0.0.1:${this.#port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #tunnel(request: http.IncomingMessage, socket: net.Socket, head: Buffer): void {
    const entry = this.#note(request);
    if (this.#options.isDeaf) {
      socket.resume().on("end", () => socket.end());
      return;
    }
    if (!this.#isAllowed(request)) {
      entry.status = 407;
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="p"\r\nContent-Length: 0\r\n\r\n',
      );
      return;
    }
    const port = this.#options.hosts[entry.target];
    if (port === undefined) {
      entry.status = 502;
      socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    const upstream = this.#keep(net.connect(port, "127.0.0.1"));
    upstream.once("connect", () => {
      entry.status = 200;
      this.#begin();
      upstream.once("close", () => this.#end());
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      for (const [from, to] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        from.on("data", (chunk: Buffer) => this.#pass(chunk));
        from.on("close", () => to.destroy());
        from.pipe(to);
      }
    });
    upstream.once("error", () => socket.destroy());
  }

  #forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const entry = this.#note(request);
    const answer = (status: number): void => {
      entry.status = status;
      response.writeHead(status, {
        "Content-Type": "text/html",
        ...(status === 407 && { "Proxy-Authenticate": "Basic" }),
      });
      response.end("<h1>The proxy says no</h1>");
    };
    if (!this.#isAllowed(request)) {
      answer(407);
      return;
    }
    const { host, path } = parts(entry.target);
    const port = this.#options.hosts[host];
    if (port === undefined) {
      answer(502);
      return;
    }
    const { "proxy-authorization": _, "proxy-connection": __, ...headers } = request.headers;
    this.#pass(JSON.stringify(headers));
    this.#begin();
    const upstream = http.request(
      { port, host: "127.0.0.1", method: entry.method, path, headers, agent: false },
      (from) => {
        entry.status = from.statusCode ?? 0;
        response.writeHead(entry.status, from.headers);
        from.pipe(response);
      },
    );
    upstream.on("error", () => response.destroy());
    upstream.on("close", () => this.#end());
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  }

  #note(request: http.IncomingMessage): ProxiedRequest {
    const entry: ProxiedRequest = { method: request.method ?? "", target: request.url ?? "", headers: request.headers };
    this.seen.push(entry);
    return entry;
  }

  #isAllowed(request: http.IncomingMessage): boolean {
    const { credentials } = this.#options;
    const wanted = credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString("base64")}`;
    return wanted === undefined || request.headers["proxy-authorization"] === wanted;
  }

  #begin(): void {
    this.#underWay++;
    this.maxAtOnce = Math.max(this.maxAtOnce, this.#underWay);
  }

  #end(): void {
    this.#underWay--;
  }

  #pass(chunk: Buffer | string): void {
    this.passed += typeof chunk === "string" ? chunk : chunk.toString("latin1");
  }

  #keep(socket: net.Socket): net.Socket {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    return socket.on("error", () => {});
  }
}

function parts(address: string): { readonly host: string; readonly path: string } {
  const url = new URL(address);
  return { host: `${url.hostname}:${url.port || 80}`, path: url.pathname + url.search };
}
