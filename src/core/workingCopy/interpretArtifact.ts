import type { VersionedArtifact } from "../model/artifact.ts";
import { type Base, makeBase } from "./base.ts";
import type { TrackerSource } from "./ports.ts";

/** The base that an answer makes, with the structure of its tracker. */
export async function interpretArtifact(
  read: VersionedArtifact,
  trackers: TrackerSource,
  signal: AbortSignal,
): Promise<Base> {
  const trackerId = read.artifact.tracker?.id;
  return makeBase(read, trackerId === undefined ? undefined : await trackers.tracker(trackerId, signal));
}
