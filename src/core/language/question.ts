import { checkMembers, emptyMembers } from "../field/meaning.ts";
import { isId } from "../field/memberSet.ts";
import { isSome, noValue } from "../field/options.ts";
import type { ValueProblem } from "../field/valueProblem.ts";
import { isNumberId } from "../model/id.ts";
import { isJsonObject, type Json, type JsonObject, listOf } from "../model/json.ts";
import { type FieldOption, isFreeValueId, noOptions, searchedLabel } from "../model/optionList.ts";
import type { LinkType } from "../model/tracker.ts";
import { type DocumentField, nameOfId } from "./documentFields.ts";
import type { RuledField } from "./ruleProblems.ts";

/** Holds what has to be known of a field to ask for its value. */
export type AskedField = Omit<DocumentField, "fieldId" | "isWritable"> & { readonly rules?: RuledField | undefined };

/** Tells what to ask for a value, and what it is now. */
export type Question =
  /** Asks for one or many values of a list; those of an open list may be new words. */
  | {
      readonly kind: "choice";
      readonly isMany: boolean;
      readonly isOpen: boolean;
      /** Tells whether other people than those of the list may be chosen, whom the service finds by name. */
      readonly isOfPeople: boolean;
      /** Tells whether choosing nothing is an answer, too. */
      readonly mayBeNone: boolean;
      readonly choices: readonly Choice[];
      readonly chosen: readonly Choice[];
    }
  | { readonly kind: "line"; readonly text: string; readonly form: LineForm }
  | { readonly kind: "links"; readonly links: readonly JsonObject[]; readonly types: readonly LinkType[] }
  /** Asks for a text of many lines. */
  | { readonly kind: "longText" }
  /** Asks for nothing: no box takes attachments, steps, links in both directions, or lists of unknown values. */
  | { readonly kind: "entry" };

export type LineForm = "words" | "wholeNumber" | "number" | "day" | "time" | "computed";

/** A value of a list, with its id. In an open list it may be just words. */
export interface Choice {
  readonly id?: number | string;
  readonly label: string;
  /** The value as it stands in the text, where neither an id nor a label names it there. */
  readonly written?: JsonObject;
}

const single = new Set(["sb", "rb"]);

/** Tells what to ask for the value of `field`, which is `members` now. */
export function questionFor(field: AskedField, members: JsonObject | undefined): Question {
  switch (field.kind) {
    case "list":
      return listQuestion(field, listOf(members?.bind_value_ids).filter(isSome).map(byId(field)));
    case "openList": {
      const value = members?.value;
      const objects = isJsonObject(value) ? listOf(value.bind_value_objects) : [];
      const labels = listOf(members?.bind_value_ids).map(String).map(labelledChoice(field));
      return listQuestion(field, [...objects.flatMap(openChoice(field)), ...labels]);
    }
    case "permissions": {
      const value = members?.value;
      return listQuestion(field, (isJsonObject(value) ? listOf(value.granted_groups) : []).map(byId(field)));
    }
    case "string":
      return { kind: "line", text: lineOf(members?.value), form: "words" };
    case "number":
      return { kind: "line", text: lineOf(members?.value), form: field.type === "int" ? "wholeNumber" : "number" };
    case "date": {
      const text = lineOf(members?.value);
      return { kind: "line", text, form: (field.hasTime ?? text.includes("T")) ? "time" : "day" };
    }
    case "computed":
      return { kind: "line", text: lineOf(members?.manual_value), form: "computed" };
    case "links": {
      if (Object.keys(members ?? {}).some((name) => name !== "links")) {
        // An answer would drop what is said of links in the other direction.
        return { kind: "entry" };
      }
      const links = listOf(members?.links).filter(isJsonObject);
      return { kind: "links", links, types: field.linkTypes ?? [] };
    }
    case "text":
      return { kind: "longText" };
    default:
      return { kind: "entry" };
  }
}

/** Gives the members that hold what was chosen. */
export function chosenMembers({ kind, bindsTo }: AskedField, chosen: readonly Choice[]): JsonObject {
  switch (kind) {
    case "openList":
      return {
        value: {
          bind_value_objects: chosen.map(
            ({ id, label, written }): JsonObject =>
              written ?? (id !== undefined ? { id } : bindsTo === "users" ? { email: label } : { label }),
          ),
        },
      };
    case "permissions":
      return { value: { granted_groups: chosen.map(({ id, label }) => String(id ?? label)) } };
    default:
      return { bind_value_ids: chosen.map(({ id, label }) => id ?? label) };
  }
}

/** Gives the members that hold what was written in one line. An empty line clears the field. */
export function lineMembers({ kind }: AskedField, text: string): JsonObject {
  const line = text.trim();
  switch (kind) {
    case "number":
      return { value: numberOr(line) };
    case "computed":
      return line === "" ? { is_autocomputed: true } : { manual_value: numberOr(line) };
    case "date":
      return { value: line };
    default:
      return { value: text };
  }
}

/** Tells what is wrong with a value, and of several problems the worst; undefined when nothing is. */
export function problemOf(field: AskedField, members: JsonObject): ValueProblem | undefined {
  const problems = checkMembers(members, field);
  return problems.find(({ severity }) => severity === "error") ?? problems[0] ?? field.rules?.ruleProblem(members);
}

/** The reason why a value that somebody gave cannot be the field's. */
export type ValueFailure = { readonly kind: "noSuchOption"; readonly given: string } | { readonly kind: "wrongShape" };

/**
 * Gives the members that hold `value` as a caller gives it: the members themselves, null for none, the id or the label
 * of an option, several of them, a text, a number, ids of artifacts.
 */
export function givenMembers(
  field: AskedField,
  value: Json,
  current: JsonObject | undefined,
): { readonly members: JsonObject } | { readonly failure: ValueFailure } {
  if (!field.kind) {
    return wrongShape;
  }
  if (value === null) {
    const isPlainText = field.kind === "text" && typeof current?.value === "string";
    return { members: isPlainText ? { value: "" } : emptyMembers(field.kind) };
  }
  if (isJsonObject(value)) {
    const isOfField = !checkMembers(value, field).some(({ code }) => code === "missingValue");
    return isOfField ? { members: value } : wrongShape;
  }
  const values: readonly Json[] = Array.isArray(value) ? value : [value];
  switch (field.kind) {
    case "list":
    case "openList":
    case "permissions":
      return givenChoices(field, values);
    case "links":
      return values.every((each) => isJsonObject(each) || (isId(each) && isNumberId(Number(each))))
        ? { members: { links: values.map((each) => (isJsonObject(each) ? each : { id: Number(each) })) } }
        : wrongShape;
    case "files":
    case "steps":
      return { members: { value: values } };
    case "text": {
      const before = current?.value;
      if (typeof value !== "string") {
        return wrongShape;
      }
      const format = isJsonObject(before) ? (before.format ?? "text") : "text";
      return { members: { value: typeof before === "string" ? value : { content: value, format } } };
    }
    default:
      // A caller in the same host may give a number that JSON cannot hold.
      return typeof value === "string" || Number.isFinite(value)
        ? { members: lineMembers(field, String(value)) }
        : wrongShape;
  }
}

const wrongShape = { failure: { kind: "wrongShape" } } as const;

function givenChoices(field: AskedField, values: readonly Json[]): ReturnType<typeof givenMembers> {
  const chosen: Choice[] = [];
  for (const value of values) {
    if (typeof value !== "string" && typeof value !== "number") {
      return wrongShape;
    }
    const words = String(value).trim().toLowerCase();
    const { all } = field.options ?? noOptions;
    const offered = all.filter(({ isHidden }) => !isHidden);
    const option =
      all.find(({ id }) => String(id) === String(value)) ?? offered.find(({ label }) => label.toLowerCase() === words);
    if (option) {
      chosen.push(choiceOf(option));
    } else if (field.kind === "openList" && typeof value === "string") {
      chosen.push({ label: value });
    } else if (all.length === 0 && /^\d+(?:_\d+)?$/.test(words)) {
      // Where the structure does not tell the values, the service decides. But what looks like a name is never sent as
      // an id.
      chosen.push({ id: value, label: String(value) });
    } else {
      return { failure: { kind: "noSuchOption", given: String(value) } };
    }
  }
  return { members: chosenMembers(field, chosen) };
}

function listQuestion(field: AskedField, chosen: readonly Choice[]): Question {
  const isMany = !single.has(field.type);
  const isOpen = field.kind === "openList";
  // The service refuses each state to which the workflow does not lead, and having no state may be one of them.
  const isPossible = (id: string) => field.reachable?.has(id) !== false && field.rules?.allowed?.has(id) !== false;
  const mayBeNone = !field.isRequired && isPossible(noValue);
  const options = (field.options ?? noOptions).all;
  const isOfPeople = field.bindsTo === "users" && (isOpen || options.length === 0 || field.takesOthers === true);
  if (options.length === 0 && !isOpen && !isOfPeople) {
    return { kind: "entry" };
  }
  const isOffered = ({ id, isHidden }: FieldOption) => !isHidden && isPossible(String(id));
  const offered = options.filter(isOffered).map(choiceOf);
  const known = new Set(offered.map(choiceKey));
  // What is chosen already can stay, whether it is offered or not.
  const others = chosen.filter((choice) => !known.has(choiceKey(choice)));
  return { kind: "choice", isMany, isOpen, isOfPeople, mayBeNone, choices: [...offered, ...others], chosen };
}

/**
 * Gives the choice of an option. A free value of an open list is named by its label: the service takes no ids of free
 * values.
 */
function choiceOf({ id, label }: Pick<FieldOption, "id" | "label">): Choice {
  return isFreeValueId(id) ? { label } : { id, label };
}

/** Gives a key that tells choices of a field apart. */
export function choiceKey({ id, label }: Choice): string {
  return id === undefined ? `words ${label}` : `id ${id}`;
}

function byId(field: AskedField): (id: Json) => Choice {
  return (given) => {
    const id = typeof given === "number" ? given : String(given);
    const option = field.options?.get(id);
    return { id: option?.id ?? id, label: nameOfId(field, String(id)) ?? String(id) };
  };
}

function openChoice(field: AskedField): (value: Json) => readonly Choice[] {
  const named = byId(field);
  return (value) => {
    if (!isJsonObject(value)) {
      return [];
    }
    if (value.id !== undefined && value.id !== null) {
      return [named(value.id)];
    }
    const words = value.label ?? value.email;
    if (typeof words === "string") {
      return [{ label: words }];
    }
    const name = value.username ?? value.short_name;
    return typeof name === "string" ? [{ label: name, written: value }] : [];
  };
}

/**
 * Gives what a label finds in the deprecated form of an open list: a value of the list, else one that the artifact has.
 */
function labelledChoice({ options, names }: AskedField): (label: string) => Choice {
  const named = Object.entries(names).map(([id, label]) => ({ id: Number(id) || id, label }));
  const byLabel = new Map(named.toReversed().map((each) => [searchedLabel(each.label), each]));
  return (label) => {
    const searched = searchedLabel(label);
    const value = options?.labelled(label) ?? byLabel.get(searched);
    return value ? choiceOf(value) : { label };
  };
}

function lineOf(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Gives a number where printing it gives the line again, else the line itself, so that its problem is told. */
function numberOr(typed: string): Json {
  const line = typed.replace(/^([+-]?\d+),(\d+)$/, "$1.$2");
  const number = Number(line);
  return line !== "" && String(number) === line && Number.isFinite(number) ? number : line;
}

/**
 * Gives what Enter chooses in a list that takes several values: all that is checked, and `found`, where the person has
 * checked and unchecked nothing. `found` is the focused row that typed words have found. `standing` is what was checked
 * at first.
 */
export function meantChoices<C extends Choice>(
  standing: readonly Choice[],
  checked: readonly C[],
  found: C | undefined,
): readonly C[] {
  const before = new Set(standing.map(choiceKey));
  const now = new Set(checked.map(choiceKey));
  const isAsBefore = before.size === now.size && [...before].every((key) => now.has(key));
  return found && isAsBefore && !now.has(choiceKey(found)) ? [...checked, found] : checked;
}
