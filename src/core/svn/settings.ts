import { canonicalJson } from "../field/canonicalJson.ts";
import { withLineFeeds } from "../field/lineEndings.ts";
import { canonicalSet } from "../field/sets.ts";
import type { Json } from "../model/json.ts";
import type { SvnNotification, SvnSettings } from "../model/svnRepository.ts";

/** What a document of settings shows; `has_default_permissions` is kept and sent, but shown nowhere. */
export type ShownSettings = Omit<SvnSettings, "has_default_permissions">;

/** What the text of a document says: all that is shown, or of an access file in an editor of its own that alone. */
export type TextSettings = Partial<ShownSettings>;

/** The members of settings, in the order of the text. */
export const memberNames = ["commit_rules", "immutable_tags", "access_file", "email_notifications"] as const;

/**
 * What is compared, merged and marked as one: each rule, each list of paths, the access file, the notification of each
 * path.
 *
 * `email_notifications:/trunk` is the notification of `/trunk`.
 */
export type PartKey =
  | "commit_rules.is_reference_mandatory"
  | "commit_rules.is_commit_message_change_allowed"
  | "immutable_tags.paths"
  | "immutable_tags.whitelist"
  | "access_file"
  | `email_notifications:${string}`;

export type Part = boolean | string | readonly string[] | SvnNotification;

const notificationPrefix = "email_notifications:";

/** The key of the notification of `path`. */
export function notificationKey(path: string): PartKey {
  return `${notificationPrefix}${path}`;
}

/** The path of a notification's key; undefined for another key. */
export function notificationPath(key: PartKey): string | undefined {
  return key.startsWith(notificationPrefix) ? key.slice(notificationPrefix.length) : undefined;
}

/** The settings part by part, in the order of the text. */
export function partsOf(settings: TextSettings): ReadonlyMap<PartKey, Part> {
  const { commit_rules: rules, immutable_tags: tags, access_file: accessFile } = settings;
  return new Map<PartKey, Part>([
    ...(rules
      ? ([
          ["commit_rules.is_reference_mandatory", rules.is_reference_mandatory],
          ["commit_rules.is_commit_message_change_allowed", rules.is_commit_message_change_allowed],
        ] as const)
      : []),
    ...(tags
      ? ([
          ["immutable_tags.paths", tags.paths],
          ["immutable_tags.whitelist", tags.whitelist],
        ] as const)
      : []),
    ...(accessFile === undefined ? [] : ([["access_file", accessFile]] as const)),
    ...(settings.email_notifications ?? []).map((each) => [notificationKey(each.path), each] as const),
  ]);
}

/** The settings that consist of `parts`, with the members that `like` has. What `parts` lacks is as in `like`. */
export function withParts<T extends TextSettings>(like: T, parts: ReadonlyMap<PartKey, Part>): T {
  const part = <P extends Part>(key: PartKey, present: P): P => (parts.get(key) as P | undefined) ?? present;
  const { commit_rules: rules, immutable_tags: tags, access_file: accessFile, email_notifications } = like;
  return {
    ...like,
    ...(rules && {
      commit_rules: {
        is_reference_mandatory: part("commit_rules.is_reference_mandatory", rules.is_reference_mandatory),
        is_commit_message_change_allowed: part(
          "commit_rules.is_commit_message_change_allowed",
          rules.is_commit_message_change_allowed,
        ),
      },
    }),
    ...(tags && {
      immutable_tags: {
        paths: part("immutable_tags.paths", tags.paths),
        whitelist: part("immutable_tags.whitelist", tags.whitelist),
      },
    }),
    ...(accessFile !== undefined && { access_file: part("access_file", accessFile) }),
    ...(email_notifications && {
      email_notifications: [...parts].flatMap(([key, value]) =>
        notificationPath(key) === undefined ? [] : [value as SvnNotification],
      ),
    }),
  };
}

/** `settings` with what the text says instead. */
export function overlaid(settings: SvnSettings, text: TextSettings): SvnSettings {
  return { ...settings, ...text };
}

/** Of `settings`, the members that `text` speaks of. */
export function likeText(settings: ShownSettings, text: TextSettings): TextSettings {
  return Object.fromEntries(
    memberNames.flatMap((name) => (text[name] === undefined ? [] : [[name, settings[name]]])),
  ) as TextSettings;
}

/**
 * Whether two values of a part mean the same: what the service itself makes the same when it stores them (it trims texts
 * and paths), orders that mean nothing, and line endings. Undefined is a part that is not there.
 */
export function isSamePart(key: PartKey, a: Part | undefined, b: Part | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && meaningOf(key, a) === meaningOf(key, b));
}

function meaningOf(key: PartKey, value: Part): string {
  if (typeof value === "boolean") {
    return String(value);
  }
  if (typeof value === "string") {
    return withLineFeeds(value).trim();
  }
  return canonicalJson(notificationPath(key) === undefined ? pathSet(value as readonly string[]) : recipients(value));
}

function pathSet(paths: readonly string[]): Json {
  return canonicalSet(paths.map((path) => path.trim()).filter((path) => path !== ""));
}

function recipients(value: Part): Json {
  const { emails, users, user_groups: groups } = value as SvnNotification;
  return [canonicalSet(emails), canonicalSet(users.map(String)), canonicalSet(groups)];
}

/** The parts of which `a` and `b` hold different things, those that only one of them has included. */
export function differingParts(a: TextSettings, b: TextSettings): readonly PartKey[] {
  const [partsOfA, partsOfB] = [partsOf(a), partsOf(b)];
  return [...new Set([...partsOfA.keys(), ...partsOfB.keys()])].filter(
    (key) => !isSamePart(key, partsOfA.get(key), partsOfB.get(key)),
  );
}

/** What the service stored otherwise than it was sent: to the letter, save for white space at the end of a text. */
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
 * The settings in the one order their text has: the service gives notifications and who gets them in whatever order its
 * database does. Lists of paths and the access file are as they were written.
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

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

/** What a new repository has when nothing is asked for: the service's own defaults. */
export const defaultSettings: SvnSettings = {
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
  immutable_tags: { paths: [], whitelist: [] },
  access_file: "",
  email_notifications: [],
  has_default_permissions: true,
};
