import type { Project, Tracker } from "../state/model.ts";
import type { State } from "../state/state.ts";

export function projectReference(project: Project): Record<string, unknown> {
  return { id: project.id, uri: `projects/${project.id}`, label: project.label, icon: project.icon };
}

/** The tracker inside links, in answers to POST and as a parent: with `color`. */
export function trackerReference(state: State, tracker: Tracker): Record<string, unknown> {
  return {
    id: tracker.id,
    uri: `trackers/${tracker.id}`,
    label: tracker.label,
    color: tracker.colourName,
    project: projectReference(state.projectOf(tracker)),
  };
}

/** The tracker inside an artifact: with `color_name`. */
export function minimalTracker(state: State, tracker: Tracker): Record<string, unknown> {
  return {
    id: tracker.id,
    uri: `trackers/${tracker.id}`,
    label: tracker.label,
    color_name: tracker.colourName,
    project: projectReference(state.projectOf(tracker)),
    cannot_create_reasons: null,
  };
}
