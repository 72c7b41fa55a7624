import type { Artifact, Field, GroupId, Project, Tracker, User } from "./model.ts";
import { lastChangeset, type State } from "./state.ts";

/** Who is asking; undefined is the anonymous user. */
export type Caller = User | undefined;

export function isInGroup(state: State, caller: Caller, groupId: GroupId): boolean {
  if (groupId === "1") {
    return true;
  }
  if (!caller) {
    return false;
  }
  if (groupId === "2") {
    return true;
  }
  const [projectId, builtIn] = groupId.split("_");
  const project = state.projects.get(Number(projectId));
  if (builtIn === "3") {
    return project?.memberIds.includes(caller.id) ?? false;
  }
  if (builtIn === "4") {
    return project?.adminIds.includes(caller.id) ?? false;
  }
  return state.groups.get(groupId)?.memberIds.includes(caller.id) ?? false;
}

function isInAny(state: State, caller: Caller, groupIds: readonly GroupId[]): boolean {
  return groupIds.some((groupId) => isInGroup(state, caller, groupId));
}

export function seesEverything(caller: Caller): boolean {
  return caller?.isSiteAdministrator === true || caller?.isReadOnlyAdministrator === true;
}

export function canSeeProject(caller: Caller, project: Project): boolean {
  return project.access === "public" || seesEverything(caller) || (!!caller && project.memberIds.includes(caller.id));
}

export function isProjectAdmin(caller: Caller, project: Project): boolean {
  return !!caller && (project.adminIds.includes(caller.id) || caller.isSiteAdministrator === true);
}

export function isTrackerAdmin(state: State, caller: Caller, tracker: Tracker): boolean {
  return !!caller && (tracker.adminIds.includes(caller.id) || isProjectAdmin(caller, state.projectOf(tracker)));
}

export function canSeeTracker(state: State, caller: Caller, tracker: Tracker): boolean {
  return (
    canSeeProject(caller, state.projectOf(tracker)) &&
    (seesEverything(caller) || isTrackerAdmin(state, caller, tracker) || isInAny(state, caller, tracker.readers))
  );
}

/** A tracker's right to be seen, narrowed by the groups a permissions field of the artifact grants. */
export function canSeeArtifact(state: State, caller: Caller, artifact: Artifact): boolean {
  const tracker = state.trackerOf(artifact);
  if (!canSeeTracker(state, caller, tracker)) {
    return false;
  }
  if (seesEverything(caller) || isTrackerAdmin(state, caller, tracker)) {
    return true;
  }
  for (const value of lastChangeset(artifact).values.values()) {
    if (value.kind === "permissions" && value.groupIds.length > 0) {
      return isInAny(state, caller, value.groupIds);
    }
  }
  return true;
}

export function canRead(state: State, caller: Caller, field: Field): boolean {
  return seesEverything(caller) || isInAny(state, caller, field.readers);
}

export function canSubmit(state: State, caller: Caller, field: Field): boolean {
  return caller?.isReadOnlyAdministrator !== true && isInAny(state, caller, field.submitters);
}

export function canUpdate(state: State, caller: Caller, field: Field): boolean {
  return caller?.isReadOnlyAdministrator !== true && isInAny(state, caller, field.updaters);
}
