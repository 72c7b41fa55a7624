import { documentCodec } from "../../core/codec/documentCodec.ts";
import { standsAsNew } from "../../core/draft/draftEntries.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { draftFields } from "../../core/language/documentFields.ts";
import { refusalOf } from "../../core/language/meantFields.ts";
import { noNames } from "../../core/language/ports.ts";
import type { DraftDocuments } from "../drafts/draftDocuments.ts";
import { documentOfBase } from "../text/resourceUri.ts";
import type { EntryDocuments } from "./entryDocuments.ts";

/** Makes drafts known to the language, from the structure of their trackers. */
export function knownDrafts(drafts: DraftDocuments, known: KnownConnections): EntryDocuments {
  return {
    onDidSettle: drafts.onDidSettle,
    has: (uri) => drafts.at(uri) !== undefined,
    describe: async (uri) => {
      const document = drafts.at(documentOfBase(uri) ?? uri);
      if (!document) {
        return undefined;
      }
      const { connectionId, trackerId, format } = document;
      const connection = known.find(connectionId);
      const [tracker, codec] = await Promise.all([connection?.catalog.structure(trackerId), documentCodec(format)]);
      const fields = draftFields(tracker);
      const refusal = refusalOf(document.refusal, fields, codec.parse);
      const isUntouched = document.wasSaved ? undefined : standsAsNew(tracker, new Date());
      return { connection, names: connection?.names() ?? noNames, trackerId, codec, fields, refusal, isUntouched };
    },
    more: () => [],
  };
}
