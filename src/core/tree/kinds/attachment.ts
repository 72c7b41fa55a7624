import { attachmentResource } from "../../model/uri.ts";
import { attachmentNumbered, attachmentSpoken, ofArtifact, openAttachment } from "../../sentences/tree.ts";
import { withoutControls } from "../../util/withoutControls.ts";
import { spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { AttachmentRow } from "../rows.ts";

/** A file of an artifact. */
export const attachmentKind: RowKind<AttachmentRow> = {
  look: ({ artifactId, n, attachment }, { formats }) => {
    const size = attachment.sizeBytes === undefined ? undefined : formats.size(attachment.sizeBytes);
    return {
      label: withoutControls(attachment.name) || attachmentNumbered(n),
      description: size,
      icon: "file",
      resource: attachmentResource(artifactId, attachment),
      contextValue: "attachment",
      tooltip: tooltipOf([attachment.name, attachment.description, size, attachment.mediaType]),
      click: { command: "openAttachment", title: openAttachment },
      spoken: spokenOf(attachmentSpoken(attachment.name), size, ofArtifact(artifactId)),
    };
  },
  isPartOfParent: true,
};
