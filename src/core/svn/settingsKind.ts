import type { SvnRepository, SvnSettings } from "../model/svnRepository.ts";
import { isServiceError, ServiceError } from "../service/serviceError.ts";
import { SendingNotKept } from "../windows/draftStore.ts";
import type {
  DocumentKind,
  Put,
  ResourceReading,
  StoredChange,
  Unanswered,
  UnreadResource,
  Verdict,
} from "../workingCopy/documentKind.ts";
import type { StateStore } from "../workingCopy/keptState.ts";
import { WorkingCopy } from "../workingCopy/workingCopy.ts";
import { asStored, isStoredPart } from "./mergeSettings.ts";
import type { SettingsMemory, SettingsService } from "./ports.ts";
import {
  defaultSettings,
  differingParts,
  isSamePart,
  likeText,
  overlaid,
  type PartKey,
  partsOf,
  rewrittenParts,
  type TextSettings,
} from "./settings.ts";
import { settingsRules } from "./settingsRules.ts";
import type { SettingsBase, SettingsTypes, Unreadable } from "./settingsTypes.ts";

/** The working copy of a repository's settings. */
export type SettingsCopy = WorkingCopy<SettingsTypes>;

/** The service that settings are read from and written to, and what is remembered of them. */
export interface SettingsSource {
  readonly service: SettingsService;
  readonly memory: SettingsMemory;
}

type SettingsPut = Put<SettingsTypes>;
type SettingsVerdict = Verdict<SettingsTypes>;
type Answer = SettingsTypes["answer"];

/**
 * Makes a working copy of a repository's settings.
 *
 * A repository has no version, so its settings are read again just before a PUT and compared with the base. A PUT
 * replaces all settings, so it carries what the service had then, with what the text says in its place.
 */
export function settingsCopy(
  repositoryId: number,
  source: SettingsSource,
  store: StateStore<SettingsTypes>,
): SettingsCopy {
  return new WorkingCopy(new SettingsKind(repositoryId, source), repositoryId, store);
}

class SettingsKind implements DocumentKind<SettingsTypes> {
  readonly rules = settingsRules;
  readonly writes = "inParts";
  readonly #repositoryId: number;
  readonly #service: SettingsService;
  readonly #memory: SettingsMemory;
  #wasRead = false;
  /** It is true once the memory has kept that the settings were read, for other windows and for later. */
  #isNotedAsRead = false;

  constructor(repositoryId: number, { service, memory }: SettingsSource) {
    this.#repositoryId = repositoryId;
    this.#service = service;
    this.#memory = memory;
  }

  /** Reads the settings. It throws `ServiceError`, also when the service says that there is no such repository. */
  async read(signal: AbortSignal, known: SettingsBase | undefined): Promise<ResourceReading<SettingsTypes>> {
    let repository: SvnRepository;
    try {
      repository = await this.#service.readRepository(this.#repositoryId, signal);
    } catch (error) {
      if (isServiceError(error) && isRouteMissing(error)) {
        return await this.#unread(known, { why: "noRoute", summary: { id: this.#repositoryId }, cause: error });
      }
      throw error;
    }
    const base = baseOf(repository, "read");
    if (!base) {
      return await this.#unread(known, { why: "withheld", summary: summaryOf(repository) });
    }
    this.#wasRead = true;
    this.#isNotedAsRead ||= await this.#memory.noteRead(this.#repositoryId);
    return { kind: "read", base };
  }

  /**
   * Tells what may be done with settings that the service does not give. Those that could be read before nobody
   * replaces unseen. Of others, without remembered ones another window may have saved some, so the person has to say
   * that mine are kept.
   */
  async #unread(
    known: SettingsBase | undefined,
    { why, summary, cause }: { why: Unreadable; summary: SettingsBase["repository"]; cause?: ServiceError },
  ): Promise<UnreadResource<SettingsTypes>> {
    const wasRead = this.#wasRead || known?.source === "read" || (await this.#memory.wasRead(this.#repositoryId));
    if (wasRead) {
      // They still have a route: a gateway's page may look like a missing one.
      const refusal = { kind: "unreadable", reason: why, ...(cause && { cause }) } as const;
      return { kind: "unreadable", why, last: undefined, replaceableBy: [], refusal };
    }
    const settings = await this.#memory.read(this.#repositoryId);
    const repository = { ...known?.repository, ...summary };
    return {
      kind: "unreadable",
      why,
      last: settings && { repository, settings, source: "remembered" },
      replaceableBy: settings ? ["plain", "keepMine"] : ["keepMine"],
      refusal: { kind: "unknownTarget", reason: why },
    };
  }

  /**
   * Gives the settings that a document is to show: those that the service has, else those that were saved last, else
   * the service's defaults where it has no way to read at all. It is undefined where the service withholds them and
   * either none are remembered or they could be read before. It throws `ServiceError`, also where there is no way to
   * read settings that could be read before.
   */
  async open(known: SettingsBase | undefined, signal: AbortSignal): Promise<SettingsBase | undefined> {
    const reading = await this.read(signal, known);
    if (reading.kind === "read") {
      return reading.base;
    }
    const { why, last, refusal } = reading;
    if (refusal.kind === "unreadable") {
      if (refusal.cause) {
        throw refusal.cause;
      }
      return undefined;
    }
    const isAssumed = why === "noRoute";
    const assumed = { repository: { id: this.#repositoryId }, settings: defaultSettings, source: "assumed" } as const;
    return last ?? (isAssumed ? assumed : undefined);
  }

  change(target: SettingsBase, mine: TextSettings): SvnSettings | undefined {
    return isSame(mine, target.settings) ? undefined : overlaid(target.settings, mine);
  }

  isDemandable(): boolean {
    return false;
  }

  isSameFor(mine: TextSettings, target: SettingsBase, now: SettingsBase): boolean {
    return isSame(likeText(target.settings, mine), now.settings);
  }

  isUnmoved(target: SettingsBase, now: SettingsBase): boolean {
    return !settingsRules.differs(target, now);
  }

  over(put: SettingsPut, now: SettingsBase): SettingsPut {
    return { ...put, target: now, change: overlaid(now.settings, put.entries) };
  }

  async send({ change, unread, signal }: SettingsPut): Promise<Answer> {
    if (unread && !(await this.#isNoteReplaceable())) {
      throw new SendingNotKept();
    }
    return { kind: "updated", repository: await this.#service.updateRepository(this.#repositoryId, change, signal) };
  }

  judgeAnswer(put: SettingsPut, { repository }: Answer): SettingsVerdict | undefined {
    const base = repository && baseOf(repository, "answered");
    return base ? this.#judge(put, base) : put.unread ? this.judgeUnread(put) : undefined;
  }

  judgeUnread(put: SettingsPut): SettingsVerdict {
    return stored(put, { ...put.target, settings: put.change, source: "remembered" });
  }

  judgeRead(put: SettingsPut, _answer: Answer, now: SettingsBase): SettingsVerdict {
    return this.#judge(put, now);
  }

  #judge(put: SettingsPut, base: SettingsBase): SettingsVerdict {
    const { present, missing, foreign } = storedParts(put.target.settings, put.change, base.settings);
    if (missing.length === 0 || present.length + foreign.length > 0) {
      return stored(put, base);
    }
    // The answer is a success, and nothing came of it: something before the service has answered.
    const facts = { method: "PUT", path: `/svn/${this.#repositoryId}`, problem: "incomplete" } as const;
    return { kind: "doubtful", cause: new ServiceError({ kind: "invalidAnswer", ...facts }) };
  }

  /** Judges by what the service has after a failure: it stores part after part, and a lost answer tells nothing. */
  judgeFailure(put: SettingsPut, now: SettingsBase, cause: unknown): SettingsVerdict {
    const { target, change, mine } = put;
    const { present, missing, foreign } = storedParts(target.settings, change, now.settings);
    const isAlone = foreign.length === 0;
    if (!isServiceError(cause) || (!isAlone && cause.kind === "answerLost")) {
      return { kind: "conflict", theirs: now, reason: "answerLost", cause };
    }
    if (!isAlone) {
      // The service refused, and a colleague was faster: the base stays, so that the next save finds the conflict.
      return { kind: "refused", outcome: { kind: "partlySaved", cause, stored: present } };
    }
    if (missing.length === 0) {
      return stored(put, now);
    }
    if (present.length === 0) {
      return { kind: "notStored", now, cause };
    }
    return {
      kind: "storedInPart",
      base: now,
      // The parts that are missing are on the service as they were before.
      mine: likeText(now.settings, mine),
      parts: settingsRules.partsOf(change, target),
      outcome: { kind: "partlySaved", cause, stored: present },
    };
  }

  explains({ target, change }: Unanswered<SettingsTypes>, _base: SettingsBase, now: SettingsBase): boolean {
    const { present, foreign } = storedParts(target.settings, change, now.settings);
    return present.length > 0 && foreign.length === 0;
  }

  async noteStored({ base }: StoredChange<SettingsTypes>): Promise<void> {
    await this.#memory.write(this.#repositoryId, base.settings);
  }

  /** Tells whether the noted settings can be replaced: after a restart they would pass for those saved next. */
  async #isNoteReplaceable(): Promise<boolean> {
    const noted = await this.#memory.read(this.#repositoryId);
    return noted === undefined || (await this.#memory.write(this.#repositoryId, noted));
  }
}

function stored({ target, change, mine, unread }: SettingsPut, now: SettingsBase): SettingsVerdict {
  const base = { ...now, repository: { ...target.repository, ...now.repository } };
  const rewritten = rewrittenParts(change, base.settings);
  const saved = { sent: change, rewritten, ...(unread && { unchecked: unread }) };
  // The service itself changed its access file, and no colleague: nobody has to decide about that, and no undo takes it
  // back.
  const as = { mine: asStored(mine, base.settings), change: asStored(change, base.settings) };
  return { kind: "stored", base, saved, answer: undefined, as };
}

/** Makes a base of an answer; undefined when it is without settings. */
export function baseOf(repository: SvnRepository, source: "read" | "answered"): SettingsBase | undefined {
  const { settings, names } = repository;
  return settings && { repository: summaryOf(repository), settings, source, ...(names && { names }) };
}

function summaryOf(repository: SvnRepository): SettingsBase["repository"] {
  const { settings: _, names: __, ...summary } = repository;
  return summary;
}

/** Tells whether `mine` and `settings` mean the same in the members that `mine` has. */
function isSame(mine: TextSettings, settings: TextSettings): boolean {
  return differingParts(mine, likeText(settings as SvnSettings, mine)).length === 0;
}

/**
 * Tells whether the service has no such route: then it answers 404 without a word. For a repository or a user group
 * that does not exist it answers 404 with words («Repository not found»).
 */
function isRouteMissing(error: ServiceError): boolean {
  return (
    (error.kind === "notFound" && error.serviceMessage === undefined) || error.status === 405 || error.status === 501
  );
}

/**
 * Tells which changes of `sent` are in `now`, and which are missing. `foreign` parts are neither as before nor as sent:
 * somebody else has changed them.
 */
function storedParts(before: SvnSettings, sent: SvnSettings, now: SvnSettings) {
  const [old, ours, current] = [partsOf(before), partsOf(sent), partsOf(now)];
  const found = { present: [] as PartKey[], missing: [] as PartKey[], foreign: [] as PartKey[] };
  for (const key of new Set([...differingParts(before, sent), ...differingParts(before, now)])) {
    const [was, mine, is] = [old.get(key), ours.get(key), current.get(key)];
    found[isStoredPart(key, mine, is) ? "present" : isSamePart(key, was, is) ? "missing" : "foreign"].push(key);
  }
  return found;
}
