import { artifactWords, attachTitle, connectionToAttach } from "../../core/sentences/uploads.ts";
import { Attaching } from "../../core/upload/attachIds.ts";
import { Uploads } from "../../core/upload/uploads.ts";
import { pause } from "../../core/util/after.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { pickArtifact } from "../fields/askMembers.ts";
import type { Language } from "../language/language.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { removerOf } from "./attachmentRemover.ts";
import { FileAttacher } from "./fileAttacher.ts";
import { registerInsertion } from "./insertFiles.ts";

/** Makes the commands that attach files, what removes them, and what takes files dropped or pasted into texts. */
export function createUpload(
  services: Services,
  documents: ArtifactDocuments,
  language: Language,
  store: DisposableStore,
) {
  const uploads = new Uploads(pause);
  const attaching = new Attaching();
  const attacher = new FileAttacher(services, documents, uploads, attaching);
  store.add(registerInsertion(attacher, documents, language));
  return {
    uploads,
    removerOf: (artifact: ArtifactTarget) => removerOf(services, documents, attaching, artifact),
    commands: {
      [commandIds.attachFile]: (artifact, { files, fieldId }) => attacher.attach(artifact, files, fieldId),
      [commandIds.attachToArtifact]: async (files, { artifact }) => {
        const chosen = artifact ?? (await chooseArtifact(services));
        return chosen && (await attacher.attachChosen(chosen, files));
      },
    } satisfies Partial<Commands>,
  };
}

async function chooseArtifact({ known, pickConnection }: Services): Promise<ArtifactTarget | undefined> {
  const connection = await pickConnection(connectionToAttach);
  if (!connection) {
    return undefined;
  }
  const { id: connectionId, label } = connection;
  const artifactId = await pickArtifact(known.of(connectionId), `${attachTitle} (${label})`, artifactWords);
  return artifactId === undefined ? undefined : { connectionId, artifactId };
}
