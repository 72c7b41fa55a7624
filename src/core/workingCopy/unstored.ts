import { fieldFinder } from "../field/fieldFinder.ts";
import { currentMembers, diffEntries, type FieldEntry } from "../merge/diffEntries.ts";
import type { Entry } from "../model/entry.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import { isJsonObject, type JsonObject } from "../model/json.ts";
import { withLineFeeds } from "../util/lines.ts";
import type { Base } from "./base.ts";

/**
 * Gives those of the entries sent over `before` that the service took, and of which it stored nothing: `now` does not
 * hold them, and has in their fields what was there before. With `isAll` the answer told the version from before, so
 * that this goes for any value; else only for another format of the same text, which the service takes for no change
 * (test/service/README.md, Saving).
 */
export function unstoredEntries(before: Base, sent: readonly Entry[], now: Base, isAll: boolean): readonly Entry[] {
  const inBefore = fieldFinder(before.fields);
  const inNow = fieldFinder(now.fields);
  const isOtherFormat = fieldFinder(formatChanges(before, sent));
  return sent.filter((entry) => {
    const [old, stored] = [inBefore(entry.fieldId), inNow(entry.fieldId)];
    if (old?.kind && mayBeReadOtherwise.includes(old.kind)) {
      return false;
    }
    return (
      (isAll || isOtherFormat(entry.fieldId)) && !isHeld(stored, entry) && (!old?.entry || isHeld(stored, old.entry))
    );
  });
}

/** Values of these kinds may be read otherwise than they were sent: by labels, or as links that lead here. */
const mayBeReadOtherwise: readonly FieldKind[] = ["openList", "links"];

/** Gives those of `entries` that are the text of `base` in another format. */
export function formatChanges({ fields }: Base, entries: readonly Entry[]): readonly Entry[] {
  const inBase = fieldFinder(fields);
  return entries.filter((entry) => isFormatChange(inBase(entry.fieldId), entry));
}

function isFormatChange(field: FieldEntry | undefined, entry: Entry): boolean {
  const before = field?.kind === "text" ? textIn(currentMembers(field)) : undefined;
  const after = textIn(entry.members);
  return (
    before !== undefined && after !== undefined && before.content === after.content && before.format !== after.format
  );
}

function isHeld(field: FieldEntry | undefined, entry: Entry): boolean {
  return field !== undefined && diffEntries([field], [entry]).length === 0;
}

function textIn(members: JsonObject | undefined): { readonly content: string; readonly format: string } | undefined {
  const value = members?.value;
  return isJsonObject(value) && typeof value.content === "string" && typeof value.format === "string"
    ? { content: withLineFeeds(value.content), format: value.format }
    : undefined;
}
