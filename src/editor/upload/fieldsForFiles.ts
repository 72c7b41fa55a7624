import { artifactFields } from "../../core/language/documentFields.ts";
import { type FileField, fileFields, type NoFileField } from "../../core/upload/attachTarget.ts";
import type { Base } from "../../core/workingCopy/base.ts";
import type { ArtifactHere } from "../documents/artifactDocuments.ts";
import type { Services } from "../services/services.ts";

interface FieldsForFiles {
  /** The artifact as it was just read. */
  readonly base: Base;
  readonly fields: readonly FileField[] | NoFileField;
}

/** Reads an artifact, and gives the fields whose files may be changed now, or `fieldId` alone where it is given. */
export async function fieldsForFiles(
  { catalogOf }: Services,
  artifact: ArtifactHere,
  fieldId: number | undefined,
  signal: AbortSignal,
): Promise<FieldsForFiles> {
  let base = await artifact.read(signal);
  const structure =
    base.trackerId === undefined ? undefined : await catalogOf(artifact.connectionId).tracker(base.trackerId, signal);
  if (structure?.mayFreeze && base.notUpdatable === undefined) {
    // The structure tells only now that the rights have to be asked for: the second reading asks for them.
    base = await artifact.read(signal);
  }
  return { base, fields: fileFields(artifactFields(base, structure).all, structure?.fields, fieldId) };
}
