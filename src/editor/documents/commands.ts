import { Uri } from "vscode";
import { type CommandSignatures, commandIds } from "../../contributions.ts";
import { HumanError } from "../present.ts";
import { activeUri } from "../resourceUri.ts";
import type { ArtifactDocuments } from "./artifactDocuments.ts";
import { switchFormat } from "./formatSwitcher.ts";
import type { Previews } from "./previews.ts";

/** What can be done with the document in the active editor. */
export function documentCommands(documents: ArtifactDocuments, previews: Previews) {
  return {
    [commandIds.switchFormat]: (resource) => switchFormat(documents, resource),
    [commandIds.showRequest]: (resource) => previews.showRequest(uriOf(resource)),
    [commandIds.showResponse]: (resource) => previews.showResponse(uriOf(resource)),
  } satisfies Partial<CommandSignatures>;
}

function uriOf(resource: unknown): Uri {
  const uri = resource instanceof Uri ? resource : activeUri();
  if (!uri) {
    throw new HumanError("Open an artifact first.");
  }
  return uri;
}
