import * as tls from "node:tls";
import { type Dispatcher, Pool, ProxyAgent } from "undici";
import { isLoopback } from "../connection/address.ts";
import { ProxyFailure } from "./failure.ts";
import { proxyFor } from "./proxyChoice.ts";

export interface NetworkSettings {
  /** The address of a proxy. Where it is undefined, the environment (`HTTPS_PROXY` …) decides. */
  readonly proxy?: string;
  /** The proxy is told this as `Proxy-Authorization`, in place of the credentials in its address. */
  readonly proxyAuthorization?: string;
  /** The hosts that are reached directly. Where there are none, the environment (`NO_PROXY`) decides. */
  readonly noProxy: readonly string[];
  /** Any certificate is accepted where it is false. */
  readonly strictSsl: boolean;
  /** The certificates of the system do not count where it is false. */
  readonly systemCertificates?: boolean;
  /** The certificates that are trusted besides Node's and the system's, as PEM. */
  readonly extraCa?: readonly string[];
}

/** The certificates that are trusted, as Node's TLS takes them. */
export type Trust = Pick<tls.ConnectionOptions, "rejectUnauthorized" | "secureContext">;

interface Connecting {
  readonly trust: Trust;
  readonly maxConnections: number;
  /** A connection serves several requests, one after another. */
  readonly isKept: boolean;
  readonly connectTimeoutMs: number;
}

/** This is longer than people pause between two saves, and shorter than servers and proxies keep an idle connection. */
export const maxKeepAliveMs = 30_000;

/**
 * Makes the connections to one origin, through the proxy that the settings name.
 *
 * It speaks HTTP/1.1 only, one request at a time on a connection: undici moves requests of a failed HTTP/2 session to
 * another one, and a write must never be sent twice. This machine itself is always reached directly, as VS Code does.
 */
export function createDispatcher(origin: URL, network: NetworkSettings, how: Connecting): Dispatcher {
  const { trust } = how;
  const options = {
    connections: how.maxConnections,
    pipelining: how.isKept ? 1 : 0,
    allowH2: false,
    keepAliveMaxTimeout: maxKeepAliveMs,
    connectTimeout: how.connectTimeoutMs,
  };
  const proxy = proxyFor(origin, network, process.env);
  if (proxy === undefined) {
    return new Pool(origin.origin, { ...options, connect: trust });
  }
  if (!isHttp(proxy)) {
    throw new ProxyFailure("UNUSABLE");
  }
  // Left to itself, undici limits neither the connections to a proxy nor the time in which the proxy answers CONNECT.
  return new ProxyAgent({
    ...options,
    uri: proxy,
    ...(network.proxyAuthorization && { token: network.proxyAuthorization }),
    requestTls: { ...trust, allowH2: false },
    proxyTls: { ...trust, allowH2: false },
    factory: (address, made) => new Pool(address, { ...options, ...(made as Pool.Options) }),
    clientFactory: (address, made) =>
      tunnels(address, { ...options, ...(made as Pool.Options), headersTimeout: how.connectTimeoutMs }),
  });
}

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Makes connections to a proxy that become tunnels. Where it makes none, the failure has the status of its answer. */
function tunnels(proxy: URL, options: Pool.Options): Dispatcher {
  const pool = new Pool(proxy, options);
  const connect = pool.connect.bind(pool) as unknown as (
    to: Dispatcher.ConnectOptions,
  ) => Promise<Dispatcher.ConnectData>;
  return Object.assign(pool, {
    connect: async (to: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
      const answer = await connect(to);
      if (answer.statusCode !== 200) {
        answer.socket.on("error", () => {}).destroy();
        throw new ProxyFailure(answer.statusCode);
      }
      return answer;
    },
  });
}

/** Tells whom a connection to `origin` trusts: Node's certificates, the system's, and those of the settings. */
export function trustIn(origin: URL, { strictSsl, systemCertificates, extraCa }: NetworkSettings): Trust {
  if (origin.protocol === "http:" && isLoopback(origin.hostname)) {
    return { rejectUnauthorized: strictSsl };
  }
  const system = systemCertificates === false ? [] : tls.getCACertificates("system");
  const ca = [...new Set([...tls.getCACertificates("default"), ...system, ...(extraCa ?? [])])];
  return { rejectUnauthorized: strictSsl, secureContext: contextOf(ca) };
}

/** Makes a context once for all connections that trust the same: parsing some three hundred certificates takes long. */
function contextOf(ca: readonly string[]): tls.SecureContext {
  if (latest?.ca.length !== ca.length || !ca.every((each, at) => each === latest?.ca[at])) {
    latest = { ca, context: tls.createSecureContext({ ca: [...ca] }) };
  }
  return latest.context;
}

let latest: { readonly ca: readonly string[]; readonly context: tls.SecureContext } | undefined;
