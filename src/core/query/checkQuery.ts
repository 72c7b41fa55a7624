import type { Tracker, TrackerField } from "../model/tracker.ts";
import type { Span } from "../util/span.ts";
import { everyTrackersNames, QueryNames } from "./queryNames.ts";
import { type Comparison, type Operator, parseQuery, type SyntaxProblem, type Value } from "./tql.ts";

/**
 * Tells what is wrong with a query. Where it is `error` no service of this interface reads the query. Where it is
 * `warning` this one probably will not, or nobody here knows.
 */
export type QueryProblem = Span & { readonly severity: "error" | "warning" } & (
    | { readonly code: SyntaxProblem["code"] }
    /** The name is neither a field that the user may see nor one that every tracker has. */
    | { readonly code: "unknownField"; readonly name: string; readonly suggestion?: string }
    | {
        readonly code: "unknownValue";
        readonly value: string;
        readonly field: TrackerField;
        readonly suggestion?: string;
      }
    | { readonly code: "wrongOperator"; readonly operator: Operator; readonly field: TrackerField }
    | { readonly code: "notANumber" | "notADate"; readonly value: string; readonly field: TrackerField }
    /** The field has a type that cannot be searched. */
    | { readonly code: "notSearchable"; readonly field: TrackerField }
  );

/** Gives the problems of a query in the order of the text. Names and values are checked only with a tracker. */
export function checkQuery(text: string, tracker?: Tracker): readonly QueryProblem[] {
  const { comparisons, problems } = parseQuery(text);
  const syntax = problems.map((problem): QueryProblem => {
    return { ...problem, severity: problem.code === "unknown" ? "warning" : "error" };
  });
  const names = tracker && new QueryNames(tracker, (field) => kindOf(field) !== "none");
  const meaning = names ? comparisons.flatMap((comparison) => checkComparison(comparison, names)) : [];
  return [...syntax, ...meaning].sort((a, b) => a.offset - b.offset);
}

/** Tells what a field's values are to a query; `none` where it cannot be searched (test/service/README.md, Queries). */
type Kind = "text" | "number" | "date" | "list" | "none";

/** A query may say anything about types that are not here. */
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
  names: QueryNames,
): readonly QueryProblem[] {
  const field = names.field(name.text);
  if (!field) {
    return everyTrackersNames.includes(name.text)
      ? []
      : [
          warning(name, {
            code: "unknownField",
            name: name.text,
            ...suggested(names.fieldLike(name.text)),
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
  return values.flatMap((value) => checkValue(value, field, names));
}

function checkValue(value: Value, field: TrackerField, names: QueryNames): readonly QueryProblem[] {
  // Any field can be asked for no value, which is the empty text.
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
  // Some lists of people have others than the tracker tells, or the tracker tells nobody.
  const { all, has, hasSystemGroup } = names.valuesOf(field);
  if (field.takesOthers || all.length === 0 || has(value.text)) {
    return [];
  }
  const suggestion = names.nearest(value.text, all);
  // The service knows its own groups by their names in the user's language: «Membres du projet».
  return suggestion === undefined && hasSystemGroup
    ? []
    : [warning(value, { code: "unknownValue", value: value.text, field, ...suggested(suggestion) })];
}

function suggested(suggestion: string | undefined): { readonly suggestion?: string } {
  return suggestion === undefined ? {} : { suggestion };
}

function warning<T extends object>({ offset, length }: Span, facts: T): T & Span & { readonly severity: "warning" } {
  return { ...facts, offset, length, severity: "warning" };
}

/** Gives the problem to be told while a query is typed: one of a finished part, as the rest may be about to come. */
export function finishedProblem(problems: readonly QueryProblem[], text: string): QueryProblem | undefined {
  const end = text.trimEnd().length;
  return problems.find(
    ({ severity, code, offset, length }) =>
      severity === "warning" || (code !== "unclosedParenthesis" && offset + length < end),
  );
}
