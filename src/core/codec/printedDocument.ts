import { type Entry, entryObject } from "../model/entry.ts";
import { isNumberId } from "../model/id.ts";
import type { JsonObject } from "../model/json.ts";
import type { Span } from "../util/span.ts";
import type { LocatedEntry } from "./documentEntries.ts";

/** What `JSON.stringify` makes of a document, indented by two. */
export function printDocument(entries: readonly Entry[], trackerId: number | undefined): string {
  const tracker = trackerId === undefined ? "" : `  "tracker": {\n    "id": ${trackerId}\n  },\n`;
  const values = entries.map((entry) => printedEntry(entry).text).join(separator);
  return `{\n${tracker}  "values": [${values === "" ? "" : `\n    ${values}\n  `}]\n}\n`;
}

/**
 * The entries of a document that stands as it is printed: undefined for every other text, and for one with any problem.
 * Those of `known` that the text says are not read again.
 *
 * Most texts are printed ones with other values, and a parser that keeps every place takes some ten times as long. Here
 * printing each entry that was read and finding the same text proves the layout, and with it the places: no string holds a
 * line break, so a line's indentation tells how deep it is.
 */
export function readPrintedDocument(text: string, known: readonly Entry[] = []): readonly LocatedEntry[] | undefined {
  if (!text.startsWith(start) || text.length > maxLength) {
    return undefined;
  }
  const fieldIds = new Set<number>();
  const entries: LocatedEntry[] = [];
  let next = 0;
  for (let offset = start.length - entryStart.length; ; offset += separator.length) {
    const candidate = known[next];
    const expected = candidate && printedEntry(candidate);
    const isSaid = expected !== undefined && isAt(text, offset, expected.text);
    const printed = isSaid ? expected : readEntry(text, offset);
    if (!printed?.isSound || fieldIds.has(printed.entry.fieldId)) {
      return undefined;
    }
    fieldIds.add(printed.entry.fieldId);
    entries.push(located(printed, offset));
    next = isSaid ? next + 1 : known.findIndex(({ fieldId }) => fieldId === printed.entry.fieldId) + 1 || next;
    offset += printed.text.length;
    if (!isAt(text, offset, separator)) {
      return text.slice(offset) === end ? entries : undefined;
    }
  }
}

const entryStart = '{\n      "field_id": ';
const entryEnd = "\n    }";
const memberStart = ',\n      "';
const separator = ",\n    ";
const start = `{\n  "values": [\n    ${entryStart}`;
const end = "\n  ]\n}\n";
const maxLength = 1024 * 1024;
/** Of a value nested forty levels deep. */
const deepIndentation = `\n${" ".repeat(80)}`;

/** An entry as it stands in a document. */
interface PrintedEntry {
  readonly entry: Entry;
  readonly text: string;
  /** Whether it has a value, and is neither nested too deep nor holds half a character: what printing again does not show. */
  readonly isSound: boolean;
  /** From the beginning of the entry. */
  readonly valueSpan: Span;
}

const printedEntries = new WeakMap<Entry, PrintedEntry>();

/** Most entries of a text are those of the one before it: each is printed once. */
function printedEntry(entry: Entry): PrintedEntry {
  const known = printedEntries.get(entry);
  if (known) {
    return known;
  }
  const printed = print(entry);
  printedEntries.set(entry, printed);
  return printed;
}

function print(entry: Entry): PrintedEntry {
  const text = JSON.stringify(entryObject(entry), null, 2).replaceAll("\n", "\n    ");
  const [first = ""] = Object.keys(entry.members);
  const beginning = `${entryStart}${entry.fieldId}${memberStart}`;
  const isPlain = text.startsWith(beginning) && !Object.hasOwn(entry.members, "field_id");
  const isSound = isPlain && !text.includes(deepIndentation) && !text.includes("\\ud");
  const offset = beginning.length + JSON.stringify(first).length + 1;
  const next = text.indexOf(memberStart, offset);
  const length = (next === -1 ? text.length - entryEnd.length : next) - offset;
  return { entry, text, isSound, valueSpan: { offset, length } };
}

/** The entry that begins there; undefined where it does not stand as it is printed. */
function readEntry(text: string, offset: number): PrintedEntry | undefined {
  const said = text.slice(offset, text.indexOf(entryEnd, offset) + entryEnd.length);
  try {
    const { field_id: fieldId, ...members } = JSON.parse(said) as JsonObject;
    const printed = isNumberId(fieldId) ? print({ fieldId, members }) : undefined;
    return printed?.text === said ? printed : undefined;
  } catch {
    return undefined; // What is wrong, and where, is for the parser to say.
  }
}

function located({ entry, text, valueSpan }: PrintedEntry, offset: number): LocatedEntry {
  const { fieldId, members } = entry;
  return {
    fieldId,
    members,
    offset,
    length: text.length,
    idSpan: { offset: offset + entryStart.length, length: String(fieldId).length },
    valueSpan: { offset: offset + valueSpan.offset, length: valueSpan.length },
  };
}

function isAt(text: string, offset: number, part: string): boolean {
  // To compare a slice is far quicker than `startsWith`.
  return text.slice(offset, offset + part.length) === part;
}
