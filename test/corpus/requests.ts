import { documentCodec } from "../../src/core/codec/documentCodec.ts";
import type { DocumentCodec } from "../../src/core/codec/formatCodec.ts";
import { entriesToSend } from "../../src/core/draft/draftEntries.ts";
import { sameMeaning } from "../../src/core/field/meaning.ts";
import { isSameJson } from "../../src/core/field/sameJson.ts";
import { artifactFields, draftFields } from "../../src/core/language/documentFields.ts";
import { diffEntries } from "../../src/core/merge/diffEntries.ts";
import type { Entry } from "../../src/core/model/entry.ts";
import type { JsonObject } from "../../src/core/model/json.ts";
import type { Tracker } from "../../src/core/model/tracker.ts";
import { readTracker } from "../../src/core/service/readTracker.ts";
import { id, isObject, list, member } from "../../src/core/service/wire.ts";
import { makeBase } from "../../src/core/workingCopy/base.ts";
import { type Item, wasTaken } from "./corpus.ts";
import { conversionFaults, findingsIn } from "./findings.ts";

/** What the service took can be said in a document or a draft, which finds no fault with it and would send the same. */
export async function checkRequest(item: Item): Promise<readonly string[]> {
  if (wasTaken(item) !== true) {
    return [];
  }
  const body = member(item, "body");
  const written = list(member(body, "values"));
  const tracker = trackerOf(member(item, "types"), id(member(member(body, "tracker"), "id")) ?? 1, written);
  const isNew = member(item, "method") === "POST";
  const base = makeBase({ artifact: { id: 1, assignees: [], attachments: [], values: [] }, version: {} }, tracker);
  const fields = isNew ? draftFields(tracker) : artifactFields(base, tracker);
  const [json, xml] = await Promise.all([documentCodec("json"), documentCodec("xml")]);
  const values = { values: written };
  const root = isNew ? { tracker: { id: tracker.id }, ...values } : values;
  const printed = `${JSON.stringify(root, null, 2)}\n`;
  const entries = json
    .parse(printed, fields.kindOf)
    .entries.map(({ fieldId, members }): Entry => ({ fieldId, members }));
  const sent = isNew ? entriesToSend(entries, tracker) : diffEntries(base.fields, entries);
  const found = (text: string, codec: DocumentCodec) => findingsIn(text, codec, fields, isNew ? tracker.id : undefined);
  return [
    ...found(printed, json),
    ...missing(written, entries, sent, tracker),
    ...(await conversionFaults(printed, (converted) => found(converted, xml), fields)),
  ];
}

/** A text in XML says the entries that its sender meant. */
export async function checkXmlRequest(item: Item): Promise<readonly string[]> {
  const codec = await documentCodec("xml");
  const trackerId = Number(member(item, "trackerId"));
  const tracker = trackerOf(member(item, "types"), trackerId);
  const fields = draftFields(tracker);
  const text = String(member(item, "text"));
  const read = codec.parse(text, fields.kindOf);
  const entries = read.entries.map(({ fieldId, members }) => ({ fieldId, members }));
  return [
    ...findingsIn(text, codec, fields, trackerId),
    ...(read.trackerId === trackerId ? [] : [`the tracker is ${read.trackerId}`]),
    ...(JSON.stringify(entries) === JSON.stringify(member(item, "entries"))
      ? []
      : [`it is read as ${JSON.stringify(entries)}`]),
  ];
}

/** A tracker of fields of these types, all of which may be written. Dates have a time where one was sent. */
function trackerOf(types: unknown, trackerId: number, written: readonly unknown[] = []): Tracker {
  const hasTime = (fieldId: string) =>
    written.some((value) => String(member(value, "field_id")) === fieldId && /T/.test(String(member(value, "value"))));
  const fields = Object.entries(isObject(types) ? types : {}).map(([fieldId, type]) => ({
    ...{ field_id: Number(fieldId), type, name: `field_${fieldId}`, label: `Field ${fieldId}` },
    ...{ permissions: ["read", "update", "create"], is_time_displayed: hasTime(fieldId) },
  }));
  const tracker = readTracker({ id: trackerId, fields }, trackerId);
  if (!tracker) {
    throw new Error("The types of a request make no tracker");
  }
  return tracker;
}

/** Values that would not be sent as they were written. What clears a field that is empty says nothing. */
function missing(
  written: readonly unknown[],
  entries: readonly Entry[],
  sent: readonly Entry[],
  { fields }: Tracker,
): readonly string[] {
  return written.flatMap((value) => {
    const fieldId = id(member(value, "field_id")) ?? 0;
    const kind = fields.find((field) => field.fieldId === fieldId)?.kind;
    const { field_id: _, ...members } = value as JsonObject;
    const read = entries.find((entry) => entry.fieldId === fieldId);
    const gone = sent.find((entry) => entry.fieldId === fieldId) ?? read;
    const isSaid = read && gone && isSameJson(read.members, members) && sameMeaning(gone.members, members, kind);
    return isSaid ? [] : [`field ${fieldId} would be sent as ${JSON.stringify(gone?.members)}`];
  });
}
