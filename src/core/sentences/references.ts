export const putCursor = "Put the cursor where the reference is to be, or open a repository.";
export const editorNotWritable = "The editor cannot be written, so the reference was not put there.";
export const referenceWords = "A number or words of a title";

/** `label` of the connection. */
export function insertTitle(label: string): string {
  return `Insert Reference: ${label}`;
}

export function copiedInstead(reference: string): string {
  return `The commit message belongs to the remote side of this window and cannot be written from here. ${reference} was copied: paste it there.`;
}

export function openArtifactOf(artifactId: number, label: string): string {
  return `Open artifact #${artifactId} of ${label}`;
}

export function openArtifact(artifactId: number): string {
  return `Open artifact #${artifactId}`;
}

export function openAttachment(n: number): string {
  return `Open attachment ${n}`;
}

export function nothingKnownOn(label: string): string {
  return `Nothing is known of it on ${label}: there is none, it may not be seen, or the service cannot be asked.`;
}

export const linkToNothing =
  "A link asked Artifact Desk to open an artifact, but names none by its address. Nothing was opened.";

/** `origin` of the service that the link names. */
export function linkToOther(origin: string): string {
  return `A link asked for an artifact of ${origin}. There is no connection to that service, so nothing was opened. Add one to open its artifacts.`;
}
