import { linkTypes } from "../dataset/trackers.ts";
import { isLayout } from "../fields/kinds.ts";
import type { Artifact, Bind, Field, GroupId, StoredValue, StructureElement, Tracker } from "../state/model.ts";
import { canRead, canSubmit, canUpdate, isInGroup, isTrackerAdmin } from "../state/permissions.ts";
import { lastChangeset, type State } from "../state/state.ts";
import { printDay, printMinute } from "../wire/dates.ts";
import type { View } from "./artifacts.ts";
import { fullUser, minimalGroup } from "./people.ts";
import { projectReference, trackerReference } from "./references.ts";

export function shortTracker(view: View, tracker: Tracker): Record<string, unknown> {
  return {
    id: tracker.id,
    uri: `trackers/${tracker.id}`,
    label: tracker.label,
    color_name: tracker.colourName,
    project: projectReference(view.state.projectOf(tracker)),
  };
}

/** The whole structure; with an artifact, the rights are those on its fields now (frozen ones lose `update`). */
export function completeTracker(view: View, tracker: Tracker, artifact?: Artifact): Record<string, unknown> {
  const { state, caller } = view;
  const parent = tracker.parentTrackerId === undefined ? undefined : state.trackers.get(tracker.parentTrackerId);
  const isListed = (field: Field) => field.isUsed && (isLayout(field.type) || canRead(state, caller, field));
  const frozen = artifact ? frozenFieldIds(tracker, artifact) : [];
  const listedIds = new Set(tracker.fields.filter(isListed).map((field) => field.id));
  return {
    id: tracker.id,
    uri: `trackers/${tracker.id}`,
    html_url: `/plugins/tracker/?tracker=${tracker.id}`,
    project: projectReference(state.projectOf(tracker)),
    label: tracker.label,
    description: tracker.description,
    item_name: tracker.itemName,
    color_name: tracker.colourName,
    fields: tracker.fields.filter(isListed).map((field) => ({
      ...fieldRepresentation(view, field, frozen.includes(field.id)),
      ...(artifact && field.type === "fieldset" && { is_hidden: false }),
    })),
    structure: structure(tracker.structure, listedIds),
    semantics: semanticsRepresentation(tracker, listedIds),
    workflow: workflowRepresentation(view, tracker),
    permissions_for_groups: isTrackerAdmin(state, caller, tracker)
      ? { can_access: tracker.readers.map((id) => minimalGroup(state, id)), can_admin: [] }
      : null,
    parent: parent ? trackerReference(state, parent) : null,
    resources: [{ type: "reports", uri: `trackers/${tracker.id}/tracker_reports` }],
    notifications: { enabled: true },
  };
}

/** The fields the workflow holds fixed while its own field has the value it has. */
export function frozenFieldIds(tracker: Tracker, artifact: Artifact): readonly number[] {
  const { workflow } = tracker;
  const state = workflow ? lastChangeset(artifact).values.get(workflow.fieldId) : undefined;
  const valueId = state?.kind === "list" ? state.ids[0] : undefined;
  return workflow?.isUsed
    ? workflow.frozen.filter((each) => each.valueId === valueId).flatMap((each) => each.fieldIds)
    : [];
}

function structure(elements: readonly StructureElement[], listedIds: ReadonlySet<number>): unknown[] {
  return elements
    .filter((element) => listedIds.has(element.id))
    .map((element) => ({ id: element.id, content: element.content && structure(element.content, listedIds) }));
}

function fieldRepresentation(view: View, field: Field, isFrozen: boolean): Record<string, unknown> {
  const { state, caller, settings } = view;
  return {
    field_id: field.id,
    label: field.label,
    name: field.name,
    type: field.type,
    values: valuesOf(view, field),
    required: field.isRequired,
    collapsed: false,
    bindings: bindingsOf(view, field),
    permissions: [
      "read",
      ...(canUpdate(state, caller, field) && !isFrozen ? ["update"] : []),
      ...(canSubmit(state, caller, field) ? ["create"] : []),
    ],
    permissions_for_groups: null,
    default_value: defaultOf(view, field),
    has_notifications: false,
    is_used: field.isUsed,
    description: field.description,
    specific_properties: specificProperties(field),
    label_decorators: [],
    ...(field.type === "date" && { is_time_displayed: field.isTimeDisplayed }),
    ...(field.type === "tbl" && { hint: "Type in a search term" }),
    ...(field.type === "file" &&
      settings.hasResumableUploads && {
        file_creation_uri: `tracker_fields/${field.id}/files`,
        max_size_upload: settings.maxUploadBytes,
      }),
    ...(field.type === "art_link" && { allowed_types: allowedTypes() }),
  };
}

function allowedTypes(): unknown[] {
  return linkTypes
    .filter((type) => !type.isSystem)
    .map((type) => ({ shortname: type.shortname, forward_label: type.forward, reverse_label: type.reverse }));
}

function valuesOf({ state, origin }: View, field: Field): unknown {
  switch (field.bind?.type) {
    case undefined:
      return null;
    case "static":
      return [
        ...field.bind.values.map((value) => ({
          id: value.id,
          label: value.label,
          is_hidden: value.isHidden,
          value_color: value.colour ?? "",
        })),
        ...(field.type === "tbl"
          ? field.freeValues.map((value) => ({
              id: `o${value.id}`,
              label: value.label,
              is_hidden: false,
              value_color: "",
            }))
          : []),
      ];
    case "users":
      if (field.type === "tbl") {
        return { resource: { type: "users", uri: "users/?query=" } };
      }
      return field.bind.userIds.flatMap((id) => {
        const user = state.users.get(id);
        if (!user) {
          return [];
        }
        const { uri, display_name, username, avatar_url } = fullUser(user, origin);
        return [
          { id, label: user.username, user_reference: { id, uri, real_name: display_name, username, avatar_url } },
        ];
      });
    case "ugroups":
      return field.type === "tbl"
        ? projectGroups(state, field).map((id) => minimalGroup(state, id))
        : groupValues(state, field);
  }
}

/** An open list tells all groups of the project, bound or not, besides those that are bound. */
function projectGroups(state: State, field: Field): readonly GroupId[] {
  const projectId = state.trackers.get(field.trackerId)?.projectId;
  return [...state.groups.values()].filter((group) => group.projectId === projectId).map(({ id }) => id);
}

/** Each value has an id of its own, which is not that of its group, and the key of a translation for a system group. */
function groupValues(state: State, field: Field): unknown[] {
  const groupIds = field.bind?.type === "ugroups" ? field.bind.groupIds : [];
  return groupIds.map((groupId, index) => {
    const group = minimalGroup(state, groupId);
    return { id: field.id * 10 + index, label: group["key"], ugroup_reference: group };
  });
}

function bindingsOf({ state }: View, field: Field): unknown {
  const { bind } = field;
  if (!bind) {
    return { type: null, list: [] };
  }
  switch (bind.type) {
    case "static":
      return { type: "static", list: bind.values.map(({ id, label }) => ({ id, label })) };
    case "users":
      return { type: "users", list: [boundGroup(state, field, bind)] };
    case "ugroups":
      return { type: "ugroups", list: [] };
  }
}

function boundGroup(
  state: State,
  field: Field,
  { takesEverybody }: Extract<Bind, { readonly type: "users" }>,
): unknown {
  const projectId = state.trackers.get(field.trackerId)?.projectId;
  return takesEverybody ? { id: "2", label: "registered_users" } : { id: `${projectId}_3`, label: "group_members" };
}

function defaultOf({ state, clock }: View, field: Field): unknown {
  if (field.type === "date") {
    const seconds = field.isTodayByDefault
      ? clock.nowSeconds()
      : field.defaultValue?.kind === "date"
        ? field.defaultValue.seconds
        : null;
    const print = field.isTimeDisplayed ? printMinute : printDay;
    return seconds === null ? "" : print(seconds, state.zone);
  }
  const value: StoredValue | undefined = field.defaultValue;
  switch (value?.kind) {
    case "string":
      return value.value;
    case "text":
      return { format: value.format, content: value.content };
    case "number":
      return value.value;
    case "computed":
      return value.manualValue === null ? null : { type: "manual_value", value: value.manualValue };
    case "list":
      return value.ids.map((id) => ({
        id,
        label:
          field.bind?.type === "static"
            ? field.bind.values.find((each) => each.id === id)?.label
            : state.users.get(Number(id))?.username,
      }));
    default:
      return field.bind && field.type !== "tbl" ? [] : null;
  }
}

/** How far texts go, and which kind of default a date has: 0 is «today». */
function specificProperties(field: Field): unknown {
  if (field.type === "date" && (field.isTodayByDefault || field.defaultValue)) {
    return { default_value_type: field.isTodayByDefault ? 0 : 1 };
  }
  return field.maxLength > 0 ? { maxchars: field.maxLength } : null;
}

function semanticsRepresentation({ semantics }: Tracker, listedIds: ReadonlySet<number>): unknown {
  const one = (key: string, fieldId: number | undefined) =>
    fieldId !== undefined && listedIds.has(fieldId) ? { [key]: { field_id: fieldId } } : {};
  return {
    ...one("title", semantics.title),
    ...one("description", semantics.description),
    ...(semantics.status && {
      status: { field_id: semantics.status.fieldId, value_ids: semantics.status.openValueIds },
    }),
    ...one("contributor", semantics.contributor),
    ...one("initial_effort", semantics.initialEffort),
    ...(semantics.progress && {
      progress: {
        total_effort_field_id: semantics.progress.totalFieldId,
        remaining_effort_field_id: semantics.progress.remainingFieldId,
      },
    }),
    ...(semantics.timeframe && {
      timeframe: {
        start_date_field_id: semantics.timeframe.startFieldId,
        end_date_field_id: semantics.timeframe.endFieldId,
      },
    }),
  };
}

const noWorkflow = {
  field_id: 0,
  is_used: "",
  is_legacy: false,
  is_advanced: true,
  rules: { dates: [], lists: [] },
  transitions: [],
};

/** With the transitions the caller may take; null where they may not read the workflow's field. */
function workflowRepresentation({ state, caller }: View, tracker: Tracker): unknown {
  const { workflow } = tracker;
  if (!workflow) {
    return noWorkflow;
  }
  const field = tracker.fields.find((each) => each.id === workflow.fieldId);
  if (!field || !canRead(state, caller, field)) {
    return null;
  }
  const isOffered = ({ groupIds }: (typeof workflow.transitions)[number]) =>
    isTrackerAdmin(state, caller, tracker) || (groupIds?.some((id) => isInGroup(state, caller, id)) ?? true);
  return {
    field_id: workflow.fieldId,
    is_used: workflow.isUsed ? "1" : "0",
    is_legacy: false,
    // Only a workflow in simple mode freezes fields.
    is_advanced: workflow.frozen.length === 0,
    rules: {
      dates: workflow.dateRules.map((rule) => ({
        source_field_id: rule.sourceFieldId,
        target_field_id: rule.targetFieldId,
        comparator: rule.comparator,
      })),
      lists: workflow.listRules.map((rule) => ({
        source_field_id: rule.sourceFieldId,
        source_value_id: rule.sourceValueId,
        target_field_id: rule.targetFieldId,
        target_value_id: rule.targetValueId,
      })),
    },
    transitions: workflow.transitions
      .filter(isOffered)
      .map((each) => ({ id: each.id, from_id: each.fromId, to_id: each.toId })),
  };
}
