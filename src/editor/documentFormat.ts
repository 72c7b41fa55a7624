import { workspace } from "vscode";
import { settingsSection } from "../contributions.ts";
import type { DocumentFormat } from "../core/uri.ts";

/** What artifacts open as where nobody says it. */
export function defaultFormat(): DocumentFormat {
  return workspace.getConfiguration(settingsSection).get("documentFormat") === "xml" ? "xml" : "json";
}
