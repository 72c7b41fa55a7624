import type { DisposableStore } from "../../core/util/disposable.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { ArtifactOpener, type OpenArtifactDependencies } from "./artifactOpener.ts";
import { followTitles } from "./tabTitles.ts";

interface OpeningParts extends OpenArtifactDependencies, Pick<Services, "known" | "logFailure"> {
  readonly documents: ArtifactDocuments;
}

/** Opens artifacts as documents, by a command too. Their tabs follow their titles. */
export function createOpening(parts: OpeningParts, store: DisposableStore) {
  const opener = new ArtifactOpener(parts);
  const onFailure = (error: unknown) => parts.logFailure("Giving a tab its new title", error);
  store.add(followTitles(parts.documents, parts.known, onFailure));
  const commands = {
    [commandIds.openArtifact]: async (target, artifactId, format) => {
      // Of several rows that are selected the tree passes the one that was clicked, then all.
      const rows: readonly unknown[] = Array.isArray(artifactId) ? artifactId : [];
      if (rows.length === 0) {
        await opener.open(target, artifactId, format);
      }
      for (const row of rows) {
        await opener.open(row, undefined, undefined, { isKept: true });
      }
    },
  } satisfies Partial<CommandSignatures>;
  return { opener, commands };
}
