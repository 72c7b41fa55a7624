// Asking whether what a caller gave is meant: a program, or a link in any text that VS Code shows.

export const askedByCaller =
  "This is asked for by a program or by a link, not by a choice of yours in Artifact Desk. Go on only if you expect it.";

/** `names` such as `#512`; `value` as it was given. */
export function askToSet(what: "status" | "assignee", names: readonly string[], value: string): string {
  return `Set the ${what} of ${names.join(", ")} to “${value}” and save?`;
}

export function askToSaveWithComment(name: string): string {
  return `Save ${name} with a comment?`;
}

/** `connection` by its id; `names` of the artifacts that are meant, undefined for all. */
export function askToSaveAll(connection: string, names: readonly string[] | undefined): string {
  return `Save what is unsaved of ${names?.join(", ") ?? "all artifacts"} (${connection})?`;
}

export function askToWriteFile(artifactId: number): string {
  return `Write an attachment of #${artifactId} to this file? What is in the file now is replaced.`;
}

/** `lines`: what would be sent or written, in full. */
export function withAskedByCaller(lines: readonly string[]): string {
  return [...lines, ...(lines.length > 0 ? [""] : []), askedByCaller].join("\n");
}
