import { isJsonObject } from "../model/json.ts";
import { plainLabel } from "../util/plainLabel.ts";
import { maxAddressLength, readAddress } from "./address.ts";
import { settingList } from "./settings.ts";

/** A service that a folder offers to whoever opens it. */
export interface SuggestedConnection {
  /** Its base address, as `readAddress` gives it. */
  readonly url: string;
  readonly label: string;
  /** The name of the folder. */
  readonly from: string;
}

/** No more suggestions are shown: nobody reads through more. */
const mostSuggestions = 10;

/**
 * Gives the services that the setting `artifactDesk.suggestedConnections` of a folder offers. It leaves out entries
 * that cannot be used: the folder may be anybody's, and nobody asked for them. It never throws.
 */
export function readSuggestions(setting: unknown, from: string): readonly SuggestedConnection[] {
  return (settingList(setting) ?? []).slice(0, mostSuggestions).flatMap((entry) => {
    const { url: written, label } = isJsonObject(entry) ? entry : {};
    const url = typeof written === "string" && written.length <= maxAddressLength ? baseAddress(written) : undefined;
    if (url === undefined) {
      return [];
    }
    const name = typeof label === "string" ? plainLabel(label) : "";
    return { url, label: name === "" ? new URL(url).host : name, from: plainLabel(from) };
  });
}

/** Gives those of `suggestions` that are not connected yet, each address once. */
export function newSuggestions(
  suggestions: readonly SuggestedConnection[],
  connections: readonly { readonly url: string }[],
): readonly SuggestedConnection[] {
  const known = new Set(connections.map(({ url }) => baseAddress(url)));
  const fresh = suggestions.filter(({ url }) => {
    const isNew = !known.has(url);
    known.add(url);
    return isNew;
  });
  return fresh.slice(0, mostSuggestions);
}

/** Gives the base address, however it is written; undefined where there is none. */
function baseAddress(written: string): string | undefined {
  const address = readAddress(written);
  return address.kind === "address" ? address.url : undefined;
}
