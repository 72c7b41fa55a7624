import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { withLineFeeds } from "../util/lines.ts";
import { type KindMeaning, wrongType } from "./kindMeaning.ts";
import type { ValueProblem } from "./valueProblem.ts";

const formats: readonly Json[] = ["text", "html", "commonmark"];
const maxTextBytes = 65_535;
const encoder = new TextEncoder();

export const textMeaning: KindMeaning = {
  members: ["value"],
  empty: { value: { content: "", format: "text" } },
  canonical(members, base) {
    const { value } = requestText(members, base);
    if (typeof value === "string") {
      return value === "" ? "" : { content: withLineFeeds(value), format: null };
    }
    if (!isJsonObject(value) || typeof value.content !== "string") {
      return undefined;
    }
    // The service forgets the format of an empty text, which has nothing to be formatted.
    return value.content === "" ? "" : { content: withLineFeeds(value.content), format: value.format ?? null };
  },
  request: requestText,
  check({ value }) {
    if (value === null || typeof value === "string") {
      return checkLength(value ?? "", ["value"]);
    }
    if (!isJsonObject(value)) {
      return [wrongType(["value"], "content", "format")];
    }
    return Object.hasOwn(value, "content")
      ? checkFormatted(value, "content", "format", ["value"])
      : [{ code: "missingValue", severity: "error", path: ["value"], expected: ["content"] }];
  },
};

const stepTexts = [
  ["description", "description_format"],
  ["expected_results", "expected_results_format"],
] as const;

export const stepsMeaning: KindMeaning = {
  members: ["value"],
  empty: { value: [] },
  canonical({ value }) {
    if (!Array.isArray(value) || !value.every(isStep)) {
      return undefined;
    }
    // The rank of a step tells only its place in the order.
    return value
      .toSorted((a, b) => Number(a.rank) - Number(b.rank))
      .map((step) => stepTexts.map(([text, format]) => [withLineFeeds(stringIn(step, text)), step[format] ?? null]));
  },
  check({ value }, { isNew = false }) {
    if (!Array.isArray(value)) {
      return [wrongType(["value"], "array")];
    }
    const ranks = new Set<string>();
    return value.flatMap((step, index) => checkStep(step, index, ranks, isNew));
  },
};

/**
 * Adds the format that was read for the text where the person wrote none: the service would take one of its own choice.
 * What was read without a format goes without one.
 */
function requestText(members: JsonObject, base: JsonObject | undefined): JsonObject {
  const { value } = members;
  if (typeof base?.value === "string") {
    return value === null ? { ...members, value: "" } : members;
  }
  const format = isJsonObject(base?.value) ? (base.value.format ?? "text") : "text";
  if (value === null || typeof value === "string") {
    return { ...members, value: { content: value ?? "", format } };
  }
  if (!isJsonObject(value) || (typeof value.content !== "string" && value.content !== null)) {
    // The value is no text, and nothing is added that would make it look like one.
    return members;
  }
  return {
    ...members,
    value: {
      ...value,
      ...(value.content === null && { content: "" }),
      ...(value.format == null && { format }),
    },
  };
}

function isStep(value: Json): value is JsonObject {
  return (
    isJsonObject(value) &&
    isRank(value.rank) &&
    stepTexts.every(([text]) => value[text] == null || typeof value[text] === "string")
  );
}

function isRank(rank: Json | undefined): rank is number | string {
  return typeof rank === "number" || (typeof rank === "string" && /^\d+$/.test(rank));
}

function stringIn(step: JsonObject, member: string): string {
  const text = step[member];
  return typeof text === "string" ? text : "";
}

/** Checks a step. The steps of a new artifact may go without ranks, in their order; those of a PUT need numbers. */
function checkStep(step: Json, index: number, ranks: Set<string>, isNew: boolean): readonly ValueProblem[] {
  const path = ["value", index];
  if (!isJsonObject(step)) {
    return [wrongType(path, "object")];
  }
  const problems = stepTexts.flatMap(([text, format]) => checkFormatted(step, text, format, path));
  if (isNew && step.rank == null) {
    return problems;
  }
  if (!isRank(step.rank) || (!isNew && typeof step.rank !== "number")) {
    return [...problems, wrongType([...path, "rank"], "number")];
  }
  if (ranks.has(String(step.rank))) {
    problems.push({ code: "sameRank", severity: "warning", path: [...path, "rank"] });
  }
  ranks.add(String(step.rank));
  return problems;
}

function checkFormatted(
  holder: JsonObject,
  text: string,
  format: string,
  path: ValueProblem["path"],
): readonly ValueProblem[] {
  const content = holder[text] ?? "";
  const problems =
    typeof content === "string" ? checkLength(content, [...path, text]) : [wrongType([...path, text], "string")];
  const isKnown = holder[format] == null || formats.includes(holder[format]);
  return isKnown
    ? problems
    : [
        ...problems,
        { code: "unknownFormat", severity: "error", path: [...path, format], expected: formats.map(String) },
      ];
}

function checkLength(text: string, path: ValueProblem["path"]): readonly ValueProblem[] {
  // No UTF-16 unit takes more than three bytes, so that most texts need not be encoded.
  const isTooLong = text.length * 3 > maxTextBytes && encoder.encode(text).length > maxTextBytes;
  return isTooLong ? [{ code: "textTooLong", severity: "error", path, expected: [String(maxTextBytes)] }] : [];
}
