import type { Changeset } from "../model/changeset.ts";
import { readFieldValue } from "./readFieldValue.ts";
import { inServerDays, serverOffsetIn } from "./serverDay.ts";
import { distinct, id, itemsOf, known, list, member, text, userName } from "./wire.ts";

/** The steps in an answer of GET /artifacts/{id}/changesets; undefined when it is none. */
export function readChangesets(body: unknown): readonly Changeset[] | undefined {
  const serverOffset = serverOffsetIn(list(body));
  return itemsOf(body, (item) => {
    const changesetId = id(member(item, "id"));
    const values = inServerDays(list(member(item, "values")), serverOffset)
      .map(readFieldValue)
      .filter((value) => value !== undefined);
    return changesetId === undefined
      ? undefined
      : known({
          id: changesetId,
          authorId: id(member(item, "submitted_by")),
          author: userName(member(item, "submitted_by_details")) ?? text(member(item, "email")),
          submittedOn: text(member(item, "submitted_on")),
          values: distinct(values, ({ fieldId }) => fieldId),
        });
  });
}
