import { workspace } from "vscode";
import { type Settings, settingsSection } from "../manifest/contributions.ts";

/** What a click on the row of an artifact opens. */
export function openRowsAs(): Settings["openRowsAs"] {
  return workspace.getConfiguration(settingsSection).get("openRowsAs") === "page" ? "page" : "document";
}
