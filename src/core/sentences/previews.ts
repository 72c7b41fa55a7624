import { t } from "@vscode/l10n";
import { quoted } from "../labels/punctuation.ts";
import type { Tracker } from "../model/tracker.ts";
import { plainLabel } from "../util/plainLabel.ts";

export const clickIntoPage = t("Click into the page that is meant, then try again.");
export const openToPreview = t("Open an artifact or a draft first, or choose an artifact in the tree.");

/** Titles the tab; `name` is `#512` or that of a draft, and `more` is its title or tracker. */
export function previewTitle(name: string, more: string): string {
  return t("Preview {name} {more}", { name, more });
}

// These sentences stand on the page.

/** Gives the language of these sentences, as HTML names it. */
export const languageOfWords = t("en");
export const actionsLabel = t("Actions");
export const openDocument = t("Open as a document");
export const openInBrowser = t("Open in the browser");
export const statusLabel = t("Status: ");
export const brokenNotice = t("The document cannot be read as it is now; this is how it was before.");
export const draftNotice = t("This is a draft: nothing of it is on the service yet.");
export const unsavedNotice = t("There are unsaved changes; the fields they are in are marked.");

/** `labels` are those of the fields. */
export function disagreeingNotice(labels: readonly string[]): string {
  return t(
    "There are unsaved changes; the fields they are in are marked. The open documents say different things of {names}: what one of them says is shown.",
    { names: labels.map((label) => quoted(plainLabel(label))).join(", ") },
  );
}

export const unsavedMark = t("unsaved");
export const requiredMark = t("required");
export const removedMark = t("removed, unsaved");
export const summaryLabel = t("Summary");
export const fieldsHeading = t("Fields");
export const attachmentsHeading = t("Attachments");
export const attachFiles = t("Attach Files…");
export const expectedLabel = t("Expected");
export const noValue = t("None");
export const textIsCut = t(
  "The text is longer than can be shown here. Open the artifact in the browser to read all of it.",
);
/** Stands below the first ones of a kind, where there are too many. */
export const moreNotShown = (count: number): string =>
  t("{count} more. Open the artifact in the browser to see them.", { count });
export const formattingIsReduced = t("The text is too long to be shown with all of its formatting.");
export const trackerFact = t("Tracker");
export const projectFact = t("Project");
export const assigneesFact = t("Assigned to");
export const submittedByFact = t("Submitted by");
export const submittedOnFact = t("Submitted on");
export const updatedByFact = t("Updated by");
export const updatedOnFact = t("Updated on");

export function openDocumentOf(artifactId: number): string {
  return t("Open #{artifactId} as a document", { artifactId });
}

/** Names a draft without a title: `New Bug`. `tracker` is undefined where the service does not tell of it. */
export function newArtifactOf(tracker: Tracker | undefined): string {
  if (tracker === undefined) {
    return t("New artifact");
  }
  const [first = "", ...rest] = tracker.itemName?.trim() || tracker.label;
  return t("New {tracker}", { tracker: `${first.toUpperCase()}${rest.join("")}` });
}

export function attachFilesTo(artifactId: number): string {
  return t("Attach files to #{artifactId}", { artifactId });
}

export function openInBrowserOf(artifactId: number): string {
  return t("Open #{artifactId} in the browser", { artifactId });
}

/** `name` is that of an artifact, a reference or an attachment. */
export function open(name: string): string {
  return t("Open {name}", { name });
}

export function typeNotShown(type: string): string {
  return t("A value of the type “{type}”, which is not shown here", { type });
}

/** `labels` are those of fields whose types the page does not know. */
export function fieldsNotShown(labels: readonly string[]): string {
  const [count, listed] = [labels.length, labels.join(", ")];
  return count === 1
    ? t("1 field cannot be shown here: {labels}.", { labels: listed })
    : t("{count} fields cannot be shown here: {labels}.", { count, labels: listed });
}

export function commentOn(artifactId: number): string {
  return t("Comment on #{artifactId}", { artifactId });
}

/** Names a link that comes from another artifact, and whose type may have no name. */
export function linksHere(type: string): string {
  return type === "" ? t("links here") : t("links here ({type})", { type });
}

// These sentences name what can be done on the page.

export const edit = t("Edit");
export const titleLabel = t("the title");
export const saveNow = t("Save");
export const saveWithComment = t("Save with Comment…");
export const compareUnsaved = t("Compare");
export const showVersions = t("History");
export const comment = t("Comment");
export const changeStatus = t("Change Status…");
export const nextStatesLabel = t("Change the status to");
export const unsavedActionsLabel = t("Unsaved changes");

export function showVersionsOf(artifactId: number): string {
  return t("Show the versions of #{artifactId}", { artifactId });
}

export function saveOf(artifactId: number): string {
  return t("Save the changes of #{artifactId}", { artifactId });
}

export function compareUnsavedOf(artifactId: number): string {
  return t("Compare the changes of #{artifactId} with what is on the service", { artifactId });
}

/** `label` is that of a field. */
export function editOf(label: string): string {
  return t("Edit {label}", { label });
}

export function changeStatusTo(label: string): string {
  return t("Change the status to {label}", { label });
}

// These sentences are about the discussion.

export const discussionHeading = t("Discussion");
export const goToDiscussion = t("Go to the discussion");
export const olderEntries = t("Show Older");
export const readingDiscussion = t("The discussion is being read…");
export const noDiscussion = t("Nothing was said or changed yet that you may see.");
export const addComment = t("Add Comment…");
export const tryAgain = t("Try Again");
export const changedText = t("changed");
export const valueFrom = t("from");
export const valueTo = t("to");

/** `label` is that of a long text. */
export function compareOf(label: string): string {
  return t("Compare {label} before and after", { label });
}

/** `explained` adds the reason. */
export const discussionNotRead = t("The discussion could not be read");
