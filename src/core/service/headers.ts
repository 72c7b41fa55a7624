import type { Condition } from "../model/artifactService.ts";

/** The beginning of an answer. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

/** Holds the headers of an answer by their lower-case names. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Tells whether a status is one of success, 200 to 299. */
export function isSuccess({ status }: AnswerHead): boolean {
  return status >= 200 && status < 300;
}

/** Gives a header's value, the first where it was sent several times; undefined when missing or empty. */
export function header(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  const first = typeof value === "string" ? value : value?.[0];
  return first === "" ? undefined : first;
}

/** Gives a header's value where it is a whole number that JavaScript holds exactly. */
export function countIn(headers: AnswerHeaders, name: string): number | undefined {
  const value = header(headers, name)?.trim() ?? "";
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** Makes the header that demands a version. */
export function conditionHeader(condition: Condition | undefined): Record<string, string> {
  if (condition === undefined) {
    return {};
  }
  return "ifMatch" in condition
    ? { "If-match": condition.ifMatch }
    : { "If-Unmodified-Since": condition.ifUnmodifiedSince };
}
