import type { FieldKind } from "../field/fieldKind.ts";
import type { FieldOption } from "../model/tracker.ts";

/** What is known of a field of the document, from the tracker's structure or from the artifact. */
export interface DescribedField {
  readonly fieldId: number;
  readonly label: string;
  /** The service's name of the type. */
  readonly type: string;
  readonly kind?: FieldKind;
  /** The short name, where the structure tells it. */
  readonly name?: string;
  readonly isRequired?: boolean;
  /** What ids stand for, by `String(id)`; options are looked up too. */
  readonly names: Readonly<Record<string, string>>;
  readonly options?: readonly FieldOption[];
}

/** What an id in an entry of the field stands for; undefined where nothing is known of it. */
export function nameOfId(field: DescribedField, id: string): string | undefined {
  if (Object.hasOwn(field.names, id)) {
    return field.names[id];
  }
  return field.options?.find((option) => String(option.id) === id)?.label;
}
