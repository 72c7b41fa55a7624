import { fieldFinder } from "../field/fieldFinder.ts";
import { checkMembers } from "../field/meaning.ts";
import { diffEntries, markedFields } from "../merge/diffEntries.ts";
import type { ArtifactService, Condition, ReadManner, UpdateAnswer } from "../model/artifactService.ts";
import type { Entry } from "../model/entry.ts";
import type { JsonObject } from "../model/json.ts";
import type { WriteQueue } from "../util/writeQueue.ts";
import { confirmingArtifacts, leftByPut } from "./artifactConfirmation.ts";
import { artifactRules } from "./artifactRules.ts";
import { artifactSettlement } from "./artifactSettlement.ts";
import type { ArtifactOutcome, ArtifactTypes } from "./artifactTypes.ts";
import {
  type Base,
  type BaseField,
  differingFields,
  hasToken,
  interpretArtifact,
  sameVersion,
  withEntries,
} from "./base.ts";
import type { ConfirmationDependencies } from "./confirmation.ts";
import type { DocumentKind, Put, StoredChange, Unanswered, Verdict } from "./documentKind.ts";
import type { SavedState, StateStore } from "./keptState.ts";
import type { StoredPut, TrackerSource } from "./ports.ts";
import { type Settlement, unsettledParts } from "./settlement.ts";
import { formatChanges, unstoredEntries } from "./unstored.ts";
import { VersionConditions } from "./versionConditions.ts";
import { WorkingCopy } from "./workingCopy.ts";

/** A working copy whose resource is an artifact. */
export type ArtifactCopy = WorkingCopy<ArtifactTypes>;

/** Keeps the states of artifacts' working copies. */
export type ArtifactStateStore = StateStore<ArtifactTypes>;

/** Holds what a working copy of an artifact keeps over reloads and crashes. */
export type ArtifactState = SavedState<ArtifactTypes>;

type ArtifactPut = Put<ArtifactTypes>;
type ArtifactVerdict = Verdict<ArtifactTypes>;
type Updated = Extract<UpdateAnswer, { kind: "updated" }>;

/**
 * Makes the working copy of an artifact. `noteStored` is told of each PUT that was carried out, before its save ends;
 * it must not wait for anything. `dependencies` are for the reading after a save; without them the next save reads
 * first.
 */
export function artifactCopy(
  artifactId: number,
  service: ArtifactService,
  trackers: TrackerSource,
  store: ArtifactStateStore,
  noteStored: (put: StoredPut) => void = () => {},
  dependencies?: ConfirmationDependencies<ArtifactTypes>,
  queue?: WriteQueue,
): ArtifactCopy {
  const kind = new ArtifactKind(artifactId, service, trackers, noteStored);
  return new WorkingCopy(kind, artifactId, store, dependencies, queue);
}

/** The kind of artifacts: a PUT carries the changed entries on the condition of a version. */
class ArtifactKind implements DocumentKind<ArtifactTypes> {
  readonly rules = artifactRules;
  readonly writes = "versioned";
  readonly confirming = confirmingArtifacts((signal) => this.#read(signal, { isBackground: true }));
  readonly #artifactId: number;
  readonly #service: ArtifactService;
  readonly #trackers: TrackerSource;
  readonly #conditions = new VersionConditions();
  readonly #noteStored: (put: StoredPut) => void;

  constructor(
    artifactId: number,
    service: ArtifactService,
    trackers: TrackerSource,
    noteStored: (put: StoredPut) => void,
  ) {
    this.#artifactId = artifactId;
    this.#service = service;
    this.#trackers = trackers;
    this.#noteStored = noteStored;
  }

  /** Reads the artifact, and the structure of its tracker where that is not known yet. */
  async read(signal: AbortSignal) {
    return { kind: "read", base: await this.#read(signal) } as const;
  }

  open(_known: Base | undefined, signal: AbortSignal): Promise<Base> {
    return this.#read(signal);
  }

  change(target: Base, mine: readonly Entry[]): readonly Entry[] | undefined {
    const changed = diffEntries(target.fields, mine);
    return changed.length > 0 ? changed : undefined;
  }

  objection(
    target: Base,
    changed: readonly Entry[],
    settlement: Settlement<ArtifactTypes> | undefined,
  ): ArtifactOutcome | undefined {
    const marked = markedFields(target.fields, changed);
    const undecided = unsettledParts(artifactSettlement, settlement, target, changed).filter(({ fieldId }) =>
      marked.includes(fieldId),
    );
    if (undecided.length > 0) {
      return { kind: "unsettled", entries: undecided };
    }
    const inTarget = fieldFinder(target.fields);
    // A field the base does not know is left to the service, which names it in its answer.
    const unwritable = changed
      .map(({ fieldId }) => fieldId)
      .filter((fieldId) => inTarget(fieldId)?.isWritable === false);
    if (unwritable.length > 0) {
      return { kind: "notWritable", fieldIds: unwritable };
    }
    const harmful = changed
      .filter(({ fieldId, members }) => isHarmful(members, inTarget(fieldId)))
      .map(({ fieldId }) => fieldId);
    return harmful.length > 0 ? { kind: "harmful", fieldIds: harmful } : undefined;
  }

  conditionOn({ version }: Base): Condition | undefined {
    return this.#conditions.on(version);
  }

  isDemandable(target: Base): boolean {
    return !target.isRacy && hasToken(target.version);
  }

  isSameFor(_mine: readonly Entry[], target: Base, now: Base): boolean {
    return differingFields(target, now).length === 0;
  }

  isUnmoved = isUnmoved;

  over(put: ArtifactPut, now: Base): ArtifactPut {
    // Where the new answer lacks what a PUT can demand, the version before it is demanded.
    return { ...put, target: hasToken(now.version) ? now : { ...now, version: put.target.version } };
  }

  send({ target, change, signal, encode }: ArtifactPut): Promise<UpdateAnswer> {
    const body = encode?.(change, target);
    return this.#service.updateArtifact(this.#artifactId, change, this.conditionOn(target), signal, body);
  }

  demandsOtherwise({ version }: Base): boolean {
    return this.#conditions.demandOtherwise(version);
  }

  judgeAnswer(put: ArtifactPut, answer: Updated): ArtifactVerdict | undefined {
    return hasToken(answer.version) && !isDoubted(put, answer)
      ? this.#stored(put, storedBase(put, answer), answer)
      : undefined;
  }

  judgeUnread(put: ArtifactPut, answer: Updated, cause: unknown): ArtifactVerdict {
    if (isDoubted(put, answer) || (!hasToken(answer.version) && hasToken(put.target.version))) {
      // The service tells the version that it made: so this may be the answer of something in front of it, or nothing
      // was stored.
      return { kind: "unknown", cause };
    }
    return this.#stored(put, storedBase(put, answer), answer);
  }

  judgeRead(put: ArtifactPut, answer: Updated, now: Base): ArtifactVerdict {
    const { target, change: changed } = put;
    const isSameVersion = tellsTargetVersion(put, answer);
    if (isSameVersion && !sameVersion(answer.version, now.version) && !holdsAll(now, changed)) {
      // Nothing was stored, and a colleague has stored something since.
      return { kind: "conflict", theirs: now, reason: "changedMeanwhile" };
    }
    const unstored = unstoredEntries(target, changed, now, isSameVersion && isUnmoved(target, now));
    if (unstored.length > 0) {
      return storedInPart(put, now, unstored);
    }
    const isDoubtful = !hasToken(answer.version) && (hasToken(target.version) || isUnmoved(target, now));
    if (isDoubtful && !holdsAll(now, changed)) {
      // The service tells the version that it made: so the answer may be that of something in front of it.
      return { kind: "doubtful", now, cause: new Error("A success that tells no version") };
    }
    const inChanged = fieldFinder(changed);
    const differing = differingFields(storedBase(put, answer), now).filter((fieldId) => inChanged(fieldId));
    return this.#stored(put, now, answer, differing);
  }

  judgeFailure(put: ArtifactPut, now: Base, cause: unknown): ArtifactVerdict {
    if (holdsAll(now, put.change)) {
      return this.#stored(put, now, undefined);
    }
    return isUnmoved(put.target, now)
      ? { kind: "notStored", now, cause }
      : { kind: "conflict", theirs: now, reason: "answerLost", cause };
  }

  explains({ target, change }: Unanswered<ArtifactTypes>, base: Base, now: Base): boolean {
    // Mine may have been kept over a version that is not the base.
    return [base, target].some(
      (over) =>
        !isUnmoved(over, now) && differingFields(withEntries(over, change, now.version, now.isRacy), now).length === 0,
    );
  }

  noteStored({ target, change: changed, base, answer, saved }: StoredChange<ArtifactTypes>): undefined {
    const { version, date } = answer ?? { version: base.version, date: undefined };
    const differing = saved?.differing ?? [];
    this.#noteStored({
      artifactId: this.#artifactId,
      target,
      changed,
      version,
      ...(date !== undefined && { date }),
      differing,
    });
  }

  async #read(signal: AbortSignal, how?: ReadManner): Promise<Base> {
    const read = await this.#service.readArtifact(this.#artifactId, signal, how);
    return await interpretArtifact(read, this.#trackers, signal);
  }

  #stored(
    { target, change }: ArtifactPut,
    base: Base,
    answer: Updated | undefined,
    differing: readonly number[] = [],
  ): ArtifactVerdict {
    const saved = { differing, ...(!this.conditionOn(target) && { isUnconditional: true as const }) };
    return { kind: "stored", base: leftByPut(base, change, answer), saved, answer };
  }
}

/**
 * Gives what is there once the put was carried out, if nothing else happened: nobody knows yet what the service made of
 * it.
 */
function storedBase({ target, change }: ArtifactPut, { version }: Updated): Base {
  return withEntries(target, change, version, true);
}

/** Tells whether the answer has the version from before the put. */
function tellsTargetVersion({ target }: ArtifactPut, { version }: Updated): boolean {
  return hasToken(version) && sameVersion(target.version, version);
}

function isDoubted(put: ArtifactPut, answer: Updated): boolean {
  return tellsTargetVersion(put, answer) || formatChanges(put.target, put.change).length > 0;
}

/** Gives the verdict on a PUT of which the service stored all but `unstored`: these stay changes of the text. */
function storedInPart({ target, change, mine }: ArtifactPut, now: Base, unstored: readonly Entry[]): ArtifactVerdict {
  const isUnstored = fieldFinder(unstored);
  const stored = change.filter(({ fieldId }) => !isUnstored(fieldId));
  const noted = { target, change: stored, base: now, answer: undefined, saved: undefined };
  return {
    kind: "storedInPart",
    base: stored.length > 0 || !isUnmoved(target, now) ? now : undefined,
    mine: mine.filter(({ fieldId }) => !isUnstored(fieldId)),
    parts: artifactRules.partsOf(stored, target),
    ...(stored.length > 0 && { noted }),
    outcome: {
      kind: "notStored",
      fieldIds: unstored.map(({ fieldId }) => fieldId),
      isOnlyFormat: formatChanges(now, unstored).length === unstored.length,
    },
  };
}

/** Tells whether `now` is the version of `target`, and says the same. */
function isUnmoved(target: Base, now: Base): boolean {
  return sameVersion(target.version, now.version) && differingFields(target, now).length === 0;
}

function isHarmful(members: JsonObject, field: BaseField | undefined): boolean {
  return field !== undefined && checkMembers(members, field).some((problem) => problem.severity === "error");
}

function holdsAll(base: Base, entries: readonly Entry[]): boolean {
  return diffEntries(base.fields, entries).length === 0;
}
