import * as tls from "node:tls";
import { type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";

export interface NetworkSettings {
  /** Address of a proxy; undefined: what the environment (`HTTPS_PROXY` …) says. */
  readonly proxy?: string;
  /** Hosts to reach directly; empty: what the environment (`NO_PROXY`) says. */
  readonly noProxy: readonly string[];
  /** False: any certificate will do. */
  readonly strictSsl: boolean;
  /** Certificates to trust besides Node's and the system's, as PEM. */
  readonly extraCa?: readonly string[];
}

// As many as browsers open to one host: a tree that unfolds must not flood the service.
const mostConnections = 6;
// Longer than people pause between two saves, shorter than servers and proxies keep an idle connection.
const longestKeepAliveMs = 30_000;

/**
 * The pool of connections to one origin, through the proxy the settings name.
 *
 * Speaks HTTP/1.1 only, one request at a time on a connection: undici moves requests of a failed HTTP/2 session to
 * another one, and a write must never be sent twice. This machine itself is always reached directly, as VS Code does.
 */
export function createDispatcher(origin: URL, network: NetworkSettings, connectTimeoutMs: number): Dispatcher {
  const isDirect = isLoopback(origin.hostname);
  const trust = {
    rejectUnauthorized: network.strictSsl,
    ...(isDirect && origin.protocol === "http:" ? undefined : { secureContext: trustedContext(network.extraCa ?? []) }),
  };
  const options = {
    connections: mostConnections,
    pipelining: 1,
    allowH2: false,
    keepAliveMaxTimeout: longestKeepAliveMs,
    connectTimeout: connectTimeoutMs,
    connect: trust,
  };
  if (isDirect || !isProxyNamed(network.proxy)) {
    return new Pool(origin.origin, options);
  }
  return new EnvHttpProxyAgent({
    ...options,
    ...proxies(network.proxy),
    noProxy: network.noProxy.length > 0 ? network.noProxy.join(",") : undefined,
    requestTls: { ...trust, allowH2: false },
    proxyTls: { ...trust, allowH2: false },
  });
}

/** Whether there is any: whether it is for this address is for the agent to say. */
function isProxyNamed(proxy: string | undefined): boolean {
  const { http_proxy, HTTP_PROXY, https_proxy, HTTPS_PROXY } = process.env;
  return [proxy, http_proxy, HTTP_PROXY, https_proxy, HTTPS_PROXY].some((address) => address);
}

function proxies(proxy: string | undefined): { httpProxy?: string; httpsProxy?: string } {
  if (proxy === undefined || proxy === "") {
    return {};
  }
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  return { httpProxy: address, httpsProxy: address };
}

/** One context for all connections: parsing some three hundred certificates takes long. */
function trustedContext(extraCa: readonly string[]): tls.SecureContext {
  const certificates = new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system"), ...extraCa]);
  return tls.createSecureContext({ ca: [...certificates] });
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);
}
