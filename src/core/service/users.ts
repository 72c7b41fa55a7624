import type { Artifact } from "../model/artifact.ts";
import type { Page } from "../model/tracker.ts";
import type { User } from "../model/user.ts";
import { readArtifacts } from "./readArtifact.ts";
import { readUser, readUsers } from "./readUsers.ts";
import type { Session } from "./session.ts";
import { id, member } from "./wire.ts";

/** What a service tells of people, and of what is theirs, where it does. */
export interface UserRoutes {
  /** The id of the user whose key it is. */
  readOwnId(signal: AbortSignal): Promise<number>;
  /** Somebody by their number. One whom the service does not know is a `notFound` with a message. */
  readUser(userId: number, signal: AbortSignal): Promise<User>;
  /** Those whose name or login holds `words`. Fewer than three characters find nobody, and no request is sent. */
  findUsers(words: string, offset: number, signal: AbortSignal): Promise<Page<User>>;
  /** The user's own artifacts that are open, of all trackers, with neither values nor status. */
  listOwnArtifacts(which: OwnArtifacts, offset: number, signal: AbortSignal): Promise<Page<Artifact>>;
}

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

export function userRoutes(session: Session): UserRoutes {
  return {
    readOwnId: (signal) => session.readModel(session.get("/users/self"), (body) => id(member(body, "id")), signal),
    readUser: (userId, signal) => session.readModel(session.get(`/users/${userId}`), readUser, signal),
    findUsers: async (words, offset, signal) => {
      // A brace at its beginning would make it a query in JSON.
      const query = words.replace(/^[\s{]+/, "").trim();
      return query.length < fewestCharacters
        ? { items: [] }
        : session.readPage("/users", { offset, limit: usersPerPage, query: { query } }, readUsers, signal);
    },
    listOwnArtifacts: (...args) => listOwnArtifacts(session, ...args),
  };
}

export function listOwnArtifacts(
  session: Session,
  { assignedTo, submittedBy }: OwnArtifacts,
  offset: number,
  signal: AbortSignal,
): Promise<Page<Artifact>> {
  const query = JSON.stringify({ submitted_by: submittedBy, assigned_to: assignedTo });
  const page = { offset, limit: ownArtifactsPerPage, query: { query } };
  return session.readPage("/users/self/artifacts", page, (json) => readArtifacts(json, session.origin), signal);
}
