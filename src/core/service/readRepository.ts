import type {
  RepositorySummary,
  SvnNames,
  SvnNotification,
  SvnRepository,
  SvnSettings,
} from "../model/svnRepository.ts";
import { address, allOf, distinct, id, isObject, itemsOf, known, list, member, name, text, userName } from "./wire.ts";

/** Gives the repositories of a listing; undefined when it is none. Items without an id are skipped. */
export function readRepositories(elements: unknown): readonly RepositorySummary[] | undefined {
  return itemsOf(elements, summary);
}

/**
 * Gives the repository in an answer, with its settings in the shape a PUT takes. It is undefined when the answer has
 * none, or another than `repositoryId`.
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

/** Gives the names of people and groups in settings; undefined where there are none, as in settings of ids alone. */
function readNames(settings: unknown): SvnNames | undefined {
  const notifications = list(member(settings, "email_notifications"));
  const people = named(notifications, "users", id, userName);
  const groups = named(notifications, "user_groups", groupId, (group) => name(member(group, "label")));
  return people.length + groups.length === 0 ? undefined : { people, groups };
}

/** Gives those whom `notifications` list under `whom`, each once. */
function named<Id>(
  notifications: readonly unknown[],
  whom: string,
  idOf: (given: unknown) => Id | undefined,
  nameOf: (item: unknown) => string | undefined,
): readonly { readonly id: Id; readonly name: string }[] {
  const read = notifications
    .flatMap((notification) => list(member(notification, whom)))
    .flatMap((item) => {
      const [itemId, itsName] = [idOf(member(item, "id")), nameOf(item)];
      return itemId === undefined || itsName === undefined ? [] : [{ id: itemId, name: itsName }];
    });
  return distinct(read, (item) => item.id);
}

function summary(item: unknown): RepositorySummary | undefined {
  const repositoryId = id(member(item, "id"));
  const project = member(item, "project");
  return repositoryId === undefined
    ? undefined
    : known({
        id: repositoryId,
        name: name(member(item, "name")) ?? "",
        projectId: id(member(project, "id")),
        projectLabel: name(member(project, "label")),
        projectShortname: name(member(project, "shortname")),
        checkoutUrl: address(member(item, "svn_url")),
      });
}

/** Gives settings in the shape a PUT takes; undefined where a member is missing or malformed. */
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
        // A service that does not tell this member takes a PUT without it for true.
        has_default_permissions: hasDefaults ?? true,
      }
    : undefined;
}

/** Reads a notification. Users and user groups come as objects and go as ids. */
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
