// What buttons of messages and rows say.

export const compareButton = "Compare";
export const connectUnencryptedButton = "Connect Without Encryption";
export const copyButton = "Copy";
export const copyToNewDraftButton = "Copy to a New Draft";
export const clearButton = "Clear";
export const deleteButton = "Delete";
export const editAddressButton = "Edit Address";
export const editKeyButton = "Edit Key";
export const keepMineButton = "Keep Mine";
export const mergeButton = "Merge";
export const openButton = "Open";
export const openCopyButton = "Open Copy";
export const openInBrowserButton = "Open in Browser";
export const openToSideButton = "Open to the Side";
export const removeButton = "Remove";
export const replaceKeyButton = "Replace Key";
export const retryButton = "Retry";
export const saveAsButton = "Save As…";
export const saveAsQueryButton = "Save as Query...";
export const saveButton = "Save";
export const setAccessKeyButton = "Set Access Key";
export const showCopiesButton = "Show Copies";
export const showDocumentButton = "Show Document";
export const showResultsButton = "Show Results";
export const takeTheirsButton = "Take Theirs";
export const tryAgainButton = "Try Again";
