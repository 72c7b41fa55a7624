// Documents as files: reading and writing them; `name` of the document.

/** For `explain`. */
export function notOpened(name: string): string {
  return `${name} could not be opened`;
}

/** For `explain`. */
export function fileNotSaved(name: string): string {
  return `${name} could not be saved`;
}

/** `what` did not come about, as for `explain`. */
export function wasCancelled(what: string): string {
  return `${what}. It was cancelled.`;
}

export function hasUnsavedChanges(name: string): string {
  return `${name} has unsaved changes in an editor. Nothing was written behind them: save or revert them first.`;
}

/** The document of an artifact, as a person knows it. */
export function artifactName(artifactId: number): string {
  return `Artifact #${artifactId}`;
}
