import type { QuickPickItem } from "vscode";
import type { Catalog } from "../../core/known/catalog.ts";
import type { TrackerReference } from "../../core/model/artifact.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import {
  projectPlaceholder,
  projectsNotListed,
  projectTitle,
  trackerNumberProblem,
  trackerNumberPrompt,
  trackersNotListed,
  trackerTitle,
} from "../../core/sentences/lists.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { pickFromPages } from "./pickFromPages.ts";
import { explained } from "./present.ts";
import { askInput } from "./quickInput.ts";

interface TrackerPick {
  readonly connection: Connection;
  readonly service: Catalog;
  /** The title of the list, which says what the tracker is picked for: `Create Artifact`. */
  readonly title: string;
  /** The words of the empty box: `Tracker of the new artifact`. */
  readonly placeHolder: string;
}

/**
 * Lets the person choose a tracker, and its project first where that is not given. Where the service lists nothing, the
 * number is asked for. Undefined when the person gave up.
 */
export async function pickTracker(pick: TrackerPick, projectId?: number): Promise<TrackerReference | undefined> {
  const { connection, service, title, placeHolder } = pick;
  try {
    const project =
      projectId === undefined ? await projectFrom(pick) : ({ id: projectId } as Pick<ProjectSummary, "id" | "label">);
    if (project === undefined) {
      return undefined;
    }
    const tracker = await pickFromPages({
      title: trackerTitle(title),
      placeHolder,
      read: (offset, signal) => service.listTrackers(project.id, offset, signal),
      itemOf: (each) => ({ label: plainLabel(each.label), description: plainLabel(each.itemName ?? "") }),
    });
    return (
      tracker && {
        id: tracker.id,
        label: tracker.label,
        projectId: project.id,
        ...(project.label && { projectLabel: project.label }),
      }
    );
  } catch (error) {
    if (isServiceError(error) && error.kind === "notFound") {
      return await askTrackerId(title);
    }
    return await explained(trackersNotListed(connection.label), connection.id, () => Promise.reject(error));
  }
}

/** Lets the person choose a project. Undefined when the person gave up. */
export async function pickProject(pick: Omit<TrackerPick, "placeHolder">): Promise<ProjectSummary | undefined> {
  const { id, label } = pick.connection;
  return await explained(projectsNotListed(label), id, () => projectFrom(pick));
}

function projectFrom({ connection, service, title }: Omit<TrackerPick, "placeHolder">) {
  return pickFromPages({
    title: projectTitle(title),
    placeHolder: projectPlaceholder(connection.label),
    read: (offset, signal) => service.listProjects(offset, signal),
    itemOf: projectItem,
  });
}

/** Makes the row of a project in a list. */
export function projectItem({ label, shortname = "" }: ProjectSummary): QuickPickItem {
  return { label: plainLabel(label), description: plainLabel(shortname) };
}

/** Asks for the number of a tracker where the service lists nothing. */
async function askTrackerId(title: string): Promise<TrackerReference | undefined> {
  const text = await askInput({
    title,
    prompt: trackerNumberPrompt,
    placeHolder: "12",
    validateInput: (typed) => (/^(?:[1-9]\d{0,14})?$/.test(typed.trim()) ? undefined : trackerNumberProblem),
  });
  return text === undefined || text.trim() === "" ? undefined : { id: Number(text) };
}
