import { chosenIds, noValue } from "../field/chosenIds.ts";
import { emptyMembers } from "../field/meaning.ts";
import type { JsonObject } from "../model/json.ts";
import type { Tracker } from "../model/tracker.ts";
import type { Base } from "../workingCopy/base.ts";
import { artifactFields, type KnownField } from "./documentFields.ts";

/**
 * The value that a field had in `before`, with the field as it is in `after`, where it was changed. Undefined where it
 * cannot get that value again: the workflow leads nowhere from here to there, or nobody may change it any more.
 */
export function wayBack(
  before: Base,
  after: Base,
  tracker: Tracker | undefined,
  fieldId: number,
): { readonly field: KnownField; readonly members: JsonObject } | undefined {
  const field = artifactFields(after, tracker).get(fieldId);
  const stood = before.fields.find((each) => each.fieldId === fieldId)?.entry?.members;
  const members = stood ?? (field?.kind && emptyMembers(field.kind));
  if (!members || !field?.isWritable || field.isFrozen) {
    return undefined;
  }
  const ids = chosenIds(members) ?? [];
  const isReachable = (ids.length === 0 ? [noValue] : ids).every((id) => field.reachable?.has(id) !== false);
  return isReachable ? { field, members } : undefined;
}
