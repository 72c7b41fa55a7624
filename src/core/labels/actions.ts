/** What a person may do about a failure. */
export const actionLabels = {
  retry: "Retry",
  setAccessKey: "Set Access Key",
  editConnection: "Edit Connection",
  showLog: "Show Log",
  openInBrowser: "Open in Browser",
} as const;

/** For `explain`, of a command. */
export const commandFailed = "That did not work";

// Buttons of what is told at the start.
export const addConnectionButton = "Add Connection";
export const openSettingsButton = "Open Settings";
