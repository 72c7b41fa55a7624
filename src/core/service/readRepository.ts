import type {
  RepositorySummary,
  SvnNames,
  SvnNotification,
  SvnRepository,
  SvnSettings,
} from "../model/svnRepository.ts";
import { id, isObject, itemsOf, known, list, member, text, userName } from "./wire.ts";

/** The repositories of a listing; undefined when it is none. Items without an id are skipped. */
export function readRepositories(elements: unknown): readonly RepositorySummary[] | undefined {
  return itemsOf(elements, summary);
}

/**
 * The repository in an answer, its settings in the shape a PUT takes; undefined when it is not one, or another than
 * `repositoryId`.
 *
 * A PUT replaces all settings, so half of them are none: a repository with a member missing or malformed is not one.
 */
export function readRepository(body: unknown, repositoryId?: number): SvnRepository | undefined {
  const read = summary(body);
  const given = member(body, "settings");
  const settings = given === undefined || given === null ? undefined : readSettings(given);
  const isIncomplete = settings === undefined && given !== undefined && given !== null;
  return read === undefined || isIncomplete || read.id !== (repositoryId ?? read.id)
    ? undefined
    : known({ ...read, settings, names: settings && readNames(given) });
}

/** Undefined where there are none, as in what was read of settings of ids alone. */
function readNames(settings: unknown): SvnNames | undefined {
  const people = new Map<number, string>();
  const groups = new Map<string, string>();
  for (const item of list(member(settings, "email_notifications"))) {
    for (const user of list(member(item, "users"))) {
      const [userId, name] = [id(member(user, "id")), userName(user)];
      if (userId !== undefined && name !== undefined) {
        people.set(userId, name);
      }
    }
    for (const group of list(member(item, "user_groups"))) {
      const [ofGroup, name] = [groupId(member(group, "id")), text(member(group, "label"))];
      if (ofGroup !== undefined && name !== undefined) {
        groups.set(ofGroup, name);
      }
    }
  }
  return people.size + groups.size === 0
    ? undefined
    : {
        people: [...people].map(([userId, name]) => ({ id: userId, name })),
        groups: [...groups].map(([ofGroup, name]) => ({ id: ofGroup, name })),
      };
}

function summary(item: unknown): RepositorySummary | undefined {
  const repositoryId = id(member(item, "id"));
  const project = member(item, "project");
  return repositoryId === undefined
    ? undefined
    : known({
        id: repositoryId,
        name: text(member(item, "name")) ?? "",
        projectId: id(member(project, "id")),
        projectLabel: text(member(project, "label")),
        projectShortname: text(member(project, "shortname")),
        checkoutUrl: text(member(item, "svn_url")),
      });
}

/** Settings in the shape a PUT takes; undefined where a member is missing or malformed. */
export function readSettings(settings: unknown): SvnSettings | undefined {
  const rules = member(settings, "commit_rules");
  const isReferenceMandatory = member(rules, "is_reference_mandatory");
  const isChangeAllowed = member(rules, "is_commit_message_change_allowed");
  const tags = member(settings, "immutable_tags");
  const paths = allOf(member(tags, "paths"), string);
  const whitelist = allOf(member(tags, "whitelist"), string);
  const accessFile = member(settings, "access_file");
  const notifications = allOf(member(settings, "email_notifications"), notification);
  const hasDefaults = member(settings, "has_default_permissions");
  return typeof isReferenceMandatory === "boolean" &&
    typeof isChangeAllowed === "boolean" &&
    paths !== undefined &&
    whitelist !== undefined &&
    typeof accessFile === "string" &&
    notifications !== undefined &&
    (hasDefaults === undefined || typeof hasDefaults === "boolean")
    ? {
        commit_rules: {
          is_reference_mandatory: isReferenceMandatory,
          is_commit_message_change_allowed: isChangeAllowed,
        },
        immutable_tags: { paths, whitelist },
        access_file: accessFile,
        email_notifications: notifications,
        // What a service that does not tell makes of a PUT without it.
        has_default_permissions: hasDefaults ?? true,
      }
    : undefined;
}

/** Users and user groups come as objects and go as ids. */
function notification(item: unknown): SvnNotification | undefined {
  const path = member(item, "path");
  const emails = allOf(member(item, "emails"), string);
  const users = allOf(member(item, "users"), (user) => id(isObject(user) ? member(user, "id") : user));
  const groups = allOf(member(item, "user_groups"), (group) => groupId(isObject(group) ? member(group, "id") : group));
  return typeof path === "string" && emails && users && groups
    ? { path, emails, users, user_groups: groups }
    : undefined;
}

function groupId(value: unknown): string | undefined {
  return typeof value === "number" ? id(value)?.toString() : text(value);
}

function string(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Undefined when it is no list, or when one of its items is not as it should be. */
function allOf<T>(items: unknown, read: (item: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(items)) {
    return undefined;
  }
  const all = items.map(read).filter((item) => item !== undefined);
  return all.length === items.length ? all : undefined;
}
