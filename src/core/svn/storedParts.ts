import type { SvnSettings } from "../model/svnRepository.ts";
import { isRewrittenAccessFile } from "./mergeSettings.ts";
import { differingParts, isSamePart, type PartKey, partsOf } from "./settings.ts";

/** What became of the changes of settings that were sent. */
interface StoredParts {
  readonly present: readonly PartKey[];
  readonly missing: readonly PartKey[];
  /** What is otherwise than before and than it was sent: somebody else's. */
  readonly foreign: readonly PartKey[];
}

/** Which changes of `sent` are in `now`. */
export function storedParts(before: SvnSettings, sent: SvnSettings, now: SvnSettings): StoredParts {
  const [old, ours, current] = [partsOf(before), partsOf(sent), partsOf(now)];
  const found = { present: [] as PartKey[], missing: [] as PartKey[], foreign: [] as PartKey[] };
  for (const key of new Set([...differingParts(before, sent), ...differingParts(before, now)])) {
    const [was, mine, is] = [old.get(key), ours.get(key), current.get(key)];
    const isStored =
      isSamePart(key, mine, is) || (key === "access_file" && isRewrittenAccessFile(String(mine), String(is)));
    found[isStored ? "present" : isSamePart(key, was, is) ? "missing" : "foreign"].push(key);
  }
  return found;
}
