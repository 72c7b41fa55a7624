import * as tls from "node:tls";
import { type Dispatcher, Pool, ProxyAgent } from "undici";
import { isLoopback } from "../connection/address.ts";
import { ProxyFailure } from "./failure.ts";
import { proxyFor } from "./proxyChoice.ts";

export interface NetworkSettings {
  /** Address of a proxy; undefined: what the environment (`HTTPS_PROXY` …) says. */
  readonly proxy?: string;
  /** What to tell the proxy as `Proxy-Authorization`, in place of the credentials in its address. */
  readonly proxyAuthorization?: string;
  /** Hosts to reach directly; empty: what the environment (`NO_PROXY`) says. */
  readonly noProxy: readonly string[];
  /** False: any certificate will do. */
  readonly strictSsl: boolean;
  /** False: the certificates of the system do not count. */
  readonly systemCertificates?: boolean;
  /** Certificates to trust besides Node's and the system's, as PEM. */
  readonly extraCa?: readonly string[];
}

/** Whom to trust, as Node's TLS takes it. */
export type Trust = Pick<tls.ConnectionOptions, "rejectUnauthorized" | "secureContext">;

interface Connecting {
  readonly trust: Trust;
  readonly maxConnections: number;
  /** Whether a connection serves several requests, one after another. */
  readonly isKept: boolean;
  readonly connectTimeoutMs: number;
}

/** Longer than people pause between two saves, shorter than servers and proxies keep an idle connection. */
export const maxKeepAliveMs = 30_000;

/**
 * The connections to one origin, through the proxy the settings name.
 *
 * Speaks HTTP/1.1 only, one request at a time on a connection: undici moves requests of a failed HTTP/2 session to
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
  // undici gives what it makes for a proxy neither the limit of connections nor a time to answer CONNECT in.
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

/** Connections to a proxy that become tunnels; where it makes none, the failure tells what it answered. */
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

/** Whom a connection to `origin` trusts: Node's certificates, the system's, and those of the settings. */
export function trustIn(origin: URL, { strictSsl, systemCertificates, extraCa }: NetworkSettings): Trust {
  if (origin.protocol === "http:" && isLoopback(origin.hostname)) {
    return { rejectUnauthorized: strictSsl };
  }
  const system = systemCertificates === false ? [] : tls.getCACertificates("system");
  const ca = [...new Set([...tls.getCACertificates("default"), ...system, ...(extraCa ?? [])])];
  return { rejectUnauthorized: strictSsl, secureContext: contextOf(ca) };
}

/** Made once for all connections that trust the same: parsing some three hundred certificates takes long. */
function contextOf(ca: readonly string[]): tls.SecureContext {
  if (latest?.ca.length !== ca.length || !ca.every((each, at) => each === latest?.ca[at])) {
    latest = { ca, context: tls.createSecureContext({ ca: [...ca] }) };
  }
  return latest.context;
}

let latest: { readonly ca: readonly string[]; readonly context: tls.SecureContext } | undefined;
