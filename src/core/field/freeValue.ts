import type { Json } from "../model/json.ts";

/**
 * Whether an id is that of a free value, which somebody typed into an open list: `o12`. The service returns such ids
 * and takes none: free values are sent by their label (test/service/README.md, Values as written).
 */
export function isFreeValueId(id: Json | undefined): boolean {
  return typeof id === "string" && /^o\d+$/.test(id);
}
