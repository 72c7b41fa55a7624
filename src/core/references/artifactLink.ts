import { maxAddressLength } from "../connection/address.ts";
import type { Connection } from "../model/connection.ts";
import { parseReference, type Reference } from "./reference.ts";

/** Gives the link that opens the artifact at `address` in VS Code, for whoever has a connection to that service. */
export function linkToArtifact(address: string): string {
  return `vscode://artifact-desk.artifact-desk/open?url=${encodeURIComponent(address)}`;
}

/**
 * Finds the artifact that a link to this extension names; undefined where it names none by the address of its page.
 *
 * `path` and `query` are those of the link, `/open` and `url=https://…`, with the address encoded or not: VS Code has
 * decoded the link once, but whoever handed it on may have encoded it twice. A number alone and an address with a user
 * name or a password are refused. Never throws.
 */
export function artifactInLink(
  { path, query }: { readonly path: string; readonly query: string },
  connections: readonly Connection[],
): Reference | undefined {
  const isOpen = path === "/open" && query.startsWith("url=");
  const address = isOpen ? decoded(query.slice("url=".length)) : undefined;
  const url = address === undefined || address.length > maxAddressLength ? null : URL.parse(address);
  return url === null || url.username !== "" || url.password !== "" ? undefined : parseReference(url.href, connections);
}

function decoded(written: string): string | undefined {
  try {
    return /^https?%/i.test(written) ? decodeURIComponent(written) : written;
  } catch {
    return undefined;
  }
}
