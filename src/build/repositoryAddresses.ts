import { isIP } from "node:net";

/** The manifest's addresses: where the sources are, where they are presented, and where somebody can report a fault. */
export interface RepositoryAddresses {
  readonly repository?: { readonly type: "git"; readonly url: string };
  readonly homepage?: string;
  readonly bugs?: { readonly url: string };
}

/** The place below the address of a repository where each known host keeps its issues. */
const issuesOf: Readonly<Record<string, string>> = {
  "github.com": "/issues",
  "gitlab.com": "/-/issues",
  "codeberg.org": "/issues",
};

/**
 * Gives the manifest's addresses by `remote`, from which a clone fetches. Only an https address at a named host is
 * public; one with credentials, a port or a query may not be. Without a public one the manifest has none.
 */
export function repositoryAddresses(remote: string): RepositoryAddresses {
  const address = URL.parse(remote.trim());
  if (address === null || !isPublic(address)) {
    return {};
  }
  const page = `https://${address.hostname}${address.pathname.replace(/(?:\.git)?\/?$/, "")}`;
  const issues = issuesOf[address.hostname];
  return {
    repository: { type: "git", url: `${page}.git` },
    homepage: page,
    ...(issues !== undefined && { bugs: { url: `${page}${issues}` } }),
  };
}

function isPublic({ protocol, hostname, port, username, password, search, hash, pathname }: URL): boolean {
  const isPlain = [port, username, password, search, hash].every((part) => part === "");
  const isNamed =
    hostname.includes(".") && isIP(hostname) === 0 && !/\.(?:local|internal|lan|localhost)$/.test(hostname);
  return protocol === "https:" && isPlain && isNamed && pathname.split("/").filter(Boolean).length >= 2;
}
