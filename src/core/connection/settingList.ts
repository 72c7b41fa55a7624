import type { Json } from "../model/json.ts";

/** The entries of a setting that is to be a list: none where it is not set, undefined where it is something else. */
export function settingList(setting: unknown): readonly Json[] | undefined {
  const list = setting ?? [];
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}
