import type { Changeset } from "../model/changeset.ts";

/** The most that the service gives at once. */
const placesPerPage = 50;

/**
 * Looks for a step among the first `count` places of a history, by halves: numbers grow with the places. `read` gives the
 * steps of so many places from one on. Undefined where there is none of that number.
 */
export async function findVersion(
  changesetId: number,
  count: number,
  read: (offset: number, limit: number) => Promise<readonly Changeset[]>,
): Promise<Changeset | undefined> {
  for (let [from, to] = [0, count]; from < to; ) {
    const limit = Math.min(placesPerPage, to - from);
    const offset = from + Math.floor((to - from - limit) / 2);
    const steps = await read(offset, limit);
    const found = steps.find(({ id }) => id === changesetId);
    if (found) {
      return found;
    }
    // Of a page the first step is never left out, and no page without one leads on.
    if ((steps[0]?.id ?? 0) > changesetId) {
      to = offset;
    } else if ((steps.at(-1)?.id ?? Number.POSITIVE_INFINITY) < changesetId) {
      from = offset + limit;
    } else {
      return undefined;
    }
  }
  return undefined;
}
