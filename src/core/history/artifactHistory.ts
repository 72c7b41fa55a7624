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
  /** The length of the step as JSON, in characters. */
  readonly size: number;
  /** The step before it; undefined of the first one, and while older ones were not read. */
  readonly before?: Changeset;
  /** The changes are undefined while no earlier step is known that tells values. */
  readonly changes?: readonly FieldChange[];
  /** It is true where the step created the artifact. */
  readonly isCreation?: boolean;
}

/**
 * The history begins with so many steps, and gets at most so many more when older ones are asked for: this is the most
 * that the service gives at once.
 */
const shownAtFirst = 20;
const olderAtOnce = 50;
/** The first reading takes one step more than is shown, as that tells what the first shown step changed. */
const placesAtFirst = shownAtFirst + 1;
/** The history keeps so many versions that were read alone. */
const keptVersions = 20;
/**
 * A history whose steps are larger together is not kept whole. The hundreds of real steps that somebody reads take
 * less.
 */
export const maxHistorySize = 24 * 1024 * 1024;
/** No more pages are read in one go: a history may grow faster than it is read, and the rest is read later. */
const maxPages = 10;
/** Two times of a service that are further apart do not tell whether a second is over. */
const maxApartMs = 60_000;

/**
 * Keeps the end of an artifact's history, as far back as it was read. The service lists the oldest steps first and
 * counts those that the user cannot see, so the end is read by its place in the list. What a step changed is worked out
 * once.
 *
 * One reading waits for the other. They throw `ServiceError`, and `HumanError` where the service tells no number of
 * steps.
 */
export class ArtifactHistory {
  readonly #artifactId: number;
  readonly #onDidChange: () => void;
  readonly #queue = new WriteQueue();
  readonly #versions = new BoundedMap<number, Changeset>(keptVersions, { most: maxHistorySize, of: jsonSize });
  #known: readonly HistoryEntry[] = [];
  #shown: readonly HistoryEntry[] = [];
  /** The places in the service's list that are known: from `#from` to before `#to`. */
  #from = 0;
  #to: number | undefined;
  #isEndOpen = false;

  /** `onDidChange` is called when there is something new to see. */
  constructor(artifactId: number, onDidChange: () => void) {
    this.#artifactId = artifactId;
    this.#onDidChange = onDidChange;
  }

  /**
   * Gives the steps that show something, the oldest first: a comment, a change of a field that may be read, the
   * creation.
   */
  get entries(): readonly HistoryEntry[] {
    return this.#shown;
  }

  /** Tells whether the end of the history was read. */
  get isRead(): boolean {
    return this.#to !== undefined;
  }

  /** Gives the number of all steps, also of those that the user cannot see; undefined where the end was not read. */
  get count(): number | undefined {
    return this.#to;
  }

  get hasOlder(): boolean {
    return this.isRead && this.#from > 0;
  }

  /** Gives the size of all that is kept. */
  get size(): number {
    return sizeOf(this.#known) + this.#versions.weight;
  }

  /** Gives the newest step of all. */
  get newest(): Changeset | undefined {
    return this.#known.at(-1)?.step;
  }

  /**
   * Tells whether the end was read within the second of the newest step: another one may have been made in it since.
   */
  get isEndOpen(): boolean {
    return this.#isEndOpen;
  }

  /** Reads the newest steps, even known ones: a comment may have been edited. Takes three requests at most at first. */
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

  /** Reads fifty more steps. Throws `HumanError`, too, where that is more than is kept. */
  readOlder(source: ChangesetSource, signal: AbortSignal): Promise<void> {
    return this.#queue.run(async () => {
      if (!(await this.#readBefore(source, signal))) {
        throw new HumanError(historyTooLong);
      }
    });
  }

  /** Gives the step of a version, and reads it where it is not known; undefined if the artifact has no such version. */
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

  /** Finds a step among those that are known. */
  find(changesetId: number): Changeset | undefined {
    return this.#known.find(({ step }) => step.id === changesetId)?.step;
  }

  /** Takes in a page that was read from place `offset` for another purpose, if it continues what is known. */
  note(offset: number, page: Page<Changeset>): void {
    if (this.#joins(offset, page)) {
      this.#take(offset, page);
    }
  }

  /** Forgets the whole history. */
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

  /**
   * Takes a page in. Gives false where the page neither reaches the end of the history nor continues what is known, or
   * where both together would be too much.
   */
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
    // What a step changed is known only from a step before it that tells values. So the first known step is not shown,
    // and others without changes are shown for their comments.
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
        // What was known is far from the end now, or too much to be kept with it. So only the end is read.
        at = last;
      }
    }
  }

  /** Reads older steps. Gives false where they are too much to be kept. */
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
      // Older services refuse a request without the values.
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

/** Gives the known steps with those that were read. What a step changed is taken over where it is known. */
function joined(known: readonly HistoryEntry[], read: readonly Changeset[]): readonly HistoryEntry[] {
  const entries = new Map(known.map((entry) => [entry.step.id, entry]));
  const fresh = new Map(read.map((step) => [step.id, step]));
  const ids = [...new Set([...entries.keys(), ...fresh.keys()])].toSorted((a, b) => a - b);
  let before: Changeset | undefined;
  return ids.map((id) => {
    const entry = entries.get(id);
    const step = fresh.get(id) ?? (entry?.step as Changeset);
    const result = entry?.changes ? readAgain(entry, step) : entryOf(before, step);
    // The next step cannot be compared with a step that tells no values.
    before = step.values.length > 0 ? step : before;
    return result;
  });
}

/** Gives the entry with the step as it was read again: only its comment can have been edited. */
function readAgain(entry: HistoryEntry, step: Changeset): HistoryEntry {
  return JSON.stringify(entry.step.comment) === JSON.stringify(step.comment)
    ? entry
    : { ...entry, step, size: jsonSize(step) };
}

function entryOf(before: Changeset | undefined, step: Changeset): HistoryEntry {
  const size = jsonSize(step);
  return before ? { step, size, before, changes: fieldChanges(before, step) } : { step, size };
}

/** Gives the parts of an entry that are shown and can have changed when it is read again. */
function tellingOf({ step: { id, comment }, changes }: HistoryEntry): unknown {
  return [id, comment, changes !== undefined];
}

/** The service gives no more steps at once. */
const placesPerPage = 50;

/**
 * Looks for a step among the first `count` places of a history by halving them: the numbers of steps grow with the
 * places. `read` gives the steps of so many places from one on. It is undefined where there is no such step.
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
    // The service never leaves out the first step of a page. An empty page does not tell in which half to go on.
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
