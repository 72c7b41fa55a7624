import { isNumberId } from "../model/id.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import type { LocatedEntry } from "./documentEntries.ts";

/**
 * The entries of a document that stands as `jsonCodec` prints it: undefined for every other text, and for one
 * with any problem.
 *
 * Most texts are printed ones with other values, and a parser that keeps every place takes some ten times as long. Here
 * printing what was read and finding the same text proves the layout, and with it the places: no string holds a
 * line break, so a line's indentation tells how deep it is.
 */
export function readPrintedDocument(text: string): readonly LocatedEntry[] | undefined {
  if (!text.startsWith(start) || text.length > maxLength || mayBeWrong(text)) {
    return undefined;
  }
  const values = parsedValues(text);
  if (values === undefined) {
    return undefined;
  }
  const fieldIds = new Set<number>();
  const entries: LocatedEntry[] = [];
  let offset = start.length - entryStart.length;
  for (const value of values) {
    const length = text.indexOf(entryEnd, offset) + entryEnd.length - offset;
    const entry = readEntry(text, value, offset, length);
    if (entry === undefined || fieldIds.has(entry.fieldId)) {
      return undefined;
    }
    fieldIds.add(entry.fieldId);
    entries.push(entry);
    offset += length + separator.length;
  }
  return entries;
}

const entryStart = '{\n      "field_id": ';
const entryEnd = "\n    }";
const memberStart = ',\n      "';
const separator = ",\n    ";
const start = `{\n  "values": [\n    ${entryStart}`;
const maxLength = 1024 * 1024;
/** Of a value nested forty levels deep. */
const deepIndentation = `\n${" ".repeat(80)}`;

/** Whether it may be nested too deep or hold half a character: what printing again does not show. */
function mayBeWrong(text: string): boolean {
  return text.includes(deepIndentation) || text.includes("\\ud");
}

/** The elements of `values`, when there is nothing else and the text is exactly how they are printed. */
function parsedValues(text: string): readonly Json[] | undefined {
  let root: Json;
  try {
    root = JSON.parse(text);
  } catch {
    return undefined; // What is wrong, and where, is for the parser to say.
  }
  const values = isJsonObject(root) ? root.values : undefined;
  return Array.isArray(values) && `${JSON.stringify({ values }, null, 2)}\n` === text ? values : undefined;
}

function readEntry(text: string, value: Json, offset: number, length: number): LocatedEntry | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const { field_id: fieldId, ...members } = value;
  const [first, second] = Object.keys(value);
  if (first !== "field_id" || second === undefined || !isNumberId(fieldId)) {
    return undefined;
  }
  const idSpan = { offset: offset + entryStart.length, length: String(fieldId).length };
  const valueOffset = idSpan.offset + idSpan.length + memberStart.length + JSON.stringify(second).length + 1;
  const end = offset + length - entryEnd.length;
  const next = text.indexOf(memberStart, valueOffset);
  const valueLength = (next === -1 ? end : Math.min(next, end)) - valueOffset;
  return { fieldId, members, offset, length, idSpan, valueSpan: { offset: valueOffset, length: valueLength } };
}
