import type { GroupId, User } from "../state/model.ts";
import type { State } from "../state/state.ts";

export function minimalUser(user: User, origin: string): Record<string, unknown> {
  return {
    id: user.id,
    uri: `users/${user.id}`,
    user_url: `/users/${encodeURIComponent(user.username)}`,
    real_name: user.realName,
    display_name: `${user.realName} (${user.username})`,
    username: user.username,
    ldap_id: "",
    avatar_url: `${origin.replace(/^http:/, "https:")}/users/${encodeURIComponent(user.username)}/avatar.png`,
    is_anonymous: false,
    has_avatar: true,
  };
}

export function fullUser(user: User, origin: string): Record<string, unknown> {
  return { email: user.email, status: statusLetters[user.status], ...minimalUser(user, origin) };
}

const statusLetters: Readonly<Record<User["status"], string>> = {
  active: "A",
  restricted: "R",
  suspended: "S",
  pending: "P",
  deleted: "D",
};

/** Who made an anonymous change, and the value of a users list in which nobody is chosen. */
export function anonymousUser(origin: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    email: null,
    status: null,
    id: null,
    uri: null,
    user_url: null,
    real_name: null,
    display_name: "Anonymous user",
    username: null,
    ldap_id: null,
    avatar_url: `${origin.replace(/^http:/, "https:")}/themes/common/images/avatar_default.png`,
    is_anonymous: true,
    has_avatar: false,
    ...more,
  };
}

export function userById(state: State, id: number, origin: string, shape = minimalUser): Record<string, unknown> {
  const user = state.users.get(id);
  return user ? shape(user, origin) : anonymousUser(origin);
}

export function minimalGroup(state: State, id: GroupId): Record<string, unknown> {
  const group = state.groups.get(id);
  return {
    id,
    uri: `user_groups/${id}`,
    label: group?.label ?? id,
    users_uri: `user_groups/${id}/users`,
    short_name: group?.shortName ?? id,
    key: group?.projectId === undefined || id.includes("_") ? `ugroup_${group?.shortName ?? id}_name_key` : group.label,
  };
}
