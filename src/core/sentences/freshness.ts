import type { ServerChange } from "../freshness/serverChange.ts";
import { withoutControls } from "../util/withoutControls.ts";

/** What happened on the server, without a full stop: «Changed on the server by Jane Doe (jdoe), 14:05»; times as in `language`. */
export function serverChange(change: ServerChange, language: string): string {
  if (change.kind === "deleted") {
    return "Deleted on the server";
  }
  // A lens shows `$(name)` as an icon.
  const by = change.by === undefined ? "" : ` by ${withoutControls(change.by).replaceAll("$(", "$ (")}`;
  return `Changed on the server${by}, ${instant(change.on, language)}`;
}

function instant(on: string, language: string): string {
  const at = new Date(on);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday
    ? at.toLocaleTimeString(language, { timeStyle: "short" })
    : at.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
