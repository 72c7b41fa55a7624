import { t } from "@vscode/l10n";
import { quoted } from "../labels/punctuation.ts";
// These sentences are about what a save would send, and what the service answers.

export const openArtifactOrDraft = t("Open an artifact, or the draft of one, first.");
export const openArtifactFirst = t("Open an artifact first.");
export const documentNotOpen = t("The document is not open.");

/** Says why a save would send nothing. */
export const nothingToSend = {
  broken: t("A save would send nothing: the text is not a valid document."),
  unchanged: t("A save would send nothing: the text means what the service has."),
  emptyDraft: t("A save would send nothing: the draft is empty."),
  otherTracker: t("A save would send nothing: the text names another tracker than that of the draft."),
  brokenDraft: t("A save would send nothing: the text is not a valid draft."),
} as const;

/** Names the tab; without an artifact it is that of a draft. */
export function exchangeTitle(what: "request" | "response", artifactId: string | undefined): string {
  if (artifactId === undefined) {
    return what === "request" ? t("New artifact: Request") : t("New artifact: Response");
  }
  return what === "request" ? t("#{artifactId} Request", { artifactId }) : t("#{artifactId} Response", { artifactId });
}

/** Says why the fields of `labels` are sent as JSON; undefined where there are none. */
export function sentAsJson(labels: readonly string[]): string | undefined {
  return labels.length === 0
    ? undefined
    : t("Sent as JSON: the service would read {labels} otherwise from XML.", {
        labels: labels.map(quoted).join(", "),
      });
}
