import type { Accepted, ReverseChange } from "../fields/fieldKind.ts";
import { isIgnoredOnWrite, isLayout, isSameValue, kindOf } from "../fields/kinds.ts";
import { reverseTarget } from "../fields/links.ts";
import { frozenFieldIds } from "../representations/trackers.ts";
import { badRequest, RestError } from "../server/answer.ts";
import type { Artifact, Comment, Field, StoredValue, Tracker, User, Values } from "../state/model.ts";
import { canSubmit, canUpdate, isInGroup } from "../state/permissions.ts";
import { lastChangeset, type State } from "../state/state.ts";
import { invalidError, object, requiredInteger } from "../wire/bodyShape.ts";
import { startOfDay } from "../wire/dates.ts";
import { isObject, type JsonObject } from "../wire/json.ts";

/** One entry of `values` and where it stands in the body. */
export interface Entry {
  readonly fieldId: number;
  readonly members: JsonObject;
  readonly path: string;
}

/** The shape of `values` (an entry without id, ids that are no list, …), looked at before the artifact itself. */
export function readEntries(values: unknown): readonly Entry[] {
  if (!Array.isArray(values)) {
    throw invalidError("values", "Expecting array value");
  }
  return values.map((item, index) => {
    const path = `values[${index}]`;
    const members = object(item, path);
    const fieldId = requiredInteger(members, "field_id", `${path}[field_id]`);
    for (const key of ["bind_value_ids", "links", "all_links"]) {
      const value = members[key];
      if (value !== undefined && value !== null && !Array.isArray(value)) {
        throw invalidError(`${path}[${key}]`);
      }
    }
    if (members.parent !== undefined && members.parent !== null && !isObject(members.parent)) {
      throw invalidError(`${path}[parent]`);
    }
    return { fieldId, members, path };
  });
}

interface FieldChange {
  readonly field: Field;
  readonly accepted: Accepted;
}

export interface ChangeRequest {
  readonly state: State;
  readonly user: User;
  readonly tracker: Tracker;
  readonly entries: readonly Entry[];
  readonly now: number;
  /**
   * What is not sent is copied from here: the values that were last when the request started; without, those there are
   * now.
   */
  readonly copied?: Values;
  /** For changes the control interface makes: rights and workflow do not hold them up. */
  readonly isForced?: boolean;
}

/** Applies the entries to the artifact; gives false when nothing of it changes and there is no comment. */
export function updateArtifact(request: ChangeRequest, artifact: Artifact, comment: Comment | undefined): boolean {
  const { state, user, now } = request;
  const before = valuesBefore(request, artifact);
  const changes = acceptEntries(request, artifact);
  checkFields(request, changes, (field) => canUpdate(state, user, field), "update", before, "");
  const changed = changedValues(changes, before);
  const reverse = changes.flatMap(({ accepted }) => ("value" in accepted ? (accepted.reverse ?? []) : []));
  if (!request.isForced) {
    checkWorkflow(request, artifact, changed, comment);
  }
  commit(changes);
  // A nought alone is no comment to the service.
  const isChanged = changed.size > 0 || !["", "0"].includes(comment?.body ?? "");
  if (isChanged) {
    takeFiles(state, artifact.id, changed, before);
    state.addChangeset(artifact.id, user.id, now, changed, {
      over: before,
      comment: comment?.body === "" ? undefined : comment,
    });
  }
  changeReverse(request, artifact.id, reverse);
  return isChanged;
}

function valuesBefore({ copied }: ChangeRequest, artifact: Artifact): Values {
  return copied ?? lastChangeset(artifact).values;
}

export function createArtifact(request: ChangeRequest): Artifact {
  const { state, user, tracker, now } = request;
  const changes = acceptEntries(request, undefined);
  checkFields(request, changes, (field) => canSubmit(state, user, field), "submit", defaultsOf(request), "error: ");
  const values = new Map([...defaultsOf(request), ...valuesOf(changes)]);
  checkRules(tracker, values, state.zone);
  checkFirstTransition(tracker, values);
  commit(changes);
  const artifact = state.addArtifact(tracker.id, user.id, now, values);
  takeFiles(state, artifact.id, values, new Map());
  const reverse = changes.flatMap(({ accepted }) => ("value" in accepted ? (accepted.reverse ?? []) : []));
  for (const { artifactId } of reverse) {
    reverseTarget(state, artifactId);
  }
  changeReverse(request, artifact.id, reverse);
  return artifact;
}

/** What a new artifact holds in every field nobody sent. */
function defaultsOf({ state, tracker, now }: ChangeRequest): Values {
  const values = new Map<number, StoredValue>();
  for (const field of tracker.fields) {
    const empty = field.isUsed ? emptyValue(field.type) : undefined;
    if (field.isTodayByDefault) {
      values.set(field.id, { kind: "date", seconds: startOfDay(now, state.zone) });
    } else if (field.defaultValue && field.isUsed) {
      values.set(field.id, field.defaultValue);
    } else if (empty) {
      values.set(field.id, empty);
    }
  }
  return values;
}

function emptyValue(type: string): StoredValue | undefined {
  switch (type) {
    case "string":
      return { kind: "string", value: "" };
    case "text":
      return { kind: "text", content: "", format: "commonmark" };
    case "date":
      return { kind: "date", seconds: null };
    case "sb":
    case "rb":
    case "msb":
    case "cb":
      return { kind: "list", ids: [] };
    case "tbl":
      return { kind: "openList", items: [] };
    case "art_link":
      return { kind: "links", links: [] };
    case "computed":
      return { kind: "computed", manualValue: null };
    case "ttmstepdef":
      return { kind: "steps", steps: [] };
    default:
      return undefined;
  }
}

/** Every entry turned into what would be stored; of two entries for one field the last one counts. */
function acceptEntries(request: ChangeRequest, artifact: Artifact | undefined): readonly FieldChange[] {
  const { state, user: caller, tracker, now } = request;
  const before = artifact && valuesBefore(request, artifact);
  const changes = new Map<number, FieldChange>();
  for (const { fieldId, members, path } of request.entries) {
    const field = tracker.fields.find((each) => each.id === fieldId);
    if (!field?.isUsed || isLayout(field.type)) {
      throw badRequest(`Unknown field ${fieldId}`);
    }
    if (isIgnoredOnWrite(field.type)) {
      continue;
    }
    const kind = kindOf(field.type);
    const accepted = kind.accept?.(field, members, {
      state,
      caller,
      tracker,
      artifact,
      before: before?.get(fieldId),
      now,
      path,
    }) ?? { problem: "" };
    changes.set(fieldId, { field, accepted });
  }
  return [...changes.values()];
}

/** Rights, kinds of values and required fields: all problems are told together. */
function checkFields(
  request: ChangeRequest,
  changes: readonly FieldChange[],
  isAllowed: (field: Field) => boolean,
  verb: "update" | "submit",
  others: Values,
  prefix: string,
): void {
  const lines: string[] = [];
  let isValid = true;
  for (const field of request.tracker.fields) {
    const change = changes.find((each) => each.field.id === field.id);
    const { isForced = false } = request;
    const line = problemOf(field, change?.accepted, isAllowed(field) || isForced, !isForced, verb, others);
    isValid &&= line === undefined;
    if (line) {
      lines.push(`${prefix}${line}\n`);
    }
  }
  if (!isValid) {
    if (lines.length === 0 && verb === "submit") {
      throw RestError.of(500, "Unable to create artifact");
    }
    throw badRequest(lines.length > 0 ? lines.join("") : "Fields are not valid");
  }
}

function problemOf(
  field: Field,
  accepted: Accepted | undefined,
  isAllowed: boolean,
  isDemanded: boolean,
  verb: string,
  others: Values,
): string | undefined {
  if (accepted && !isAllowed) {
    return `You are not allowed to ${verb} the field ${field.label}.`;
  }
  if (accepted && "problem" in accepted) {
    return kindOf(field.type).accept ? accepted.problem : `You are not allowed to ${verb} the field ${field.label}.`;
  }
  const value = accepted?.value ?? others.get(field.id);
  // Of what an update leaves out only a value that never was is missed.
  const isEmptied = value !== undefined && (accepted !== undefined || verb === "submit");
  const isMissing = value === undefined || (isEmptied && kindOf(field.type).isEmpty(value));
  return isDemanded && field.isRequired && field.isUsed && isAllowed && isMissing
    ? `The field ${field.label} (${field.name}) is required.`
    : undefined;
}

function valuesOf(changes: readonly FieldChange[]): Values {
  const values = new Map<number, StoredValue>();
  for (const { field, accepted } of changes) {
    if ("value" in accepted) {
      values.set(field.id, accepted.value);
    }
  }
  return values;
}

function changedValues(changes: readonly FieldChange[], before: Values): Values {
  const changed = new Map<number, StoredValue>();
  for (const [fieldId, value] of valuesOf(changes)) {
    const old = before.get(fieldId);
    if (old === undefined || !isSameValue(old, value)) {
      changed.set(fieldId, value);
    }
  }
  return changed;
}

function commit(changes: readonly FieldChange[]): void {
  for (const { accepted } of changes) {
    if ("value" in accepted) {
      accepted.commit?.();
    }
  }
}

/** Attaches uploads the artifact now names, and drops attachments it names no more. */
function takeFiles(state: State, artifactId: number, changed: Values, before: Values): void {
  for (const [fieldId, value] of changed) {
    if (value.kind !== "files") {
      continue;
    }
    const old = before.get(fieldId);
    for (const id of old?.kind === "files" ? old.ids : []) {
      if (!value.ids.includes(id)) {
        state.attachments.delete(id);
      }
    }
    for (const id of value.ids) {
      const upload = state.uploads.get(id);
      const attachment = state.attachments.get(id);
      if (attachment) {
        attachment.artifactId = artifactId;
      } else if (upload) {
        const { name, type, description, received, userId } = upload;
        const sizeBytes = received.length;
        const bytes = () => received.whole();
        state.attachments.set(id, {
          id,
          name,
          type,
          sizeBytes,
          description,
          submittedBy: userId,
          artifactId,
          fieldId,
          bytes,
        });
      }
      state.uploads.delete(id);
    }
  }
}

/** Links that other artifacts hold to this one: each of them gets a version of its own. */
function changeReverse({ state, user, now }: ChangeRequest, id: number, changes: readonly ReverseChange[]): void {
  for (const { artifactId, type } of changes) {
    const source = state.artifact(artifactId);
    const field = source && state.trackerOf(source).fields.find((each) => each.type === "art_link" && each.isUsed);
    if (!source || !field) {
      continue;
    }
    const stored = lastChangeset(source).values.get(field.id);
    const links = stored?.kind === "links" ? stored.links : [];
    const others = links.filter((link) => link.id !== id);
    const value: StoredValue = { kind: "links", links: type === undefined ? others : [...others, { id, type }] };
    if (!stored || !isSameValue(stored, value)) {
      state.addChangeset(source.id, user.id, now, new Map([[field.id, value]]));
    }
  }
}

function checkWorkflow(
  request: ChangeRequest,
  artifact: Artifact,
  changed: Values,
  comment: Comment | undefined,
): void {
  const { tracker, state, user } = request;
  const before = valuesBefore(request, artifact);
  if (frozenFieldIds(tracker, artifact).some((fieldId) => changed.has(fieldId))) {
    throw badRequest("Fields are not valid");
  }
  const after = new Map([...before, ...changed]);
  const { workflow } = tracker;
  const target = workflow && changed.get(workflow.fieldId);
  if (workflow?.isUsed && target) {
    const [from, to] = [listId(before.get(workflow.fieldId)), listId(target)];
    const transition = workflow.transitions.find((each) => each.fromId === (from ?? null) && each.toId === to);
    if (!transition) {
      throw badRequest(`The transition to the value "${valueLabel(tracker, workflow.fieldId, to)}" is not valid.\n`);
    }
    if (transition.groupIds && !transition.groupIds.some((id) => isInGroup(state, user, id))) {
      throw badRequest("error: Transition permissions are not respected\n");
    }
    for (const fieldId of transition.notEmptyFieldIds) {
      const field = tracker.fields.find((each) => each.id === fieldId);
      const value = after.get(fieldId);
      if (field && (value === undefined || kindOf(field.type).isEmpty(value))) {
        throw badRequest(`error: Invalid condition: the field '${field.label} (${field.name})'must not be empty\n`);
      }
    }
    if (transition.isCommentRequired && (comment?.body ?? "") === "") {
      throw badRequest("error: Comment must not be empty.\n");
    }
  }
  // Values that break a rule already keep even a comment out.
  if (changed.size > 0 || (comment?.body ?? "") !== "") {
    checkRules(tracker, after, state.zone);
  }
}

function checkFirstTransition(tracker: Tracker, values: Values): void {
  const { workflow } = tracker;
  const to = workflow ? listId(values.get(workflow.fieldId)) : undefined;
  if (workflow?.isUsed && !workflow.transitions.some((each) => each.fromId === null && each.toId === to)) {
    throw badRequest(
      `error: The transition to the value "${valueLabel(tracker, workflow.fieldId, to)}" is not valid.\n`,
    );
  }
}

function listId(value: StoredValue | undefined): number | undefined {
  return value?.kind === "list" && value.ids.length > 0 ? Number(value.ids[0]) : undefined;
}

/** None is 100, and a value like any other to the rules. */
function chosenIds(value: StoredValue | undefined): readonly number[] {
  return value?.kind === "list" && value.ids.length > 0 ? value.ids.map(Number) : [100];
}

function valueLabel(tracker: Tracker, fieldId: number, valueId: number | undefined): string {
  const bind = tracker.fields.find((field) => field.id === fieldId)?.bind;
  return (bind?.type === "static" ? bind.values.find((value) => value.id === valueId)?.label : undefined) ?? "None";
}

/** Date rules, then dependencies between lists. */
function checkRules(tracker: Tracker, values: Values, zone: string): void {
  const named = (fieldId: number) => tracker.fields.find((field) => field.id === fieldId);
  for (const rule of tracker.workflow?.dateRules ?? []) {
    const [source, target] = [values.get(rule.sourceFieldId), values.get(rule.targetFieldId)];
    const [a, b] = [source?.kind === "date" ? source.seconds : null, target?.kind === "date" ? target.seconds : null];
    const isDay = [rule.sourceFieldId, rule.targetFieldId].some((fieldId) => !named(fieldId)?.isTimeDisplayed);
    const [one, other] = [a, b].map((seconds) => (isDay && seconds !== null ? startOfDay(seconds, zone) : seconds));
    if (one != null && other != null && !holds(one, rule.comparator, other)) {
      throw badRequest(
        `error: Error on the tracker #${tracker.id} date value : ${named(rule.sourceFieldId)?.label} must be ${rule.comparator} to ${named(rule.targetFieldId)?.label}.\n`,
      );
    }
  }
  const rules = tracker.workflow?.listRules ?? [];
  for (const pair of new Set(rules.map((rule) => `${rule.sourceFieldId} ${rule.targetFieldId}`))) {
    const [sourceId = 0, targetId = 0] = pair.split(" ").map(Number);
    const [sources, targets] = [chosenIds(values.get(sourceId)), chosenIds(values.get(targetId))];
    const isAllowed = (target: number) =>
      rules.some(
        (rule) =>
          rule.sourceFieldId === sourceId &&
          rule.targetFieldId === targetId &&
          sources.includes(rule.sourceValueId) &&
          rule.targetValueId === target,
      );
    if (!targets.every(isAllowed)) {
      const [a, b] = [named(sourceId), named(targetId)];
      throw badRequest(
        `error: Global rules are not respected in tracker ${tracker.label} (#${tracker.id}) - ${a?.label}(${a?.name}) -> ${b?.label}(${b?.name})\n`,
      );
    }
  }
}

function holds(a: number, comparator: string, b: number): boolean {
  switch (comparator) {
    case "<":
      return a < b;
    case "≤":
      return a <= b;
    case "=":
      return a === b;
    case "≥":
      return a >= b;
    case ">":
      return a > b;
    default:
      return a !== b;
  }
}
