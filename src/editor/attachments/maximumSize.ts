import { workspace } from "vscode";
import { settingDefaults, settingsSection } from "../manifest/contributions.ts";

/** The most bytes of an attachment that open in the editor (setting `artifactDesk.maximumAttachmentSize`). */
export function maximumAttachmentBytes(): number {
  const megabytes = workspace.getConfiguration(settingsSection).get("maximumAttachmentSize");
  const isUsable = typeof megabytes === "number" && megabytes >= 1 && megabytes <= 50;
  return (isUsable ? megabytes : settingDefaults.maximumAttachmentSize) * 1_000_000;
}
