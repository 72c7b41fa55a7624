import type { SvnSettings } from "../model/svnRepository.ts";
import { isRewrittenAccessFile } from "./mergeSettings.ts";
import { differingParts, isSamePart, type PartKey, partsOf } from "./settings.ts";

type Parts = ReturnType<typeof partsOf>;

/** Which changes of `sent` are in `now`; undefined where `now` holds what neither was there before nor was sent. */
export function storedParts(
  before: SvnSettings,
  sent: SvnSettings,
  now: SvnSettings,
): { readonly present: readonly PartKey[]; readonly missing: readonly PartKey[] } | undefined {
  const [old, ours, current] = [before, sent, now].map(partsOf) as [Parts, Parts, Parts];
  const present: PartKey[] = [];
  const missing: PartKey[] = [];
  for (const key of new Set([...differingParts(before, sent), ...differingParts(before, now)])) {
    if (isStored(key, ours, current)) {
      present.push(key);
    } else if (isSamePart(key, old.get(key), current.get(key))) {
      missing.push(key);
    } else {
      return undefined;
    }
  }
  return { present, missing };
}

/** Which changes of `sent` are in `now`, whatever else has changed. */
export function storedAmongOthers(before: SvnSettings, sent: SvnSettings, now: SvnSettings): readonly PartKey[] {
  const [old, ours, current] = [before, sent, now].map(partsOf) as [Parts, Parts, Parts];
  return differingParts(before, sent).filter(
    (key) => isSamePart(key, ours.get(key), current.get(key)) && !isSamePart(key, old.get(key), current.get(key)),
  );
}

/** Whether `now` is what was there before, of all that was to be changed. */
export function isNothingStored(before: SvnSettings, sent: SvnSettings, now: SvnSettings): boolean {
  const stored = storedParts(before, sent, now);
  return stored !== undefined && stored.present.length === 0 && stored.missing.length > 0;
}

function isStored(key: PartKey, sent: Parts, now: Parts): boolean {
  return (
    isSamePart(key, sent.get(key), now.get(key)) ||
    (key === "access_file" && isRewrittenAccessFile(String(sent.get(key)), String(now.get(key))))
  );
}
