import { env } from "vscode";
import type { ServerChange } from "../../core/freshness/serverChange.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";

/** What happened on the server, without a full stop: «Changed on the server by Jane Doe (jdoe), 14:05». */
export function changeWords(change: ServerChange): string {
  if (change.kind === "deleted") {
    return "Deleted on the server";
  }
  // A lens shows `$(name)` as an icon.
  const by = change.by === undefined ? "" : ` by ${withoutControls(change.by).replaceAll("$(", "$ (")}`;
  return `Changed on the server${by}, ${instant(change.on)}`;
}

function instant(on: string): string {
  const at = new Date(on);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday
    ? at.toLocaleTimeString(env.language, { timeStyle: "short" })
    : at.toLocaleString(env.language, { dateStyle: "medium", timeStyle: "short" });
}
