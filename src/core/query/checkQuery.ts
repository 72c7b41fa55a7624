import type { Tracker, TrackerField } from "../model/tracker.ts";
import { comparedPart, editDistance, mostCompared } from "../util/editDistance.ts";
import type { Span } from "../util/span.ts";
import { type Comparison, type Operator, parseQuery, type SyntaxProblem, type Value } from "./tql.ts";

/**
 * What is wrong with a query: `error` where no service of this interface reads it, `warning` where this one probably
 * will not, or where nobody here knows.
 */
export type QueryProblem = Span & { readonly severity: "error" | "warning" } & (
    | { readonly code: SyntaxProblem["code"] }
    /** Neither a field the user may see nor what every tracker has. */
    | { readonly code: "unknownField"; readonly name: string; readonly suggestion?: string }
    | {
        readonly code: "unknownValue";
        readonly value: string;
        readonly field: TrackerField;
        readonly suggestion?: string;
      }
    | { readonly code: "wrongOperator"; readonly operator: Operator; readonly field: TrackerField }
    | { readonly code: "notANumber" | "notADate"; readonly value: string; readonly field: TrackerField }
    /** Fields of such a type cannot be searched. */
    | { readonly code: "notSearchable"; readonly field: TrackerField }
  );

/** The problems of a query in the order of the text; those of names and values with the tracker's structure only. */
export function checkQuery(text: string, tracker?: Tracker): readonly QueryProblem[] {
  const { comparisons, problems } = parseQuery(text);
  const syntax = problems.map((problem): QueryProblem => {
    return { ...problem, severity: problem.code === "unknown" ? "warning" : "error" };
  });
  const effort = { left: mostCompared };
  const meaning = tracker ? comparisons.flatMap((comparison) => checkComparison(comparison, tracker, effort)) : [];
  return [...syntax, ...meaning].sort((a, b) => a.offset - b.offset);
}

/** What a query may name beside fields. Some services know fewer of them. */
const everyTrackersNames: readonly string[] = [
  ...["@comments", "title", "description", "status", "assigned_to"],
  ...["@submitted_on", "submitted_on", "@submitted_by", "submitted_by", "@id", "id"],
  ...["@last_update_date", "last_update_date", "@last_update_by", "last_update_by"],
];

/**
 * What the values of a field are to a query; `none` where the service refuses to search (test/service/README.md,
 * Queries).
 */
type Kind = "text" | "number" | "date" | "list" | "none";

/** Of types that are not here it may say something. */
const typesOf: Readonly<Record<Kind, readonly string[]>> = {
  text: ["string", "text", "file"],
  number: ["int", "float", "atid", "priority"],
  date: ["date", "subon", "lud"],
  list: ["sb", "rb", "msb", "cb", "subby", "luby"],
  none: [
    ...["art_link", "tbl", "computed", "aid", "perm", "cross"],
    ...["burndown", "burnup", "ttmstepdef", "ttmstepexec", "Encrypted"],
  ],
};
const ordered: readonly Operator[] = ["=", "!=", "<", "<=", ">", ">=", "BETWEEN"];
const operatorsOf: Readonly<Record<Kind, readonly Operator[]>> = {
  text: ["=", "!="],
  number: ordered,
  date: ordered,
  list: ["=", "!=", "IN", "NOT IN"],
  none: [],
};

function kindOf({ type }: TrackerField): Kind | undefined {
  return (Object.keys(typesOf) as Kind[]).find((kind) => typesOf[kind].includes(type));
}

function checkComparison(
  { name, operator, operatorAt, values }: Comparison,
  tracker: Tracker,
  effort: Effort,
): readonly QueryProblem[] {
  const field = fieldNamed(tracker, name.text);
  if (!field) {
    return everyTrackersNames.includes(name.text)
      ? []
      : [
          warning(name, {
            code: "unknownField",
            name: name.text,
            ...suggested(fieldNameLike(name.text, tracker, effort)),
          }),
        ];
  }
  const kind = kindOf(field);
  if (kind === "none") {
    return [warning(name, { code: "notSearchable", field })];
  }
  if (kind && !operatorsOf[kind].includes(operator)) {
    return [warning(operatorAt, { code: "wrongOperator", operator, field })];
  }
  return values.flatMap((value) => checkValue(value, field, effort));
}

function checkValue(value: Value, field: TrackerField, effort: Effort): readonly QueryProblem[] {
  // No value at all can be asked for in every field.
  if (value.kind === "function" || value.text === "") {
    return [];
  }
  const kind = kindOf(field);
  if (kind === "number") {
    return /^-?\d+(\.\d+)?$/.test(value.text.trim())
      ? []
      : [warning(value, { code: "notANumber", value: value.text, field })];
  }
  if (kind === "date") {
    const isDate = /^\d{4}-\d{1,2}-\d{1,2}(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/.test(value.text.trim());
    return isDate ? [] : [warning(value, { code: "notADate", value: value.text, field })];
  }
  const names = valuesOf(field);
  // Some lists of people have others than the tracker tells, and it may tell none at all.
  if (field.takesOthers || names.length === 0 || names.some((each) => isSame(each, value.text))) {
    return [];
  }
  const suggestion = nearest(value.text, names, effort);
  // The service knows its own groups by their names in the language of whoever asks: «Membres du projet».
  return suggestion === undefined && hasSystemGroup(field)
    ? []
    : [warning(value, { code: "unknownValue", value: value.text, field, ...suggested(suggestion) })];
}

/** A group that every project has; those that a project made have a number alone. */
function hasSystemGroup({ bindsTo, options }: TrackerField): boolean {
  return bindsTo === "ugroups" && options.some(({ id }) => /^(?:\d+_\d+|\d{1,2})$/.test(String(id)));
}

/** What a query calls the values of a list: logins of people, labels of all others. */
function valuesOf({ options }: TrackerField): readonly string[] {
  return options.map(({ label, username }) => username ?? label).filter((name) => name !== "");
}

/**
 * The field that a name in a query stands for; undefined for what is no field of this tracker. `@title` and the like
 * are for queries over several trackers.
 */
function fieldNamed(tracker: Tracker, name: string): TrackerField | undefined {
  const semantics = new Map<string, number | undefined>([
    ["title", tracker.titleFieldId],
    ["description", tracker.descriptionFieldId],
    ["status", tracker.statusFieldId],
    ["assigned_to", tracker.contributorFieldId],
  ]);
  const fieldId = semantics.get(name);
  return (
    tracker.fields.find((field) => field.name === name) ??
    (fieldId === undefined ? undefined : tracker.fields.find((field) => field.fieldId === fieldId))
  );
}

function fieldNameLike(name: string, tracker: Tracker, effort: Effort): string | undefined {
  const named = tracker.fields.filter((field) => field.name !== "" && kindOf(field) !== "none");
  const byLabel = named.find(({ label }) => isSame(label, name) || isSame(label.replaceAll(" ", "_"), name));
  const meant = byLabel ?? (name.startsWith("@") ? fieldNamed(tracker, name.slice(1)) : undefined);
  return meant?.name || nearest(name, [...named.map((field) => field.name), ...everyTrackersNames], effort);
}

function suggested(suggestion: string | undefined): { readonly suggestion?: string } {
  return suggestion === undefined ? {} : { suggestion };
}

function warning<T extends object>({ offset, length }: Span, facts: T): T & Span & { readonly severity: "warning" } {
  return { ...facts, offset, length, severity: "warning" };
}

function isSame(a: string, b: string): boolean {
  return a.toLocaleLowerCase() === b.toLocaleLowerCase();
}

/** How many names may be compared still, for all of a query. */
interface Effort {
  left: number;
}

/**
 * The one that takes the fewest letters to change into `text`: two, or a third of it, at most. Of a list without end it
 * is looked for at the beginning.
 */
function nearest(text: string, names: readonly string[], effort: Effort): string | undefined {
  const wanted = comparedPart(text);
  const most = Math.max(Math.min(2, wanted.length - 1), Math.floor(wanted.length / 3));
  let best: { readonly name: string; readonly steps: number } | undefined;
  const looked = names.slice(0, effort.left);
  effort.left -= looked.length;
  for (const name of looked) {
    const steps = editDistance(wanted, comparedPart(name), most);
    if (steps <= most && steps < (best?.steps ?? Number.POSITIVE_INFINITY)) {
      best = { name, steps };
    }
  }
  return best?.name;
}
