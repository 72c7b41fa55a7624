import { documentCodec } from "../codec/documentCodec.ts";
import { kindsOf } from "../codec/documentEntries.ts";
import { maxDocumentLength } from "../codec/textTree.ts";
import type { Entry } from "../model/entry.ts";
import type { Tracker } from "../model/tracker.ts";
import type { DocumentFormat } from "../model/uri.ts";

/** A draft's tracker, and its format. */
export interface DraftIdentity {
  readonly trackerId: number;
  readonly format: DocumentFormat;
}

/** An error: the text of a draft would be longer than a document that is read. */
export class DraftTooLong extends Error {
  override readonly name = "DraftTooLong";
}

/**
 * Gives the format for a draft of `entries`: the one that is `wanted`, or JSON where that one cannot hold all of them.
 */
export async function formatFor(
  wanted: DocumentFormat,
  entries: readonly Entry[],
  tracker: Tracker | undefined,
): Promise<DocumentFormat> {
  const { unprintable } = await documentCodec(wanted);
  return unprintable(entries, kindsOf(tracker)).length === 0 ? wanted : "json";
}

/**
 * Gives the text of a draft of `entries`, without what its format cannot hold.
 *
 * @throws DraftTooLong
 */
export async function printDraft(
  { trackerId, format }: DraftIdentity,
  entries: readonly Entry[],
  tracker: Tracker | undefined,
): Promise<string> {
  const codec = await documentCodec(format);
  const whole = codec.print(entries, trackerId);
  if (whole.length > maxDocumentLength) {
    throw new DraftTooLong();
  }
  const notHeld = new Set(codec.unprintable(entries, kindsOf(tracker)).map(({ fieldId }) => fieldId));
  const held = entries.filter(({ fieldId }) => !notHeld.has(fieldId));
  return notHeld.size === 0 ? whole : codec.print(held, trackerId);
}
