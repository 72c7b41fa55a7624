import { artifactRepresentation } from "../representations/artifacts.ts";
import { projectReference } from "../representations/references.ts";
import { type Answer, badRequest, ok, RestError } from "../server/answer.ts";
import { pageHeaders, readPage, slice } from "../server/paging.ts";
import { type ApiRequest, type Route, signedIn } from "../server/router.ts";
import type { Artifact } from "../state/model.ts";
import { canRead, canSeeArtifact } from "../state/permissions.ts";
import { lastChangeset } from "../state/state.ts";
import { isObject } from "../wire/json.ts";

export const searchRoutes: readonly Route[] = [
  { method: "POST", path: "/search", auth: "required", allow: "OPTIONS, POST", handle: search },
];

/** What has all the words somewhere in its texts; a route of the full-text plugin. */
function search(request: ApiRequest): Answer {
  if (!request.settings.hasFullText) {
    throw RestError.of(404);
  }
  const { state, caller } = request;
  signedIn(request);
  const page = readPage(request, { fallback: 50, max: 50 });
  const keywords = isObject(request.body) ? request.body.keywords : undefined;
  if (typeof keywords !== "string") {
    throw badRequest("`keywords` is required.");
  }
  const words = keywords.toLowerCase().trim().split(/\s+/);
  if (keywords.trim().length < 3) {
    throw badRequest("Minimum 3 characters required.");
  }
  const found = [...state.trackers.values()]
    .flatMap((tracker) => state.artifactIds(tracker.id))
    .flatMap((id) => state.artifact(id) ?? [])
    .filter((artifact) => canSeeArtifact(state, caller, artifact))
    .filter((artifact) => {
      const text = textsOf(request, artifact).toLowerCase();
      return words.every((word) => text.includes(word));
    });
  const shown = slice(found, page).map((artifact) => {
    const { xref, html_url, title, status } = artifactRepresentation(request, artifact, "none");
    const tracker = state.trackerOf(artifact);
    return {
      xref,
      html_url,
      title,
      color_name: tracker.colourName,
      type: "artifact",
      per_type_id: artifact.id,
      icon_name: "fa-solid fa-list-ol",
      project: projectReference(state.projectOf(tracker)),
      quick_links: [],
      badges: typeof status === "string" && status !== "" ? [{ label: status, color: null }] : [],
    };
  });
  return ok(shown, pageHeaders(page, found.length));
}

function textsOf({ state, caller }: ApiRequest, artifact: Artifact): string {
  const { values } = lastChangeset(artifact);
  return state
    .trackerOf(artifact)
    .fields.filter((field) => field.isUsed && canRead(state, caller, field))
    .map((field) => {
      const value = values.get(field.id);
      return value?.kind === "string" ? value.value : value?.kind === "text" ? value.content : "";
    })
    .join("\n");
}
