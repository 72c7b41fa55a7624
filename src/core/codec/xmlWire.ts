import type { Entry } from "../model/entry.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import { isJsonObject, type Json, type JsonObject } from "../model/json.ts";
import { compactLayout, printRequest } from "./xmlPrint.ts";
import { forbiddenCharacters, isElementName } from "./xmlText.ts";

/**
 * Prints the body of a PUT, or with a tracker of a POST, as `application/xml` in UTF-8; `more` is what is sent along
 * with the entries.
 */
export function printXmlRequest(entries: readonly Entry[], trackerId?: number, more?: JsonObject): string {
  return printRequest(entries, trackerId, compactLayout, more);
}

/**
 * Tells whether the service's decoder makes of the XML of `entry` what it makes of its JSON (test/service/README.md,
 * XML).
 *
 * It makes something else of texts that look like numbers or booleans, of `false`, and of whatever is empty: those
 * elements are absent. An empty list is not sent as `<item>100</item>` either: what is sent is what the document shows.
 * In a number field a text that is a plain decimal may be that number, since the field takes either.
 */
export function xmlCarriesExactly({ members }: Entry, kind: FieldKind | undefined): boolean {
  return Object.entries(members).every(
    ([name, value]) => isElementName(name) && (xmlCarries(value) || (takesNumber(kind, name) && isPlainDecimal(value))),
  );
}

/** Tells whether the service's decoder makes of `value` in XML what it makes of it in JSON. */
export function xmlCarries(value: Json): boolean {
  if (typeof value === "string") {
    return forbiddenCharacters(value).length === 0 && !isCoerced(value);
  }
  if (typeof value === "boolean" || value === null) {
    return value === true;
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value);
    // An object with nothing but an `item` would arrive as a list; `text` is the decoder's own name for text beside
    // elements.
    return (
      members.length > 0 &&
      members.every(([name, member]) => isElementName(name) && name !== "item" && name !== "text" && xmlCarries(member))
    );
  }
  return typeof value === "number" || (value.length > 0 && value.every(xmlCarries));
}

// The pattern matches more than the decoder is known to change: where in doubt JSON is sent, which surely arrives.
const numberLike = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Tells whether the decoder would make something else of a text: nothing, a number or a boolean. */
function isCoerced(text: string): boolean {
  const trimmed = text.trim();
  return trimmed === "" || /^(?:true|false)$/i.test(trimmed) || numberLike.test(trimmed);
}

function takesNumber(kind: FieldKind | undefined, member: string): boolean {
  return (kind === "number" && member === "value") || (kind === "computed" && member === "manual_value");
}

/** Tells whether a text is a decimal that is the same number to everybody. */
function isPlainDecimal(value: Json): boolean {
  return typeof value === "string" && /^-?\d{1,9}(?:\.\d{1,6})?$/.test(value);
}
