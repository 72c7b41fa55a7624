import { isAlphanumeric, isLayout, kindOf } from "../fields/kinds.ts";
import type { ServiceClock } from "../state/clock.ts";
import type { Artifact, Changeset, Comment, Field, Tracker } from "../state/model.ts";
import { type Caller, canRead, isInGroup, isTrackerAdmin } from "../state/permissions.ts";
import { firstChangeset, lastChangeset, type State } from "../state/state.ts";
import { printHttpDate, printIso } from "../wire/dates.ts";
import { postProcess, renderMarkdown } from "../wire/texts.ts";
import type { DateZones } from "../wire/zones.ts";
import { anonymousUser, minimalGroup, minimalUser, userById } from "./people.ts";
import { minimalTracker, projectReference } from "./references.ts";
import { completeTracker } from "./trackers.ts";

/** What an answer shows, to whom. Every request is one. */
export interface View {
  readonly state: State;
  readonly caller: Caller;
  readonly origin: string;
  readonly zones: DateZones;
  readonly clock: ServiceClock;
  readonly settings: { readonly hasResumableUploads: boolean; readonly maxUploadBytes: number };
}

export type ValuesFormat = "" | "collection" | "by_field" | "all" | "none";

/** The two headers that name an artifact's version. */
export function versionHeaders(artifact: Artifact): Record<string, string> {
  const { submittedOn } = lastChangeset(artifact);
  return { "Last-Modified": printHttpDate(submittedOn), Etag: String(submittedOn) };
}

export function artifactRepresentation(
  view: View,
  artifact: Artifact,
  valuesFormat: ValuesFormat = "collection",
  isTrackerComplete = false,
): Record<string, unknown> {
  const { state, origin, zones } = view;
  const tracker = state.trackerOf(artifact);
  const project = state.projectOf(tracker);
  const [first, last] = [firstChangeset(artifact), lastChangeset(artifact)];
  const isCollection = valuesFormat === "" || valuesFormat === "collection" || valuesFormat === "all";
  const isByField = valuesFormat === "by_field" || valuesFormat === "all";
  // Before all dates of the artifact: a burndown among the values decides their zone.
  const values = isCollection ? valueCollection(view, artifact, last) : null;
  return {
    id: artifact.id,
    uri: `artifacts/${artifact.id}`,
    xref: `${tracker.itemName} #${artifact.id}`,
    tracker: isTrackerComplete ? completeTracker(view, tracker, artifact) : minimalTracker(state, tracker),
    project: projectReference(project),
    submitted_by: first.submittedBy,
    submitted_by_user: userById(state, first.submittedBy, origin, minimalUser),
    submitted_on: printIso(first.submittedOn, zones.current),
    html_url: `/plugins/tracker/?aid=${artifact.id}`,
    changesets_uri: `artifacts/${artifact.id}/changesets`,
    values,
    values_by_field: isByField ? valuesByField(view, artifact) : null,
    last_update_by: last.submittedBy,
    last_update_by_user: userById(state, last.submittedBy, origin, minimalUser),
    last_modified_date: printIso(last.submittedOn, zones.current),
    ...semantics(view, tracker, last),
  };
}

/** One entry per field the caller may read that has a value at the changeset. */
export function valueCollection(view: View, artifact: Artifact, changeset: Changeset): Record<string, unknown>[] {
  return view.state.trackerOf(artifact).fields.flatMap((field) => {
    const members = readField(view, artifact, changeset, field);
    return members ? [{ field_id: field.id, type: field.type, label: field.label, ...members }] : [];
  });
}

const storedNowhere = ["aid", "atid", "priority", "subby", "subon", "luby", "lud", "cross"];

function readField(
  view: View,
  artifact: Artifact,
  changeset: Changeset,
  field: Field,
): Record<string, unknown> | undefined {
  if (!field.isUsed || isLayout(field.type) || !canRead(view.state, view.caller, field)) {
    return undefined;
  }
  if (field.type === "burndown") {
    view.zones.meetBurndown();
  }
  const value = changeset.values.get(field.id);
  if (value === undefined && !storedNowhere.includes(field.type)) {
    return undefined;
  }
  return kindOf(field.type).read(field, value, { ...view, artifact, changeset });
}

function valuesByField(view: View, artifact: Artifact): unknown {
  const last = lastChangeset(artifact);
  const byName: Record<string, unknown> = {};
  for (const field of view.state.trackerOf(artifact).fields) {
    if (field.isUsed && isAlphanumeric(field.type) && canRead(view.state, view.caller, field)) {
      const members = readField(view, artifact, last, field);
      byName[field.name] = members ? { field_id: field.id, type: field.type, label: field.label, ...members } : null;
    }
  }
  return Object.keys(byName).length === 0 ? [] : byName;
}

function semantics(view: View, tracker: Tracker, changeset: Changeset): Record<string, unknown> {
  const { state, caller, origin } = view;
  const readable = (fieldId: number | undefined) => {
    const field = tracker.fields.find((each) => each.id === fieldId);
    return field && canRead(state, caller, field) ? field : undefined;
  };
  const storedValue = (field: Field | undefined) => (field ? changeset.values.get(field.id) : undefined);
  const titleValue = storedValue(readable(tracker.semantics.title));
  const statusField = readable(tracker.semantics.status?.fieldId);
  const statusValue = storedValue(statusField);
  const statusId = statusValue?.kind === "list" ? statusValue.ids[0] : undefined;
  const status =
    statusField?.bind?.type === "static" ? statusField.bind.values.find((value) => value.id === statusId) : undefined;
  const contributors = storedValue(readable(tracker.semantics.contributor));
  return {
    status: status?.label ?? "",
    full_status: status ? { value: status.label, color: status.colour ?? null } : null,
    is_open: !tracker.semantics.status || tracker.semantics.status.openValueIds.some((id) => id === statusId),
    title: titleValue?.kind === "string" ? titleValue.value : titleValue?.kind === "text" ? titleValue.content : null,
    assignees: contributors?.kind === "list" ? contributors.ids.map((id) => userById(state, Number(id), origin)) : [],
  };
}

export function changesetRepresentation(view: View, artifact: Artifact, changeset: Changeset, isWithValues: boolean) {
  const { state, origin, zones } = view;
  const { email, submittedOn } = changeset;
  const submittedBy =
    email === undefined
      ? userById(state, changeset.submittedBy, origin)
      : anonymousUser(origin, { display_name: email, email });
  const values = isWithValues ? valueCollection(view, artifact, changeset) : [];
  const comment = visibleComment(view, artifact, changeset);
  const edited = comment?.edited;
  return {
    id: changeset.id,
    submitted_by: changeset.submittedBy,
    submitted_by_details: submittedBy,
    submitted_on: printIso(submittedOn, zones.current),
    email: email ?? null,
    last_comment: commentRepresentation(view, artifact, comment),
    last_modified_by: edited ? userById(state, edited.by, origin) : submittedBy,
    values,
    last_modified_date: printIso(edited?.on ?? submittedOn, zones.current),
  };
}

/** A private comment is for its groups and for who administers the tracker; to all others there is none. */
function visibleComment({ state, caller }: View, artifact: Artifact, { comment }: Changeset): Comment | undefined {
  const groups = comment?.groupIds;
  const isVisible =
    groups === undefined ||
    isTrackerAdmin(state, caller, state.trackerOf(artifact)) ||
    groups.some((id) => isInGroup(state, caller, id));
  return isVisible ? comment : undefined;
}

function commentRepresentation(view: View, artifact: Artifact, comment: Comment | undefined) {
  const { body, format, groupIds } = comment ?? { body: "", format: "text" as const };
  const isMarkdown = format === "commonmark";
  const isAdmin = isTrackerAdmin(view.state, view.caller, view.state.trackerOf(artifact));
  const told = groupIds?.filter((id) => isAdmin || isInGroup(view.state, view.caller, id));
  return {
    body: isMarkdown ? renderMarkdown(body) : body,
    post_processed_body: postProcess(body, format),
    format: isMarkdown ? "html" : format,
    ...(isMarkdown && { commonmark: body }),
    ugroups: told?.map((id) => minimalGroup(view.state, id)) ?? null,
  };
}
