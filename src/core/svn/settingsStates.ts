import { type Check, isBoolean, isNumber, isText, listOf, oneOf, optional, shapeOf } from "../model/shape.ts";
import { isKnownRepository, type SvnNames, type SvnNotification, type SvnSettings } from "../model/svnRepository.ts";
import type { StateForm } from "../workingCopy/keptState.ts";
import { notificationPath, type PartKey, type TextSettings } from "./settings.ts";
import type { SettingsBase } from "./settingsTypes.ts";

const isNotification = shapeOf<SvnNotification>({
  path: isText,
  emails: listOf(isText),
  users: listOf(isNumber),
  user_groups: listOf(isText),
});

const shownSettings = {
  commit_rules: shapeOf<SvnSettings["commit_rules"]>({
    is_reference_mandatory: isBoolean,
    is_commit_message_change_allowed: isBoolean,
  }),
  immutable_tags: shapeOf<SvnSettings["immutable_tags"]>({ paths: listOf(isText), whitelist: listOf(isText) }),
  access_file: isText,
  email_notifications: listOf(isNotification),
};

/** Tells whether `value` is a set of settings, as a PUT carries it. */
export const isSettings: Check = shapeOf<SvnSettings>({ ...shownSettings, has_default_permissions: isBoolean });

/** Tells whether `value` is what a text says, which may leave members out. */
const isTextSettings: Check = shapeOf<TextSettings>({
  commit_rules: optional(shownSettings.commit_rules),
  immutable_tags: optional(shownSettings.immutable_tags),
  access_file: optional(shownSettings.access_file),
  email_notifications: optional(shownSettings.email_notifications),
});

const isBase = shapeOf<SettingsBase>({
  repository: isKnownRepository,
  settings: isSettings,
  source: oneOf("read", "answered", "remembered", "assumed"),
  names: optional(
    shapeOf<SvnNames>({
      people: listOf(shapeOf<SvnNames["people"][number]>({ id: isNumber, name: isText })),
      groups: listOf(shapeOf<SvnNames["groups"][number]>({ id: isText, name: isText })),
    }),
  ),
});

/** The form of the states that working copies of settings keep. */
export const settingsStates: StateForm = {
  formatVersion: 2,
  isBase: (repositoryId, value) => isBase(value) && (value as SettingsBase).repository.id === repositoryId,
  isValue: isPart,
  isChange: isSettings,
  isMine: isTextSettings,
};

/** Tells whether `value` can be the part of that name; null stands for one that is not there. */
function isPart(value: unknown, key: string): boolean {
  if (value === null) {
    return true;
  }
  if (notificationPath(key as PartKey) !== undefined) {
    return isNotification(value);
  }
  return key === "access_file"
    ? isText(value)
    : key.startsWith("immutable_tags.")
      ? listOf(isText)(value)
      : isBoolean(value);
}
