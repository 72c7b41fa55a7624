import { t } from "@vscode/l10n";
/** What a person may do about a failure. */
export const actionLabels = {
  retry: t("Retry"),
  setAccessKey: t("Set Access Key"),
  editConnection: t("Edit Connection"),
  showLog: t("Show Log"),
  openInBrowser: t("Open in Browser"),
} as const;

/** For `explain`, of a command. */
export const commandFailed = t("That did not work");

// Buttons of what is told at the start.
export const addConnectionButton = t("Add Connection");
export const openSettingsButton = t("Open Settings");
