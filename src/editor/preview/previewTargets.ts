import type { Tracker } from "../../core/model/tracker.ts";
import { previewTitle } from "../../core/sentences/previews.ts";
import type { DraftDocument } from "../drafts/draftDocuments.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { PreviewTarget } from "./previewPanel.ts";

/** What a panel of the draft is about. */
export function targetOf({ connectionId, uri }: DraftDocument): PreviewTarget {
  return { connectionId, draft: uri.toString() };
}

/** Tells panels apart. */
export function keyOf(target: PreviewTarget): string {
  return "draft" in target ? target.draft : `${target.connectionId}/${target.artifactId}`;
}

/** The title of the page of an artifact that is called `title`. */
export function artifactTitle({ artifactId }: ArtifactTarget, title = ""): string {
  return previewTitle(`#${artifactId}`, title);
}

/** The title of the page of a draft. */
export function draftTitle({ uri }: DraftDocument, tracker: Tracker | undefined): string {
  const [name = ""] = (uri.path.split("/").at(-1) ?? "").split(".");
  return previewTitle(name, tracker?.label ?? "");
}
