import { badRequest } from "../server/answer.ts";
import { boolean, invalidError } from "../wire/bodyShape.ts";
import { parseDate, printIso, startOfDay, startOfMinute } from "../wire/dates.ts";
import { expectKind, type FieldKind } from "./fieldKind.ts";
import { expectedFormatError } from "./texts.ts";

const integerText = /^\s*[+-]?\d+\s*$/;
const floatText = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;

function numberKind(pattern: RegExp, expected: string): FieldKind {
  return {
    read: (_, value) => ({ value: expectKind(value, "number")?.value ?? null }),
    accept: (field, entry) => {
      const { value } = entry;
      if (value === undefined || value === null) {
        throw expectedFormatError(field);
      }
      if (value === "") {
        return { value: { kind: "number", value: null } };
      }
      const isWritten = typeof value === "number" || typeof value === "string";
      if (!isWritten || !pattern.test(String(value))) {
        return { problem: `${field.label} is not ${expected}.` };
      }
      return { value: { kind: "number", value: Number(value) } };
    },
    isEmpty: (value) => expectKind(value, "number")?.value === null,
  };
}

export const intKind = numberKind(integerText, "an integer");
export const floatKind = numberKind(floatText, "a float");

export const dateKind: FieldKind = {
  read: (field, value, { zones }) => {
    const seconds = expectKind(value, "date")?.seconds ?? null;
    return {
      value: seconds === null ? null : printIso(seconds, zones.current),
      is_time_displayed: field.isTimeDisplayed,
    };
  },
  accept: (field, entry, { now, state }) => {
    const { value } = entry;
    if (value === undefined || value === null || value === "") {
      return { value: { kind: "date", seconds: null } };
    }
    // Nonsense is not refused: the service stores the beginning of 1970.
    const instant = parseDate(String(value), now, state.zone) ?? 0;
    const seconds = field.isTimeDisplayed ? startOfMinute(instant) : startOfDay(instant, state.zone);
    return { value: { kind: "date", seconds } };
  },
  isEmpty: (value) => expectKind(value, "date")?.seconds === null,
};

const computedFormat =
  'Expected format for a computed field  : {"field_id" : 15458, "manual_value" : 12} or {"field_id" : 15458, "is_autocomputed" : true}';

export const computedKind: FieldKind = {
  read: (_, value, { artifact }) => {
    const manual = expectKind(value, "computed")?.manualValue ?? null;
    return {
      is_autocomputed: manual === null,
      value: manual === null ? artifact.id % 17 : null,
      manual_value: manual,
    };
  },
  accept: (field, entry, { path }) => {
    const isAutomatic =
      entry.is_autocomputed === undefined || entry.is_autocomputed === null
        ? false
        : boolean(entry.is_autocomputed, `${path}[is_autocomputed]`);
    const manual = entry.manual_value ?? undefined;
    if (entry.value !== undefined && entry.value !== null) {
      throw badRequest(computedFormat);
    }
    if (isAutomatic) {
      return { value: { kind: "computed", manualValue: null } };
    }
    if (manual === undefined || manual === "") {
      throw badRequest(computedFormat);
    }
    if ((typeof manual !== "number" && typeof manual !== "string") || !floatText.test(String(manual))) {
      return { problem: `${field.label} is not a float.` };
    }
    const number = Number(manual);
    if (!Number.isFinite(number)) {
      throw invalidError(`${path}[manual_value]`);
    }
    return { value: { kind: "computed", manualValue: number } };
  },
  isEmpty: () => false,
};
