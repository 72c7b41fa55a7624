import type { Artifact } from "../model/artifact.ts";
import type { Page } from "../model/tracker.ts";
import type { User } from "../model/user.ts";
import type { AuthorizedClient } from "./authorizedClient.ts";
import { readArtifacts } from "./readArtifact.ts";
import { id, itemsOf, known, member, name, text, userName } from "./wire.ts";

/** At least one of the two; with both, artifacts that are either. */
interface OwnArtifacts {
  readonly assignedTo?: true;
  readonly submittedBy?: true;
}

// The most the service gives at once (test/service/README.md, Pages).
const usersPerPage = 50;
const ownArtifactsPerPage = 250;
/** Shorter words are refused (test/service/README.md, Projects and people). */
const fewestCharacters = 3;

export type UserRoutes = ReturnType<typeof userRoutes>;

/** What a service tells of people, and of what is theirs, where it does. */
export function userRoutes(client: AuthorizedClient) {
  return {
    /** The id of the user whose key it is. */
    readOwnId: (signal: AbortSignal) =>
      client.readModel(client.get("/users/self"), (body) => id(member(body, "id")), signal),

    /** When the key expires, in milliseconds since 1970; undefined where it does not, or the service does not say. */
    readKeyExpiry: (signal: AbortSignal): Promise<number | undefined> =>
      client.readJson(client.get("/access_keys/self"), signal).then(({ json }) => expiryOf(json)),

    /** Somebody by their number. One whom the service does not know is a `notFound` with a message. */
    readUser: (userId: number, signal: AbortSignal) =>
      client.readModel(client.get(`/users/${userId}`), readUser, signal),

    /** Those whose name or login holds `words`. Fewer than three characters find nobody, and no request is sent. */
    findUsers: async (words: string, offset: number, signal: AbortSignal): Promise<Page<User>> => {
      // A brace at its beginning would make it a query in JSON.
      const query = words.replace(/^[\s{]+/, "").trim();
      return query.length < fewestCharacters
        ? { items: [] }
        : client.readPage("/users", { offset, limit: usersPerPage, query: { query } }, readUsers, signal);
    },

    /** The user's own artifacts that are open, of all trackers, with neither values nor status. */
    listOwnArtifacts: (which: OwnArtifacts, offset: number, signal: AbortSignal) =>
      listOwnArtifacts(client, which, offset, signal),
  };
}

// `expiration_date` is a date of ISO 8601 or null (test/service/README.md, Keys).
function expiryOf(key: unknown): number | undefined {
  const written = text(member(key, "expiration_date")) ?? "";
  // Left to itself, a number or a word is a date as well.
  const time = /^\d{4}-\d\d-\d\d(?:T|$)/.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** A page of the artifacts that were submitted by the caller or are assigned to them. */
export function listOwnArtifacts(
  client: AuthorizedClient,
  { assignedTo, submittedBy }: OwnArtifacts,
  offset: number,
  signal: AbortSignal,
): Promise<Page<Artifact>> {
  const query = JSON.stringify({ submitted_by: submittedBy, assigned_to: assignedTo });
  const page = { offset, limit: ownArtifactsPerPage, query: { query } };
  return client.readPage("/users/self/artifacts", page, (json) => readArtifacts(json, client.origin), signal);
}

/**
 * The users of a listing; undefined when it is none. Whoever has no id or login is left out: nobody could refer to
 * them.
 */
export function readUsers(body: unknown): readonly User[] | undefined {
  return itemsOf(body, readUser);
}

/** A user in an answer; undefined when it is none, as whoever is not signed in. */
function readUser(body: unknown): User | undefined {
  const userId = id(member(body, "id"));
  const username = name(member(body, "username"));
  const status = text(member(body, "status"));
  return userId === undefined || username === undefined
    ? undefined
    : known({
        id: userId,
        username,
        label: userName(body) ?? username,
        isActive: status === undefined ? undefined : status === "A" || status === "R",
      });
}
