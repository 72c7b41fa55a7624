import { fieldKinds } from "../model/fieldKind.ts";
import { isJsonObject } from "../model/json.ts";
import { type FieldOption, OptionList } from "../model/optionList.ts";
import { type Check, isBoolean, isNumber, isText, listOf, oneOf, optional, shapeOf } from "../model/shape.ts";
import type {
  DateRule,
  LinkType,
  ListRule,
  Page,
  Tracker,
  TrackerField,
  Transition,
  WorkflowRules,
} from "../model/tracker.ts";

// Everything that is read from the store is checked: a file can be damaged, or changed by hand.

const isId: Check = (value) => isNumber(value) || isText(value);

const isOption = shapeOf<FieldOption>({ id: isId, label: isText, isHidden: isBoolean, username: optional(isText) });

/** A field as it is kept: its options are a plain list. */
type KeptField = Omit<TrackerField, "options"> & { readonly options: readonly FieldOption[] };

const isField = shapeOf<KeptField>({
  fieldId: isNumber,
  name: isText,
  label: isText,
  type: isText,
  kind: optional(oneOf(...fieldKinds)),
  isRequired: isBoolean,
  isUpdatable: isBoolean,
  isSubmittable: isBoolean,
  defaultMembers: optional(isJsonObject),
  isTodayByDefault: optional(isBoolean),
  options: listOf(isOption),
  bindsTo: optional(oneOf("static", "users", "ugroups")),
  takesOthers: optional(isBoolean),
  hasTime: optional(isBoolean),
  takesUploads: optional(oneOf(true)),
  maxUploadBytes: optional(isNumber),
  linkTypes: optional(listOf(shapeOf<LinkType>({ shortname: isText, label: isText }))),
});

const isListRule = shapeOf<ListRule>({
  sourceId: isNumber,
  sourceValue: isNumber,
  targetId: isNumber,
  targetValue: isNumber,
});

const isDateRule = shapeOf<DateRule>({
  sourceId: isNumber,
  targetId: isNumber,
  comparator: oneOf("<", "≤", ">", "≥", "=", "≠"),
});

const isTracker = shapeOf<Omit<Tracker, "fields"> & { readonly fields: readonly KeptField[] }>({
  id: isNumber,
  label: isText,
  itemName: optional(isText),
  titleFieldId: optional(isNumber),
  descriptionFieldId: optional(isNumber),
  statusFieldId: optional(isNumber),
  openValueIds: optional(listOf(isId)),
  contributorFieldId: optional(isNumber),
  workflowFieldId: optional(isNumber),
  transitions: optional(listOf(shapeOf<Transition>({ fromId: optional(isNumber), toId: isNumber }))),
  mayFreeze: optional(isBoolean),
  rules: optional(shapeOf<WorkflowRules>({ lists: listOf(isListRule), dates: listOf(isDateRule) })),
  fields: listOf(isField),
});

/** Gives the structure of a tracker that was kept; undefined where `value` is none. */
export function keptTracker(value: unknown): Tracker | undefined {
  return isTracker(value)
    ? { ...value, fields: value.fields.map((field) => ({ ...field, options: new OptionList(field.options) })) }
    : undefined;
}

/** Tells whether what was kept is a page of a listing whose items each have a number and a label. */
export const isKeptPage = shapeOf<Page<unknown>>({
  items: listOf(shapeOf<{ readonly id: number; readonly label: string }>({ id: isNumber, label: isText })),
  nextOffset: optional(isNumber),
  total: optional(isNumber),
  date: optional(isText),
});
