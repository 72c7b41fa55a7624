import type { Tracker } from "../model/tracker.ts";

export const clickIntoPage = "Click into the page that is meant, then try again.";
export const openToPreview = "Open an artifact or a draft first, or choose an artifact in the tree.";

/** Of the tab; `name` is `#512` or that of a draft, `more` its title or tracker. */
export function previewTitle(name: string, more: string): string {
  return `Preview ${name} ${more}`;
}

// The page.

export const actionsLabel = "Actions";
export const openDocument = "Open as a document";
export const openInBrowser = "Open in the browser";
export const statusLabel = "Status: ";
export const brokenNotice = "The document cannot be read as it is now; this is how it was before.";
export const draftNotice = "This is a draft: nothing of it is on the service yet.";
export const unsavedNotice = "There are unsaved changes; the fields they are in are marked.";
export const unsavedMark = "unsaved";
export const requiredMark = "required";
export const removedMark = "removed, unsaved";
export const summaryLabel = "Summary";
export const fieldsHeading = "Fields";
export const attachmentsHeading = "Attachments";
export const attachFiles = "Attach Files…";
export const expectedLabel = "Expected";
export const noValue = "None";
export const textIsCut =
  "The text is longer than can be shown here. Open the artifact in the browser to read all of it.";
/** Below the first of a kind, of which there are too many. */
export const moreNotShown = (count: number): string => `${count} more. Open the artifact in the browser to see them.`;
export const formattingIsReduced = "The text is too long to be shown with all of its formatting.";
export const trackerFact = "Tracker";
export const projectFact = "Project";
export const assigneesFact = "Assigned to";
export const submittedByFact = "Submitted by";
export const submittedOnFact = "Submitted on";
export const updatedByFact = "Updated by";
export const updatedOnFact = "Updated on";

export function openDocumentOf(artifactId: number): string {
  return `Open #${artifactId} as a document`;
}

/** A draft without a title: `New Bug`; `tracker` is undefined where the service does not tell of it. */
export function newArtifactOf(tracker: Pick<Tracker, "label" | "itemName"> | undefined): string {
  if (tracker === undefined) {
    return "New artifact";
  }
  const [first = "", ...rest] = tracker.itemName?.trim() || tracker.label;
  return `New ${first.toUpperCase()}${rest.join("")}`;
}

export function attachFilesTo(artifactId: number): string {
  return `Attach files to #${artifactId}`;
}

export function openInBrowserOf(artifactId: number): string {
  return `Open #${artifactId} in the browser`;
}

/** `name` of an artifact, a reference or an attachment. */
export function open(name: string): string {
  return `Open ${name}`;
}

export function typeNotShown(type: string): string {
  return `A value of the type “${type}”, which is not shown here`;
}

/** `labels` of fields whose types the page knows nothing of. */
export function fieldsNotShown(labels: readonly string[]): string {
  return `${labels.length === 1 ? "1 field" : `${labels.length} fields`} cannot be shown here: ${labels.join(", ")}.`;
}

export function commentOn(artifactId: number): string {
  return `Comment on #${artifactId}`;
}

/** A link from the other artifact, of a type that may have no name. */
export function linksHere(type: string): string {
  return type === "" ? "links here" : `links here (${type})`;
}

// What can be done on the page.

export const edit = "Edit";
export const titleLabel = "the title";
export const saveNow = "Save";
export const saveWithComment = "Save with Comment…";
export const compareUnsaved = "Compare";
export const showVersions = "History";
export const comment = "Comment";
export const changeStatus = "Change Status…";
export const nextStatesLabel = "Change the status to";
export const unsavedActionsLabel = "Unsaved changes";

export function showVersionsOf(artifactId: number): string {
  return `Show the versions of #${artifactId}`;
}

export function saveOf(artifactId: number): string {
  return `Save the changes of #${artifactId}`;
}

export function compareUnsavedOf(artifactId: number): string {
  return `Compare the changes of #${artifactId} with what is on the service`;
}

/** `label` of a field. */
export function editOf(label: string): string {
  return `Edit ${label}`;
}

export function changeStatusTo(label: string): string {
  return `Change the status to ${label}`;
}

// The discussion.

export const discussionHeading = "Discussion";
export const goToDiscussion = "Go to the discussion";
export const olderEntries = "Show Older";
export const readingDiscussion = "The discussion is being read…";
export const noDiscussion = "Nothing was said or changed yet that you may see.";
export const addComment = "Add Comment…";
export const tryAgain = "Try Again";
export const changedText = "changed";
export const valueFrom = "from";
export const valueTo = "to";

/** `label` of a long text. */
export function compareOf(label: string): string {
  return `Compare ${label} before and after`;
}

/** For `explained`. */
export const discussionNotRead = "The discussion could not be read";
