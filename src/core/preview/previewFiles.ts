import type { Artifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";

export interface PreviewAttachment {
  readonly n: number;
  readonly name: string;
  readonly sizeBytes?: number;
  readonly description?: string;
  /** Tells whether the text leaves the attachment out: then a save deletes it. */
  readonly isRemoved: boolean;
}

/** Gives the fields of the artifact that have attachments. */
export function fileFields({ values }: Artifact): ReadonlySet<number> {
  return new Set(values.filter(({ type }) => type === "file").map(({ fieldId }) => fieldId));
}

/** Gives the attachments, with what the text does to them. */
export function attachmentsOf(
  { attachments }: Artifact,
  inText: ReadonlyMap<number, Entry>,
): readonly PreviewAttachment[] {
  const remainingOf = new Map<number, ReadonlySet<string> | undefined>();
  for (const fieldId of new Set(attachments.map((each) => each.fieldId))) {
    const remaining = inText.get(fieldId)?.members.value;
    remainingOf.set(fieldId, Array.isArray(remaining) ? new Set(remaining.map(String)) : undefined);
  }
  return attachments.map(({ n, fieldId, name, sizeBytes, description }) => {
    return {
      n,
      name,
      isRemoved: remainingOf.get(fieldId)?.has(String(n)) === false,
      ...(sizeBytes !== undefined && { sizeBytes }),
      ...(description !== undefined && { description }),
    };
  });
}
