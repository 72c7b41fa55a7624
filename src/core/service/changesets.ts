import type { Changeset, ChangesetSource, Comment } from "../model/changeset.ts";
import { historyLimits } from "./answerLimits.ts";
import type { AuthorizedClient } from "./authorizedClient.ts";
import { readFieldValue } from "./readFieldValue.ts";
import { inServerDays, serverOffsetIn } from "./serverDay.ts";
import { distinct, id, itemsOf, known, list, member, text, userName } from "./wire.ts";

/** Makes the routes to the history of artifacts. */
export function changesetRoutes(client: AuthorizedClient): ChangesetSource {
  const path = (artifactId: number) => `/artifacts/${artifactId}/changesets`;
  return {
    countChangesets: async (artifactId, signal) => {
      const page = { offset: 0, limit: 1, query: { fields: "comments" }, limits: historyLimits(1) };
      return (await client.readPage(path(artifactId), page, readChangesets, signal)).total;
    },
    readChangesets: (artifactId, page, signal) =>
      client.readPage(path(artifactId), { ...page, limits: historyLimits(page.limit) }, readChangesets, signal),
  };
}

/** Gives the steps in an answer of GET /artifacts/{id}/changesets; undefined when it has none. */
export function readChangesets(body: unknown): readonly Changeset[] | undefined {
  const serverOffset = serverOffsetIn(list(body));
  return itemsOf(body, (item, changesetId) => {
    const values = inServerDays(list(member(item, "values")), serverOffset)
      .map(readFieldValue)
      .filter((value) => value !== undefined);
    const email = text(member(item, "email"));
    return known({
      id: changesetId,
      authorId: id(member(item, "submitted_by")),
      author: userName(member(item, "submitted_by_details")) ?? email,
      email,
      submittedOn: text(member(item, "submitted_on")),
      comment: readComment(item),
      values: distinct(values, ({ fieldId }) => fieldId),
    });
  });
}

/** Reads a comment. Markdown comes with its source. One without words is none (test/service/README.md, History). */
function readComment(item: unknown): Comment | undefined {
  const given = member(item, "last_comment");
  const source = text(member(given, "commonmark"));
  const content = source ?? text(member(given, "body"));
  if (content === undefined) {
    return undefined;
  }
  const isHtml = member(given, "format") === "html";
  const groups = member(given, "ugroups");
  return known({
    content,
    format: source !== undefined ? ("commonmark" as const) : isHtml ? ("html" as const) : ("text" as const),
    groups: Array.isArray(groups)
      ? groups.map((group) => text(member(group, "label")) ?? "").filter(Boolean)
      : undefined,
    edited: readEdit(item),
  });
}

/** Tells who wrote the comment's latest wording, where that is later than the step. */
function readEdit(item: unknown): Comment["edited"] {
  const on = text(member(item, "last_modified_date"));
  const isLater = Date.parse(on ?? "") > Date.parse(text(member(item, "submitted_on")) ?? "");
  return on !== undefined && isLater ? known({ by: userName(member(item, "last_modified_by")), on }) : undefined;
}
