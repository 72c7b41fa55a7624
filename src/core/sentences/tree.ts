import { statusName } from "../labels/values.ts";

// The rows of the tree: their labels and tooltips, and what screen readers say of them. Names come without controls.

type Below = string;

// Connections and groups.

export const noProjectsToSee = "No projects that you may see";
export const noProjectsShort = "Lists nothing: open by number";
export const noProjectsWhole = "This service does not list projects. Artifacts open by number, reference or address";
export const loadingProjects = "Loading projects…";
export const nothingAssigned = "Nothing open is assigned to you";

export const groupWords = {
  assigned: {
    label: "Assigned to Me",
    tooltip: "Open artifacts that are assigned to you",
    spoken: "Open artifacts assigned to me",
  },
  pinned: { label: "Pinned", tooltip: "What you keep at the top", spoken: "Pinned artifacts and repositories" },
  recent: {
    label: "Recent",
    tooltip: "Artifacts you opened lately, the last one first",
    spoken: "Recently opened artifacts",
  },
  queries: {
    label: "Queries",
    tooltip: "Queries you saved, and how many artifacts each finds",
    spoken: "Saved queries",
  },
} as const;

export function connectionSpoken(label: string): string {
  return `Connection ${label}`;
}

export function projectsOfConnection(label: string): Below {
  return `projects of ${label}`;
}

// Projects, trackers and reports.

export const project = "Project";
export const tracker = "Tracker";
export const report = "Report";
export const noTrackers = "no trackers";
export const noTrackersToSee = "No trackers that you may see";
export const isFavourite = "One of your favourites";
export const defaultReport = "default";
export const privateReport = "private";

export function projectSpoken(name: string | number, isPinned: boolean, isEmpty: boolean): string {
  const spoken = isPinned ? `Favourite project ${name}` : `Project ${name}`;
  return isEmpty ? `${spoken}, no trackers` : spoken;
}

export function trackersOf(name: string): Below {
  return `trackers of ${name}`;
}

export function artifactsBelow(name: string): Below {
  return `artifacts of ${name}`;
}

export function artifactsOfReport(name: string): Below {
  return `artifacts of the report ${name}`;
}

export function reportOf(name: string): string {
  return `Report of ${name}`;
}

export function ofTracker(name: string): string {
  return `of the tracker ${name}`;
}

export function allArtifacts(isFiltered: boolean): string {
  return isFiltered ? "Artifacts" : "All Artifacts";
}

export function allArtifactsOf(name: string, isFiltered: boolean): string {
  return isFiltered ? `Artifacts of ${name}` : `All artifacts of ${name}`;
}

export function allArtifactsSpoken(name: string, isFiltered: boolean): string {
  return isFiltered ? `Filtered artifacts of the tracker ${name}` : `All artifacts of the tracker ${name}`;
}

// Queries.

export const query = "Query";

export function querySpoken(label: string): string {
  return `Query ${label}`;
}

export function finds(count: string): string {
  return `finds ${count}`;
}

export function artifactsOfQuery(label: string): Below {
  return `artifacts of the query ${label}`;
}

// Artifacts, their attachments and links.

export const openArtifact = "Open Artifact";
export const openAttachment = "Open Attachment";
export const openPage = "Open in browser";
export const noArtifactsToSee = "No artifacts that you may see";
export const noArtifactsFiltered = "No artifacts that the filter lets through";
export const noAttachments = "No attachments";
export const noAttachmentsOrLinks = "No attachments or links";
export const linkedArtifacts = "Linked artifacts";
/** Plain links from elsewhere, which the service calls what it calls those to elsewhere. */
export const linkedFrom = "Linked from";
export const linkDirections = { forward: "outgoing", reverse: "incoming" } as const;

export function artifactSpoken(
  artifactId: number,
  title: string,
  status: string,
  { isClosed, isPinned }: { readonly isClosed: boolean; readonly isPinned: boolean },
): string {
  const named = title === "" ? `Artifact ${artifactId}` : `Artifact ${artifactId}, ${title}`;
  const withStatus = status === "" ? named : `${named}, status ${status}`;
  return `${withStatus}${isClosed ? ", closed" : ""}${isPinned ? ", pinned" : ""}`;
}

export function artifactBelow(artifactId: number): Below {
  return `artifact ${artifactId}`;
}

export function statusIs(status: string, isClosed: boolean): string {
  return `Status: ${statusName(status, isClosed)}`;
}

export function assignedTo(people: readonly string[]): string {
  return `Assigned to: ${people.join(", ")}`;
}

/** When and by whom, as far as it is known; undefined where neither is. */
export function submitted(by: string | undefined, when: string | undefined): string | undefined {
  if (when === undefined) {
    return by === undefined ? undefined : `Submitted by ${by}`;
  }
  return by === undefined ? `Submitted ${when}` : `Submitted ${when} by ${by}`;
}

export function lastChanged(by: string | undefined, when: string | undefined): string | undefined {
  if (when === undefined) {
    return by === undefined ? undefined : `Last changed by ${by}`;
  }
  return by === undefined ? `Last changed ${when}` : `Last changed ${when} by ${by}`;
}

export function attachmentNumbered(n: number): string {
  return `Attachment ${n}`;
}

export function attachmentSpoken(name: string): string {
  return `Attachment ${name}`;
}

export function ofArtifact(artifactId: number): string {
  return `of artifact ${artifactId}`;
}

export function linksDirection(artifactId: number, isForward: boolean): string {
  return isForward ? `Artifacts that #${artifactId} links to` : `Artifacts that link to #${artifactId}`;
}

export function linksSpoken(label: string): string {
  return `Linked artifacts: ${label}`;
}

export function linkedWith(artifactId: number): Below {
  return `artifacts linked with ${artifactId}`;
}

// SVN repositories.

export const repositories = "SVN Repositories";
export const noRepositoriesToSee = "No SVN repositories that you may see";
export const repositoriesNotListedShort = "Not listed by this service";
export const repositoriesNotListedWhole = "This service does not list SVN repositories";
export const openSvnSettings = "Open SVN Settings";

export function repositoriesOf(projectName: string): Below {
  return `SVN repositories of ${projectName}`;
}

export function repositorySpoken(name: string | number): string {
  return `SVN repository ${name}`;
}

export function repositoryTooltip(name: string, id: number): string {
  return `SVN repository ${name} (#${id})`;
}

// The ends of lists.

/** For `explain`. */
export const itNotRead = "It could not be read";
/** For `explain`. */
export const thisNotRead = "This could not be read";
export const setAccessKey = "Set Access Key";
export const retry = "Retry";
export const pressEnterToOpen = "press Enter to open one";
export const pressEnterToStop = "press Enter to stop";

/** `reason` is a whole sentence. */
export function failedSpoken(below: Below, reason: string, isKeyRefused: boolean): string {
  return isKeyRefused
    ? `Failed, ${below}: ${reason} Press Enter to set another access key.`
    : `Failed, ${below}: ${reason} Press Enter to retry.`;
}

export function loadMore(isReading: boolean): string {
  return isReading ? "Loading…" : "Load more…";
}

export function loadMoreTooltip(isReading: boolean): string {
  return isReading ? "Click to stop loading; what has arrived stays" : "Click to load the next page";
}

export function loadMoreCommand(isReading: boolean): string {
  return isReading ? "Stop Loading" : "Load More";
}

export function loadMoreSpoken(below: Below, isReading: boolean): string {
  return isReading ? `Loading more ${below}` : `Load more ${below}`;
}

export function countOfAll(shown: string, all: string | undefined): string {
  return all === undefined ? shown : `${shown} of ${all}`;
}

export function countShown(count: string): string {
  return `${count} shown`;
}
