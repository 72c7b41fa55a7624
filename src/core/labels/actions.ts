import { t } from "@vscode/l10n";
/** The labels of what a person may do about a failure. */
export const actionLabels = {
  retry: t("Retry"),
  setAccessKey: t("Set Access Key"),
  editConnection: t("Edit Connection"),
  showLog: t("Show Log"),
  openInBrowser: t("Open in Browser"),
} as const;

/** This is told of a failed command where nothing better is known. */
export const commandFailed = t("That did not work");

// Buttons of the messages at the start.
export const addConnectionButton = t("Add Connection");
export const openSettingsButton = t("Open Settings");
