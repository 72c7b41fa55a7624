import { draftFields } from "../../core/language/documentFields.ts";
import type { Refusal } from "../../core/language/findings.ts";
import type { Structures } from "../../core/language/structures.ts";
import type { RefusedText } from "../documents/artifactDocuments.ts";
import type { DraftDocuments } from "../drafts/draftDocuments.ts";
import type { KnownDocument, KnownDocuments } from "./knownDocuments.ts";

/** Drafts, known from the structure of their trackers. */
export function knownDrafts(drafts: DraftDocuments, structures: Structures): KnownDocuments {
  return {
    onDidSettle: drafts.onDidSettle,
    has: (uri) => drafts.at(uri) !== undefined,
    describe: async (uri) => {
      const document = drafts.at(uri);
      if (!document) {
        return undefined;
      }
      const { connectionId, trackerId } = document;
      const [tracker, codec] = await Promise.all([structures.of(connectionId, trackerId), drafts.codecOf(document)]);
      const known = { connectionId, trackerId, codec, fields: draftFields(tracker), attachment: () => undefined };
      return { ...known, refusal: refusalIn(known, drafts.refusal(document)) };
    },
    more: () => [],
  };
}

const refusals = new WeakMap<RefusedText, Refusal>();

function refusalIn({ codec, fields }: KnownDocument, refused: RefusedText | undefined): Refusal | undefined {
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
