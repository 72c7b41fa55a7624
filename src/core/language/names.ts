/** What is known by now of what ids in documents stand for. Asking costs nothing and never sends a request. */
export interface KnownNames {
  artifact(id: number): ArtifactCard | undefined;
  /** The name of somebody who was found by name before. */
  person(id: number): string | undefined;
  /** An attachment of the document's artifact. */
  attachment(id: string): AttachmentCard | undefined;
}

/** What is shown of an artifact another one links to. */
export interface ArtifactCard {
  readonly id: number;
  readonly title?: string;
  readonly status?: string;
  /** `bug #9`. */
  readonly xref?: string;
  readonly trackerLabel?: string;
}

export interface AttachmentCard {
  readonly name: string;
  readonly sizeBytes?: number;
}

/** Nothing but what the documents themselves tell. */
export const noNames: KnownNames = { artifact: () => undefined, person: () => undefined, attachment: () => undefined };
