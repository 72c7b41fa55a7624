import type { QueryProblem } from "./checkQuery.ts";

/** The problem to tell of while a query is typed: one of what is finished, for the rest may be about to come. */
export function finishedProblem(problems: readonly QueryProblem[], text: string): QueryProblem | undefined {
  const end = text.trimEnd().length;
  return problems.find(
    ({ severity, code, offset, length }) =>
      severity === "warning" || (code !== "unclosedParenthesis" && offset + length < end),
  );
}
