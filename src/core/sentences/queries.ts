import { t } from "@vscode/l10n";
import { quoted } from "../labels/punctuation.ts";
import type { TrackerField } from "../model/tracker.ts";
import type { QueryProblem } from "../query/checkQuery.ts";
import { assertNever } from "../util/assertNever.ts";
import { plainLabel, shortened } from "../util/plainLabel.ts";

/** Says what is wrong with a query, in words. */
export function queryProblem(problem: QueryProblem, text: string): string {
  const piece = inQuotes(text.slice(problem.offset, problem.offset + problem.length));
  switch (problem.code) {
    case "empty":
      return t("A condition is missing: the name of a field, an operator and a value.");
    case "operator":
      return t("After {piece} an operator is missing, such as =, != or IN.", { piece });
    case "value":
      return t("After {piece} a value is missing.", { piece });
    case "unquoted":
      return t('A value is in quotes: "{value}".', {
        value: plain(text.slice(problem.offset, problem.offset + problem.length)),
      });
    case "unclosedText":
      return t("A text has no quote at its end.");
    case "unclosedParenthesis":
      return t("A parenthesis is not closed.");
    case "connective":
      return t("Before {piece} AND or OR is missing.", { piece });
    case "unknown":
      return t("{piece} is not known here; the service may know it.", { piece });
    case "unknownField":
      return t("The tracker has no field {name}.{meant}", {
        name: inQuotes(problem.name),
        meant: meant(problem.suggestion),
      });
    case "unknownValue":
      return t("{value} is not among the values of {field}.{meant}", {
        value: inQuotes(problem.value),
        field: nameOf(problem.field),
        meant: meant(problem.suggestion),
      });
    case "wrongOperator":
      return t("{field} cannot be compared with {operator}.", {
        field: nameOf(problem.field),
        operator: problem.operator,
      });
    case "notANumber":
      return t("{field} is a number; {value} is none.", {
        field: nameOf(problem.field),
        value: inQuotes(problem.value),
      });
    case "notADate":
      return t('{field} is a date, such as "2026-03-13"; {value} is none.', {
        field: nameOf(problem.field),
        value: inQuotes(problem.value),
      });
    case "notSearchable":
      return t("{field} is of a type that queries do not search.", { field: nameOf(problem.field) });
    default:
      return assertNever(problem);
  }
}

function meant(suggestion: string | undefined): string {
  return suggestion === undefined ? "" : t(" Is {suggestion} meant?", { suggestion: inQuotes(suggestion) });
}

function nameOf({ label, name }: TrackerField): string {
  return inQuotes(label || name);
}

function inQuotes(text: string): string {
  return quoted(plain(text));
}

const maxPieceLength = 60;

// Keeps the box from making links of `[words](address)`.
function plain(text: string): string {
  return shortened(plainLabel(text).replaceAll("](", "] ("), maxPieceLength);
}
