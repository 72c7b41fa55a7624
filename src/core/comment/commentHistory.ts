import type { HistoryMark } from "../model/artifactService.ts";
import type { OwnChangesetSource } from "../model/changeset.ts";
import { pagesOf } from "../model/tracker.ts";
import { isOfNoOpenRoute, isServiceError } from "../service/serviceError.ts";
import { withLineFeeds } from "../util/lines.ts";
import { withoutEnd } from "../util/withoutEnd.ts";

/** Reads the history by a client that is made when it is needed. */
export function historyOf(client: () => Promise<OwnChangesetSource>): OwnChangesetSource {
  return {
    countChangesets: async (...args) => (await client()).countChangesets(...args),
    readChangesets: async (...args) => (await client()).readChangesets(...args),
    readOwnId: async (...args) => (await client()).readOwnId(...args),
  };
}

/** The service gives no more at once (test/service/README.md, Pages). */
export const stepsPerPage = 50;

/**
 * Marks the end of the history, so that `isSaid` can tell what the user says from now on. The mark has the user, as the
 * connection may have the key of another one by the time somebody asks. It throws `ServiceError`.
 */
export async function markEnd(
  history: OwnChangesetSource,
  artifactId: number,
  signal: AbortSignal,
): Promise<HistoryMark> {
  try {
    const [count, authorId] = await Promise.all([
      history.countChangesets(artifactId, signal),
      history.readOwnId(signal).catch(() => undefined),
    ]);
    return count === undefined ? {} : { count, ...(authorId !== undefined && { authorId }) };
  } catch (error) {
    if (isOfNoOpenRoute(error)) {
      return {};
    }
    throw error;
  }
}

/**
 * Tells whether the user of `mark` has said `body` since. It is false, too, where the mark tells nothing.
 *
 * @throws ServiceError when the history cannot be read.
 */
export async function isSaid(
  history: OwnChangesetSource,
  artifactId: number,
  body: string,
  { count, authorId: markedId }: HistoryMark,
  signal: AbortSignal,
): Promise<boolean> {
  if (count === undefined) {
    return false;
  }
  let ownId = markedId;
  const pages = pagesOf((offset) => history.readChangesets(artifactId, { offset, limit: stepsPerPage }, signal), {
    from: count,
  });
  for await (const { items } of pages) {
    for (const { comment, authorId } of items) {
      if (comment && isSameBody(comment.content, body)) {
        ownId ??= await history.readOwnId(signal);
        if (authorId === ownId) {
          return true;
        }
      }
    }
  }
  return false;
}

/** Tells the same as `isSaid`; undefined where nobody can say. */
export async function isSaidIfKnown(
  history: OwnChangesetSource,
  artifactId: number,
  body: string,
  mark: HistoryMark,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    return mark.count === undefined ? undefined : await isSaid(history, artifactId, body, mark, signal);
  } catch {
    return undefined;
  }
}

/**
 * Tells whether a save was given up because nobody could read the history, which tells whether the save's comment
 * arrived, though the service can be reached. Without a comment the save needs no history.
 */
export function isHistoryUnread(error: unknown): boolean {
  return (
    isServiceError(error) &&
    (error.kind === "unavailable" || error.kind === "timeout" || error.kind === "invalidAnswer") &&
    /\/artifacts\/\d+\/changesets\b/.test(error.path)
  );
}

/** Compares bodies as the service trims them, by PHP's blanks (test/service/README.md, Saving), in any line ends. */
export function isSameBody(a: string, b: string): boolean {
  return trimmedBody(a) === trimmedBody(b);
}

/** Gives a body as the service has it: trimmed by PHP's blanks, with the line ends of Unix. */
export function trimmedBody(body: string): string {
  const unix = withLineFeeds(body);
  let start = 0;
  while (blank.test(unix.charAt(start))) {
    start++;
  }
  return withoutEnd(unix.slice(start), blank);
}

const blank = /[ \t\n\r\0\v]/;
