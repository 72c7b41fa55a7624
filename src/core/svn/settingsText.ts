import type { NewSettings } from "../model/svnRepository.ts";
import { inOrder, type ShownSettings } from "./settings.ts";
import { SettingsReader, type SettingsText } from "./settingsReader.ts";

/** What a draft's text says. */
interface SettingsDraft extends Omit<SettingsText, "settings"> {
  /** Without what the text leaves out. Undefined while a problem keeps it from being sent. */
  readonly settings?: NewSettings;
  readonly projectId?: number;
  readonly name?: string;
}

/** The text of a document that shows `settings`: what the editor's own formatter would make of it. */
export function printSettings(settings: ShownSettings): string {
  return `${JSON.stringify({ settings: textOrder(settings) }, null, 2)}\n`;
}

/** The text of a draft. */
export function printDraft(projectId: number, name: string, settings: ShownSettings): string {
  return `${JSON.stringify({ project_id: projectId, name, settings: textOrder(settings) }, null, 2)}\n`;
}

function textOrder(settings: ShownSettings): ShownSettings {
  const { commit_rules: rules, immutable_tags: tags, access_file, email_notifications } = inOrder(settings);
  return {
    commit_rules: {
      is_reference_mandatory: rules.is_reference_mandatory,
      is_commit_message_change_allowed: rules.is_commit_message_change_allowed,
    },
    immutable_tags: { paths: tags.paths, whitelist: tags.whitelist },
    access_file,
    email_notifications,
  };
}

/** Reads `{ "settings": { … } }`. Never throws: whatever is wrong is among the problems. */
export function parseSettings(text: string): SettingsText {
  const reader = new SettingsReader(text);
  const settings = reader.settings();
  return reader.result(settings);
}

/**
 * Reads `{ "project_id", "name", "settings" }`. The settings and each of their members may be left out
 * (test/service/README.md, SVN repositories). Never throws.
 */
export function parseDraft(text: string): SettingsDraft {
  const reader = new SettingsReader(text);
  const settings = reader.newSettings();
  const { projectId, name } = reader.identity();
  return {
    ...reader.result(settings),
    ...(projectId !== undefined && { projectId }),
    ...(name !== undefined && { name }),
  };
}
