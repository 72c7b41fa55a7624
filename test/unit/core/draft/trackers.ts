import { fieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { noOptions } from "../../../../src/core/model/optionList.ts";
import type { Tracker, TrackerField } from "../../../../src/core/model/tracker.ts";

export function field(fieldId: number, type: string, more: Partial<TrackerField> = {}): TrackerField {
  const kind = fieldKind(type);
  return {
    fieldId,
    name: `field_${fieldId}`,
    label: `Field ${fieldId}`,
    type,
    ...(kind && { kind }),
    isRequired: false,
    isUpdatable: true,
    isSubmittable: true,
    options: noOptions,
    ...more,
  };
}

export function fieldWithDefault(fieldId: number, type: string, defaultMembers: JsonObject): TrackerField {
  return { ...field(fieldId, type), defaultMembers };
}

export function tracker(...fields: readonly TrackerField[]): Tracker {
  return { id: 12, label: "Bugs", fields };
}
