import { kindsOf } from "../codec/documentEntries.ts";
import type { DocumentCodec } from "../codec/formatCodec.ts";
import { checkMembers } from "../field/meaning.ts";
import type { Entry } from "../model/entry.ts";
import type { Tracker } from "../model/tracker.ts";
import { entriesToSend } from "./draftEntries.ts";

/** The reason why the text of a draft is not sent. */
export type Unsendable =
  /** The text cannot be read. */
  | { readonly kind: "broken" }
  /** The text is for another tracker than the document. */
  | { readonly kind: "otherTracker"; readonly trackerId: number }
  /** These values would be stored as something else. */
  | { readonly kind: "harmful"; readonly fieldIds: readonly number[] }
  /** No entry carries anything. */
  | { readonly kind: "empty" };

/** Tells what a draft's text says, or the reason why it is not to be sent. */
export type DraftReading = { readonly kind: "entries"; readonly entries: readonly Entry[] } | Unsendable;

/** Reads the text of a draft for `trackerId`. */
export function readDraft(
  text: string,
  codec: DocumentCodec,
  trackerId: number,
  tracker: Tracker | undefined,
): DraftReading {
  const parsed = codec.parse(text, kindsOf(tracker));
  if (parsed.problems.some(({ severity }) => severity === "error")) {
    return { kind: "broken" };
  }
  if (parsed.trackerId !== undefined && parsed.trackerId !== trackerId) {
    return { kind: "otherTracker", trackerId: parsed.trackerId };
  }
  const plain = parsed.entries.map(({ fieldId, members }): Entry => ({ fieldId, members }));
  const entries = entriesToSend(plain, tracker);
  const fields = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  const harmful = entries.filter(({ fieldId, members }) => {
    const field = fields.get(fieldId);
    return field?.kind && checkMembers(members, field).some(({ severity }) => severity === "error");
  });
  if (harmful.length > 0) {
    return { kind: "harmful", fieldIds: harmful.map(({ fieldId }) => fieldId) };
  }
  return entries.length === 0 ? { kind: "empty" } : { kind: "entries", entries };
}
