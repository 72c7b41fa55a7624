import { isSameJson } from "../field/sameJson.ts";
import type { Artifact, VersionedArtifact } from "../model/artifact.ts";
import type { Tracker } from "../model/tracker.ts";
import { type Base, isRacy, makeBase } from "./base.ts";
import type { TrackerSource } from "./ports.ts";

/**
 * The base that an answer makes, with the structure of its tracker. What is answered with the same bytes again, and so is
 * the same artifact, makes the same base.
 */
export async function interpretArtifact(
  read: VersionedArtifact,
  trackers: TrackerSource,
  signal: AbortSignal,
): Promise<Base> {
  const trackerId = read.artifact.tracker?.id;
  const tracker = trackerId === undefined ? undefined : await trackers.tracker(trackerId, signal);
  const base = baseOf(read, tracker);
  made.set(read.artifact, { tracker, base });
  return base;
}

/** What was made last of each artifact. */
const made = new WeakMap<Artifact, { readonly tracker: Tracker | undefined; readonly base: Base }>();

function baseOf(read: VersionedArtifact, tracker: Tracker | undefined): Base {
  const last = made.get(read.artifact);
  if (!last || last.tracker !== tracker) {
    return makeBase(read, tracker);
  }
  const { version } = read;
  const isRacyNow = isRacy(version, read.date);
  const { base } = last;
  const isSame = isSameJson({ ...base.version }, { ...version }) && base.isRacy === isRacyNow;
  return isSame ? base : { ...base, version, isRacy: isRacyNow };
}
