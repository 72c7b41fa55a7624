import type { ReferenceService } from "../../service/referenceService.ts";

/** The bug that the demo has pinned, with attachments and values of every type. */
export const demoBug = 501;

/** Gives the bug what an artifact has that people work on: a discussion, and versions that changed something. */
export function tellDemoStory({ control }: Pick<ReferenceService, "control">): void {
  control.addComment({
    artifactId: demoBug,
    body: "Seen **twice** today:\n\n1. with an empty cart\n2. right after a restart\n\nSee art #502 for the logs.",
    format: "commonmark",
  });
  control.editArtifact({ artifactId: demoBug, values: [{ field: "slogan", value: "Calm seas" }] });
  control.addComment({ artifactId: demoBug, body: "The logs help, thank you. I take it.", as: "member" });
  control.editArtifact({
    artifactId: demoBug,
    values: [{ field: "slogan", value: "Calm seas ahead" }],
    comment: "Said more clearly.",
    commentFormat: "text",
    as: "member",
  });
}
