import type { TrackerField } from "../model/tracker.ts";
import type { QueryProblem } from "../query/checkQuery.ts";
import { assertNever } from "../util/assertNever.ts";
import { plainLabel } from "../util/plainLabel.ts";
import { shortened } from "../util/shortened.ts";

/** What is wrong with a query, in words. */
export function queryProblem(problem: QueryProblem, text: string): string {
  const piece = quoted(text.slice(problem.offset, problem.offset + problem.length));
  switch (problem.code) {
    case "empty":
      return "A condition is missing: the name of a field, an operator and a value.";
    case "operator":
      return `After ${piece} an operator is missing, such as =, != or IN.`;
    case "value":
      return `After ${piece} a value is missing.`;
    case "unquoted":
      return `A value is in quotes: "${plain(text.slice(problem.offset, problem.offset + problem.length))}".`;
    case "unclosedText":
      return "A text has no quote at its end.";
    case "unclosedParenthesis":
      return "A parenthesis is not closed.";
    case "connective":
      return `Before ${piece} AND or OR is missing.`;
    case "unknown":
      return `${piece} is not known here; the service may know it.`;
    case "unknownField":
      return `The tracker has no field ${quoted(problem.name)}.${meant(problem.suggestion)}`;
    case "unknownValue":
      return `${quoted(problem.value)} is not among the values of ${nameOf(problem.field)}.${meant(problem.suggestion)}`;
    case "wrongOperator":
      return `${nameOf(problem.field)} cannot be compared with ${problem.operator}.`;
    case "notANumber":
      return `${nameOf(problem.field)} is a number; ${quoted(problem.value)} is none.`;
    case "notADate":
      return `${nameOf(problem.field)} is a date, such as "2026-03-13"; ${quoted(problem.value)} is none.`;
    case "notSearchable":
      return `${nameOf(problem.field)} is of a type that queries do not search.`;
    default:
      return assertNever(problem);
  }
}

function meant(suggestion: string | undefined): string {
  return suggestion === undefined ? "" : ` Is ${quoted(suggestion)} meant?`;
}

function nameOf({ label, name }: TrackerField): string {
  return quoted(label || name);
}

function quoted(text: string): string {
  return `“${plain(text)}”`;
}

const maxPieceLength = 60;

// The box makes links of `[words](address)`.
function plain(text: string): string {
  return shortened(plainLabel(text).replaceAll("](", "] ("), maxPieceLength);
}
