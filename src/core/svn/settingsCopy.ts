import type { SvnRepository, SvnSettings } from "../model/svnRepository.ts";
import { isServiceError, ServiceError } from "../service/serviceError.ts";
import type { WriteQueue } from "../util/writeQueue.ts";
import type { SettingsBase, Unreadable } from "./base.ts";
import { type MergedSettings, mergeSettings } from "./mergeSettings.ts";
import type { SavedSettingsState, SettingsMemory, SettingsService, SettingsStateStore } from "./ports.ts";
import {
  defaultSettings,
  differingParts,
  likeText,
  overlaid,
  type PartKey,
  rewrittenParts,
  type ShownSettings,
  type TextSettings,
} from "./settings.ts";
import type { SettingsConflictReason, SettingsOutcome } from "./settingsOutcome.ts";
import { type SettingsSettlement, settleSettings, type UnsettledPart, unsettledParts } from "./settlement.ts";
import { isNothingStored, storedAmongOthers, storedParts } from "./storedParts.ts";

export interface SettingsConflict {
  readonly ancestor: SettingsBase | undefined;
  /** The settings shown beside the text. */
  readonly theirs: SettingsBase;
}

/** What reading the settings gave. */
export type SettingsReading = { readonly kind: "read"; readonly base: SettingsBase } | UnreadableSettings;

/** `wasRead`: they could be read before, so that what the service lacks is not the way to read them. */
interface UnreadableSettings {
  readonly kind: "unreadable";
  readonly reason: Unreadable;
  readonly wasRead: boolean;
  readonly repository?: SvnRepository;
  /** The answer that told nothing of them. */
  readonly cause?: ServiceError;
}

/** A PUT whose answer was lost and that was not applied is sent again this often. */
const sendsAtMost = 2;

/**
 * What is held about one open document of a repository's settings: the settings its text was made from, and the conflict
 * there may be with those the service has now.
 *
 * A repository has no version, so it is read again just before a PUT and compared with the base; that replaces everything,
 * so it carries what the service had then, with what the text says instead. Each document has a base of its own: two of one
 * repository (all settings; the access file alone) meet in what the service has. No method touches a text.
 */
export class SettingsCopy {
  readonly repositoryId: number;
  readonly #name: string;
  readonly #service: SettingsService;
  readonly #store: SettingsStateStore;
  readonly #memory: SettingsMemory;
  readonly #queue: WriteQueue;
  #base: SettingsBase | undefined;
  #conflict: SettingsConflict | undefined;
  #settlement: SettingsSettlement | undefined;
  #unanswered: SvnSettings | undefined;
  #restoring: Promise<void> | undefined;
  #isReleased = false;
  #isNotedAsRead = false;

  /** `name` is the document's own; `queue` is shared by all documents of the repository. */
  constructor(
    repositoryId: number,
    name: string,
    around: {
      readonly service: SettingsService;
      readonly store: SettingsStateStore;
      readonly memory: SettingsMemory;
      readonly queue: WriteQueue;
    },
  ) {
    this.repositoryId = repositoryId;
    this.#name = name;
    this.#service = around.service;
    this.#store = around.store;
    this.#memory = around.memory;
    this.#queue = around.queue;
  }

  /** What the text was made from; undefined until `restore`, `adopt` or `save` found it. */
  get base(): SettingsBase | undefined {
    return this.#base;
  }

  get conflict(): SettingsConflict | undefined {
    return this.#conflict;
  }

  /** Takes up what was kept of an earlier session, unless something newer is held already. */
  restore(): Promise<void> {
    this.#restoring ??= this.#store.read(this.#name).then((state) => {
      if (state && !this.#base) {
        this.#base = state.base;
        this.#settlement = state.settlement;
        this.#unanswered = state.unanswered;
      }
    });
    return this.#restoring;
  }

  /** The document was closed: nothing is kept from here on, not even of a save still under way. */
  release(): void {
    this.#isReleased = true;
  }

  /** Reads the settings. Changes nothing here. Throws `ServiceError`, also when the service says that there is none. */
  async read(signal: AbortSignal): Promise<SettingsReading> {
    let repository: SvnRepository;
    try {
      repository = await this.#service.readRepository(this.repositoryId, signal);
    } catch (error) {
      if (isServiceError(error) && isRouteMissing(error)) {
        return { kind: "unreadable", reason: "noRoute", wasRead: await this.#wasRead(), cause: error };
      }
      throw error;
    }
    const base = baseOf(repository, "read");
    if (!base) {
      return { kind: "unreadable", reason: "withheld", wasRead: await this.#wasRead(), repository };
    }
    if (!this.#isNotedAsRead) {
      this.#isNotedAsRead = true;
      await this.#memory.noteRead(this.repositoryId);
    }
    return { kind: "read", base };
  }

  /**
   * What a document is to show: what the service has, else what was saved last, else its defaults where the service has
   * no way to read at all. Changes nothing here. Undefined where settings are withheld and nothing is remembered, or they
   * were shown before. Throws `ServiceError`, also where they could be read before.
   */
  async open(signal: AbortSignal): Promise<SettingsBase | undefined> {
    const reading = await this.read(signal);
    if (reading.kind === "read") {
      return reading.base;
    }
    if (reading.wasRead && reading.cause) {
      throw reading.cause;
    }
    if (reading.wasRead) {
      return undefined;
    }
    const repository = reading.repository ? summaryOf(reading.repository) : { id: this.repositoryId };
    const remembered = await this.#memory.read(this.repositoryId);
    if (remembered) {
      return { repository, settings: remembered, source: "remembered" };
    }
    return reading.reason === "noRoute" ? { repository, settings: defaultSettings, source: "assumed" } : undefined;
  }

  /** The document now shows exactly `base`, with nothing unsaved: any conflict of it is over. */
  async adopt(base: SettingsBase): Promise<void> {
    this.#moveBase(base);
    await this.#persist();
  }

  /** The parts of `mine` that would put back a colleague's change without anybody having said so. */
  unsettled(mine: TextSettings): readonly UnsettledPart[] {
    return this.#base ? unsettledParts(this.#settlement, this.#base.settings, mine) : [];
  }

  /** The person said that mine is right for this part, whatever theirs is. */
  async chooseMine(key: PartKey): Promise<void> {
    if (this.#settlement) {
      this.#settlement = { ...this.#settlement, mineChosen: [...this.#settlement.mineChosen, key] };
      await this.#persist();
    }
  }

  /**
   * Theirs and mine in one. What both changed stays mine and `unsettled` names it, save lines of the access file, which
   * come out of both between marks. Theirs is the base from here on. Undefined when there is no conflict.
   */
  async merge<T extends TextSettings>(mine: T): Promise<MergedSettings<T> | undefined> {
    const conflict = this.#conflict;
    if (!conflict) {
      return undefined;
    }
    const merged = mergeSettings(conflict.ancestor?.settings, mine, conflict.theirs.settings);
    await this.#acceptTheirs(mine, conflict);
    return merged;
  }

  /** Theirs, to replace the text with. It is the base from here on. Undefined when there is nothing to choose. */
  async takeTheirs(mine: TextSettings): Promise<SettingsBase | undefined> {
    const conflict = this.#conflict;
    if (!conflict) {
      return this.#settlement ? this.#base : undefined;
    }
    await this.#acceptTheirs(mine, conflict);
    return conflict.theirs;
  }

  /**
   * Another document of the repository was saved: mine with what that changed, which is the base from here on. Undefined
   * where the two meet in what only a person can decide; the next save finds that conflict.
   */
  async rebase<T extends TextSettings>(mine: T, base: SettingsBase): Promise<T | undefined> {
    const own = this.#base;
    if (!own || this.#conflict) {
      return undefined;
    }
    const merged = mergeSettings(own.settings, mine, base.settings);
    if (merged.conflicts.length > 0) {
      return undefined;
    }
    this.#settlement = settleSettings(this.#settlement, own.settings, mine, base.settings);
    this.#base = base;
    await this.#persist();
    return merged.settings;
  }

  /**
   * Stores what `mine` changes: reads the settings again, compares them with the base, and replaces all of them with
   * theirs and mine in one. With `keepMine` they are compared with the version that was shown in the conflict; where
   * nothing could ever be read, it says that whatever is there may be replaced.
   *
   * @throws ServiceError when nothing was stored: the base stays, the document stays dirty.
   */
  save(mine: TextSettings, how: "plain" | "keepMine", signal: AbortSignal): Promise<SettingsOutcome> {
    return this.#queue.run(async () => {
      await this.restore();
      try {
        return await this.#save(mine, how, signal);
      } finally {
        await this.#persist();
      }
    });
  }

  /** Resolves once no save is under way: what is asked for next is done at once, with the text as it is then. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #save(mine: TextSettings, how: "plain" | "keepMine", signal: AbortSignal): Promise<SettingsOutcome> {
    if (this.#base && !this.#conflict && !this.#unanswered && isSame(mine, this.#base.settings)) {
      return { kind: "unchanged" };
    }
    const reading = await this.read(signal);
    if (reading.kind === "unreadable") {
      return await this.#saveUnchecked(mine, how, reading, signal);
    }
    const now = reading.base;
    this.#recogniseUnanswered(now.settings);
    const isAsked = this.#conflict !== undefined && how === "keepMine";
    const shown = isAsked ? this.#conflict?.theirs : this.#base;
    const isUnmoved = shown !== undefined && isSame(likeText(shown.settings, mine), now.settings);
    if (!isUnmoved || (this.#conflict && !isAsked)) {
      if (isSame(mine, now.settings)) {
        this.#moveBase(now);
        return { kind: "unchanged" };
      }
      const reason = this.#base ? "changedMeanwhile" : "baseUnknown";
      return this.#openConflict(now, this.#conflict && !isAsked ? "stillOpen" : reason);
    }
    const unsettled = how === "plain" ? unsettledParts(this.#settlement, now.settings, mine) : [];
    if (unsettled.length > 0) {
      return { kind: "unsettled", parts: unsettled };
    }
    if (isSame(mine, now.settings)) {
      this.#moveBase(now);
      return { kind: "unchanged" };
    }
    return await this.#send(mine, now, 1, signal);
  }

  async #saveUnchecked(
    mine: TextSettings,
    how: "plain" | "keepMine",
    { reason, wasRead, cause }: UnreadableSettings,
    signal: AbortSignal,
  ): Promise<SettingsOutcome> {
    if (wasRead) {
      // A gateway's page looks like a route that there is not.
      return { kind: "unreadable", reason, ...(cause && { cause }) };
    }
    const base = this.#base;
    if (!base || (base.source === "assumed" && how === "plain")) {
      return { kind: "unknownTarget", reason };
    }
    const settings = overlaid(base.settings, mine);
    try {
      const answer = await this.#service.updateRepository(this.repositoryId, settings, signal);
      const stored = (answer && baseOf(answer, "answered")) ?? { ...base, settings, source: "remembered" };
      return { ...(await this.#finish(settings, stored)), unchecked: reason };
    } catch (error) {
      if (isServiceError(error) && mayHaveStored(error)) {
        return { kind: "unknown", cause: error };
      }
      throw error;
    }
  }

  async #send(mine: TextSettings, now: SettingsBase, sends: number, signal: AbortSignal): Promise<SettingsOutcome> {
    const settings = overlaid(now.settings, mine);
    let answer: SvnRepository | undefined;
    try {
      answer = await this.#service.updateRepository(this.repositoryId, settings, signal);
    } catch (error) {
      if (isServiceError(error) && mayHaveStored(error)) {
        return await this.#settleFailure(mine, now, settings, error, sends, signal);
      }
      throw error;
    }
    const stored = (answer && baseOf(answer, "answered")) ?? (await this.#readStored(signal));
    if (stored && isNothingStored(now.settings, settings, stored.settings)) {
      // A success, and nothing came of it: it was told by something before the service.
      const facts = { method: "PUT", path: `/svn/${this.repositoryId}`, problem: "incomplete" } as const;
      const cause = new ServiceError({ kind: "invalidAnswer", ...facts });
      return await this.#settleFailure(mine, now, settings, cause, sends, signal);
    }
    return await this.#finish(settings, stored ?? { ...now, settings, source: "remembered" });
  }

  async #finish(
    sent: SvnSettings,
    stored: SettingsBase,
  ): Promise<Extract<SettingsOutcome, { readonly kind: "saved" }>> {
    this.#moveBase({ ...stored, repository: { ...this.#base?.repository, ...stored.repository } });
    await this.#memory.write(this.repositoryId, stored.settings);
    return { kind: "saved", base: stored, sent, rewritten: rewrittenParts(sent, stored.settings) };
  }

  /** What the service has after a failure: it stores part after part, and a lost answer tells nothing. */
  async #settleFailure(
    mine: TextSettings,
    before: SettingsBase,
    sent: SvnSettings,
    cause: ServiceError,
    sends: number,
    signal: AbortSignal,
  ): Promise<SettingsOutcome> {
    const now = await this.#readStored(signal);
    if (!now) {
      this.#unanswered = sent;
      return { kind: "unknown", cause };
    }
    const stored = storedParts(before.settings, sent, now.settings);
    if (!stored && cause.kind === "answerLost") {
      return this.#openConflict(now, "answerLost");
    }
    if (!stored) {
      // Refused, and a colleague was faster as well: the base stays, so that the next save finds the conflict.
      return { kind: "partlySaved", cause, stored: storedAmongOthers(before.settings, sent, now.settings) };
    }
    this.#base = now;
    if (stored.missing.length === 0) {
      return await this.#finish(sent, now);
    }
    if (cause.kind === "answerLost" && stored.present.length === 0 && sends < sendsAtMost) {
      return await this.#send(mine, now, sends + 1, signal);
    }
    if (cause.kind === "answerLost" && stored.present.length === 0) {
      // A gateway may still carry it out: the next save looks for that.
      this.#unanswered = sent;
    } else if (stored.present.length === 0) {
      throw cause;
    }
    return { kind: "partlySaved", cause, stored: stored.present };
  }

  async #wasRead(): Promise<boolean> {
    return this.#isNotedAsRead || this.#base?.source === "read" || (await this.#memory.wasRead(this.repositoryId));
  }

  /** Undefined where it cannot be read. */
  async #readStored(signal: AbortSignal): Promise<SettingsBase | undefined> {
    try {
      const reading = await this.read(signal);
      return reading.kind === "read" ? reading.base : undefined;
    } catch {
      // What counts is the PUT, whose fate is then told as not known.
      return undefined;
    }
  }

  /** Whether a PUT of unknown fate explains what is there now: then it is no colleague's change. */
  #recogniseUnanswered(now: SvnSettings): void {
    if (this.#unanswered && this.#base && storedParts(this.#base.settings, this.#unanswered, now)) {
      this.#base = { ...this.#base, settings: now, source: "read" };
    }
    this.#unanswered = undefined;
  }

  #openConflict(theirs: SettingsBase, reason: SettingsConflictReason): SettingsOutcome {
    this.#conflict = { ancestor: this.#conflict ? this.#conflict.ancestor : this.#base, theirs };
    return { kind: "conflict", theirs, reason };
  }

  async #acceptTheirs(mine: TextSettings, conflict: SettingsConflict): Promise<void> {
    this.#settlement = settleSettings(this.#settlement, conflict.ancestor?.settings, mine, conflict.theirs.settings);
    this.#base = conflict.theirs;
    this.#conflict = undefined;
    await this.#persist();
  }

  #moveBase(base: SettingsBase): void {
    this.#base = base;
    this.#conflict = undefined;
    this.#settlement = undefined;
    this.#unanswered = undefined;
  }

  async #persist(): Promise<void> {
    if (this.#base && !this.#isReleased) {
      const state: SavedSettingsState = {
        base: this.#base,
        ...(this.#settlement && { settlement: this.#settlement }),
        ...(this.#unanswered && { unanswered: this.#unanswered }),
      };
      await this.#store.write(this.#name, state);
    }
  }
}

/** The base an answer makes; undefined when it is without settings. */
export function baseOf(repository: SvnRepository, source: "read" | "answered"): SettingsBase | undefined {
  const { settings, names } = repository;
  return settings && { repository: summaryOf(repository), settings, source, ...(names && { names }) };
}

function summaryOf(repository: SvnRepository): SettingsBase["repository"] {
  const { settings: _, names: __, ...summary } = repository;
  return summary;
}

/** Whether the text of `mine` means what the members it speaks of are in `settings`. */
function isSame(mine: TextSettings, settings: ShownSettings): boolean {
  return differingParts(mine, likeText(settings, mine)).length === 0;
}

/**
 * A route there is not answers 404 without a word; a repository there is not, with one («Repository not found»), as does
 * a user group that a notification names.
 */
function isRouteMissing(error: ServiceError): boolean {
  return (
    (error.kind === "notFound" && error.serviceMessage === undefined) || error.status === 405 || error.status === 501
  );
}

/** Whether a PUT that failed like this can have changed something: not when it was turned away before it was looked at. */
function mayHaveStored({ kind }: ServiceError): boolean {
  return ["answerLost", "rejected", "unavailable", "notFound", "invalidAnswer"].includes(kind);
}
