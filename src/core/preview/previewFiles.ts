import { sameMeaning } from "../field/meaning.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { BaseField } from "../workingCopy/base.ts";

export interface PreviewAttachment {
  readonly n: number;
  readonly name: string;
  readonly sizeBytes?: number;
  readonly description?: string;
  /** The text leaves it out: a save deletes it. */
  readonly isRemoved: boolean;
}

/** Whether a field of the artifact holds attachments. */
export function isFiles(fieldId: number, { values }: Artifact): boolean {
  return values.some((value) => value.fieldId === fieldId && value.type === "file");
}

/** The attachments, with what the text does to them. */
export function attachmentsOf(
  { attachments }: Artifact,
  inText: ReadonlyMap<number, Entry>,
): readonly PreviewAttachment[] {
  return attachments.map(({ n, fieldId, name, sizeBytes, description }) => {
    const remaining = inText.get(fieldId)?.members.value;
    return {
      ...{ n, name, isRemoved: Array.isArray(remaining) && !remaining.some((id) => String(id) === String(n)) },
      ...(sizeBytes !== undefined && { sizeBytes }),
      ...(description !== undefined && { description }),
    };
  });
}

/** Whether the text says others than there are. */
export function hasOtherFiles(
  { values }: Artifact,
  inBase: ReadonlyMap<number, BaseField>,
  inText: ReadonlyMap<number, Entry>,
): boolean {
  return values.some((value) => {
    const mine = inText.get(value.fieldId);
    const before = inBase.get(value.fieldId)?.entry ?? value.entry;
    return (
      value.type === "file" &&
      mine !== undefined &&
      before !== undefined &&
      !sameMeaning(before.members, mine.members, "files")
    );
  });
}
