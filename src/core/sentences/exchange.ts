// What a save would send, and what the service answers.

export const openArtifactOrDraft = "Open an artifact, or the draft of one, first.";
export const openArtifactFirst = "Open an artifact first.";
export const documentNotOpen = "The document is not open.";

/** Why a save would send nothing. */
export const nothingToSend = {
  broken: "A save would send nothing: the text is not a valid document.",
  unchanged: "A save would send nothing: the text means what the service has.",
  emptyDraft: "A save would send nothing: the draft is empty.",
  otherTracker: "A save would send nothing: the text names another tracker than that of the draft.",
  brokenDraft: "A save would send nothing: the text is not a valid draft.",
} as const;

/** Of the tab; without an artifact that of a draft. */
export function exchangeTitle(what: "request" | "response", artifactId: string | undefined): string {
  if (artifactId === undefined) {
    return what === "request" ? "New artifact: Request" : "New artifact: Response";
  }
  return what === "request" ? `#${artifactId} Request` : `#${artifactId} Response`;
}

/** Why what the fields of `labels` hold is sent as JSON; undefined where there are none. */
export function sentAsJson(labels: readonly string[]): string | undefined {
  return labels.length === 0
    ? undefined
    : `Sent as JSON: the service would read ${labels.map((label) => `“${label}”`).join(", ")} otherwise from XML.`;
}
