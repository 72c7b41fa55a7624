import type { ArtifactSummary } from "../pins/remembered.ts";
import { trackerReference } from "./readArtifact.ts";
import { distinct, id, known, list, member, text } from "./wire.ts";

/** The artifacts among what a search or a history gives; undefined when it is no list, or of nothing that has an id. */
export function readSearchEntries(body: unknown, origin: string): readonly ArtifactSummary[] | undefined {
  if (!Array.isArray(body) || (body.length > 0 && body.every((entry) => entryId(entry) === undefined))) {
    return undefined;
  }
  const artifacts = body.flatMap((entry) => readSearchEntry(entry, origin) ?? []);
  return distinct(artifacts, (artifact) => artifact.id);
}

function entryId(entry: unknown): number | undefined {
  return id(member(entry, "per_type_id")) ?? id(member(entry, "id"));
}

function readSearchEntry(entry: unknown, origin: string): ArtifactSummary | undefined {
  const artifactId = entryId(entry);
  const type = text(member(entry, "type"));
  if (artifactId === undefined || (type !== undefined && type !== "artifact")) {
    return undefined;
  }
  const page = URL.parse(text(member(entry, "html_url")) ?? "", origin);
  return known({
    id: artifactId,
    title: text(member(entry, "title")),
    xref: text(member(entry, "xref")),
    browserUrl: page?.origin === origin && page.search !== "" ? page.href : undefined,
    // The badge of an artifact is its status.
    status: text(member(list(member(entry, "badges"))[0], "label")),
    tracker: trackerReference(member(entry, "tracker"), member(entry, "project")),
  });
}
