import { HumanError } from "../failure/humanError.ts";
import type { Changeset, ChangesetSource } from "../model/changeset.ts";
import type { Page } from "../model/tracker.ts";
import { historyNotCounted, historyTooLong } from "../sentences/history.ts";
import { isOfNoOpenRoute } from "../service/serviceError.ts";
import { BoundedMap, jsonSize } from "../util/boundedMap.ts";
import { WriteQueue } from "../util/writeQueue.ts";
import { racyWithinMs } from "../workingCopy/base.ts";
import { type FieldChange, fieldChanges } from "./fieldChanges.ts";

/** A step of an artifact's history with what it changed. */
export interface HistoryEntry {
  readonly step: Changeset;
  /** How much the step takes. */
  readonly size: number;
  /** The step before it; undefined of the first one, and while older ones were not read. */
  readonly before?: Changeset;
  /** Undefined while no step before it is known that tells values. */
  readonly changes?: readonly FieldChange[];
  /** The artifact was created by it. */
  readonly isCreation?: boolean;
}

/**
 * So many are shown at first, and so many more when older ones are asked for: the most that the service gives at once.
 */
const shownAtFirst = 20;
const olderAtOnce = 50;
/** The step before those that are shown tells what the first of them changed. */
const placesAtFirst = shownAtFirst + 1;
/** Versions that were looked at alone. */
const keptVersions = 20;
/** Steps that take more together are not kept: as many hundreds of real ones as anybody reads take less. */
export const maxHistorySize = 24 * 1024 * 1024;
/** No more pages are read at once: a history may grow faster than it is read, and the rest is read later. */
const maxPages = 10;
/** A service whose two clocks are further apart does not tell when a second is over. */
const maxApartMs = 60_000;

/**
 * The end of an artifact's history, as far back as it was read. Pages come the oldest first and count what the user
 * cannot see, so the end is read by its place. What a step changed is worked out once.
 *
 * Readings wait for each other. They throw `ServiceError`, and `HumanError` where the service tells no number of steps.
 */
export class ArtifactHistory {
  readonly #artifactId: number;
  readonly #onDidChange: () => void;
  readonly #queue = new WriteQueue();
  readonly #versions = new BoundedMap<number, Changeset>(keptVersions, { most: maxHistorySize, of: jsonSize });
  #known: readonly HistoryEntry[] = [];
  #shown: readonly HistoryEntry[] = [];
  /** The places in the service's list that are known, from the first to before the last. */
  #from = 0;
  #to: number | undefined;
  #isEndOpen = false;

  /** `onDidChange` is called when there is something new to see. */
  constructor(artifactId: number, onDidChange: () => void) {
    this.#artifactId = artifactId;
    this.#onDidChange = onDidChange;
  }

  /** The steps that show something, the oldest first: a comment, a change of a field that may be read, the creation. */
  get entries(): readonly HistoryEntry[] {
    return this.#shown;
  }

  /** Tells whether its end was read. */
  get isRead(): boolean {
    return this.#to !== undefined;
  }

  /** Tells how many steps it had, those included that the user cannot see; undefined where its end was not read. */
  get count(): number | undefined {
    return this.#to;
  }

  get hasOlder(): boolean {
    return this.isRead && this.#from > 0;
  }

  /** Tells how much is kept of it. */
  get size(): number {
    return sizeOf(this.#known) + this.#versions.weight;
  }

  /** The newest step of all. */
  get newest(): Changeset | undefined {
    return this.#known.at(-1)?.step;
  }

  /** Its end was read within the second of the newest step: another one may have been made in that since. */
  get isEndOpen(): boolean {
    return this.#isEndOpen;
  }

  /**
   * Reads the newest steps, again where they are known: a comment may have been edited. At most three requests at
   * first.
   */
  readNewest(source: ChangesetSource, signal: AbortSignal): Promise<void> {
    return this.#queue.run(async () => {
      const isFirst = !this.isRead;
      const to = this.#to ?? (await this.#count(source, signal));
      await this.#readToEnd(source, Math.max(0, to - placesAtFirst), signal);
      if (isFirst && this.hasOlder && this.#shown.length < shownAtFirst) {
        await this.#readBefore(source, signal);
      }
    });
  }

  /** Reads what came since it was read last. */
  readNews(source: ChangesetSource, signal: AbortSignal): Promise<void> {
    return this.isRead
      ? this.#queue.run(() => this.#readToEnd(source, Math.max(0, (this.#to ?? 0) - 1), signal))
      : this.readNewest(source, signal);
  }

  /** Reads fifty more. Throws a HumanError too where that is more than is kept. */
  readOlder(source: ChangesetSource, signal: AbortSignal): Promise<void> {
    return this.#queue.run(async () => {
      if (!(await this.#readBefore(source, signal))) {
        throw new HumanError(historyTooLong);
      }
    });
  }

  /** The step of a version, read where it is not known; undefined where the artifact has none of that number. */
  readVersion(source: ChangesetSource, changesetId: number, signal: AbortSignal): Promise<Changeset | undefined> {
    return this.#queue.run(async () => {
      const known = this.#versions.get(changesetId) ?? this.find(changesetId);
      if (known) {
        return known;
      }
      if (!this.isRead || changesetId > (this.newest?.id ?? 0)) {
        const to = this.#to ?? (await this.#count(source, signal));
        await this.#readToEnd(source, Math.max(0, to - placesAtFirst), signal);
      }
      const page = (offset: number, limit: number) =>
        source.readChangesets(this.#artifactId, { offset, limit }, signal).then(({ items }) => items);
      const found = this.find(changesetId) ?? (await findVersion(changesetId, this.#from, page));
      if (found) {
        this.#versions.set(changesetId, found);
      }
      return found;
    });
  }

  /** A step that is known. */
  find(changesetId: number): Changeset | undefined {
    return this.#known.find(({ step }) => step.id === changesetId)?.step;
  }

  /** Takes in a page that was read from place `offset` for something else, where it goes on from what is known. */
  note(offset: number, page: Page<Changeset>): void {
    if (this.#joins(offset, page)) {
      this.#take(offset, page);
    }
  }

  /** Forgets all of it. */
  clear(): void {
    this.#known = [];
    this.#shown = [];
    this.#versions.clear();
    this.#from = 0;
    this.#to = undefined;
    this.#isEndOpen = false;
  }

  #joins(offset: number, { total, nextOffset }: Page<Changeset>): boolean {
    return this.#to !== undefined && offset <= this.#to && (nextOffset ?? total ?? 0) >= Math.max(offset, this.#from);
  }

  /** Takes a page in; false where that would be too much, or where it says nothing of the end. */
  #take(offset: number, page: Page<Changeset>): boolean {
    const { items, total = 0, nextOffset } = page;
    const together = this.#joins(offset, page) ? joined(this.#known, items) : [];
    const isJoined = together.length > 0 && sizeOf(together) <= maxHistorySize;
    if (!isJoined && nextOffset !== undefined) {
      return false;
    }
    const end = nextOffset ?? total;
    const entries = isJoined ? together : joined([], items);
    this.#from = isJoined ? Math.min(this.#from, offset) : offset;
    this.#to = isJoined ? Math.max(this.#to ?? 0, end) : end;
    this.#known = entries.map((entry, index) =>
      index === 0 && this.#from === 0 && !entry.isCreation ? { ...entry, changes: [], isCreation: true } : entry,
    );
    if (nextOffset === undefined) {
      this.#isEndOpen = isWithinSecond(this.newest, page.date);
    }
    this.#show();
    return true;
  }

  #show(): void {
    // What the first one changed is seen once there is one before it; others may stand behind steps that tell no
    // values.
    const shown = this.#known.filter(({ step, changes, isCreation }, index) =>
      changes ? isCreation || changes.length > 0 || step.comment : index > 0 && step.comment,
    );
    if (JSON.stringify(shown.map(tellingOf)) !== JSON.stringify(this.#shown.map(tellingOf))) {
      this.#shown = shown;
      this.#onDidChange();
    }
  }

  async #count(source: ChangesetSource, signal: AbortSignal): Promise<number> {
    const count = await countOf(source, this.#artifactId, signal);
    if (count === undefined) {
      throw new HumanError(historyNotCounted);
    }
    return count;
  }

  async #readToEnd(source: ChangesetSource, offset: number, signal: AbortSignal): Promise<void> {
    let at: number | undefined = offset;
    for (let pages = 0; at !== undefined && pages < maxPages; pages++) {
      const asked: number = at;
      const { page, isTaken }: ReadPage = await this.#read(source, asked, placesAtFirst, signal);
      at = page.nextOffset;
      const { total = 0 } = page;
      const last: number = total - placesAtFirst;
      if (at !== undefined && last > asked && (total - at > olderAtOnce || !isTaken)) {
        // So much has come since that what was known before is far from what is shown, or too much with it.
        at = last;
      }
    }
  }

  /** False where what is before is too much to be kept. */
  async #readBefore(source: ChangesetSource, signal: AbortSignal): Promise<boolean> {
    if (!this.hasOlder) {
      return true;
    }
    const offset = Math.max(0, this.#from - olderAtOnce);
    return (await this.#read(source, offset, this.#from - offset, signal)).isTaken;
  }

  async #read(source: ChangesetSource, offset: number, limit: number, signal: AbortSignal): Promise<ReadPage> {
    const page = await source.readChangesets(this.#artifactId, { offset, limit }, signal);
    if (page.total === undefined) {
      throw new HumanError(historyNotCounted);
    }
    return { page, isTaken: this.#take(offset, page) };
  }
}

interface ReadPage {
  readonly page: Page<Changeset>;
  readonly isTaken: boolean;
}

function sizeOf(entries: readonly HistoryEntry[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}

async function countOf(source: ChangesetSource, artifactId: number, signal: AbortSignal): Promise<number | undefined> {
  try {
    return await source.countChangesets(artifactId, signal);
  } catch (error) {
    if (isOfNoOpenRoute(error)) {
      // Older services refuse to leave out the values.
      return (await source.readChangesets(artifactId, { offset: 0, limit: 1 }, signal)).total;
    }
    throw error;
  }
}

/** Tells whether the second of a step may not have been over at `date`, another time of the service. */
function isWithinSecond(step: Changeset | undefined, date = ""): boolean {
  const ageMs = Date.parse(date) - Date.parse(step?.submittedOn ?? "");
  return ageMs < racyWithinMs && ageMs > -maxApartMs;
}

/** Gives what is known with what was read; of steps that are in both what they changed stays. */
function joined(known: readonly HistoryEntry[], read: readonly Changeset[]): readonly HistoryEntry[] {
  const entries = new Map(known.map((entry) => [entry.step.id, entry]));
  const fresh = new Map(read.map((step) => [step.id, step]));
  const ids = [...new Set([...entries.keys(), ...fresh.keys()])].toSorted((a, b) => a - b);
  let before: Changeset | undefined;
  return ids.map((id) => {
    const entry = entries.get(id);
    const step = fresh.get(id) ?? (entry?.step as Changeset);
    const result = entry?.changes ? readAgain(entry, step) : entryOf(before, step);
    // The next step cannot be compared with one that tells no values.
    before = step.values.length > 0 ? step : before;
    return result;
  });
}

/** A step stays what it is; its comment can be edited. */
function readAgain(entry: HistoryEntry, step: Changeset): HistoryEntry {
  return JSON.stringify(entry.step.comment) === JSON.stringify(step.comment)
    ? entry
    : { ...entry, step, size: jsonSize(step) };
}

function entryOf(before: Changeset | undefined, step: Changeset): HistoryEntry {
  const size = jsonSize(step);
  return before ? { step, size, before, changes: fieldChanges(before, step) } : { step, size };
}

/** Tells what shows of an entry, and can be otherwise when it is read again. */
function tellingOf({ step: { id, comment }, changes }: HistoryEntry): unknown {
  return [id, comment, changes !== undefined];
}

/** The most that the service gives at once. */
const placesPerPage = 50;

/**
 * Looks for a step among the first `count` places of a history, by halves: numbers grow with the places. `read` gives
 * the steps of so many places from one on. Undefined where there is none of that number.
 */
async function findVersion(
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
    // The first step of a page is never left out, and a page without steps leads no further.
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
