import { badRequest } from "../server/answer.ts";
import type { ApiRequest } from "../server/router.ts";
import type { Artifact, Field, Tracker } from "../state/model.ts";
import { canRead } from "../state/permissions.ts";
import { firstChangeset, lastChangeset } from "../state/state.ts";
import { parseDate, startOfDay } from "../wire/dates.ts";
import { isObject } from "../wire/json.ts";
import { parseJson } from "./artifacts.ts";

type Condition = (artifact: Artifact) => boolean;

/** The JSON query of a tracker's artifacts: criteria by name or id of field, all of which must hold. */
export function readTrackerQuery(request: ApiRequest, tracker: Tracker, text: string): Condition {
  const query = parseJson(text);
  if (!isObject(query)) {
    throw badRequest("Criteria syntax error, invalid JSON");
  }
  const fieldFor = (name: string) =>
    tracker.fields.find(
      (field) =>
        (field.name === name || String(field.id) === name) &&
        field.isUsed &&
        canRead(request.state, request.caller, field),
    );
  const known = ["submitted_by", "submitted_on", "last_update_date"];
  const unknown = Object.keys(query).filter((name) => !fieldFor(name) && !known.includes(name));
  if (unknown.length > 0) {
    throw badRequest(`Following fields do not exist: ${unknown.join(", ")}`);
  }
  const conditions = Object.entries(query).map(([name, criterion]) =>
    readCriterion(request, name, fieldFor(name), criterion),
  );
  return (artifact) => conditions.every((holds) => holds(artifact));
}

function readCriterion(request: ApiRequest, name: string, field: Field | undefined, criterion: unknown): Condition {
  const isPlain = typeof criterion === "string" || typeof criterion === "number" || Array.isArray(criterion);
  const { operator, value } = isObject(criterion)
    ? criterion
    : { operator: isPlain ? "contains" : undefined, value: criterion };
  if (value === undefined || (!isPlain && typeof operator !== "string")) {
    throw badRequest(`Criterion for field ${name} is malformed`);
  }
  const wanted = (Array.isArray(value) ? value : [value]).map(String);
  const type = field?.type ?? (name === "submitted_by" ? "subby" : name === "submitted_on" ? "subon" : "lud");
  switch (type) {
    case "sb":
    case "rb":
    case "msb":
    case "cb":
      check(name, operator, ["contains"]);
      return (artifact) => {
        const stored = field && lastChangeset(artifact).values.get(field.id);
        const ids = stored?.kind === "list" ? stored.ids.map(String) : [];
        return ids.length === 0 ? wanted.includes("100") : ids.some((id) => wanted.includes(id));
      };
    case "subby":
    case "luby":
      check(name, operator, ["contains"]);
      return (artifact) => {
        const changeset = type === "subby" ? firstChangeset(artifact) : lastChangeset(artifact);
        return wanted.includes(String(changeset.submittedBy));
      };
    case "date":
    case "subon":
    case "lud":
      check(name, isPlain ? "=" : operator, ["=", "<", ">", "between"]);
      return dateCondition(request, type, field, isPlain ? "=" : String(operator), wanted);
    case "int":
    case "float":
      if (operator !== "contains") {
        throw badRequest(
          `Unallowed operator for criterion field '${name}' (${field?.id}). Allowed operators: [contains]`,
        );
      }
      return (artifact) => {
        const stored = field && lastChangeset(artifact).values.get(field.id);
        return stored?.kind === "number" && stored.value === Number(wanted[0]);
      };
    default:
      check(name, operator, ["contains"]);
      return (artifact) => {
        const stored = field && lastChangeset(artifact).values.get(field.id);
        const text = stored?.kind === "string" ? stored.value : stored?.kind === "text" ? stored.content : "";
        return text.toLowerCase().includes((wanted[0] ?? "").toLowerCase());
      };
  }
}

function check(name: string, operator: unknown, allowed: readonly string[]): void {
  if (!allowed.includes(String(operator))) {
    throw badRequest(`Invalid operator for field ${name}`);
  }
}

function dateCondition(
  request: ApiRequest,
  type: string,
  field: Field | undefined,
  operator: string,
  wanted: readonly string[],
): Condition {
  const now = request.clock.nowSeconds();
  const { zone } = request.state;
  const bounds = wanted.map((text) => startOfDay(parseDate(text, now, zone) ?? 0, zone));
  return (artifact) => {
    const stored = field && lastChangeset(artifact).values.get(field.id);
    const instant =
      type === "subon"
        ? firstChangeset(artifact).submittedOn
        : type === "lud"
          ? lastChangeset(artifact).submittedOn
          : stored?.kind === "date"
            ? stored.seconds
            : null;
    return instant !== null && compares(startOfDay(instant, zone), operator, bounds);
  };
}

function compares(value: number, operator: string, [first = 0, second = first]: readonly number[]): boolean {
  switch (operator) {
    case "<":
      return value < first;
    case ">":
      return value > first;
    case "between":
      return value >= first && value <= second;
    default:
      return value === first;
  }
}
