import type { Version } from "../model/artifact.ts";
import type { UpdateAnswer } from "../model/artifactService.ts";
import type { Entry } from "../model/entry.ts";
import type { ArtifactTypes } from "./artifactTypes.ts";
import { type Base, differingFields, instantOf, racyWithinMs, sameVersion } from "./base.ts";
import type { Confirming } from "./documentKind.ts";

/** Headers lag, and timers are early. */
const spareMs = 250;
/** A service whose versions and `Date` headers are further apart does not tell when the second of a version is over. */
const maxMs = 60_000;

/** Gives the base that a PUT of `sent` left, as far as it is known. */
export function leftByPut(
  base: Base,
  sent: readonly Entry[],
  answer: Extract<UpdateAnswer, { kind: "updated" }> | undefined,
): Base {
  const fieldIds = sent.map(({ fieldId }) => fieldId);
  return unlessOver(base, { fieldIds, ...(answer?.date !== undefined && { date: answer.date }) });
}

/**
 * Makes the confirmation of what a PUT left: by a reading that finds the same version once no other change can have its
 * token.
 */
export function confirmingArtifacts(
  readInBackground: (signal: AbortSignal) => Promise<Base>,
): Confirming<ArtifactTypes> {
  return {
    readInBackground,
    dueMs: ({ version, unconfirmed }) => unconfirmed && dueMs(version, unconfirmed.date),
    judge: (base, now) => {
      const { unconfirmed } = base;
      if (!unconfirmed || !sameVersion(base.version, now.version)) {
        return undefined;
      }
      const differing = differingFields(base, now).filter((fieldId) => unconfirmed.fieldIds.includes(fieldId));
      return { kind: "saved", base: unlessOver(now, unconfirmed), differing };
    },
  };
}

/** Gives `base`, marked as not confirmed while it is racy: the next reading may tell something else. */
function unlessOver(base: Base, unconfirmed: NonNullable<Base["unconfirmed"]>): Base {
  return base.isRacy ? { ...base, unconfirmed } : base;
}

/**
 * Gives after how many milliseconds a version can be confirmed; undefined where nobody can say. It compares only times
 * of the service, those of an answer: the machine's clock may be hours off.
 */
function dueMs(version: Version, date = ""): number | undefined {
  const leftMs = (instantOf(version) ?? Number.NaN) + racyWithinMs - Date.parse(date);
  const ms = Math.max(racyWithinMs, Number.isNaN(leftMs) ? 0 : leftMs) + spareMs;
  return ms > maxMs ? undefined : ms;
}
