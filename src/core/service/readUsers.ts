import type { User } from "../model/user.ts";
import { id, itemsOf, known, member, name, text, userName } from "./wire.ts";

/**
 * The users of a listing; undefined when it is none. Whoever has no id or login is left out: nobody could refer to
 * them.
 */
export function readUsers(body: unknown): readonly User[] | undefined {
  return itemsOf(body, readUser);
}

/** A user in an answer; undefined when it is none, as whoever is not signed in. */
export function readUser(body: unknown): User | undefined {
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
