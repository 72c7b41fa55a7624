import { createHash } from "node:crypto";

/** The meaning of what a person wrote where the address of a service was asked for. */
type AddressReading =
  | {
      readonly kind: "address";
      /** The base address without a trailing slash, ending in the version segment: `https://host/api/v1`. */
      readonly url: string;
    }
  | { readonly kind: "problem"; readonly problem: AddressProblem };

/**
 * The problems mean:
 * - `empty`: nothing was written
 * - `malformed`: it is no address
 * - `scheme`: it is neither http nor https
 * - `credentials`: the address has a user name or password
 */
export type AddressProblem = "empty" | "malformed" | "scheme" | "credentials";

/**
 * Gives the base address that is meant by `text`: the interface's own address, its host alone, or the address of any
 * page of the service, as copied from the browser.
 *
 * `tracker.example`, `https://tracker.example/api` and `https://tracker.example/plugins/tracker/?aid=512` all give
 * `https://tracker.example/api/v1`. A path of its own before the pages is kept. It never throws.
 */
export function readAddress(text: string): AddressReading {
  const written = text.trim();
  if (written === "") {
    return { kind: "problem", problem: "empty" };
  }
  const url = parseUrl(written);
  if (!url) {
    return { kind: "problem", problem: "malformed" };
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { kind: "problem", problem: "scheme" };
  }
  if (url.username !== "" || url.password !== "") {
    return { kind: "problem", problem: "credentials" };
  }
  return { kind: "address", url: url.origin + basePath(url.pathname) };
}

/** Tells whether keys and contents would cross the network unencrypted: plain http to another machine. */
export function isInsecure(url: URL): boolean {
  return url.protocol === "http:" && !isLoopback(url.hostname);
}

/** Tells whether `hostname`, as in a URL, names this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);
}

/**
 * Tells whether `kept` is the base address `url`, however it is written. What is kept for a connection belongs to the
 * address it was made at: another one is another service, where the same numbers name other things.
 */
export function isSameAddress(kept: unknown, url: string): boolean {
  if (typeof kept !== "string" || kept === url) {
    return kept === url;
  }
  const [a, b] = [readAddress(kept), readAddress(url)];
  return a.kind === "address" && b.kind === "address" && a.url === b.url;
}

/** Makes a name that stands for the base address of a connection in the name of a file. */
export function addressDigest(url: string): string {
  return createHash("sha256").update(url).digest("hex").slice(0, 16);
}

/** Gives scheme, host and port of a base address, which a key is bound to. */
export function originOf(url: string): string {
  return new URL(url).origin;
}

/** Gives the origin of an address itself, and `"null"` where it has none: `blob:https://host/…` only names one. */
export function ownOriginOf(url: URL): string {
  return url.origin.startsWith(`${url.protocol}//`) ? url.origin : "null";
}

/**
 * Makes an id for a connection to `url`, from its host and unlike those in `taken`: `tracker-example`, then
 * `tracker-example-2`.
 */
export function connectionIdFor(url: string, taken: ReadonlySet<string>): string {
  const { hostname, port } = new URL(url);
  const name = hostname.replace(/^www\./, "") + (isLoopback(hostname) && port !== "" ? `-${port}` : "");
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const base = slug === "" ? "connection" : slug;
  let id = base;
  for (let count = 2; taken.has(id); count++) {
    id = `${base}-${count}`;
  }
  return id;
}

const connectionIdPattern = /^[a-z0-9-]+$/;

/** Tells whether `id` may name a connection: lower-case letters, digits and hyphens. */
export function isConnectionId(id: unknown): id is string {
  return typeof id === "string" && connectionIdPattern.test(id);
}

function parseUrl(written: string): URL | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(written);
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(written)) {
    // This has another scheme rather than a host with a port: mailto:…, file:….
    return URL.canParse(written) ? new URL(written) : undefined;
  }
  const withScheme = hasScheme ? written : `https://${written}`;
  if (!URL.canParse(withScheme) || /\s/.test(written)) {
    return undefined;
  }
  const url = new URL(withScheme);
  if (!hasScheme && isLoopback(url.hostname)) {
    return new URL(`http://${written}`);
  }
  return url.hostname === "" ? undefined : url;
}

// The web pages of the service have these first segments (test/service/README.md, Addresses), so that a page's address
// gives its root.
const pageSegments = new Set([
  "plugins",
  "projects",
  "project",
  "account",
  "my",
  "goto",
  "users",
  "search",
  "news",
  "site",
  "svn",
  "wiki",
  "admin",
]);

function basePath(pathname: string): string {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const api = segments.indexOf("api");
  if (api >= 0) {
    const version = segments[api + 1];
    const isVersion = version !== undefined && /^v\d+$/.test(version);
    return joinPath([...segments.slice(0, api), "api", isVersion ? version : "v1"]);
  }
  const page = segments.findIndex((segment) => pageSegments.has(segment) || /\.(php|html?)$/.test(segment));
  const root = page >= 0 ? segments.slice(0, page) : segments;
  // This is a whole base address, with another name than `api`.
  if (page < 0 && /^v\d+$/.test(root.at(-1) ?? "")) {
    return joinPath(root);
  }
  return joinPath([...root, "api", "v1"]);
}

function joinPath(segments: readonly string[]): string {
  return `/${segments.join("/")}`;
}

/** No page of a service has a longer address: what comes from elsewhere and has more characters is none. */
export const maxAddressLength = 2000;
