import type { PageLinks } from "../../src/core/preview/previewParts.ts";

/** Addresses of what can be done on a page, which tell what they are of. */
export const pageLinks: PageLinks = {
  openArtifact: (artifactId) => `command:open?${artifactId}`,
  openAttachment: (_, n) => `command:attachment?${n}`,
  openInBrowser: () => "command:browse",
  editField: (artifactId, fieldId) => `command:edit?${artifactId},${fieldId}`,
  changeStatus: (artifactId, valueId, stateIds) =>
    `command:status?${artifactId},${valueId ?? ""}${stateIds ? `,from ${stateIds}` : ""}`,
  save: (artifactId) => `command:save?${artifactId}`,
  saveWithComment: (artifactId) => `command:saveWithComment?${artifactId}`,
  compareUnsaved: (artifactId) => `command:compareUnsaved?${artifactId}`,
  showHistory: (artifactId) => `command:history?${artifactId}`,
  showOlder: (artifactId) => `command:older?${artifactId}`,
  addComment: (artifactId) => `command:comment?${artifactId}`,
  attachFile: (artifactId) => `command:attach?${artifactId}`,
  compare: (...args) => `command:compare?${args.join()}`,
};
