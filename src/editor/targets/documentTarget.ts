import { workspace } from "vscode";
import type { Resource } from "../../core/model/uri.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { defaultFormat } from "../settings/documentFormat.ts";
import { givenUri, resourceOf, uriOf } from "../text/resourceUri.ts";
import { neededArtifact } from "./artifactTarget.ts";

/**
 * The document a command was called for where an object names its artifact, as a link on a page does: one that is open,
 * with unsaved changes if there is such a one, else the one that opens by default. `kinds` of documents will do. What
 * is given stays as it is otherwise.
 *
 * @throws HumanError for an object that names no artifact.
 */
export function documentIn(resource: unknown, ...kinds: readonly Resource["kind"][]): unknown {
  const given = givenUri(resource);
  if (given || typeof resource !== "object" || resource === null) {
    return given ?? resource;
  }
  // Of an object that names none nobody means the document in the active editor.
  const { connectionId, artifactId } = neededArtifact(resource);
  const open = workspace.textDocuments
    .filter(({ uri, isClosed }) => {
      const shown = isClosed ? undefined : resourceOf(uri);
      return (
        shown?.connectionId === connectionId &&
        kinds.includes(shown.resource.kind) &&
        "artifactId" in shown.resource &&
        shown.resource.artifactId === artifactId
      );
    })
    .toSorted((a, b) => Number(isUnsaved(b)) - Number(isUnsaved(a)));
  return open[0]?.uri ?? uriOf(connectionId, { kind: "artifact", artifactId, format: defaultFormat() });
}
