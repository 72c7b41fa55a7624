import type { KnownField } from "../language/documentFields.ts";
import type { TrackerField } from "../model/tracker.ts";

/** A field that files can be attached to. */
export interface FileField {
  readonly fieldId: number;
  readonly label: string;
  /** How files go there. */
  readonly takesUploads: boolean;
  /** Undefined where the service does not tell. */
  readonly maxUploadBytes?: number;
}

export type NoFileField =
  /** The tracker has no field for files, or none that may be seen. */
  | { readonly kind: "none" }
  /** `labels` of those that the user may not write. */
  | { readonly kind: "notWritable"; readonly label: string }
  /** The state the artifact is in keeps it as it is. */
  | { readonly kind: "frozen"; readonly label: string }
  /** The field that is meant is none for files. */
  | { readonly kind: "notForFiles"; readonly fieldId: number };

/** The fields that files can be attached to now, `fieldId` alone where it is given; else why there is none. */
export function fileFields(
  fields: readonly KnownField[],
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
