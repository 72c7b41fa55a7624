import { env } from "vscode";
import type { PendingComments } from "../../core/comment/pendingComments.ts";
import { changeBehind } from "../../core/freshness/serverChange.ts";
import { isInScope, type RefreshScope } from "../../core/model/refreshScope.ts";
import type { OverwriteGuard } from "../../core/overwrite/overwriteGuard.ts";
import { artifactName } from "../../core/sentences/files.ts";
import { lastChangedBy } from "../../core/sentences/freshness.ts";
import { savedDifferently } from "../../core/sentences/saving.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { Emitter } from "../../core/util/event.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import { fieldLabel } from "../../core/workingCopy/base.ts";
import type { Confirmed } from "../../core/workingCopy/confirmation.ts";
import type { StoredPut } from "../../core/workingCopy/ports.ts";
import { inform } from "../dialog/present.ts";
import { textFiles } from "../files/textFiles.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { WindowServices } from "../services/services.ts";
import { ArtifactCopies } from "./artifactCopies.ts";
import type { ArtifactDocument } from "./artifactDocument.ts";
import { ArtifactDocuments } from "./artifactDocuments.ts";
import { artifactSaveWords } from "./artifactSaveWords.ts";
import { registerDocuments } from "./registerDocuments.ts";
import { createSaveReporter } from "./saveReporter.ts";

/**
 * Makes the documents of artifacts and what they are read with. `pending` are the comments that wait for a save;
 * `guard` checks after each save whether it replaced a change unseen. `store` gets what is to be disposed.
 */
export function createArtifacts(
  services: WindowServices,
  pending: PendingComments,
  guard: OverwriteGuard,
  store: DisposableStore,
) {
  const { known } = services;
  const stored = store.add(new Emitter<{ readonly connectionId: string; readonly put: StoredPut }>());
  const copies = store.add(
    new ArtifactCopies(services, {
      noteStored: (connectionId, put) => {
        guard.note(connectionId, put);
        known.find(connectionId)?.noteStored(put.artifactId, put.changed);
        stored.fire({ connectionId, put });
      },
      noteConfirmed: (artifact, found) =>
        void followConfirmed(documents, guard, artifact, found).catch((error: unknown) =>
          services.logFailure("Telling what a save came to", error),
        ),
    }),
  );
  const documents: ArtifactDocuments = store.add(new ArtifactDocuments(copies, known, pending));
  const words = artifactSaveWords(
    (said) => void inform(said),
    ({ connectionId, artifactId }, { version }) => {
      const change = changeBehind(version.lastModified, known.find(connectionId)?.artifacts.get(artifactId));
      return change ? lastChangedBy(change, env.language) : "";
    },
  );
  return {
    documents,
    words,
    /** Fires when a PUT of an artifact was carried out. */
    onDidStore: stored.event,
    /**
     * Makes the files that VS Code reads and saves. `showTheirs` shows theirs beside a document that could not be
     * saved.
     */
    files: (showTheirs: (document: ArtifactDocument) => void) =>
      textFiles(documents.editor, ({ artifactId }) => artifactName(artifactId), createSaveReporter(words, showTheirs)),
    /** Reads again what is in the scopes, and what is known of them; everything where no scopes are given. */
    refresh: (scopes?: readonly RefreshScope[]) => {
      const isMeant = (document: ArtifactDocument) => isInScope(scopes, document);
      const shown = documents.editor.open().filter(({ document }) => isMeant(document));
      guard.askAgainIn(scopes);
      known.refresh(scopes, new Set(shown.map(({ document }) => document.connectionId)));
      documents.editor.refresh(isMeant);
    },
    commands: registerDocuments(services, documents, store),
  };
}

/**
 * Shows what was read after a save, and tells of what the service made of it, unless that is told as a replaced change.
 */
async function followConfirmed(
  documents: ArtifactDocuments,
  guard: OverwriteGuard,
  { connectionId, artifactId }: ArtifactTarget,
  found: Confirmed<ArtifactTypes>,
): Promise<void> {
  const isKept = documents.followConfirmed(connectionId, artifactId, found);
  const copyNow = () => documents.of({ connectionId, artifactId })[0]?.document.copy;
  const copy = copyNow();
  const storedCount = copy?.storedCount;
  await guard.lookAgain(connectionId, artifactId, found.kind === "overtaken" || found.differing.length > 0);
  // Meanwhile the artifact may have been saved again, or closed, or the connection lead elsewhere.
  const isCurrent = copyNow() === copy && copy?.storedCount === storedCount;
  const untold = found.kind === "saved" && isCurrent ? guard.untold(connectionId, artifactId, found.differing) : [];
  if (found.kind === "saved" && untold.length > 0) {
    const labels = untold.map((fieldId) => fieldLabel(found.base, fieldId));
    void inform(savedDifferently(artifactId, labels, isKept ? "keptText" : "shown"));
  }
}
