import { checkQuery } from "../../src/core/query/checkQuery.ts";
import { readTracker } from "../../src/core/service/readTracker.ts";
import { id, member } from "../../src/core/service/wire.ts";
import { type Corpus, type Item, wasTaken } from "./corpus.ts";

/** A query that was answered is found no fault with; one that was refused is. */
export function checkCorpusQuery(item: Item, { trackers }: Corpus): readonly string[] {
  const index = member(item, "tracker");
  const body = typeof index === "number" ? member(trackers[index], "tracker") : undefined;
  const tracker = body === undefined ? undefined : readTracker(body, id(member(body, "id")) ?? 1);
  const query = String(member(item, "query"));
  const found = checkQuery(query, tracker).map(({ code, offset, length }) => {
    return `${code} at ${query.slice(offset, offset + length)}`;
  });
  const isTaken = wasTaken(item) === true;
  return isTaken ? found : found.length > 0 ? [] : [`what the service refused is not marked: ${query}`];
}
