import { workspace } from "vscode";
import type { DocumentFormat } from "../../core/model/uri.ts";
import { settingsSection } from "../manifest/contributions.ts";

/** What artifacts open as where nobody says it. */
export function defaultFormat(): DocumentFormat {
  return workspace.getConfiguration(settingsSection).get("documentFormat") === "xml" ? "xml" : "json";
}
