import { t } from "@vscode/l10n";
import { statusName } from "../labels/values.ts";

// These words are the labels and tooltips of the rows of the tree, and what screen readers say of them. Names come
// without controls.

type Below = string;

// These words are for connections and groups.

export const noProjectsToSee = t("No projects that you may see");
export const noProjectsShort = t("Lists nothing: open by number");
export const noProjectsWhole = t("This service does not list projects. Artifacts open by number, reference or address");
export const loadingProjects = t("Loading projects…");
export const nothingAssigned = t("Nothing open is assigned to you");

export const groupWords = {
  assigned: {
    label: t("Assigned to Me"),
    tooltip: t("Open artifacts that are assigned to you"),
    spoken: t("Open artifacts assigned to me"),
  },
  pinned: {
    label: t("Pinned"),
    tooltip: t("What you keep at the top"),
    spoken: t("Pinned artifacts and repositories"),
  },
  recent: {
    label: t("Recent"),
    tooltip: t("Artifacts you opened lately, the last one first"),
    spoken: t("Recently opened artifacts"),
  },
  queries: {
    label: t("Queries"),
    tooltip: t("Queries you saved, and how many artifacts each finds"),
    spoken: t("Saved queries"),
  },
} as const;

export function connectionSpoken(label: string): string {
  return t("Connection {label}", { label });
}

export function projectsOfConnection(label: string): Below {
  return t("projects of {label}", { label });
}

// These words are for projects, trackers and reports.

export const project = t("Project");
export const tracker = t("Tracker");
export const report = t("Report");
export const noTrackers = t("no trackers");
export const noTrackersToSee = t("No trackers that you may see");
export const isFavourite = t("One of your favourites");
export const defaultReport = t("default");
export const privateReport = t("private");

export function projectSpoken(name: string | number, isPinned: boolean, isEmpty: boolean): string {
  const spoken = isPinned ? t("Favourite project {name}", { name }) : t("Project {name}", { name });
  return isEmpty ? t("{spoken}, no trackers", { spoken }) : spoken;
}

export function trackersOf(name: string): Below {
  return t("trackers of {name}", { name });
}

export function artifactsBelow(name: string): Below {
  return t("artifacts of {name}", { name });
}

export function artifactsOfReport(name: string): Below {
  return t("artifacts of the report {name}", { name });
}

export function reportOf(name: string): string {
  return t("Report of {name}", { name });
}

export function ofTracker(name: string): string {
  return t("of the tracker {name}", { name });
}

export function allArtifacts(isFiltered: boolean): string {
  return isFiltered ? t("Artifacts") : t("All Artifacts");
}

export function allArtifactsOf(name: string, isFiltered: boolean): string {
  return isFiltered ? t("Artifacts of {name}", { name }) : t("All artifacts of {name}", { name });
}

export function allArtifactsSpoken(name: string, isFiltered: boolean): string {
  return isFiltered
    ? t("Filtered artifacts of the tracker {name}", { name })
    : t("All artifacts of the tracker {name}", { name });
}

// These words are for queries.

export const query = t("Query");

export function querySpoken(label: string): string {
  return t("Query {label}", { label });
}

export function finds(count: string): string {
  return t("finds {count}", { count });
}

export function artifactsOfQuery(label: string): Below {
  return t("artifacts of the query {label}", { label });
}

// These words are for artifacts, their attachments and links.

export const openArtifact = t("Open Artifact");
export const openAttachment = t("Open Attachment");
export const openPage = t("Open in browser");
export const noArtifactsToSee = t("No artifacts that you may see");
export const noArtifactsFiltered = t("No artifacts that the filter lets through");
export const noAttachments = t("No attachments");
export const noAttachmentsOrLinks = t("No attachments or links");
export const linkedArtifacts = t("Linked artifacts");
/** Names plain links from elsewhere, for which the service has the same name as for those that lead elsewhere. */
export const linkedFrom = t("Linked from");
export const linkDirections = { forward: t("outgoing"), reverse: t("incoming") } as const;

export function artifactSpoken(
  artifactId: number,
  title: string,
  status: string,
  { isClosed, isPinned }: { readonly isClosed: boolean; readonly isPinned: boolean },
): string {
  const named =
    title === ""
      ? t("Artifact {artifactId}", { artifactId })
      : t("Artifact {artifactId}, {title}", { artifactId, title });
  const withStatus = status === "" ? named : t("{named}, status {status}", { named, status });
  return `${withStatus}${isClosed ? t(", closed") : ""}${isPinned ? t(", pinned") : ""}`;
}

export function artifactBelow(artifactId: number): Below {
  return t("artifact {artifactId}", { artifactId });
}

export function statusIs(status: string, isClosed: boolean): string {
  return t("Status: {status}", { status: statusName(status, isClosed) });
}

export function assignedTo(people: readonly string[]): string {
  return t("Assigned to: {people}", { people: people.join(", ") });
}

/** Says when something was made, and by whom, as far as that is known; undefined where neither is. */
export function submitted(by: string | undefined, when: string | undefined): string | undefined {
  if (when === undefined) {
    return by === undefined ? undefined : t("Submitted by {by}", { by });
  }
  return by === undefined ? t("Submitted {when}", { when }) : t("Submitted {when} by {by}", { when, by });
}

export function lastChanged(by: string | undefined, when: string | undefined): string | undefined {
  if (when === undefined) {
    return by === undefined ? undefined : t("Last changed by {by}", { by });
  }
  return by === undefined ? t("Last changed {when}", { when }) : t("Last changed {when} by {by}", { when, by });
}

export function attachmentNumbered(n: number): string {
  return t("Attachment {n}", { n });
}

export function attachmentSpoken(name: string): string {
  return t("Attachment {name}", { name });
}

export function ofArtifact(artifactId: number): string {
  return t("of artifact {artifactId}", { artifactId });
}

export function linksDirection(artifactId: number, isForward: boolean): string {
  return isForward
    ? t("Artifacts that #{artifactId} links to", { artifactId })
    : t("Artifacts that link to #{artifactId}", { artifactId });
}

export function linksSpoken(label: string): string {
  return t("Linked artifacts: {label}", { label });
}

export function linkedWith(artifactId: number): Below {
  return t("artifacts linked with {artifactId}", { artifactId });
}

// These words are for SVN repositories.

export const repositories = t("SVN Repositories");
export const noRepositoriesToSee = t("No SVN repositories that you may see");
export const repositoriesNotListedShort = t("Not listed by this service");
export const repositoriesNotListedWhole = t("This service does not list SVN repositories");
export const openSvnSettings = t("Open SVN Settings");

export function repositoriesOf(projectName: string): Below {
  return t("SVN repositories of {projectName}", { projectName });
}

export function repositorySpoken(name: string | number): string {
  return t("SVN repository {name}", { name });
}

export function repositoryTooltip(name: string, id: number): string {
  return t("SVN repository {name} (#{id})", { name, id });
}

// These words stand at the ends of lists.

/** `explain` adds the reason. */
export const itNotRead = t("It could not be read");
/** `explain` adds the reason. */
export const thisNotRead = t("This could not be read");
export const setAccessKey = t("Set Access Key");
export const retry = t("Retry");
export const pressEnterToOpen = t("press Enter to open one");
export const pressEnterToStop = t("press Enter to stop");

/** `reason` is a whole sentence. */
export function failedSpoken(below: Below, reason: string, isKeyRefused: boolean): string {
  return isKeyRefused
    ? t("Failed, {below}: {reason} Press Enter to set another access key.", { below, reason })
    : t("Failed, {below}: {reason} Press Enter to retry.", { below, reason });
}

export function loadMore(isReading: boolean): string {
  return isReading ? t("Loading…") : t("Load more…");
}

export function loadMoreTooltip(isReading: boolean): string {
  return isReading ? t("Click to stop loading; what has arrived stays") : t("Click to load the next page");
}

export function loadMoreCommand(isReading: boolean): string {
  return isReading ? t("Stop Loading") : t("Load More");
}

export function loadMoreSpoken(below: Below, isReading: boolean): string {
  return isReading ? t("Loading more {below}", { below }) : t("Load more {below}", { below });
}

export function countOfAll(shown: string, all: string | undefined): string {
  return all === undefined ? shown : t("{shown} of {all}", { shown, all });
}

export function countShown(count: string): string {
  return t("{count} shown", { count });
}

export const askWhereToFindProject = t("Find a project on which connection?");
export const projectName = t("Name of the project");
export const noProjects = t("This service does not list projects. Artifacts can be opened by their numbers.");
export const chooseToPin = t("Choose an artifact in the tree, or open one, to pin it.");

export function findProjectTitle(connection: string): string {
  return t("Find Project on {connection}", { connection });
}

export function noSuchProject(projectId: number): string {
  return t("The service lists no project {projectId} that you may see.", { projectId });
}

export function cannotPin(kind: unknown): string {
  return t("“artifact”, “svn” and “project” can be pinned, not “{kind}”.", { kind: String(kind) });
}

/** `explained` adds the reason. */
export function notFiltered(trackerId: number): string {
  return t("Tracker {trackerId} cannot be filtered", { trackerId });
}

/** Stands beside the choice that is the value now. */
export const currentChoice = t("current");

export function filterTitle(tracker: string): string {
  return t("Filter {tracker}", { tracker });
}
