import { RestError } from "../server/answer.ts";
import type { ApiRequest } from "../server/router.ts";
import type { Artifact, Project, Tracker } from "../state/model.ts";
import { canSeeArtifact, canSeeProject, canSeeTracker } from "../state/permissions.ts";

/**
 * An artifact for reading: 404 unknown, 403 not visible, then what the project's state forbids, without a word of it.
 */
export function readableArtifact(request: ApiRequest, id: number): Artifact {
  const artifact = visibleArtifact(request, id);
  const project = request.state.projectOf(request.state.trackerOf(artifact));
  if (project.status === "deleted") {
    throw RestError.of(404, "Project does not exist");
  }
  if (project.status === "suspended" && request.caller?.isSiteAdministrator !== true) {
    throw RestError.of(403);
  }
  return artifact;
}

/** An artifact for writing: the project's suspension holds for site administrators, too. */
export function writableArtifact(request: ApiRequest, id: number): Artifact {
  const artifact = visibleArtifact(request, id);
  const project = request.state.projectOf(request.state.trackerOf(artifact));
  if (project.status === "deleted") {
    throw RestError.of(404, "Project does not exist");
  }
  if (project.status === "suspended") {
    throw RestError.of(403);
  }
  return artifact;
}

function visibleArtifact({ state, caller }: ApiRequest, id: number): Artifact {
  const artifact = state.artifact(id);
  if (!artifact) {
    throw RestError.of(404);
  }
  if (!canSeeArtifact(state, caller, artifact)) {
    throw RestError.of(403);
  }
  return artifact;
}

function suspended(): RestError {
  return RestError.of(403, "This project is suspended");
}

export function readableProject({ state, caller }: ApiRequest, id: number): Project {
  const project = state.projects.get(id);
  if (!project || project.status === "deleted") {
    throw RestError.of(404, "Project does not exist");
  }
  if (!canSeeProject(caller, project)) {
    throw RestError.of(403);
  }
  if (project.status === "suspended" && caller?.isSiteAdministrator !== true) {
    throw suspended();
  }
  return project;
}

export function readableTracker({ state, caller }: ApiRequest, id: number): Tracker {
  const tracker = state.trackers.get(id);
  if (!tracker) {
    throw RestError.of(404);
  }
  if (!canSeeTracker(state, caller, tracker)) {
    throw RestError.translated(404, "You cannot access this tracker or it does not exist");
  }
  if (state.projectOf(tracker).status === "suspended" && caller?.isSiteAdministrator !== true) {
    throw suspended();
  }
  return tracker;
}
