/** The type of the panels that show artifacts to be read; VS Code restores them by it. */
export const previewType = "artifactDesk.preview";
