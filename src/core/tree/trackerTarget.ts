import { HumanError } from "../failure/humanError.ts";
import type { TrackerReference } from "../model/artifact.ts";
import { isNumberId } from "../model/id.ts";
import { isJsonObject } from "../model/json.ts";
import { notATracker } from "../sentences/targets.ts";

/** The tracker that a command was called for: by a row of the tree, an object, or the ids of connection and tracker. */
export function trackerIn(
  target: unknown,
  trackerId?: unknown,
): { readonly connectionId: string | undefined; readonly tracker: TrackerReference | undefined } {
  const given = isJsonObject(target) ? target : {};
  const named = typeof target === "string" ? target : (given.connectionId ?? given.connection);
  const connectionId = typeof named === "string" ? named : undefined;
  const ofRow = isJsonObject(given.tracker) ? given.tracker : undefined;
  // Of several rows that are selected the tree passes all as the second argument.
  const id = ofRow?.id ?? given.trackerId ?? given.tracker ?? (Array.isArray(trackerId) ? undefined : trackerId);
  if (id === undefined || id === null) {
    return { connectionId, tracker: undefined };
  }
  if (!isNumberId(id)) {
    throw new HumanError(notATracker(id));
  }
  return { connectionId, tracker: { id, ...(typeof ofRow?.label === "string" && { label: ofRow.label }) } };
}
