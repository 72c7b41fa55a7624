import type { ArtifactService } from "../model/artifactService.ts";
import type { TrackerSource } from "./ports.ts";

/**
 * A service and its trackers that also tell which fields a state freezes, where that takes no request more: an artifact
 * that is read again, and whose tracker is known to freeze fields, is read with the rights it gives now
 * (test/service/README.md, Workflow). The answer is larger by the tracker's structure, so nothing else is read so.
 */
export function readingFrozen(
  service: ArtifactService,
  trackers: TrackerSource,
): { readonly service: ArtifactService; readonly trackers: TrackerSource } {
  const freezing = new Set<number>();
  const trackerOf = new Map<number, number>();
  return {
    service: {
      readArtifact: async (artifactId, signal, how) => {
        const withRights = freezing.has(trackerOf.get(artifactId) ?? 0);
        const read = await service.readArtifact(artifactId, signal, withRights ? { ...how, withRights } : how);
        const { tracker } = read.artifact;
        if (tracker) {
          trackerOf.set(artifactId, tracker.id);
        }
        return read;
      },
      updateArtifact: (...args) => service.updateArtifact(...args),
    },
    trackers: {
      tracker: async (trackerId, signal) => {
        const tracker = await trackers.tracker(trackerId, signal);
        if (tracker?.mayFreeze) {
          freezing.add(trackerId);
        } else {
          freezing.delete(trackerId);
        }
        return tracker;
      },
    },
  };
}
