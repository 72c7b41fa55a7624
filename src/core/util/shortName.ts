import { shortened } from "./shortened.ts";

/** Many times what anybody reads of a title or a name. */
const maxName = 1000;

/**
 * A title or a name as it is kept: of one without end its beginning. There are thousands of them in lists, on cards and
 * in what is remembered over restarts.
 */
export function shortName(name: string): string {
  if (name.length <= maxName) {
    return name;
  }
  // A copy: a part of a text keeps all of it in memory.
  return Buffer.from(shortened(name, maxName), "utf16le").toString("utf16le");
}
