import { Uri } from "vscode";
import { artifactWords, attachTitle, connectionToAttach } from "../../core/sentences/uploads.ts";
import { Uploads } from "../../core/upload/uploads.ts";
import type { DisposableStore } from "../../core/util/disposable.ts";
import { pause } from "../../core/util/pause.ts";
import { pickArtifact } from "../fields/askMembers.ts";
import { type ArtifactTarget, type CommandSignatures, commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { artifactTargetOf } from "../targets/artifactTarget.ts";
import { type AttachableFile, isAttachableFile } from "../targets/transferredFiles.ts";
import { type AttachDependencies, FileAttacher } from "./fileAttacher.ts";
import { type InsertionParts, registerInsertion } from "./insertFiles.ts";

type UploadParts = Omit<AttachDependencies, "uploads"> & InsertionParts & Pick<Services, "known" | "pickConnection">;

/** Commands that attach files, and what becomes of files that are dropped or pasted into texts. */
export function createUpload(parts: UploadParts, store: DisposableStore) {
  const uploads = new Uploads(pause);
  const attacher = new FileAttacher({ ...parts, uploads });
  store.add(registerInsertion(attacher, parts));
  return {
    uploads,
    commands: {
      [commandIds.attachFile]: (...args) => attacher.attach(...args),
      [commandIds.attachToArtifact]: async (file, selected, target) => {
        const artifact = artifactTargetOf(target ?? {}) ?? (await chooseArtifact(parts));
        return artifact && (await attacher.attachChosen(artifact, chosenFiles(file, selected)));
      },
    } satisfies Partial<CommandSignatures>,
  };
}

/** Of several files that are selected the Explorer passes the one that was clicked, then all. */
function chosenFiles(file: unknown, selected: unknown): readonly AttachableFile[] {
  const files = Array.isArray(selected) ? selected.filter(isAttachableFile) : [];
  const isAmong = !(file instanceof Uri) || files.some((each) => String(each) === String(file));
  return files.length > 0 && isAmong ? files : isAttachableFile(file) ? [file] : [];
}

async function chooseArtifact({ known, pickConnection }: UploadParts): Promise<ArtifactTarget | undefined> {
  const connection = await pickConnection(connectionToAttach);
  if (!connection) {
    return undefined;
  }
  const { id: connectionId, label } = connection;
  const artifactId = await pickArtifact(known.of(connectionId), `${attachTitle} (${label})`, artifactWords);
  return artifactId === undefined ? undefined : { connectionId, artifactId };
}
