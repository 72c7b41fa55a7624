import { BlockList, isIP } from "node:net";
import { isLoopback } from "../connection/address.ts";

/** The environment that decides about a proxy beside the settings: `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Gives the address of the proxy for `origin`; undefined to reach it directly.
 *
 * It chooses as VS Code does: this machine is reached directly; any entry of `noProxy` puts the environment's
 * `NO_PROXY` out of force, and `proxy` does so with `HTTPS_PROXY` and `HTTP_PROXY`. An address without a scheme is one
 * of `http`.
 */
export function proxyFor(
  origin: URL,
  { proxy, noProxy }: { readonly proxy?: string; readonly noProxy: readonly string[] },
  environment: Environment,
): string | undefined {
  const address = proxy?.trim() || environmentProxy(origin, environment);
  const exceptions = noProxy.length > 0 ? noProxy : (variable(environment, "no_proxy") ?? "").split(/[,\s]+/);
  if (!address || isLoopback(origin.hostname) || exceptions.some((exception) => isMeant(origin, exception))) {
    return undefined;
  }
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
}

function environmentProxy({ protocol }: URL, environment: Environment): string | undefined {
  const plain = variable(environment, "http_proxy");
  return protocol === "https:" ? (variable(environment, "https_proxy") ?? plain) : plain;
}

/** Reads a variable of the environment. The lower-case name comes first, as everybody reads these variables. */
function variable(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || environment[name.toUpperCase()]?.trim() || undefined;
}

/**
 * Tells whether `exception` is about `origin`. An exception is `*`; a host, with those below it (`corp.example`,
 * `.corp.example`); only the hosts below one (`*.corp.example`); an address; or a range of addresses (`10.0.0.0/8`).
 * With a port it is about that port alone.
 */
function isMeant({ hostname, port, protocol }: URL, exception: string): boolean {
  const { host, onPort } = parts(exception.trim().toLowerCase());
  if (onPort !== undefined && onPort !== (port || (protocol === "https:" ? "443" : "80"))) {
    return false;
  }
  const name = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (host === "*" || host === name || isInRange(name, host)) {
    return true;
  }
  return host.startsWith("*.") ? name.endsWith(host.slice(1)) : `.${name}`.endsWith(`.${host.replace(/^\./, "")}`);
}

/** Parts host and port at the colon, unless the colon is one of an address's: `[::1]:443`, `::1`. */
function parts(exception: string): { readonly host: string; readonly onPort?: string } {
  const [, bracketed, plain, onPort] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(exception) ?? [];
  const host = bracketed ?? plain ?? exception;
  return onPort === undefined ? { host } : { host, onPort };
}

function isInRange(name: string, range: string): boolean {
  const [network = "", bits = ""] = range.split("/");
  const family = isIP(name);
  if (family === 0 || isIP(network) !== family || !/^\d{1,3}$/.test(bits || "128")) {
    return false;
  }
  const kind = family === 6 ? "ipv6" : "ipv4";
  const widest = family === 6 ? 128 : 32;
  const list = new BlockList();
  list.addSubnet(network, Math.min(bits === "" ? widest : Number(bits), widest), kind);
  return list.check(name, kind);
}
