import type { DocumentCodec } from "../../core/codec/documentCodec.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { type DocumentFields, draftFields } from "../../core/language/documentFields.ts";
import type { Refusal } from "../../core/language/meantFields.ts";
import { noNames } from "../../core/language/names.ts";
import type { RefusedText } from "../documents/guardedDocument.ts";
import type { DraftDocuments } from "../drafts/draftDocuments.ts";
import type { KnownDocuments } from "./knownDocuments.ts";

/** Drafts, known from the structure of their trackers. */
export function knownDrafts(drafts: DraftDocuments, known: KnownConnections): KnownDocuments {
  return {
    onDidSettle: drafts.onDidSettle,
    has: (uri) => drafts.at(uri) !== undefined,
    describe: async (uri) => {
      const document = drafts.at(uri);
      if (!document) {
        return undefined;
      }
      const { connectionId, trackerId } = document;
      const connection = known.find(connectionId);
      const [tracker, codec] = await Promise.all([connection?.catalog.structure(trackerId), drafts.codecOf(document)]);
      const fields = draftFields(tracker);
      const refusal = refusalIn(codec, fields, drafts.refusal(document));
      return { connection, names: connection?.names() ?? noNames, trackerId, codec, fields, refusal };
    },
    more: () => [],
  };
}

const refusals = new WeakMap<RefusedText, Refusal>();

function refusalIn(
  codec: DocumentCodec,
  fields: DocumentFields,
  refused: RefusedText | undefined,
): Refusal | undefined {
  if (!refused) {
    return undefined;
  }
  let refusal = refusals.get(refused);
  if (!refusal) {
    const { entries } = codec.parse(refused.text, fields.kindOf);
    const members = new Map(entries.map((entry) => [entry.fieldId, entry.members]));
    refusal = { message: refused.message, membersOf: (fieldId) => members.get(fieldId) };
    refusals.set(refused, refusal);
  }
  return refusal;
}
