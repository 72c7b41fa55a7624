import { type FieldKind, fieldKind } from "../model/fieldKind.ts";
import type {
  DateRule,
  LinkType,
  ListRule,
  Tracker,
  TrackerField,
  Transition,
  WorkflowRules,
} from "../model/tracker.ts";
import { isTodayByDefault, readDefault } from "./readDefault.ts";
import { readOptions, takesOthers } from "./readOptions.ts";
import { distinct, id, known, list, member, text } from "./wire.ts";

/** Gives the structure in an answer of GET /trackers/{id}; undefined when it has no `fields` or is another's. */
export function readTracker(body: unknown, trackerId: number): Tracker | undefined {
  const answeredId = id(member(body, "id")) ?? trackerId;
  const fields = member(body, "fields");
  const workflow = member(body, "workflow");
  if (answeredId !== trackerId || !Array.isArray(fields)) {
    return undefined;
  }
  return known({
    id: trackerId,
    label: text(member(body, "label")) ?? "",
    itemName: text(member(body, "item_name")),
    titleFieldId: semanticField(body, "title"),
    descriptionFieldId: semanticField(body, "description"),
    statusFieldId: semanticField(body, "status"),
    openValueIds: openValueIds(body),
    contributorFieldId: semanticField(body, "contributor"),
    workflowFieldId: workflowField(body),
    transitions: transitions(body),
    mayFreeze: workflowField(body) !== undefined && member(workflow, "is_advanced") === false ? true : undefined,
    rules: readRules(body),
    fields: inFormOrder(
      distinct(
        fields.map(trackerField).filter((field) => field !== undefined),
        ({ fieldId }) => fieldId,
      ),
      member(body, "structure"),
    ),
  });
}

/** Gives the fields that the user may not change in this artifact; undefined where its tracker has no `fields`. */
export function fieldsNotUpdatable(tracker: unknown): readonly number[] | undefined {
  const fields = member(tracker, "fields");
  return Array.isArray(fields)
    ? fields
        .map(trackerField)
        .flatMap((field) => (field?.kind === undefined || field.isUpdatable ? [] : [field.fieldId]))
    : undefined;
}

/** Sorts the fields as the tracker's form has them; those that it does not name come last, as the list has them. */
function inFormOrder(fields: readonly TrackerField[], structure: unknown): readonly TrackerField[] {
  const places = new Map(idsInForm(structure).map((fieldId, index) => [fieldId, index]));
  const placeOf = ({ fieldId }: TrackerField) => places.get(fieldId) ?? Number.MAX_SAFE_INTEGER;
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Gives the ids in the form: groups hold columns, which hold fields. It does not recurse: nobody says how deep. */
function idsInForm(structure: unknown): readonly number[] {
  const ids: number[] = [];
  const toCome = list(structure).toReversed();
  while (toCome.length > 0) {
    const element = toCome.pop();
    ids.push(id(member(element, "id")) ?? 0);
    for (const inner of list(member(element, "content")).toReversed()) {
      toCome.push(inner);
    }
  }
  return ids;
}

function semanticField(body: unknown, name: string): number | undefined {
  return id(member(member(member(body, "semantics"), name), "field_id"));
}

function openValueIds(body: unknown): Tracker["openValueIds"] {
  const listed = member(member(member(body, "semantics"), "status"), "value_ids");
  return Array.isArray(listed)
    ? listed.map((value) => id(value) ?? text(value)).filter((value) => value !== undefined)
    : undefined;
}

/** Gives the field of the workflow, if that is used: the service tells so by `"1"`, `"0"` or `""`. */
function workflowField(body: unknown): number | undefined {
  const workflow = member(body, "workflow");
  const isUsed = [true, 1, "1"].some((value) => member(workflow, "is_used") === value);
  return isUsed ? id(member(workflow, "field_id")) : undefined;
}

function transitions(body: unknown): readonly Transition[] | undefined {
  const listed = member(member(body, "workflow"), "transitions");
  return workflowField(body) === undefined || !Array.isArray(listed)
    ? undefined
    : listed.flatMap((transition) => {
        const toId = id(member(transition, "to_id"));
        return toId === undefined ? [] : known({ fromId: id(member(transition, "from_id")), toId });
      });
}

const layoutTypes = new Set(["fieldset", "column", "linebreak", "separator", "staticrichtext"]);

function trackerField(field: unknown): TrackerField | undefined {
  const fieldId = id(member(field, "field_id"));
  const type = text(member(field, "type"));
  if (fieldId === undefined || type === undefined || layoutTypes.has(type)) {
    return undefined;
  }
  const kind = fieldKind(type);
  const permissions = member(field, "permissions");
  // Where the service does not tell a right, people may try: a refusal changes nothing.
  const may = (permission: string) => !Array.isArray(permissions) || permissions.includes(permission);
  return known({
    fieldId,
    name: text(member(field, "name")) ?? "",
    label: text(member(field, "label")) ?? "",
    type,
    kind,
    isRequired: member(field, "required") === true,
    isUpdatable: may("update"),
    isSubmittable: may("create"),
    ...(kind && readDefaults(field, type, kind)),
    options: readOptions(field),
    bindsTo: bindsTo(field),
    takesOthers: bindsTo(field) === "users" && takesOthers(field) ? true : undefined,
    hasTime: type === "date" ? member(field, "is_time_displayed") === true : undefined,
    ...(kind === "files" && readUploads(field)),
    linkTypes: kind === "links" ? linkTypes(field) : undefined,
  });
}

/** Reads what a file field tells of uploads (test/service/README.md, Uploads). */
function readUploads(field: unknown) {
  const most = member(field, "max_size_upload");
  return known({
    takesUploads: text(member(field, "file_creation_uri")) === undefined ? undefined : (true as const),
    maxUploadBytes: typeof most === "number" && most > 0 ? most : undefined,
  });
}

/** Reads the default. What «today» was when the structure was read is worth nothing later, so it is not kept. */
function readDefaults(field: unknown, type: string, kind: FieldKind) {
  const members = readDefault(field, type, kind);
  return members && isTodayByDefault(field, kind)
    ? { isTodayByDefault: true as const }
    : known({ defaultMembers: members });
}

function bindsTo(field: unknown): TrackerField["bindsTo"] {
  // A list of all users has, in place of its values, the resource where they are found.
  const found = member(member(member(field, "values"), "resource"), "type");
  const type = member(member(field, "bindings"), "type") ?? found;
  return type === "static" || type === "users" || type === "ugroups" ? type : undefined;
}

function linkTypes(field: unknown): readonly LinkType[] | undefined {
  const types = member(field, "allowed_types");
  return Array.isArray(types)
    ? types.flatMap((type) => {
        const shortname = text(member(type, "shortname"));
        // The plain link has the empty name.
        const label = text(member(type, "forward_label")) ?? shortname;
        return shortname && label ? [{ shortname, label }] : [];
      })
    : undefined;
}

/**
 * Reads the rules of a tracker's workflow, which hold whether the workflow is used or not (test/service/README.md,
 * Workflow); undefined without any. It leaves out those of another shape.
 */
function readRules(tracker: unknown): WorkflowRules | undefined {
  const rules = member(member(tracker, "workflow"), "rules");
  const lists = list(member(rules, "lists")).flatMap(listRule);
  const dates = list(member(rules, "dates")).flatMap(dateRule);
  return lists.length === 0 && dates.length === 0 ? undefined : { lists, dates };
}

function listRule(rule: unknown): readonly ListRule[] {
  const [sourceId, sourceValue, targetId, targetValue] = [
    ...["source_field_id", "source_value_id", "target_field_id", "target_value_id"],
  ].map((name) => id(member(rule, name)));
  return sourceId === undefined || sourceValue === undefined || targetId === undefined || targetValue === undefined
    ? []
    : [{ sourceId, sourceValue, targetId, targetValue }];
}

const comparators: readonly DateRule["comparator"][] = ["<", "≤", ">", "≥", "=", "≠"];

function dateRule(rule: unknown): readonly DateRule[] {
  const [sourceId, targetId] = ["source_field_id", "target_field_id"].map((name) => id(member(rule, name)));
  const comparator = comparators.find((each) => each === member(rule, "comparator"));
  return sourceId === undefined || targetId === undefined || comparator === undefined
    ? []
    : [{ sourceId, targetId, comparator }];
}
