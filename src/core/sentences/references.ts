import { t } from "@vscode/l10n";
export const putCursor = t("Put the cursor where the reference is to be, or open a repository.");
export const editorNotWritable = t("The editor cannot be written, so the reference was not put there.");
export const referenceWords = t("A number or words of a title");

/** `label` is the connection's. */
export function insertTitle(label: string): string {
  return t("Insert Reference: {label}", { label });
}

export function copiedInstead(reference: string): string {
  return t(
    "The commit message belongs to the remote side of this window and cannot be written from here. {reference} was copied: paste it there.",
    { reference },
  );
}

export function openArtifactOf(artifactId: number, label: string): string {
  return t("Open artifact #{artifactId} of {label}", { artifactId, label });
}

export function openArtifact(artifactId: number): string {
  return t("Open artifact #{artifactId}", { artifactId });
}

export function openAttachment(n: number): string {
  return t("Open attachment {n}", { n });
}

export function nothingKnownOn(label: string): string {
  return t("Nothing is known of it on {label}: there is none, it may not be seen, or the service cannot be asked.", {
    label,
  });
}

export const linkToNothing = t(
  "A link asked Artifact Desk to open an artifact, but names none by its address. Nothing was opened.",
);

/** `origin` is that of the service which the link names. */
export function linkToOther(origin: string): string {
  return t(
    "A link asked for an artifact of {origin}. There is no connection to that service, so nothing was opened. Add one to open its artifacts.",
    { origin },
  );
}
