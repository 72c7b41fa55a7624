import type { Json, JsonObject } from "../model/json.ts";
import { withLineFeeds } from "../util/lines.ts";
import { withoutEnd } from "../util/withoutEnd.ts";
import { type DateParts, parseDate } from "./date.ts";
import { type KindMeaning, wrongType } from "./kindMeaning.ts";
import type { ValueProblem } from "./valueProblem.ts";

const emptyValue: JsonObject = { value: "" };

export const stringMeaning: KindMeaning = {
  members: ["value"],
  empty: emptyValue,
  canonical: ({ value }) => (value === null ? "" : typeof value === "string" ? withLineFeeds(value) : undefined),
  request: withoutNull,
  check({ value }) {
    if (value === null || value === undefined) {
      return [];
    }
    if (typeof value !== "string") {
      return [wrongType(["value"], "string")];
    }
    return /[\r\n\0]/.test(value) ? [{ code: "lineBreak", severity: "warning", path: ["value"] }] : [];
  },
};

export const numberMeaning: KindMeaning = {
  members: ["value"],
  empty: emptyValue,
  canonical: ({ value }) => canonicalNumber(value),
  request: withoutNull,
  check: ({ value }, { type }) => checkNumber(value, "value", type === "int"),
};

export const dateMeaning: KindMeaning = {
  members: ["value"],
  empty: emptyValue,
  canonical({ value }, base) {
    if (isEmpty(value)) {
      return "";
    }
    const date = typeof value === "string" ? parseDate(value) : undefined;
    return date && canonicalDate(date, showsDaysOnly(base));
  },
  request(members, base, hasTime) {
    const { value } = members;
    const isDay = showsDaysOnly(base) || (hasTime === false && isEmpty(base?.value ?? null));
    const date = typeof value === "string" && isDay ? parseDate(value) : undefined;
    // The service converts a time to its own zone before it cuts it off. So only the day is sent, which was compared.
    return date ? { ...members, value: date.day } : withoutNull(members);
  },
  check({ value }) {
    const isGood = isEmpty(value) || (typeof value === "string" && parseDate(value) !== undefined);
    return isGood
      ? []
      : [
          {
            code: "invalidDate",
            severity: "error",
            path: ["value"],
            expected: ["YYYY-MM-DD", "YYYY-MM-DDThh:mm:ss±hh:mm"],
          },
        ];
  },
};

export const computedMeaning: KindMeaning = {
  members: ["manual_value", "is_autocomputed"],
  empty: { is_autocomputed: true },
  canonical({ is_autocomputed: isAuto, manual_value: manual = null }) {
    if (isAuto === true) {
      return isEmpty(manual) ? "auto" : undefined;
    }
    const number = canonicalNumber(manual);
    const isManual = isAuto === undefined || isAuto === null || isAuto === false;
    return isManual && number !== undefined ? { manual: number } : undefined;
  },
  check({ is_autocomputed: isAuto, manual_value: manual }) {
    if (isAuto !== undefined && isAuto !== null && typeof isAuto !== "boolean") {
      return [wrongType(["is_autocomputed"], "boolean")];
    }
    if (isAuto === true) {
      return isEmpty(manual) || manual === undefined
        ? []
        : [{ code: "contradiction", severity: "warning", path: ["manual_value"] }];
    }
    return isEmpty(manual) || manual === undefined
      ? [wrongType(["manual_value"], "number")]
      : checkNumber(manual, "manual_value", false);
  },
};

function canonicalNumber(value: Json | undefined): string | undefined {
  if (value === null || value === "") {
    return "";
  }
  return typeof value === "number" || typeof value === "string" ? normalDecimal(String(value)) : undefined;
}

function checkNumber(value: Json | undefined, member: string, isInteger: boolean): readonly ValueProblem[] {
  const number = canonicalNumber(value ?? null);
  if (number === undefined) {
    return [wrongType([member], "number")];
  }
  const isWhole =
    typeof value === "string" ? /^[+-]?\d*$/.test(value.trim()) : value == null || Number.isInteger(value);
  return isInteger && !isWhole ? [{ code: "notInteger", severity: "warning", path: [member] }] : [];
}

/**
 * Gives the canonical form of a date. A day stays as it is written. A time with an offset becomes its minute, since the
 * service keeps minutes. A time without one means what the server's zone makes of it, so it equals only itself.
 */
function canonicalDate(date: DateParts, daysOnly: boolean): string {
  if (daysOnly || date.minutes === undefined) {
    return date.day;
  }
  if (date.offsetMinutes === undefined) {
    return `${date.day} minute ${date.minutes}`;
  }
  return `UTC minute ${Date.parse(`${date.day}T00:00Z`) / 60_000 + date.minutes - date.offsetMinutes}`;
}

/** Tells whether a field shows only days: values of fields without a time of day are read as days. */
function showsDaysOnly(base: JsonObject | undefined): boolean {
  return typeof base?.value === "string" && parseDate(base.value)?.minutes === undefined && base.value !== "";
}

function isEmpty(value: Json | undefined): boolean {
  return value === null || value === "";
}

/** Replaces null, which the service refuses where it takes the empty string. */
function withoutNull(members: JsonObject): JsonObject {
  return members.value === null ? { ...members, value: "" } : members;
}

// Each character can be matched in one way only, so that long texts that are no numbers are refused in linear time.
const decimal = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,9}))?$/;

/**
 * Gives a decimal literal in its one shortest form, `-125e-1` for ` -12.50`: equal forms are equal numbers, however
 * long they are. It is undefined for what is no decimal number, such as `0x1A` and the empty string.
 */
export function normalDecimal(literal: string): string | undefined {
  const match = decimal.exec(literal.trim());
  if (!match) {
    return undefined;
  }
  const [whole = "", fraction = ""] = (match[2] ?? "").split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = withoutEnd(digits, /0/);
  if (significant === "") {
    return "0";
  }
  const exponent = Number(match[3] ?? 0) - fraction.length + (digits.length - significant.length);
  return `${match[1] === "-" ? "-" : ""}${significant}e${exponent}`;
}
