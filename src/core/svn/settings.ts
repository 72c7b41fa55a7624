import { canonicalSet } from "../field/memberSet.ts";
import { isSameJson } from "../field/sameJson.ts";
import type { Json } from "../model/json.ts";
import type { SvnNotification, SvnSettings } from "../model/svnRepository.ts";
import { withLineFeeds } from "../util/lines.ts";

/** The settings that a document shows. `has_default_permissions` is kept and sent, but shown nowhere. */
export type ShownSettings = Omit<SvnSettings, "has_default_permissions">;

/** The settings that a document's text says: all that are shown, or the access file alone in an editor of its own. */
export type TextSettings = Partial<ShownSettings>;

/** The members of settings, and of what is in them, in the order of the text. */
export const memberNames = ["commit_rules", "immutable_tags", "access_file", "email_notifications"] as const;
export const ruleNames = ["is_reference_mandatory", "is_commit_message_change_allowed"] as const;
export const listNames = ["paths", "whitelist"] as const;
export const notificationNames = ["path", "emails", "users", "user_groups"] as const;

/**
 * The key of a part, which is compared, merged and marked as one: each rule, each list of paths, the access file, the
 * notification of each path. `email_notifications:/trunk` is the notification of `/trunk`.
 */
export type PartKey = FixedPartKey | `email_notifications:${string}`;

/** The keys of the parts that every repository has. */
export type FixedPartKey =
  | `commit_rules.${(typeof ruleNames)[number]}`
  | `immutable_tags.${(typeof listNames)[number]}`
  | "access_file";

export type Part = boolean | string | readonly string[] | SvnNotification;

const notificationPrefix = "email_notifications:";

/** Makes the key of the notification of `path`. */
export function notificationKey(path: string): PartKey {
  return `${notificationPrefix}${path}`;
}

/** Gives the path in a notification's key; undefined for another key. */
export function notificationPath(key: PartKey): string | undefined {
  return key.startsWith(notificationPrefix) ? key.slice(notificationPrefix.length) : undefined;
}

/** Gives the settings part by part, in the order of the text. */
export function partsOf(settings: TextSettings): ReadonlyMap<PartKey, Part> {
  const { commit_rules: rules, immutable_tags: tags, access_file: accessFile } = settings;
  return new Map<PartKey, Part>([
    ...(rules ? ruleNames.map((name) => [`commit_rules.${name}`, rules[name]] as const) : []),
    ...(tags ? listNames.map((name) => [`immutable_tags.${name}`, tags[name]] as const) : []),
    ...(accessFile === undefined ? [] : ([["access_file", accessFile]] as const)),
    ...(settings.email_notifications ?? []).map((each) => [notificationKey(each.path), each] as const),
  ]);
}

/** Gives the settings that consist of `parts`, with the members that `like` has. What `parts` lacks is as in `like`. */
export function withParts<T extends TextSettings>(like: T, parts: ReadonlyMap<PartKey, Part>): T {
  const { commit_rules: rules, immutable_tags: tags, access_file: accessFile } = like;
  const notifications = [...parts].filter(([key]) => notificationPath(key) !== undefined).map(([, value]) => value);
  return {
    ...like,
    ...(rules && {
      commit_rules: withEach(ruleNames, rules, (name) => parts.get(`commit_rules.${name}`)),
    }),
    ...(tags && {
      immutable_tags: withEach(listNames, tags, (name) => parts.get(`immutable_tags.${name}`)),
    }),
    ...(accessFile !== undefined && { access_file: parts.get("access_file") ?? accessFile }),
    ...(like.email_notifications && { email_notifications: notifications }),
  };
}

function withEach<Name extends string, T extends Readonly<Record<Name, Part>>>(
  names: readonly Name[],
  like: T,
  partOf: (name: Name) => Part | undefined,
): T {
  return { ...like, ...Object.fromEntries(names.map((name) => [name, partOf(name) ?? like[name]])) };
}

/**
 * Gives the members of `settings` with these names that are there, in the order of the text and without anything
 * unknown in them.
 */
export function knownMembers<T extends TextSettings>(settings: T, names: readonly (keyof T & string)[]): T {
  const { commit_rules: rules, immutable_tags: tags, email_notifications: notifications } = settings;
  const known: T = {
    ...settings,
    ...(rules && { commit_rules: picked(rules, ruleNames) }),
    ...(tags && { immutable_tags: picked(tags, listNames) }),
    ...(notifications && { email_notifications: notifications.map((each) => picked(each, notificationNames)) }),
  };
  return picked(known, names);
}

function picked<T extends object>(from: T, names: readonly (keyof T & string)[]): T {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(from, name) ? [[name, from[name]]] : []))) as T;
}

/** Gives `settings` with what the text says in their place. */
export function overlaid(settings: SvnSettings, text: TextSettings): SvnSettings {
  return { ...settings, ...text };
}

/** Gives the members of `settings` that `text` speaks of. */
export function likeText(settings: ShownSettings, text: TextSettings): TextSettings {
  return picked<TextSettings>(
    settings,
    memberNames.filter((name) => text[name] !== undefined),
  );
}

/**
 * Tells whether two values of a part mean the same. Blanks that the service trims from texts and paths, orders that
 * mean nothing, and line endings make no difference. Undefined is a part that is not there.
 */
export function isSamePart(key: PartKey, a: Part | undefined, b: Part | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && isSameJson(meaningOf(key, a), meaningOf(key, b)));
}

function meaningOf(key: PartKey, value: Part): Json {
  if (typeof value === "boolean") {
    return value;
  }
  if (typeof value === "string") {
    return withLineFeeds(value).trim();
  }
  return notificationPath(key) === undefined ? pathSet(value as readonly string[]) : recipients(value);
}

function pathSet(paths: readonly string[]): Json {
  return canonicalSet(paths.map((path) => path.trim()).filter((path) => path !== ""));
}

function recipients(value: Part): Json {
  const { emails, users, user_groups: groups } = value as SvnNotification;
  return [canonicalSet(emails), canonicalSet(users.map(String)), canonicalSet(groups)];
}

/** Gives the parts that differ between `a` and `b`, also where only one of them has the part. */
export function differingParts(a: TextSettings, b: TextSettings): readonly PartKey[] {
  const [partsOfA, partsOfB] = [partsOf(a), partsOf(b)];
  return [...new Set([...partsOfA.keys(), ...partsOfB.keys()])].filter(
    (key) => !isSamePart(key, partsOfA.get(key), partsOfB.get(key)),
  );
}

/** Tells which parts were stored otherwise than sent, to the letter, save for blanks at the end of a text. */
export function rewrittenParts(sent: TextSettings, stored: TextSettings): readonly PartKey[] {
  const [ours, theirs] = [partsOf(sent), partsOf(stored)];
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter((key) => {
    const [mine, other] = [ours.get(key), theirs.get(key)];
    const isList = Array.isArray(mine) && Array.isArray(other);
    return isList
      ? mine.join("\n") !== other.join("\n")
      : typeof mine === "string" && typeof other === "string"
        ? mine.trimEnd() !== other
        : !isSamePart(key, mine, other);
  });
}

/**
 * Gives the settings in the one order that their text has: the service gives notifications and who gets them in
 * whatever order its database does. Lists of paths and the access file stay as they were written.
 */
export function inOrder<T extends TextSettings>(settings: T): T {
  const { email_notifications } = settings;
  return email_notifications === undefined
    ? settings
    : {
        ...settings,
        email_notifications: email_notifications
          .map(({ path, emails, users, user_groups }) => ({
            path,
            emails: emails.toSorted(),
            users: users.toSorted((a, b) => a - b),
            user_groups: user_groups.toSorted(byNumber),
          }))
          .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
      };
}

/**
 * Compares two ids of groups: `3`, `101_3`, `101_10`. Those of another form come last, by their letters. The ids are
 * not compared as words of a language: a page of them would take eight seconds, one with many accents hours.
 */
function byNumber(a: string, b: string): number {
  const [ofA, ofB] = [numbersIn(a), numbersIn(b)];
  if (ofA && ofB) {
    return ofA.project - ofB.project || ofA.group - ofB.group;
  }
  return ofA ? -1 : ofB ? 1 : a < b ? -1 : a > b ? 1 : 0;
}

/** Gives the numbers in an id: a project's and its group's (`101_3`), or those of a group of one project (`103`). */
function numbersIn(id: string): { readonly project: number; readonly group: number } | undefined {
  const [, first, second = "-1"] = /^(\d{1,15})(?:_(\d{1,15}))?$/.exec(id) ?? [];
  return first === undefined ? undefined : { project: Number(first), group: Number(second) };
}

/** A new repository has these when nothing is asked for: the service's own defaults. */
export const defaultSettings: SvnSettings = {
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
  immutable_tags: { paths: [], whitelist: [] },
  access_file: "",
  email_notifications: [],
  has_default_permissions: true,
};
