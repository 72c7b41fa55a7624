import type { DocumentField } from "../language/documentFields.ts";
import type { TrackerField } from "../model/tracker.ts";

/** A field that files can be attached to. */
export interface FileField {
  readonly fieldId: number;
  readonly label: string;
  /** Tells whether the service takes the field's files by tus; else they go as temporary files. */
  readonly takesUploads: boolean;
  /** It is undefined where the service does not tell. */
  readonly maxUploadBytes?: number;
}

export type NoFileField =
  /** The tracker has no field for files, or none that may be seen. */
  | { readonly kind: "none" }
  /** The user may not write the field, or any field for files; `label` names the first. */
  | { readonly kind: "notWritable"; readonly label: string }
  /** The artifact's state keeps the field as it is. */
  | { readonly kind: "frozen"; readonly label: string }
  /** The field that is meant is not for files. */
  | { readonly kind: "notForFiles"; readonly fieldId: number };

/** Gives the fields that files can be attached to now, `fieldId` alone where it is given; else why none can be. */
export function fileFields(
  fields: readonly DocumentField[],
  structure: readonly TrackerField[] | undefined,
  fieldId: number | undefined,
): readonly FileField[] | NoFileField {
  const all = fields.filter((field) => field.kind === "files");
  const meant = fieldId === undefined ? all : all.filter((field) => field.fieldId === fieldId);
  const usable = meant.filter(({ isWritable, isFrozen }) => isWritable && !isFrozen);
  const [first] = meant;
  if (usable.length > 0) {
    return usable.map(({ fieldId: id, label }) => {
      const { takesUploads = false, maxUploadBytes } = structure?.find((each) => each.fieldId === id) ?? {};
      return { fieldId: id, label, takesUploads, ...(maxUploadBytes !== undefined && { maxUploadBytes }) };
    });
  }
  if (!first) {
    return fieldId === undefined ? { kind: "none" } : { kind: "notForFiles", fieldId };
  }
  const frozen = meant.find(({ isFrozen }) => isFrozen);
  return frozen ? { kind: "frozen", label: frozen.label } : { kind: "notWritable", label: first.label };
}
