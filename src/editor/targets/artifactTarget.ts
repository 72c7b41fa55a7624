import { isJsonObject } from "../../core/model/json.ts";
import { chooseOrOpenArtifact, notAnArtifact } from "../../core/sentences/targets.ts";
import { HumanError } from "../dialog/present.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { resourceOf, uriMeant } from "../text/resourceUri.ts";
import { checkedReference } from "./checkedId.ts";

/**
 * The artifact that a command was called for: a row or object that names one, a document's URI, a connection id with an
 * artifact id, or, where nothing is given, the artifact in the active editor. Undefined when there is none of these, as
 * for a connection alone.
 */
export function artifactTargetOf(first: unknown, artifactId?: unknown): ArtifactTarget | undefined {
  const uri = uriMeant(first);
  if (typeof first === "string" && !uri) {
    return artifactId === undefined || artifactId === null
      ? undefined
      : { connectionId: first, artifactId: checkedArtifactId(artifactId) };
  }
  if (uri) {
    const shown = resourceOf(uri);
    return shown && "artifactId" in shown.resource
      ? { connectionId: shown.connectionId, artifactId: shown.resource.artifactId }
      : undefined;
  }
  if (isJsonObject(first) && typeof first.connectionId === "string" && typeof first.artifactId === "number") {
    return { connectionId: first.connectionId, artifactId: checkedArtifactId(first.artifactId) };
  }
  return undefined;
}

/** The same; throws a HumanError, in these words, when there is none. */
export function neededArtifact(
  first: unknown,
  artifactId?: unknown,
  otherwise: string = chooseOrOpenArtifact,
): ArtifactTarget {
  const artifact = artifactTargetOf(first, artifactId);
  if (!artifact) {
    throw new HumanError(otherwise);
  }
  return artifact;
}

/** `id` as the id of an artifact; throws a HumanError when it is none. */
export function checkedArtifactId(id: unknown): number {
  return checkedReference(id, notAnArtifact);
}
