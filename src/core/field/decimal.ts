import { withoutEnd } from "../util/withoutEnd.ts";

// Each character can be matched in one way only, so that long texts that are no numbers are refused in linear time.
const decimal = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,9}))?$/;

/**
 * A decimal literal in its one shortest form, `-125e-1` for ` -12.50`: equal forms are equal numbers, however long.
 * Undefined for what is no decimal number, `0x1A` and the empty string included.
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
