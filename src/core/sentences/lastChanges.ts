import { t } from "@vscode/l10n";
import { behindColon } from "../labels/punctuation.ts";
export const openArtifactForChanges = t("Open the document of an artifact first, to see who changed its fields last.");
export const showChange = t("Show This Change");

/** `explained` adds the reason. */
export function changesNotShown(artifactId: number): string {
  return t("Who changed the fields of #{artifactId} last cannot be shown", { artifactId });
}

export function noChangeKnown(artifactId: number): string {
  return t("The newest versions of #{artifactId} do not tell who changed its fields. Show History lists older ones.", {
    artifactId,
  });
}

/** Says in a few words who changed something, and when: `Jane Roe, 3 days ago: works for me`. */
export function whoAndWhen(author: string, ago: string | undefined, said: string): string {
  const who = ago === undefined ? author : `${author}, ${ago}`;
  return said === "" ? who : behindColon(who, said);
}

interface ToldTime {
  /** The time that has passed, such as `3 days ago`. */
  readonly ago: string;
  /** The instant. */
  readonly at: string;
}

export function changedBy(author: string, when: ToldTime | undefined): string {
  return t("Changed by {author}{when}", { author, when: timeOf(when) });
}

export function createdBy(author: string, when: ToldTime | undefined): string {
  return t("Created by {author}{when}", { author, when: timeOf(when) });
}

function timeOf(when: ToldTime | undefined): string {
  return when ? `, ${when.ago} (${when.at})` : "";
}
