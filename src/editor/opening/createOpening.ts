import type { DisposableStore } from "../../core/util/disposable.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { ArtifactOpener, type OpenArtifactDependencies } from "./artifactOpener.ts";
import { followTitles } from "./tabTitles.ts";

interface OpeningParts extends OpenArtifactDependencies, Services {
  readonly documents: ArtifactDocuments;
}

/** Opens artifacts as documents, by a command too. Their tabs follow their titles. */
export function createOpening(parts: OpeningParts, store: DisposableStore) {
  const opener = new ArtifactOpener(parts);
  const onFailure = (error: unknown) => parts.logFailure("Giving a tab its new title", error);
  store.add(followTitles(parts.documents, parts.known, onFailure));
  const open: Commands[typeof commandIds.openArtifact] = async (artifacts, { caller, format, areSelected }) => {
    for (const artifact of artifacts) {
      // Of several that are selected each stays open.
      await opener.open(artifact, { format, isPreview: caller === "tree" && !areSelected });
    }
  };
  const commands = {
    [commandIds.openArtifact]: open,
    [commandIds.openArtifactOfRow]: open,
  } satisfies Partial<Commands>;
  return { opener, commands };
}
