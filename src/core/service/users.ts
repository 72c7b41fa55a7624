import type { Artifact } from "../model/artifact.ts";
import type { Page } from "../model/tracker.ts";
import type { User } from "../model/user.ts";
import type { AuthorizedClient } from "./authorizedClient.ts";
import { readArtifacts } from "./readArtifact.ts";
import { id, itemsOf, known, member, name, text, userName } from "./wire.ts";

/** Tells which artifacts are meant, by at least one member; with both, those to which either applies. */
interface OwnArtifacts {
  readonly assignedTo?: true;
  readonly submittedBy?: true;
}

// The service gives no more at once (test/service/README.md, Pages).
const usersPerPage = 50;
const ownArtifactsPerPage = 250;
/** The service refuses shorter words (test/service/README.md, Projects and people). */
const fewestCharacters = 3;

export type UserRoutes = ReturnType<typeof userRoutes>;

/** Makes the routes to what a service tells of people, and of what is theirs, where it does. */
export function userRoutes(client: AuthorizedClient) {
  return {
    /** Gives the id of the user whose key it is. */
    readOwnId: (signal: AbortSignal) =>
      client.readModel(client.get("/users/self"), (body) => id(member(body, "id")), signal),

    /** Tells when the key expires, in milliseconds since 1970; undefined where it does not, or nobody says. */
    readKeyExpiry: (signal: AbortSignal): Promise<number | undefined> =>
      client.readJson(client.get("/access_keys/self"), signal).then(({ json }) => expiryOf(json)),

    /** Gives a user by their number. One whom the service does not know is a `notFound` with a message. */
    readUser: (userId: number, signal: AbortSignal) =>
      client.readModel(client.get(`/users/${userId}`), readUser, signal),

    /** Gives those with `words` in their name or login. Fewer than three characters find none, without a request. */
    findUsers: async (words: string, offset: number, signal: AbortSignal): Promise<Page<User>> => {
      // The service takes words that begin with a brace for a query in JSON.
      const query = words.replace(/^[\s{]+/, "").trim();
      return query.length < fewestCharacters
        ? { items: [] }
        : client.readPage("/users", { offset, limit: usersPerPage, query: { query } }, readUsers, signal);
    },

    /** Gives the user's own artifacts that are open, of all trackers, with neither values nor status. */
    listOwnArtifacts: (which: OwnArtifacts, offset: number, signal: AbortSignal) =>
      listOwnArtifacts(client, which, offset, signal),
  };
}

// `expiration_date` is a date of ISO 8601 or null (test/service/README.md, Keys).
function expiryOf(key: unknown): number | undefined {
  const written = text(member(key, "expiration_date")) ?? "";
  // `Date.parse` would take a number or a word for a date as well.
  const time = /^\d{4}-\d\d-\d\d(?:T|$)/.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Gives a page of the artifacts that were submitted by the caller or are assigned to them. */
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
 * Gives the users of a listing; undefined when it is none. It leaves out whoever has no id or login: nobody could refer
 * to them.
 */
export function readUsers(body: unknown): readonly User[] | undefined {
  return itemsOf(body, readUser);
}

/** Gives a user in an answer; undefined when it has none, as for whoever is not signed in. */
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
