export const openArtifactForChanges = "Open the document of an artifact first, to see who changed its fields last.";
export const showChange = "Show This Change";

/** For `explained`. */
export function changesNotShown(artifactId: number): string {
  return `Who changed the fields of #${artifactId} last cannot be shown`;
}

export function noChangeKnown(artifactId: number): string {
  return `The newest versions of #${artifactId} do not tell who changed its fields. Show History lists older ones.`;
}

/** `Jane Roe, 3 days ago: works for me`. */
export function whoAndWhen(author: string, ago: string | undefined, said: string): string {
  const who = ago === undefined ? author : `${author}, ${ago}`;
  return said === "" ? who : `${who}: ${said}`;
}

interface ToldTime {
  /** `3 days ago`. */
  readonly ago: string;
  /** The instant. */
  readonly at: string;
}

export function changedBy(author: string, when: ToldTime | undefined): string {
  return `Changed by ${author}${timeOf(when)}`;
}

export function createdBy(author: string, when: ToldTime | undefined): string {
  return `Created by ${author}${timeOf(when)}`;
}

function timeOf(when: ToldTime | undefined): string {
  return when ? `, ${when.ago} (${when.at})` : "";
}
