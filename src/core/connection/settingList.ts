import type { Json } from "../model/json.ts";

/** The entries of a setting that is to be a list: none where it is not set, undefined where it is something else. */
export function settingList(setting: unknown): readonly Json[] | undefined {
  const list = setting ?? [];
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}

/** The entries of such a list for one that is to be written: what was written in place of a list stays as an entry. */
export function entriesToKeep(setting: unknown): readonly Json[] {
  return settingList(setting) ?? [setting as Json];
}
