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
export const expectedLabel = "Expected";
export const noValue = "None";
export const childLink = "Child";
export const parentLink = "Parent";
export const stateNames = { open: "open", closed: "closed" } as const;

export function openDocumentOf(artifactId: number): string {
  return `Open #${artifactId} as a document`;
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

/** A link from the other artifact, of a type that may have no name. */
export function linksHere(type: string): string {
  return type === "" ? "links here" : `links here (${type})`;
}
