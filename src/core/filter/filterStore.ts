import { HumanError } from "../failure/humanError.ts";
import { isJsonObject } from "../model/json.ts";
import type { Tracker } from "../model/tracker.ts";
import { changedWithin, filterFields, filterSorts, type KeptFilter, keptFilter } from "../query/artifactFilter.ts";
import { filterNotPossible } from "../sentences/filters.ts";
import { Emitter } from "../util/event.ts";
import type { KeyValueStore } from "../util/keyValueStore.ts";

/** Names a tracker of a connection. */
export interface TrackerKey {
  readonly connectionId: string;
  readonly trackerId: number;
}

/** Keeps the filters of trackers over restarts. */
export class FilterStore {
  readonly #store: KeyValueStore;
  readonly #changed = new Emitter<TrackerKey>();
  readonly onDidChange = this.#changed.event;

  constructor(store: KeyValueStore) {
    this.#store = store;
  }

  get({ connectionId, trackerId }: TrackerKey): KeptFilter | undefined {
    const filter = this.#read(connectionId)[trackerId];
    return isFilter(filter) ? filter : undefined;
  }

  /**
   * Brings the filter up to date with the structure that the tracker has now: which values mean open, and what fields
   * and values are called. Throws `HumanError` where the tracker does not have what the filter asks for any more:
   * without that condition the list would show what nobody asked for.
   */
  async follow(key: TrackerKey, tracker: Tracker): Promise<KeptFilter> {
    const filter = this.get(key) ?? {};
    const followed = keptFilter(filter, filterFields(tracker));
    if (conditions.some((part) => filter[part] !== undefined && followed[part] === undefined)) {
      throw new HumanError(filterNotPossible);
    }
    if (JSON.stringify(followed) !== JSON.stringify(filter)) {
      await this.set(key, followed);
    }
    return followed;
  }

  /** Stores a filter. Without one the tracker shows all its artifacts again. */
  async set(tracker: TrackerKey, filter: KeptFilter | undefined): Promise<void> {
    const { connectionId, trackerId } = tracker;
    const { [trackerId]: _before, ...others } = this.#read(connectionId);
    await this.#store.update(keyOf(connectionId), filter === undefined ? others : { ...others, [trackerId]: filter });
    this.#changed.fire(tracker);
  }

  /** Drops all that is remembered of a connection. */
  async forget(connectionId: string): Promise<void> {
    await this.#store.update(keyOf(connectionId), undefined);
  }

  #read(connectionId: string): Readonly<Record<string, unknown>> {
    const stored = this.#store.get(keyOf(connectionId));
    return isJsonObject(stored) ? stored : {};
  }
}

const conditions = ["status", "assignee", "changed"] as const;

function keyOf(connectionId: string): string {
  return `filters/${connectionId}`;
}

// Tells whether something has the shape that the tree relies on: an earlier version or another program may have stored
// anything.
function isFilter(stored: unknown): stored is KeptFilter & Record<string, never> {
  if (!isJsonObject(stored)) {
    return false;
  }
  const { status, assignee, changed, sort, query } = stored;
  return (
    (query === undefined || typeof query === "string") &&
    (sort === undefined || filterSorts.some((each) => each === sort)) &&
    (changed === undefined || changedWithin.some((each) => each === changed)) &&
    (status === undefined ||
      status === "open" ||
      status === "closed" ||
      (isJsonObject(status) && typeof status.value === "string")) &&
    (assignee === undefined ||
      assignee === "me" ||
      (isJsonObject(assignee) && typeof assignee.username === "string" && typeof assignee.name === "string"))
  );
}
